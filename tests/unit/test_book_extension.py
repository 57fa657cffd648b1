"""Text with directives in plain Python-Markdown, without any builder of pages."""

import logging
from pathlib import Path

import markdown
import pytest

from gekido_dsl.book.extension import BookExtension
from gekido_dsl.compilation import load
from gekido_dsl.rulesdoc.site import project
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Example"
  players 2 to 4

kind Card, 12 of them

deck Deck: all Cards

pile Discards of Cards

phase Play
  discard the next Card of Deck

turn of each player
  Play

the game ends when Deck is empty
  all remaining players win
"""
PAGE = """\
# The {{Deck}}
<!-- tells of Deck -->

There are **{{number of Cards in words}}** cards, as `{{number of Cards}}` says.

{{only with 2 players}}
You are two.
{{end}}


"""


def html(text: str, **settings: object) -> str:
    compilation = load("example.gdl", MemoryProvider({"example.gdl": GAME}))
    extension = BookExtension(compilation=compilation, **settings)
    return markdown.markdown(text, extensions=[extension, "attr_list"])


def test_directives_are_written_out_and_code_is_left_alone() -> None:
    made = html(PAGE)
    assert '<h1 id="the-deck">The Deck</h1>' in made
    assert "There are <strong>twelve</strong> cards, as <code>{{number of Cards}}</code> says." in made
    assert "You are two." in made
    assert "tells of" not in made
    assert "Rules:" not in made


def test_a_page_is_for_a_number_of_players_and_leads_to_a_reference() -> None:
    made = html(PAGE, players=3, reference="../rules")
    assert "You are two." not in made
    assert 'href="../rules/components.md#deck-deck"' in made


def test_a_picture_stands_in_the_page() -> None:
    made = html("{{picture of turn}}")
    assert "<svg" in made
    assert "pictures/" not in made


def test_what_is_wrong_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "gekido_dsl.book"):
        made = html("Take {{number of Crads}} cards.", name="guide/start.md")
    assert "guide/start.md:1:18" in caplog.text
    assert "Cards" in caplog.text
    assert "Take number of Crads cards." in made


def test_builders_name_it_in_their_settings(tmp_path: Path) -> None:
    file = tmp_path / "example.gdl"
    file.write_text(GAME, encoding="utf-8")
    made = markdown.markdown(
        "{{number of Cards}}",
        extensions=["gekido_dsl.book.extension"],
        extension_configs={"gekido_dsl.book.extension": {"ruleset": file.as_posix()}},
    )
    assert made == "<p>12</p>"


def test_a_ruleset_is_needed() -> None:
    with pytest.raises(ValueError, match="needs the setting `ruleset`"):
        markdown.markdown("{{X}}", extensions=[BookExtension()])


WILD = """\
A <b onclick="go()">b</b> [x](javascript:go)

<script>go()</script>

<meta http-equiv="refresh" content="0">
"""


def test_html_that_acts_is_left_out_and_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "gekido_dsl.book"):
        made = html(WILD)
    assert not any(word in made for word in ("onclick", "script", "meta"))
    assert "<b>b</b>" in made
    told = caplog.text
    assert told.count("[html-left-out]") == 4
    assert "`onclick` of `<b>`" in told


def test_html_stays_where_all_of_it_may() -> None:
    assert "onclick" in html(WILD, html="all")


def test_a_project_for_another_builder_leaves_out_the_same() -> None:
    made = markdown.markdown(WILD, extensions=["gekido_dsl.book.extension:AllowedExtension"])
    assert not any(word in made for word in ("onclick", "script", "meta"))
    assert "gekido_dsl.book.extension:AllowedExtension" in project("A", "nav:\n")
