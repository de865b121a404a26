"""Every module of the hosts package is a host or named as machinery; a host has what the layers above ask for."""

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.host import Host


def test_the_eleven_hosts_are_found_by_their_modules():
    assert hosts.ids() == (
        "agent-skills", "claude-ai", "claude-code", "codex", "cursor", "gemini-cli", "goose", "opencode", "oxo-flow",
        "vscode", "xum",
    )  # fmt: skip


@pytest.mark.parametrize("host_id", hosts.ids())
def test_a_host_says_who_it_is_and_where_its_facts_come_from(host_id: str):
    host = hosts.get(host_id)
    assert isinstance(host, Host)
    assert host.id == host_id
    assert host.title
    assert host.sources
    assert host.keys or host.manifest_keys
    assert all(key.doc and key.source for key in (*host.keys, *host.manifest_keys))


def test_an_unknown_host_is_a_key_error():
    with pytest.raises(KeyError):
        hosts.get("emacs")
