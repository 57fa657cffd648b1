"""Single lines of a declaration: a variant names one by what it begins with, and adds, changes or removes there.

Works on lines as they are written, whatever they mean: what comes out is read like any declaration.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes, suggest
from gekido_dsl.grammar.lexer import Line, Piece
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.parse import after_block, is_otherwise
from gekido_dsl.syntax.splice import Texts

_STEP: Final = 2
_SHOWN: Final = 5
_WORDS: Final = 4
"""How many words of the next line tell two lines apart, in a step."""
_KNOWN: Final = 200
"""How many lines are compared with one that there is not."""
_EMPTY_HEADS: Final = frozenset(["phase", "kind", "die", "board", "deck", "pile", "hand", "pool", "box"])
"""Declarations that may have no lines."""


def said(pieces: Sequence[Piece]) -> str:
    """Says a line as it is looked for: without quotes and citations, single spaces between words."""
    made = ""
    for piece in pieces:
        if piece.kind == "cite":
            continue
        text = piece.text.strip('"')
        close = made == "" or made[-1] == "(" or text in (",", ":", ")") or piece.kind == "poss"
        made += text if close else " " + text
    return made


def begins(line: Line, text: str) -> bool:
    """Tells whether a line begins with a text, up to the end of a word."""
    return _goes(said(line.pieces), text)


def _goes(whole: str, text: str) -> bool:
    return whole.startswith(text) and not whole[len(text) : len(text) + 1].isalnum()


def only_words(text: str) -> str:
    """Says a text that a variant gives as `said` says lines."""
    return " ".join(text.replace('"', "").split())


class Lines:
    """The lines of one declaration, while a variant works on them.

    A patch that has no lines of its own yet is reported where it is read. Here it changes nothing, but the line that
    it names is looked for all the same.
    """

    def __init__(self, texts: Texts, lines: list[Line], found: list[Diagnostic]) -> None:
        self.lines = lines
        self.gone: list[Line] = []
        """The lines that were taken out."""
        self.come: list[Line] = []
        """The lines that were put in."""
        self._texts = texts
        self._found = found

    # ------------------------------------------------------------ the three things that are done

    def add(self, lines: Sequence[Line], spot: s.PatchSpot | None) -> bool:
        """Puts lines in at a spot, or at the end; tells whether there is such a spot."""
        inner = self.lines[1].indent if len(self.lines) > 1 else self.lines[0].indent + _STEP
        if spot is None:
            self._insert(len(self.lines), lines, inner)
        elif spot.line is None:
            self._insert(1, lines, inner)
        else:
            at = self._find(spot.line, steps=True)
            if at is None:
                return self.lines[0].pieces[0].text == "turn" and self._add_step(lines, spot)
            indent, end = self.lines[at].indent, after_block(self.lines, at)
            if spot.where == "before":
                self._insert(at, lines, indent)
            elif spot.where == "under":
                deeper = self.lines[at + 1].indent if end > at + 1 else indent + _STEP
                self._insert(end, lines, deeper)
            else:
                self._insert(self._after(at), lines, indent)
        return True

    def change(self, part: s.Name, lines: Sequence[Line]) -> bool:
        """Puts lines in the place of one; one line without a block keeps the block that was there."""
        if len(lines) == 1 and begins(self.lines[0], only_words(part.text)):
            self.gone, self.come = [self.lines[0]], list(lines)
            self.lines[0] = replace(lines[0], indent=self.lines[0].indent)
            return True
        if lines and begins(self.lines[0], only_words(part.text)):
            indent, self.gone = self.lines[0].indent, list(self.lines)
            self.lines.clear()
            self._insert(0, lines, indent)
            return True
        at = self._find(part)
        if at is None:
            return False
        if not lines:
            return True
        indent, end = self.lines[at].indent, after_block(self.lines, at)
        if self._is_done_otherwise(at, only_words(part.text)) and not is_otherwise(lines[0]):
            lines = self._otherwise(at, lines)
        if len(lines) == 1:
            end = at + 1
        self.gone = self.lines[at:end]
        del self.lines[at:end]
        self._insert(at, lines, indent)
        return True

    def remove(self, part: s.Name) -> bool:
        """Takes a line out, with its block and what is done otherwise."""
        at = self._find(part)
        if at is None:
            return False
        end = self._after(at)
        above, below = self.lines[at - 1], self.lines[end] if end < len(self.lines) else None
        emptied = above.indent < self.lines[at].indent and (
            below is None or below.indent < self.lines[at].indent
        )
        if emptied and (at > 1 or above.pieces[0].text not in _EMPTY_HEADS):
            whole = "remove that one" if at > 1 else "remove or replace the whole declaration"
            self._report(
                f"`{said(above.pieces)}` would be left with nothing",
                part.span,
                "its only line",
                f"{whole}, or change the line",
                Label(self._texts.of_line(above), "nothing would be left below this"),
            )
            return False
        self.gone = self.lines[at:end]
        del self.lines[at:end]
        return True

    # ------------------------------------------------------------ where

    def _find(self, part: s.Name, steps: bool = False) -> int | None:
        """Finds the one line that begins with a text, or reports that there is none or more than one.

        Args:
            steps: whether the name of a step of a turn will do, too.
        """
        text, span = only_words(part.text), part.span
        places = [at for at in range(1, len(self.lines)) if _goes(self._said(at), text)]
        places = places or [at for at in range(1, len(self.lines)) if self._goes_on(at, text)]
        places = places or [at for at in range(1, len(self.lines)) if self._is_done_otherwise(at, text)]
        if len(places) > 1:
            places = [at for at in places if self._said(at) == text] or places
        if len(places) == 1:
            return places[0]
        if not places and steps and self._is_step(part.text):
            return None
        if places:
            labels = [Label(self._texts.of_line(self.lines[at]), "this one?") for at in places[:_SHOWN]]
            self._report(
                f"{len(places)} lines begin with `{text}`",
                span,
                "which of them?",
                f"say more of it, if need be with what stands in the next line: `{self._longer(places[0])}`",
                *labels,
            )
        else:
            known = [self._said(at) for at in range(1, len(self.lines))][:_KNOWN]
            near = suggest.nearest(text, [one[: len(text) + 8] for one in known])
            whole = [one for one in known if any(one.startswith(each) for each in near)] or known
            self._report(
                f"no line of `{said(self.lines[0].pieces)}` begins with `{text}`",
                span,
                "no such line",
                "its lines are " + ", ".join(f"`{one}`" for one in whole[:_SHOWN])
                if known
                else "it has no lines; leave the place out",
            )
        return None

    def _longer(self, at: int) -> str:
        """Says a line with the beginning of the next one."""
        return " ".join(
            [self._said(at), *(self._said(at + 1).split()[:_WORDS] if at + 1 < len(self.lines) else [])]
        )

    def _goes_on(self, at: int, text: str) -> bool:
        """Tells whether a line is the beginning of a text that goes on in the lines after it."""
        if not text.startswith(self._said(at)):
            return False
        return _goes(said([piece for line in self.lines[at : at + _SHOWN] for piece in line.pieces]), text)

    def _is_done_otherwise(self, at: int, text: str) -> bool:
        """Tells whether a text is what a line does otherwise: `me loses` of `otherwise me loses`."""
        return is_otherwise(self.lines[at]) and _goes(said(self.lines[at].pieces[1:]), text)

    def _otherwise(self, at: int, lines: Sequence[Line]) -> Sequence[Line]:
        """Has lines done otherwise: one behind the word, several below it."""
        head = self.lines[at]
        if len(lines) == 1:
            return [replace(lines[0], pieces=(head.pieces[0], *lines[0].pieces))]
        below = [replace(one, indent=one.indent + _STEP) for one in lines]
        return [replace(head, pieces=head.pieces[:1], indent=lines[0].indent), *below]

    def _said(self, at: int) -> str:
        """Says a line; what was said once is kept, since every patch looks through all lines."""
        line = self.lines[at]
        if line.start not in self._texts.said:
            self._texts.said[line.start] = said(line.pieces)
        return self._texts.said[line.start]

    def _after(self, at: int) -> int:
        """Finds the line after one, its block and what is done otherwise."""
        end = after_block(self.lines, at)
        while (
            end < len(self.lines)
            and self.lines[end].indent == self.lines[at].indent
            and is_otherwise(self.lines[end])
        ):
            end = after_block(self.lines, end)
        return end

    def _insert(self, at: int, lines: Sequence[Line], indent: int) -> None:
        if not lines:
            return
        first = lines[0].indent
        self.come = list(lines)
        moved = [Line(one.indent - first + indent, one.pieces, one.start, one.end) for one in lines]
        self.lines[at:at] = moved

    # ------------------------------------------------------------ steps of a turn

    def _is_step(self, name: str) -> bool:
        return self.lines[0].pieces[0].text == "turn" and any(
            piece.text == name for line in self.lines[1:] for piece in line.pieces[1:]
        )

    def _add_step(self, lines: Sequence[Line], spot: s.PatchSpot) -> bool:
        """Adds steps to the phase that holds the step of the spot: `after Roll` and a name a line."""
        assert spot.line is not None
        if not self._is_step(spot.line.text):
            return False
        if any(len(line.pieces) != 1 or line.pieces[0].kind != "name" for line in lines):
            self._report(
                f"beside the step `{spot.line.text}` only names of steps fit",
                spot.line.span,
                "a step",
                "write the name of one phase a line below it, without conditions",
            )
            return True
        for number, line in enumerate(self.lines):
            at = next((x for x, one in enumerate(line.pieces) if x and one.text == spot.line.text), None)
            if number == 0 or at is None:
                continue
            new: list[Piece] = []
            for one in lines:
                name = one.pieces[0]
                comma = Piece("punct", ",", name.start, name.start)
                new += [name, comma] if spot.where == "before" else [comma, name]
            at += 0 if spot.where == "before" else 1
            pieces = (*line.pieces[:at], *new, *line.pieces[at:])
            self.lines[number] = Line(line.indent, pieces, line.start, line.end)
            self._texts.said.pop(line.start, None)
            self.come = list(lines)
            return True
        return False

    def _report(self, message: str, span: Span, label: str, help: str, *more: Label) -> None:
        self._found.append(Diagnostic(codes.VARIANT_MISMATCH, message, (Label(span, label), *more), help))
