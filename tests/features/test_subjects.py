"""Definition, references, highlights and rename: skills, files, headings and arguments."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from skill_lsp.features import definition, file_operations, references, rename
from skill_lsp.features.uris import path_of

from .situation import COMPLETE, Situation, situation

XUM = ".xum/skills/tide-table/SKILL.md"
MOON = ".xum/skills/moon-phase/SKILL.md"
MANIFEST = ".oxo-flow/skills/tide-qc.skill.toml"
HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n---\n"
WORLD = {
    MOON: "---\nname: moon-phase\ndescription: Moon.\n---\nFirst /tide-table, then [it](../tide-table/SKILL.md#use).\n",
    ".xum/skills/tide-table/references/sea.md": "# The sea\n\nBack to [use](../SKILL.md#use).\n",
    MANIFEST: 'name = "tide-qc"\nversion = "1"\ndescription = ""\nskill_type = "knowledge"\n',
    ".oxo-flow/ai.toml": '[ai]\nskills = ["tide-qc", "other"]\n',
    "flow.oxoflow": '[ai]\nskills = ["tide-qc"]\n',
    "kit/.claude-plugin/plugin.json": '{"name": "kit", "skills": ["./skills/knot"]}',
    "kit/skills/knot/SKILL.md": "---\nname: knot\ndescription: Ties.\n---\nKnot.\n",
}
BODY = HEAD + "# Use\n\nSee [the sea](references/sea.md).\n"


def marked(here: Situation, locations: list[lsp.Location]) -> list[tuple[str, str]]:
    """Path and text of some locations."""
    found = []
    for location in locations:
        document = here.snapshot.document(location.uri)
        assert document is not None
        found.append((document.path.removeprefix(here.root + "/"), document.text[document.span(location.range)]))
    return found


def defined(here: Situation) -> list[tuple[str, str]]:
    links = definition.definition(here.snapshot, here.document, here.position)
    plain = situation_without_links(here)
    assert len(links) == len(plain)
    return marked(here, plain)


def situation_without_links(here: Situation) -> list[lsp.Location]:
    from dataclasses import replace

    client = replace(here.snapshot.client, definition_links=not COMPLETE.definition_links)
    other = replace(here.snapshot, client=client)
    found = definition.definition(other, here.document, here.position)
    return [one if isinstance(one, lsp.Location) else lsp.Location(one.target_uri, one.target_range) for one in found]


@pytest.mark.parametrize(
    ("path", "text", "target"),
    [
        (MOON, "---\nname: moon-phase\n---\nFirst /tide▮-table.\n", (XUM, "tide-table")),
        (MOON, "---\nname: moon-phase\n---\n[x](../tide-table/SKILL.md#us▮e)\n", (XUM, "Use")),
        (MOON, "---\nname: moon-phase\n---\n[x](../tide-table/SKI▮LL.md)\n", (XUM, "")),
        (".oxo-flow/ai.toml", '[ai]\nskills = ["tide▮-qc"]\n', (MANIFEST, "tide-qc")),
        ("kit/.claude-plugin/plugin.json", '{"skills": ["./skills/kn▮ot/SKILL.md"]}', ("kit/skills/knot/SKILL.md", "")),
        ("kit/.claude-plugin/plugin.json", '{"skills": ["./skills/kn▮ot"]}', ("kit/skills/knot/SKILL.md", "")),
        (
            ".claude-plugin/marketplace.json",
            '{"plugins": [{"source": "./ki▮t"}]}',
            ("kit/.claude-plugin/plugin.json", ""),
        ),
        (MOON, "---\nname: moon-phase\n---\n[text][a▮]\n\n[a]: x.md\n", (MOON, "[a]: x.md")),
    ],
)
def test_definition(path: str, text: str, target: tuple[str, str]) -> None:
    assert defined(situation(path, text, WORLD | {XUM: BODY})) == [target]


def test_an_argument_is_defined_where_it_is_declared() -> None:
    head = "---\nname: tide-table\narguments: [harbour, day]\ndescription: x\n---\n"
    path = ".claude/skills/tide-table/SKILL.md"
    assert defined(situation(path, head + "On $d▮ay and $1.\n")) == [(path, "day")]
    assert defined(situation(path, head + "On $day and $▮1.\n")) == [(path, "day")]


def test_references_of_a_skill_are_found_in_all_formats() -> None:
    here = situation(MANIFEST, WORLD[MANIFEST].replace('"tide-qc"', '"tide▮-qc"'), WORLD)
    context = lsp.ReferenceContext(include_declaration=True)
    found = references.references(here.snapshot, here.document, here.position, context)
    assert sorted(marked(here, found)) == [
        (".oxo-flow/ai.toml", "tide-qc"),
        (MANIFEST, "tide-qc"),
        ("flow.oxoflow", "tide-qc"),
    ]


def test_references_of_a_heading_are_its_anchors() -> None:
    here = situation(XUM, BODY.replace("# Use", "# U▮se"), WORLD)
    context = lsp.ReferenceContext(include_declaration=False)
    found = references.references(here.snapshot, here.document, here.position, context)
    assert sorted(marked(here, found)) == [(MOON, "use"), (".xum/skills/tide-table/references/sea.md", "use")]


def test_highlights_are_the_places_in_the_document() -> None:
    head = "---\nname: tide-table\narguments: [harbour]\ndescription: x\n---\n"
    here = situation(".claude/skills/tide-table/SKILL.md", head + "$har▮bour, $0 and $1.\n")
    found = references.highlights(here.snapshot, here.document, here.position)
    assert here.texts([one.range for one in found]) == ["harbour", "harbour", "$0"]
    assert [one.kind for one in found] == [
        lsp.DocumentHighlightKind.Write,
        lsp.DocumentHighlightKind.Read,
        lsp.DocumentHighlightKind.Read,
    ]


# -------------------------------------------------------------------------- rename


def applied(here: Situation, edit: lsp.WorkspaceEdit | None) -> dict[str, str]:
    """The changed files by the path that they have in the end, and the moves as `old -> new`."""
    assert edit is not None
    assert edit.document_changes is not None
    contents: dict[str, str] = {}
    for change in edit.document_changes:
        if isinstance(change, lsp.TextDocumentEdit):
            document = here.snapshot.document(change.text_document.uri)
            assert document is not None
            from skill_lsp.text import Edit

            edits = [Edit(document.span(one.range), one.new_text) for one in change.edits]  # type: ignore[union-attr]
            contents[document.path.removeprefix(here.root + "/")] = document.text.edited(edits).content
        elif isinstance(change, lsp.RenameFile):
            old, new = (path_of(uri).removeprefix(here.root + "/") for uri in (change.old_uri, change.new_uri))
            contents[old] = f"-> {new}"
    return contents


def renamed(here: Situation, new: str) -> dict[str, str]:
    return applied(here, rename.rename(here.snapshot, here.document, here.position, new))


def test_a_skill_is_renamed_with_its_directory_and_all_that_names_it() -> None:
    here = situation(XUM, BODY.replace("name: tide", "name: ti▮de"), WORLD)
    assert renamed(here, "tide-reader") == {
        XUM: BODY.replace("tide-table\n", "tide-reader\n"),
        MOON: "---\nname: moon-phase\ndescription: Moon.\n---\n"
        "First /tide-reader, then [it](../tide-reader/SKILL.md#use).\n",
        ".xum/skills/tide-table": "-> .xum/skills/tide-reader",
    }


def test_a_manifest_is_renamed_with_its_activation() -> None:
    here = situation(".oxo-flow/ai.toml", '[ai]\nskills = ["tide▮-qc"]\n', WORLD)
    assert renamed(here, "sea-qc") == {
        ".oxo-flow/ai.toml": '[ai]\nskills = ["sea-qc"]\n',
        "flow.oxoflow": '[ai]\nskills = ["sea-qc"]\n',
        MANIFEST: "-> .oxo-flow/skills/sea-qc.skill.toml",
    }


def test_a_plugin_skill_is_renamed_in_the_manifest() -> None:
    path = "kit/skills/knot/SKILL.md"
    here = situation(path, WORLD[path].replace("name: knot", "name: kn▮ot"), WORLD)
    assert renamed(here, "bend") == {
        path: WORLD[path].replace("name: knot", "name: bend"),
        "kit/.claude-plugin/plugin.json": '{"name": "kit", "skills": ["./skills/bend"]}',
        "kit/skills/knot": "-> kit/skills/bend",
    }


def test_a_bundled_file_is_renamed_with_its_links() -> None:
    here = situation(XUM, BODY.replace("sea.md", "se▮a.md"), WORLD)
    assert renamed(here, "references/ocean/sea.md") == {
        XUM: BODY.replace("references/sea.md", "references/ocean/sea.md"),
        ".xum/skills/tide-table/references/sea.md": "-> .xum/skills/tide-table/references/ocean/sea.md",
    }


def test_a_heading_is_renamed_with_its_anchors() -> None:
    here = situation(XUM, BODY.replace("# Use", "# U▮se"), WORLD)
    assert renamed(here, "How to use it") == {
        XUM: BODY.replace("# Use", "# How to use it"),
        MOON: WORLD[MOON].replace("#use", "#how-to-use-it"),
        ".xum/skills/tide-table/references/sea.md": "# The sea\n\nBack to [use](../SKILL.md#how-to-use-it).\n",
    }


@pytest.mark.parametrize("new", ["Tide Reader!", "a/b", "", "moon-phase"])
def test_a_name_that_would_lose_the_skill_is_refused(new: str) -> None:
    here = situation(XUM, BODY.replace("name: tide", "name: ti▮de"), WORLD)
    with pytest.raises(rename.RefusedError):
        rename.rename(here.snapshot, here.document, here.position, new)


def test_prepare_gives_the_range_and_refuses_prose() -> None:
    here = situation(XUM, BODY.replace("name: tide", "name: ti▮de"), WORLD)
    found = rename.prepare(here.snapshot, here.document, here.position)
    assert found is not None
    assert (here.texts([found.range]), found.placeholder) == (["tide-table"], "tide-table")
    here = situation(XUM, BODY + "Pro▮se.\n", WORLD)
    assert rename.prepare(here.snapshot, here.document, here.position) is None


def test_a_directory_moved_in_the_explorer_takes_its_references_along() -> None:
    here = situation(XUM, BODY, WORLD)
    moved = lsp.FileRename(f"file://{here.root}/.xum/skills/tide-table", f"file://{here.root}/.xum/skills/tide-reader")
    assert applied(here, file_operations.will_rename(here.snapshot, [moved])) == {
        XUM: BODY.replace("tide-table\n", "tide-reader\n"),
        MOON: "---\nname: moon-phase\ndescription: Moon.\n---\n"
        "First /tide-reader, then [it](../tide-reader/SKILL.md#use).\n",
    }


def test_a_file_moved_in_the_explorer_is_pointed_at_where_it_is_and_points_back() -> None:
    here = situation(XUM, BODY, WORLD)
    moved = lsp.FileRename(
        f"file://{here.root}/.xum/skills/tide-table/references/sea.md",
        f"file://{here.root}/.xum/skills/tide-table/deep/er/sea.md",
    )
    assert applied(here, file_operations.will_rename(here.snapshot, [moved])) == {
        XUM: BODY.replace("references/sea.md", "deep/er/sea.md"),
        ".xum/skills/tide-table/references/sea.md": "# The sea\n\nBack to [use](../../SKILL.md#use).\n",
    }
