"""Examples, options and words in an editor: what stands above a line, between words and beside one."""

from pathlib import Path

import pytest
from test_language import SMALL, shipped, small

from gekido_dsl.language.examples import examples, run
from gekido_dsl.language.hints import hints
from gekido_dsl.source import Source

pytest.importorskip("pytest_lsp")

from lsprotocol import types
from test_server import GAME, Editor, session

EXAMPLES = (
    GAME
    + """
option Speed "How fast" is Slow or Fast

rule Dash
  my Seat's Score gains 1 if Speed is Fast

scenario "Five is enough"
  given option Speed is Slow
  given the turn of the first player
  given the first player's Seat's Score is 5
  then the first player's Seat is a Winner

scenario "Three is"
  given the turn of the first player
  given the first player's Seat's Score is 3
  then the second player alone wins
"""
)


def test_examples_are_found_by_their_titles_also_in_a_file_with_errors() -> None:
    text = 'scenario "One" [GB p1]\n  given %%\n\n# scenario "No"\nphase X\nscenario\nscenario "Two"\n  then'
    found = examples(Source("x.gdl", text))
    assert [(one.title, one.title_span.text) for one in found] == [("One", '"One"'), ("Two", '"Two"')]
    assert found[0].span.text.startswith('scenario "One"') and "phase" not in found[0].span.text


@pytest.mark.dear
def test_an_example_is_run_by_its_title_and_file() -> None:
    mentions = shipped("gekido.gdl")
    source = next(one for one in mentions.sources if one.endswith("/scenarios.gdl"))
    ran = run(mentions.compilation, source, "Slicer makes Four of a Kind")
    assert ran is not None and ran.passed and ran.span is None
    assert run(mentions.compilation, source, "There is none") is None


def test_an_example_of_a_ruleset_with_errors_says_so() -> None:
    text = (
        SMALL.replace("Seat's Points gains", "Seat's Pints gains")
        + '\nscenario "S"\n  then no Seat is Done\n'
    )
    ran = run(small(text).compilation, "small.gdl", "S")
    assert ran is not None and not ran.passed and "has errors" in ran.message


def test_the_default_of_an_option_is_shown_where_it_is_declared_and_asked_and_not_in_examples() -> None:
    text = (
        SMALL
        + """
option Speed "How fast" is Slow or Fast
rule Dash
  my Seat's Points gains 1 if Speed is Fast
scenario "S"
  given option Speed is Fast
  then no Seat is Done
"""
    )
    mentions = small(text)
    found = [
        (text[one.at - 5 : one.at].strip(), one.text)
        for one in hints(mentions.sources["small.gdl"], mentions)
    ]
    assert found == [("Slow", "(default)"), ("Speed", "(default Slow)")]
    assert not list(hints(Source("small.gdl", "# new\n" + text), mentions)), (
        "places of another text are not shown"
    )


@pytest.mark.dear
def test_an_editor_runs_an_example_and_is_told_where_it_fails(tmp_path: Path) -> None:
    (tmp_path / "game.gdl").write_text(EXAMPLES, encoding="utf-8")

    async def talk(editor: Editor) -> None:
        first = await editor.open("game.gdl")
        assert [one.message for one in first if one.severity == types.DiagnosticSeverity.Error] == []
        here = types.TextDocumentIdentifier(editor.uri("game.gdl"))
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(here))
        assert [one.command.title for one in lenses] == ["Run this example", "Play from here"] * 2
        lines = EXAMPLES.splitlines()
        assert lenses[2].range.start.line == lines.index('scenario "Three is"')

        async def ask(number: int) -> None:
            command = lenses[number].command
            await editor.client.workspace_execute_command_async(
                types.ExecuteCommandParams(command.command, command.arguments)
            )

        await ask(0)
        await ask(2)
        failed = [
            one for one in editor.client.diagnostics[editor.uri("game.gdl")] if one.source == "gdl test"
        ]
        assert [lines[one.range.start.line] for one in failed] == [lines[-1]]
        assert "Three is:" in failed[0].message
        told = [one.message for one in editor.client.messages]
        assert told[0] == "`Five is enough` passes." and told[1].startswith("`Three is` fails: ")
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(here))
        assert editor.refreshed == 2
        titles = [one.command.title for one in lenses[::2]]
        assert titles == ["Passed – run again", "Failed – run again"]
        await ask(3)
        assert editor.client.messages[-1].message.endswith(
            f"gdl play {(tmp_path / 'game.gdl').resolve()} --example 'Three is'"
        )
        after = await editor.change("game.gdl", EXAMPLES + "# more\n")
        assert [one for one in after if one.source == "gdl test"] == []
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(here))
        assert lenses[0].command.title == "Run this example"
        start = lenses[0].range.start
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(here, types.Range(start, start), types.CodeActionContext([]))
        )
        assert [one.title for one in actions] == ["Run this example", "Play from here"]

    session(tmp_path, talk)


@pytest.mark.dear
def test_an_editor_shows_defaults_and_notes_on_words(tmp_path: Path) -> None:
    (tmp_path / "game.gdl").write_text(EXAMPLES, encoding="utf-8")

    async def talk(editor: Editor) -> None:
        await editor.open("game.gdl")
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        hints = await editor.client.text_document_inlay_hint_async(
            types.InlayHintParams(types.TextDocumentIdentifier(editor.uri("game.gdl")), whole)
        )
        assert [one.label for one in hints] == ["(default)", "(default Slow)"]
        told = await editor.client.text_document_hover_async(
            types.HoverParams(**editor.at("game.gdl", EXAMPLES, "gains 1"))
        )
        assert told.contents.value.startswith("**gains**: Makes a number greater")

    session(tmp_path, talk)


@pytest.mark.slow
def test_an_effect_leads_to_its_cells_and_back(tmp_path: Path) -> None:
    game = (
        GAME
        + """
kind Card from "cards.yaml"
  Deed: an Effect

deck Stock: all Cards

effect Cheer "cheer"
  my Seat's Score gains 1 if possible
"""
    )
    cards = "- Name: Herald\n  Deed: Cheer\n- Name: Piper\n  Deed: Cheer\n"
    (tmp_path / "game.gdl").write_text(game, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(cards, encoding="utf-8")

    async def talk(editor: Editor) -> None:
        await editor.open("game.gdl")
        cells = await editor.client.text_document_definition_async(
            types.DefinitionParams(**editor.at("game.gdl", game, "Cheer"))
        )
        assert [(one.uri, one.range.start.line) for one in cells] == [
            (editor.uri("cards.yaml"), 1),
            (editor.uri("cards.yaml"), 3),
        ]
        await editor.open("cards.yaml")
        place = await editor.client.text_document_definition_async(
            types.DefinitionParams(**editor.at("cards.yaml", cards, "Cheer"))
        )
        assert place.uri == editor.uri("game.gdl")
        edit = await editor.client.text_document_rename_async(
            types.RenameParams(new_name="Shout", **editor.at("cards.yaml", cards, "Cheer"))
        )
        assert {uri.rpartition("/")[2]: len(found) for uri, found in edit.changes.items()} == {
            "game.gdl": 1,
            "cards.yaml": 2,
        }

    session(tmp_path, talk)
