"""Maps as they are shown, and what is found when one line of a map is wrong."""

import re
from dataclasses import replace
from math import dist
from pathlib import Path

import pytest
from rich.console import Console

from gekido_dsl import engine as e
from gekido_dsl.cli.floor import figures
from gekido_dsl.cli.maps import mapped
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing.boards import board as picture
from gekido_dsl.drawing.svg import document
from gekido_dsl.model.map_layout import laid_out
from gekido_dsl.source import MemoryProvider

FOLDER = Path(__file__).resolve().parents[1] / "english"
NAMES = ("railway.gdl", "towns.yaml", "roads.yaml")
FILES = {name: (FOLDER / name).read_text(encoding="utf-8") for name in NAMES}


def compiled(files: dict[str, str]) -> Compilation:
    return load("railway.gdl", MemoryProvider(files))


def shown(files: dict[str, str]) -> e.BoardView:
    """Gives the map after the first player has driven to Benton and taken a road."""
    executor = compiled(files).executor()
    state, _ = executor.initial(e.Setting(2, 1))
    for wanted in ("Benton", "Coast Road"):
        decision = executor.decision(state)
        assert decision is not None
        labels = [choice.label for choice in decision.choices]
        executor.apply(state, next(k for k, label in enumerate(labels) if label.startswith(wanted)))
    return executor.observe(state, 0).boards[0]


def test_a_map_lists_its_spaces_and_then_its_ways() -> None:
    seen = shown(FILES)
    assert seen.map is not None
    assert [space.label for space in seen.spaces[:5]] == ["Ashby", "Benton", "Corley", "Dunmere", "Elford"]
    coast = next(space for space in seen.spaces if space.label == "Coast Road")
    assert coast.owner == 0 and coast.facts["Length"] == "3"
    assert "Across" not in seen.spaces[0].facts
    assert seen.map.ends[0] == (0, 1) and seen.map.places[2] == (1.0, pytest.approx(1 / 6))


def test_a_map_is_drawn_with_the_names_of_its_spaces() -> None:
    drawn = document(picture(shown(FILES)))
    assert all(f">{name}<" in drawn for name in ("Ashby", "Benton", "Corley", "Dunmere", "Elford"))
    assert drawn.count('class="player1-line"') == 2


def test_ways_lie_below_the_spaces_that_they_join() -> None:
    drawn = document(picture(shown(FILES)))
    assert drawn.rindex("<line") < drawn.index(">Ashby<")


def test_spaces_show_their_numbers_and_ways_their_sorts() -> None:
    seen = shown(FILES)
    sorts = {"North Road": "Paved", "Coast Road": "Muddy"}
    marked = []
    for number, space in enumerate(seen.spaces):
        more = {"Armies": "17"} if number == 0 else {}
        marked.append(replace(space, facts=space.facts | {"Sort": sorts.get(space.label, "Sandy")} | more))
    drawn = document(picture(replace(seen, spaces=tuple(marked))))
    assert drawn.count(">17<") == 1 and drawn.count(">Paved<") == 1
    assert len(set(re.findall(r'stroke-dasharray="([^"]*)"', drawn))) == 1  # the taken road is drawn whole


def test_a_map_in_the_terminal_has_a_line_for_each_space() -> None:
    seen = shown(FILES)
    console = Console(width=100)
    with console.capture() as caught:
        for line in mapped(seen, figures(seen, plain=True)):
            console.print(line)
    lines = caught.get().splitlines()
    assert len(lines) == 5
    assert lines[1].split() == [
        "Benton",
        "P1",
        "–",
        "Ashby",
        "2",
        "←",
        "Ashby",
        "1",
        "→",
        "Corley",
        "3",
        "(P1)",
    ]


def test_a_map_without_places_is_laid_out_always_alike() -> None:
    names = ("Ashby", "Benton", "Corley", "Dunmere", "Elford")
    bare = {**FILES, "towns.yaml": "".join(f"- {{Name: {name}}}\n" for name in names)}
    bare["railway.gdl"] = bare["railway.gdl"].replace("  Across: 0 to 6\n  Down: 0 to 5\n", "")
    first, second = shown(bare).map, shown(bare).map
    assert first is not None and first == second
    assert len(set(first.places)) == 5


MUTANTS = [
    ("railway.gdl", "  From: a Town\n", "  From: a Town or none\n", None),
    ("roads.yaml", "From: Dunmere, To: Elford", "From: Elford, To: Elford", "way-to-nowhere"),
    ("towns.yaml", "Name: Elford, Across: 2", "Name: Ashby, Across: 2", "spaces-of-one-name"),
    (
        "towns.yaml",
        "- {Name: Elford",
        "- {Name: Isle, Across: 1, Down: 1}\n- {Name: Elford",
        "unreachable-part",
    ),
    ("railway.gdl", "  Length: 1 to 3\n", "  Length: -1 to 3\n", "wrong-cost"),
    ("railway.gdl", "a Town that is next to it", "a Town that is outer", "wrong-type"),
    ("railway.gdl", "touching along Roads from", "touching along Carts from", "wrong-type"),
    ("railway.gdl", "from From to To", "from From to Length", "wrong-type"),
    ("railway.gdl", "from my Cart to Elford over Roads", "from my Cart to Elford over Towns", "unknown-name"),
    ("railway.gdl", "over (Roads that are friendly)", "over (Towns that are empty)", "wrong-type"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "slug"), MUTANTS)
def test_a_wrong_line_is_found(file: str, right: str, wrong: str, slug: str | None) -> None:
    assert right in FILES[file]
    found = compiled({**FILES, file: FILES[file].replace(right, wrong, 1)}).diagnostics
    assert {one.code.slug for one in found} >= ({slug} if slug else set())
    assert bool(found) == bool(slug)


def test_the_map_as_it_is_has_no_finding() -> None:
    assert [one.message for one in compiled(FILES).diagnostics] == []


def test_a_map_without_places_is_drawn_with_ways_of_about_one_length() -> None:
    """A grid unfolds, without anything that only some machines have installed."""
    spots = range(20)
    ends = [(one, one + 1) for one in spots if one % 5 < 4] + [(one, one + 5) for one in spots if one < 15]
    at = laid_out(20, tuple(ends))
    lengths = [dist(at[start], at[end]) for start, end in ends]
    assert max(lengths) < 1.5 * min(lengths)
    assert min(dist(at[one], at[other]) for one in spots for other in spots if one < other) > 0.6
    assert laid_out(1, ()) == [(0.1, 0.0)] and laid_out(0, ()) == []
