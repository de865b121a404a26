"""Where a document says that all hosts cut its frontmatter in the same place, each of them does by its own rules."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from skill_lsp import hosts
from skill_lsp.hosts.host import Host
from skill_lsp.syntax import frontmatter
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text

_LINES = st.sampled_from(
    [
        "---",
        "name: a",
        "name: a\r",
        "description: b --- c",
        "",
        " ",
        "---\r",
        "--- ",
        " ---",
        "----",
        "# x",
        "\ufeff",
        "a\u2028b",
    ]
)
_TEXTS = st.lists(_LINES, max_size=6).map(lambda lines: "\n".join(["---", "name: a", *lines]))


@given(_TEXTS)
@example("---\nname: a\n---\nbody\n")
@example("---\nname: a\n---")
@example("---\nname: a\r\n---\nbody\n")
@example("---\n\n---\n")
@example("---\n---\n")
@example("---\nname: a\n---x\n---\n")
def test_every_host_cuts_where_the_document_says(content: str) -> None:
    asked, unasked = SkillMd(Text(content)), SkillMd(Text(content))
    vars(unasked)["plain_cut"] = None
    for host in hosts.everyone():
        if host.reads(asked) and type(host).cut is not Host.cut:
            assert host.cut(asked) == host.cut(unasked), host.id


def test_what_is_plain() -> None:
    assert frontmatter.plain_cut("---\na: b\n---\nc\n") == ((4, 9), (13, 15))
    assert frontmatter.plain_cut("---\na: b\n---") == ((4, 9), (12, 12))
    for other in (
        "",
        "---\n",
        "---\n---\n",
        "---\na: b\n ---\n",
        "---\na: b\n--- \n",
        "---\na --- b\n---\n",
        "\n---\na: b\n---\n",
    ):
        assert frontmatter.plain_cut(other) is None
