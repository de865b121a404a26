"""Plugin manifests as their hosts take them."""

from __future__ import annotations

import json

import pytest

from skill_lsp.config import Settings
from skill_lsp.hosts import companions
from skill_lsp.rules.run import Run

SCHEMA = companions.XUM_SCHEMA
XUM = [
    # what Xum's reader does with a manifest (executed): accepted, and the texts that are warned about
    ({"name": "acme.rel-kit"}, True, []),
    ({"name": "p" * 64}, True, []),
    ({"name": "p" * 65}, False, []),
    ({"name": "rel--kit"}, False, []),
    ({"name": "rel..kit"}, False, []),
    ({"name": "rel.-kit"}, True, []),
    ({"name": "kit-"}, False, []),
    ({"name": "Kit"}, False, []),
    ({"$schema": None, "name": "kit"}, False, []),
    ({"$schema": "https://agent-plugins.org/schemas/2.0.0/plugin.schema.json", "name": "kit"}, False, []),
    ({"name": "kit", "icon": "x.png"}, True, ['"icon"']),
    ({"name": "kit", "author": "Jo"}, False, []),
    ({"name": "kit", "author": {"name": "Jo"}}, True, []),
    ({"name": "kit", "version": None}, False, []),
    ({"name": "kit", "version": 1}, False, []),
    ({"name": "kit", "keywords": "a"}, False, []),
    ({"name": "kit", "keywords": ["a", 1]}, False, []),
    ({"name": "kit", "extensions": []}, True, ["[]"]),
    ({"name": "kit", "contributes": {"skills": "../skills"}}, True, ['"../skills"']),
    ({"name": "kit", "contributes": {"skills": "pkg/skills/"}}, True, ['"pkg/skills/"']),
    ({"name": "kit", "contributes": {"slashCommands": [{"name": "Do", "expansion": "x"}]}}, True, ['"Do"']),
]


def findings(tmp_path, path, content, target):
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")
    run = Run(adjust=lambda settings: Settings(targets=(target,)))
    found = [one for one in run.all_findings(run.found([str(tmp_path)])) if one.rule.startswith(("plugin", "market"))]
    return [(one.rule, one.severity.word, content[slice(*one.span)] if one.span else "") for one in found]


@pytest.mark.parametrize(("manifest", "loads", "warned"), XUM)
def test_xum(tmp_path, manifest, loads, warned):
    content = json.dumps({"$schema": SCHEMA, **manifest}, indent=1)
    found = findings(tmp_path, ".xum/plugins/kit/plugin.json", content, "xum")
    assert any(severity == "error" for _, severity, _ in found) != loads
    assert [shown for rule, _, shown in found if rule == "plugin-ignored"] == warned


CLAUDE = [
    ('{"name": "kit"}', []),
    ('{"version": "1"}', [("plugin-field", "error", '"version"')]),
    ('{"name": ""}', [("plugin-field", "error", '""')]),
    ('{"name": "kit", "keywords": "a"}', [("plugin-field", "error", '"a"')]),
    ('{"name": "kit", "skills": "skills"}', [("plugin-field", "error", '"skills"')]),
    ('{"name": "kit", "commands": "cmds"}', [("plugin-field", "error", '"cmds"')]),
    ('{"name": "kit", "commands": {"go": {"source": "./go.md"}}}', []),
    ('{"name": "kit", "commands": 3}', [("plugin-field", "error", "3")]),
    ('{"name": "kit", "skills": ["./a", 3]}', [("plugin-path", "error", '"./a"'), ("plugin-field", "error", "3")]),
    ('{"name": "kit", "skills": "../a"}', [("plugin-field", "error", '"../a"')]),
    ('{"name": "kit", "skils": "./a"}', [("plugin-ignored", "warning", '"skils"')]),
    ('{"name": "kit", "colour": 1}', [("plugin-ignored", "info", '"colour"')]),
    ('{"name": "kit", "hooks": {}, "mcpServers": {}}', []),
    ('{"name": "kit",}', [("plugin-syntax", "error", ",")]),
    ('{"name": "kit", "name": "b"}', [("plugin-syntax", "warning", '"name"')]),
    ("[]", [("plugin-field", "error", "[]")]),
]


@pytest.mark.parametrize(("content", "expected"), CLAUDE)
def test_claude_code(tmp_path, content, expected):
    assert findings(tmp_path, ".claude-plugin/plugin.json", content, "claude-code") == expected


MARKETPLACE = [
    ('{"name": "m", "owner": {"name": "o"}, "plugins": []}', []),
    ('{"name": "m", "owner": {}, "plugins": []}', [("plugin-field", "error", '"owner"')]),
    ('{"name": "org", "owner": {"name": "o"}, "plugins": []}', [("plugin-field", "error", '"org"')]),
    (
        '{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a"}]}',
        [("plugin-field", "error", '"name"')],
    ),
    (
        '{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "./no"}]}',
        [("plugin-path", "error", '"./no"')],
    ),
    (
        '{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "../no"}]}',
        [("plugin-field", "error", '"../no"')],
    ),
    (
        '{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "."}]}',
        [("plugin-field", "error", '"."')],
    ),
    (
        '{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": {"source": "github"}}]}',
        [],
    ),
]


@pytest.mark.parametrize(("content", "expected"), MARKETPLACE)
def test_marketplace(tmp_path, content, expected):
    assert findings(tmp_path, ".claude-plugin/marketplace.json", content, "claude-code") == expected


def test_a_plugin_json_of_something_else_is_left_alone(tmp_path):
    assert findings(tmp_path, "grafana/plugin.json", '{"type": "panel", "id": 3}', "xum") == []
