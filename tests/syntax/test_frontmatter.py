"""Where the frontmatter stands, also in the places that hosts do not look at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax import frontmatter
from skill_lsp.text import Text

KEYS = "name: a\ndescription: b\n"


@pytest.mark.parametrize(
    ("text", "displacement", "content", "body"),
    [
        (f"---\n{KEYS}---\nBody\n", None, KEYS, "Body\n"),
        (f"\ufeff---\n{KEYS}---\nBody\n", None, KEYS, "Body\n"),
        (f"---  \n{KEYS}---\t\nBody\n", None, KEYS, "Body\n"),
        ("---\r\nname: a\r\n---\r\nBody\r\n", None, "name: a\r\n", "Body\r\n"),
        ("---\rname: a\r---\rBody\r", None, "name: a\r", "Body\r"),
        ("---\n---\n", None, "", ""),
        (f"---\n{KEYS}---", None, KEYS, ""),
        (f"---\n{KEYS}---\nA\n---\nB\n", None, KEYS, "A\n---\nB\n"),
        ("---\na: |\n  ---\n  b\n---\n", None, "a: |\n  ---\n  b\n", ""),
        (f"\n\n---\n{KEYS}---\nBody\n", "blank", KEYS, "Body\n"),
        (f"  ---\n{KEYS}---\nBody\n", "blank", KEYS, "Body\n"),
        (f"<!-- x\ny -->\n---\n{KEYS}---\nBody\n", "comment", KEYS, "Body\n"),
        (f"# Title\n\n---\n{KEYS}---\nBody\n", "heading", KEYS, "Body\n"),
        (f"```markdown\n---\n{KEYS}---\nBody\n```\n", "code-fence", KEYS, "Body\n```\n"),
        (f"Some text.\n\n---\n{KEYS}---\nBody\n", "text", KEYS, "Body\n"),
        (f"----\n{KEYS}----\nBody\n", "fence", KEYS, "Body\n"),
        (f"---yaml\n{KEYS}---\nBody\n", "fence", KEYS, "Body\n"),
        (f"***\n{KEYS}***\nBody\n", "fence", KEYS, "Body\n"),
        (f"--- # x\n{KEYS}---\nBody\n", "fence", KEYS, "Body\n"),
        (f"{KEYS}---\nBody\n", "missing-opener", KEYS, "Body\n"),
        (f"---\n{KEYS}\n# Title\n", "missing-closer", KEYS, "\n# Title\n"),
        (f"---\n{KEYS}", "missing-closer", KEYS, ""),
    ],
)
def test_found_as_the_author_means_it(text: str, displacement: str | None, content: str, body: str) -> None:
    found = frontmatter.find(Text(text))
    assert found is not None
    assert found.displacement == displacement
    assert text[found.content.start : found.content.end] == content
    assert text[found.body.start : found.body.end] == body


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Body.\n",
        "# Title\n\nText\n\n---\n\nMore\n",
        "----\nText\n----\n",
        "+++\na = 1\n+++\n",
        "name: a\nText\n---\n",
        "\n\n \n",
    ],
)
def test_none_where_there_is_none(text: str) -> None:
    assert frontmatter.find(Text(text)) is None


def test_what_stands_before_is_known() -> None:
    text = f"<!-- x -->\n---\n{KEYS}---\n"
    found = frontmatter.find(Text(text))
    assert found is not None
    assert text[found.before.start : found.before.end] == "<!-- x -->\n"
    assert text[found.opener.start : found.opener.end] == "---"


@pytest.mark.parametrize(
    ("after", "second"),
    [
        ("---\nlicense: MIT\n---\n", "---\nlicense: MIT\n---"),
        ("\n---\nlicense: MIT\n---\nBody\n", "---\nlicense: MIT\n---"),
        ("---\n\nText\n\n---\n", None),
        ("---\nlicense: MIT\n", None),
        ("A\n---\nb: c\n---\n", None),
    ],
)
def test_a_second_block_right_after_the_first(after: str, second: str | None) -> None:
    text = f"---\n{KEYS}---\n{after}"
    found = frontmatter.find(Text(text))
    assert found is not None
    assert (text[found.second.start : found.second.end] if found.second else None) == second


@given(st.text(alphabet=st.sampled_from("-#`:a <!\n\r\ufeff>\t"), max_size=80))
def test_any_text_is_taken_apart_in_order(text: str) -> None:
    found = frontmatter.find(Text(text))
    if found is not None:
        ends = [*found.before, *found.opener, *found.content, *(found.closer or ()), *found.body]
        assert ends == sorted(ends)
        assert ends[-1] == len(text)
