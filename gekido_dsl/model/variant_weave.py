"""What a variant changes or removes by name, done to the lines of a declaration that another variant then changes.

A change that is merged into a declaration is merged into what was read, as long as nobody asks for its lines. Once a
patch names a line, it has to find the lines as the variants before it leave them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gekido_dsl.grammar.lexer import Line
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.parse import after_block


@dataclass(frozen=True, slots=True)
class Edit:
    """Something that is done to a declaration beside its lines."""

    whole: Callable[[Any], Any]
    """What it does to the declaration as long as nobody asked for its lines."""
    to_lines: Callable[[list[Line]], None] | None = None
    """What of it is done to the lines."""
    rest: Callable[[Any], Any] | None = None
    """What is left to do to what the lines say; None for all of it."""

    @property
    def beside(self) -> Callable[[Any], Any]:
        """What it does to what the lines say."""
        return self.rest or self.whole


def put_in(lines: list[Line], change: Sequence[Line]) -> None:
    """Puts the lines below a change in the place of those that begin alike; others come behind what is declared."""
    for block in _blocks(change):
        old = next((one for one in _blocks(lines) if _alike(one[0], block[0])), None)
        inner = lines[1].indent if len(lines) > 1 else block[0].indent
        shift = inner - block[0].indent
        new = [replace(line, indent=line.indent + shift) for line in block]
        if old is not None:
            at = lines.index(old[0])
            lines[at : at + len(old)] = new
        else:
            at = 1
            for one in _blocks(lines):
                if not _declares(one[0]):
                    break
                at += len(one)
            lines[at:at] = new


def take_out(lines: list[Line], name: str) -> None:
    """Takes out the line that declares a name, with what stands below it."""
    for block in [*_blocks(lines)]:
        if _declares(block[0]) and block[0].pieces[0].text == name:
            at = lines.index(block[0])
            del lines[at : at + len(block)]


def beside_lines(change: Any) -> Any:
    """Gives what a change says in its first line alone."""
    match change:
        case s.Kind():
            return replace(change, fields=(), text=None)
        case s.Phase():
            return replace(change, fields=(), title=None, text=None)
        case s.Patterns():
            return replace(change, patterns=())
        case s.Turn():
            return replace(change, lines=())
        case _:
            return change


def _blocks(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    at = 1
    while at < len(lines):
        end = after_block(list(lines), at)
        yield lines[at:end]
        at = end


def _alike(one: Line, other: Line) -> bool:
    same = one.pieces[0].text == other.pieces[0].text
    return same and (one.pieces[0].kind != "name" or _declares(one) == _declares(other))


def _declares(line: Line) -> bool:
    """Tells whether a line of a declaration declares something, rather than do it."""
    if line.pieces[0].kind != "name":
        return line.pieces[0].text == "text"
    return len(line.pieces) == 1 or any(piece.text == ":" for piece in line.pieces)
