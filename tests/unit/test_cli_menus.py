"""What a person may type for a choice, and reports and tables that are drawn in brief."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console, RenderableType

from gekido_dsl.cli import reports, table
from gekido_dsl.cli.menu import Menu
from gekido_dsl.cli.screen import PRETTY, Screen
from gekido_dsl.cli.spots import laid_out
from gekido_dsl.engine import (
    BoardView,
    Choice,
    Decision,
    EdgeView,
    Heading,
    PlaceView,
    PlayerView,
    Printed,
    SpaceView,
    ThingView,
    View,
)
from gekido_dsl.play.reports import Table
from gekido_dsl.play.session import Session
from gekido_dsl.table.keys import keys_of, said_of
from gekido_dsl.table.spaces import told_of


def written(*drawings: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    for drawing in drawings:
        console.print(drawing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("labels", "keys", "said"),
    [
        (["North", "South"], ["1", "2"], "a number from 1 to 2"),
        (["6", "5"], ["6", "5"], "one of 6, 5"),
        (["0", "1", "2", "Done"], ["0", "1", "2", "d"], "a number from 0 to 2, or d"),
        (["6", "6"], ["1", "2"], "a number from 1 to 2"),
        (["3", "Done", "Draw"], ["1", "2", "3"], "a number from 1 to 3"),
        (["2", "3 alike"], ["1", "2"], "a number from 1 to 2"),
    ],
)
def test_offered_numbers_are_typed_themselves(labels: list[str], keys: list[str], said: str) -> None:
    choices = [Choice(label, label) for label in labels]
    assert keys_of(choices) == keys
    assert said_of(keys) == said


def test_where_a_column_is_chosen_its_number_is_typed() -> None:
    disc = ThingView("Disc", "", 0)
    spaces = tuple(
        SpaceView(
            f"r{row}c{column}", row, column, "", (disc,) if (row, column) in ((2, 1), (1, 3), (2, 3)) else ()
        )
        for row in (1, 2)
        for column in (1, 2, 3, 4)
    )
    view = View(0, 1, 0, (), {}, (BoardView("Board", 2, 4, 8, spaces),), (), ())
    drops = [Choice(spot, spot, (1,)) for spot in ("r1c1", "r2c2", "r2c4")]
    assert keys_of([*drops, Choice("pass", "Pass")], view) == ["1", "2", "4", "p"]
    # A space beside them, or a column left out, and the choice is of spaces.
    assert keys_of([*drops, Choice("r1c2", "r1c2", (1,))], view) == ["1", "2", "3", "4"]
    assert keys_of(drops[:2], view) == ["1", "2"] and keys_of(drops[1:], view) == ["1", "2"]


@pytest.mark.parametrize(
    ("labels", "lines"),
    [
        (["1", "2", "3", "4", "No"], ["  1 to 4", "  n  No"]),
        (["1", "2"], ["  1", "  2"]),
        (["2", "4", "6", "8"], ["  2", "  4", "  6", "  8"]),
    ],
)
def test_numbers_in_a_row_are_a_range(labels: list[str], lines: list[str]) -> None:
    screen = Screen()
    screen.console = Console(file=io.StringIO(), width=60, color_system=None)
    executor = SimpleNamespace(amounts=lambda state: ("",) * len(labels))
    session: Any = SimpleNamespace(failed=frozenset[int](), state=None, executor=executor)
    decision = Decision(0, "How many?", tuple(Choice(one, one) for one in labels), "Draft", None)
    Menu(screen, session).show(decision, View(0, 1, 0, (), {}, (), (), ()))
    assert isinstance(screen.console.file, io.StringIO)
    assert screen.console.file.getvalue().splitlines()[2:] == lines


def test_a_report_in_brief_tells_only_what_there_is_to_tell() -> None:
    told = Table("Report", ("Red", "Blue"), (("Card", ("Move", "nothing")), ("Hits", ("nothing", "nothing"))))
    whole, brief = (written(*reports.drawn(told, 100, PRETTY, brief=brief)) for brief in (False, True))
    assert "Card" in brief and "Hits" not in brief and "Hits" in whole
    assert len(brief.splitlines()) < len(whole.splitlines())


def register(number: int, card: str | None) -> ThingView:
    cards = () if card is None else (ThingView("Card", card),)
    return ThingView(
        "Register", f"Register {number}", places=(PlaceView("Slot", "pool", 0, len(cards), cards),)
    )


def test_a_table_in_brief_leaves_out_what_is_empty_and_joins_what_is_alike() -> None:
    parts = (register(1, "Move"), register(2, None), register(3, None), ThingView("Eye", "Eye"))
    robot = ThingView("Robot", "Red", 0, facts={"Fired": "no", "HP": "3"}, parts=parts)
    cards = tuple(ThingView("Card", f"{name}'s Card") for name in ("Ann", "Bob"))
    places = (PlaceView("Box", "pool", 0, 0, ()), PlaceView("Hand", "hand", 0, 0, ()))
    market = PlaceView("Market", "pool", None, 2, cards)
    view = View(0, 1, 0, (), {}, (), (PlayerView(0, True, (robot,), places),), (market,))
    brief, whole = (written(table.draw(view, 100, brief=brief)) for brief in (True, False))
    for text in (brief, whole):
        assert "Register 1  Slot Move" in text and "Register 2 … 3  Slot –" in text and "Eye" in text
        assert "Market, each a Card: [Ann's] [Bob's]" in text and "Hand 0" in text
    assert "Fired no" in whole and "Box 0" in whole
    assert "Fired" not in brief and "Box" not in brief


def test_a_space_and_a_sign_are_told_by_name() -> None:
    pawn = ThingView("Robot", "Red", 1, heading=Heading(1, 4, "East"))
    one = SpaceView("r1c1", 1, 1, "", (pawn,), drawn="D>+:a", changed={"Flipped": "yes", "Wall": "East"})
    other = SpaceView("r1c2", 1, 2, "Grill", (), facts={"Bonus": "2", "Effect": "none"})
    edges = (EdgeView(1, 2, True, "Wall"), EdgeView(2, 1, False, "Wall"), EdgeView(1, 1, True, "Fence"))
    signs = {"D>": "drawbridge", ":a": "circuit a", ".": "floor"}
    board = BoardView("Floor", 1, 2, 4, (one, other), edges=edges, edge_names=("Wall", "Fence"), signs=signs)
    view = View(0, 1, 0, (), {}, (board,), (), ())
    assert told_of(view, "R1C1") == [
        "r1c1: drawbridge; circuit a; Flipped yes; Wall to the right, below; Fence to the left; Red of player 2, East"
    ]
    assert told_of(view, "r1c2") == ["r1c2 Grill: Bonus 2; Wall to the left"]
    assert told_of(view, ":a") == told_of(view, "circuit a") == [":a circuit a: r1c1"]
    assert told_of(view, ".") == told_of(view, "r2c2") == []


def test_what_was_laid_out_so_far_is_shown_in_a_row() -> None:
    robot = ThingView("Robot", "Red", 0, parts=(register(1, "Move"), register(2, None)))
    view = View(0, 1, 0, (), {}, (), (PlayerView(0, True, (robot,), ()),), ())
    row = laid_out(view, ("Red's Register 2's Slot",), PRETTY)
    assert row is not None and row.plain == "Red: Slot [Move] [–]"
    assert laid_out(view, ("Blue's Register 2's Slot",), PRETTY) is None


def test_a_command_to_copy_is_not_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen()
    screen.terminal_out = True
    screen.say("word " * 20)
    screen.say_whole("path/" * 20)
    *words, path = capsys.readouterr().out.splitlines()
    assert len(words) > 1 and path == "path/" * 20


def test_a_figure_is_named_as_it_is_drawn() -> None:
    robots = [
        ThingView("Robot", name, 0, space=f"r1c{n}", facts={"HP": "1"})
        for n, name in enumerate(("Red", "Blue"), start=1)
    ]
    spaces = tuple(
        SpaceView(f"r1c{n}", 1, n, "", (robot,), drawn="x") for n, robot in enumerate(robots, start=1)
    )
    board = BoardView("Floor", 1, 2, 4, spaces, signs={"x": "belt"})
    view = View(0, 1, 0, (), {}, (board,), (PlayerView(0, True, tuple(robots), ()),), ())
    text = written(table.draw(view, 80))
    assert "Re1 Red Robot on r1c1" in text and "Bl1 Blue Robot on r1c2" in text


def test_what_is_printed_on_a_choice_is_told_once() -> None:
    class Printing:
        executor = SimpleNamespace(
            printed=lambda state, name: [Printed(name, "Card", text=f"Text of {name}.")],
            amounts=lambda state: ("", "Speed 2", ""),
        )
        state, failed = None, frozenset[int]()

    screen = Screen()
    screen.console = Console(file=io.StringIO(), width=60, color_system=None)
    menu = Menu(screen, cast(Session, Printing()))
    choices = (Choice("Jet", "Jet", (3,)), Choice("Play: Jack", "Play: Jack", (4,)), Choice("pass", "Pass"))
    decision = Decision(0, "Which?", choices, "Draft", None)
    for _ in range(2):
        menu.show(decision, View(0, 1, 0, (), {}, (), (), ()))
    assert isinstance(screen.console.file, io.StringIO)
    text = screen.console.file.getvalue()
    assert (
        text.count("  1  Jet – Text of Jet.") == text.count("  2  Play: Jack  (Speed 2) – Text of Jack.") == 1
    )
    assert text.count("Play: Jack") == 2 and "Text of Pass" not in text


def test_players_who_have_nothing_take_no_room_in_brief() -> None:
    players = (PlayerView(0, True, (), ()), PlayerView(1, True, (), ()))
    view = View(0, 1, 0, (), {}, (), players, ())
    assert "Player 2" not in written(table.draw(view, 80, brief=True))
    assert "Player 2" in written(table.draw(view, 80))
    out = replace(view, players=(players[0], replace(players[1], remaining=False)))
    assert "Player 2 · out" in written(table.draw(out, 80, brief=True))


def test_what_a_thing_in_a_place_has_become_is_told_with_it() -> None:
    bots = (ThingView("Bot", "Alpha", changed={"Program": "Jet", "Fired": "no"}), ThingView("Bot", "Bravo"))
    view = View(0, 1, 0, (), {}, (), (), (PlaceView("Squad", "pool", None, 2, bots),))
    assert "Squad [Alpha: Program Jet] [Bravo]" in written(table.draw(view, 80))
