"""A map in the terminal: a line for each space, with what stands there and where its ways lead."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import seat_style
from gekido_dsl.engine import BoardView, SpaceView

_QUIET: Final = "dim"


def mapped(board: BoardView, names: Mapping[int, str]) -> Iterator[Text]:
    """Lists the spaces of a map, each with the ways that lead from it.

    Args:
        names: what things that stand there are called, by their id.
    """
    assert board.map is not None
    joined = len(board.map.places)
    spaces, ways = board.spaces[:joined], board.spaces[joined:]
    known = {space.label for space in spaces}
    wide = max((len(space.label) for space in spaces), default=0)
    for here, space in enumerate(spaces):
        line = Text(spoken(space.label).ljust(wide), seat_style(space.owner))
        if mark := next((text for text in space.facts.values() if text.isdigit()), ""):
            line.append(f" {mark}", "bold")
        _standing(line, space, names)
        for number, (way, (start, end)) in enumerate(zip(ways, board.map.ends, strict=True)):
            if here not in (start, end):
                continue
            other = spaces[end if here == start else start]
            sign = "–" if number not in board.map.one_way else "→" if here == start else "←"
            cost = next((f" {text}" for text in way.facts.values() if text.isdigit()), "")
            sort = next((f" {spoken(text)}" for text in way.facts.values() if _is_word(text, known)), "")
            line.append(f"  {sign} ", _QUIET).append(spoken(other.label)).append(cost + sort, _QUIET)
            if way.owner is not None:
                line.append(f" (P{way.owner + 1})", seat_style(way.owner))
            _standing(line, way, names)
        yield line


def _is_word(text: str, spaces: set[str]) -> bool:
    """Tells whether a fact of a way is a word that names no space, such as a colour or a sort."""
    return text[:1].isupper() and text not in spaces


def _standing(line: Text, space: SpaceView, names: Mapping[int, str]) -> None:
    for thing in space.things:
        line.append(f" {names[id(thing)]}", seat_style(thing.owner))
