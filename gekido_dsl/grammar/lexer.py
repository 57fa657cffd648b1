"""Text becomes tokens: whole words, names, phrases and the indentation of blocks.

Invariants:
    Every token carries its offsets; nothing is guessed from lines and columns.
    A word is one token: `gametiny` is never `game` and `tiny`.
    A line that ends in a comma, `and` or `or` goes on in the next line.
    Comments are not tokens; `comments` gives them by span, for the formatter.

Lark's own lexer is not used because indentation, phrases and names of several words need positions and look-ahead
that regular terminals cannot give. Where a word has two roles, the state of the parser decides.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gekido_dsl.grammar import words
from gekido_dsl.grammar.parsing import Parse
from gekido_dsl.grammar.tree import Token

DEPTH_LIMIT: Final = 40
"""How deep blocks and brackets may be nested."""
CHAIN_LIMIT: Final = 60
"""How many words that lead from one thing to the next, such as `of` and `plus`, a line may have."""
PIECES_LIMIT: Final = 2_000
"""How many words and signs a line may have, those of the lines it goes on in included."""
DIGITS_LIMIT: Final = 9
"""How many digits a number may have."""
NAME_LIMIT: Final = 200
"""How many letters a name or word may have, the blanks of a name of several words included."""
TEXT_LIMIT: Final = 1_000
"""How many letters a text in quotes may have: an event keeps it for each player."""

_CHAIN: Final = frozenset({"plus", "minus", "times", "of", "in", "on", "'s", "'"}) | words.ADJECTIVES
_PHYSICAL: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")

_PHRASES: Final[Mapping[str, Sequence[tuple[tuple[str, ...], str]]]] = {
    first: [one for one in words.PHRASES if one[0][0] == first]
    for first in {phrase[0] for phrase, _ in words.PHRASES}
}
"""Words that belong together, by the first of them."""

_TELLING: Final = frozenset({"announce", "choose", "remove"})
"""Verbs with a text in quotes behind them that is no name: what is said, a choice, a line that a variant removes."""
_OPENS: Final = frozenset('"[')
"""Signs that lack their other half when they begin no token: what follows in the line is part of it."""
_NAME_WORD = r"[^\W\d_a-zß-öø-ÿ][^\W_]*(?:-[^\W_]+)*"
SPOT: Final = re.compile(r"r\d{1,3}c\d{1,3}")
_TOKEN: Final = re.compile(
    rf"""(?P<space>[ \t]+)
    |(?P<comment>\#[^\n]*)
    |(?P<string>"[^"\n]*")
    |(?P<cite>\[[^\]\n]*\])
    |(?P<range>-?[0-9]+\ +to\ +-?[0-9]+\b)
    |(?P<number>-?[0-9]+\b)
    |(?P<name>{_NAME_WORD}(?:\ {_NAME_WORD})*)
    |(?P<poss>'s\b|')
    |(?P<word>[^\W\d_][\w-]*)
    |(?P<punct>[,:()])
    |(?P<bad>.)""",
    re.VERBOSE,
)


_NAME: Final = re.compile(rf"{_NAME_WORD}(?:\ {_NAME_WORD})*")


def name_as_written(name: str) -> str:
    """Gives a name as a rule has it: in quotes where it has small words or signs in it, `'` for quotes of its own."""
    inside = name.replace('"', "'")
    return name if _NAME.fullmatch(name) else f'"{inside}"'


UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]"
)
"""Characters that command a terminal, turn the direction of reading round or are no text; none may stand anywhere."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token before the parser says which role it has. Offsets count from the start of the source."""

    kind: str
    """A group of the pattern, or NL, INDENT, DEDENT."""
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LexError:
    """What cannot be a token, and where."""

    kind: str
    """character, tab, bracket, depth, chain, long, number or name."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line: its indentation, pieces and the comments that stand in it."""

    indent: int
    pieces: tuple[Piece, ...]
    start: int
    end: int


def physical_lines(text: str, begin: int = 0) -> Iterator[str]:
    """Gives the lines of a text with their ends; only what `source` takes for the end of a line is one."""
    return (match.group() for match in _PHYSICAL.finditer(text, begin) if match.group())


def comments(text: str) -> list[tuple[int, int]]:
    """Lists the comments of a text as half-open offsets, in order."""
    found = []
    offset = 0
    for raw in physical_lines(text):
        for match in _TOKEN.finditer(raw.rstrip("\r\n")):
            if match.lastgroup == "comment":
                found.append((offset + match.start(), offset + match.end()))
        offset += len(raw)
    return found


def pieces(text: str) -> Iterator[Piece]:
    """Gives everything that is written, comments and blanks included, line by line; the ends of lines are left out."""
    offset = 0
    for raw in physical_lines(text):
        for match in _TOKEN.finditer(raw.rstrip("\r\n")):
            yield Piece(match.lastgroup or "bad", match.group(), offset + match.start(), offset + match.end())
        offset += len(raw)


def logical_lines(text: str) -> tuple[list[Line], list[LexError]]:
    """Splits a text into logical lines. Lines without a token are left out.

    Errors:
        A character that begins no token, one in a text or a comment that cannot be seen, a tab in the indentation, a
        bracket that is not closed, brackets too deep, a line with too many words or too long a chain of them, a number
        of too many digits, a name of too many letters.
    """
    found = _split(text) if len(text) <= _KEPT_LIMIT else _go_on(text, _Read("", (), (), ()))
    return [*found.lines], [*found.errors]


@dataclass(frozen=True, slots=True)
class _Read:
    """What a text was split into."""

    text: str
    lines: tuple[Line, ...]
    errors: tuple[LexError, ...]
    ends: tuple[tuple[int, int, int], ...]
    """Where logical lines have ended with their line feeds, and how many lines and errors there were by then."""


_KEPT_LIMIT: Final = 200_000
"""How many letters a text may have whose lines are kept."""
_last = _Read("", (), (), ())
"""The text that was split last: while one is typed, most of the next one is the same."""


@lru_cache(maxsize=8)
def _split(text: str) -> _Read:
    """Splits a text of which several will ask: who parses it, who looks for names, for examples, for the outline."""
    global _last
    _last = made = _go_on(text, _last)
    return made


def _go_on(text: str, before: _Read) -> _Read:
    """Splits a text behind the lines at its beginning that it shares with another one."""
    same = in_common(before.text, text)
    known = bisect_right(before.ends, same, key=lambda end: end[0])
    offset, many, wrong = before.ends[known - 1] if known else (0, 0, 0)
    lines, errors = [*before.lines[:many]], [*before.errors[:wrong]]
    ends = [*before.ends[:known]]
    pieces: list[Piece] = []
    indent = start = 0
    depth = chain = 0
    unseen = UNSEEN.search(text, offset) is not None
    for raw in physical_lines(text, offset):
        body = raw.rstrip("\r\n")
        stripped = body.lstrip(" \t")
        lead = body[: len(body) - len(stripped)]
        if stripped and not stripped.startswith("#") and "\t" in lead:
            errors.append(LexError("tab", offset, offset + len(lead)))
        fresh = not pieces
        torn = False
        for match in _TOKEN.finditer(body):
            kind = match.lastgroup or "bad"
            if unseen and kind in ("comment", "string", "cite"):
                begun = offset + match.start()
                errors += [
                    LexError("character", begun + one.start(), begun + one.end())
                    for one in UNSEEN.finditer(match.group())
                ]
            if kind in ("space", "comment"):
                continue
            where = (offset + match.start(), offset + match.end())
            if kind == "bad":
                errors.append(LexError("character", *where))
                if match.group() in _OPENS:
                    torn = True
                    break
                continue
            value = match.group()
            if value == "(":
                depth += 1
                if depth == DEPTH_LIMIT + 1:
                    errors.append(LexError("depth", *where))
            elif value == ")":
                depth = max(depth - 1, 0)
            elif kind in ("number", "range") and len(value) > DIGITS_LIMIT:
                if any(len(digits) > DIGITS_LIMIT for digits in re.findall("[0-9]+", value)):
                    errors.append(LexError("number", *where))
                    continue
            elif kind in ("name", "word") and len(value) > NAME_LIMIT:
                errors.append(LexError("name", *where))
                continue
            elif kind == "string" and len(value) > TEXT_LIMIT + 2:
                errors.append(LexError("text", *where))
                continue
            elif value in _CHAIN:
                chain += 1
                if chain == CHAIN_LIMIT + 1:
                    errors.append(LexError("chain", *where))
            if len(pieces) < PIECES_LIMIT:
                pieces.append(Piece(kind, value, *where))
            elif not errors or errors[-1].kind != "long":
                errors.append(LexError("long", *where))
        if fresh and pieces:
            indent, start = len(lead.expandtabs(4)), pieces[0].start
        offset += len(raw)
        if pieces and (torn or not _goes_on(pieces[-1])):
            if depth and not torn:
                errors.append(LexError("bracket", pieces[0].start, pieces[-1].end))
            depth = 0
            lines.append(Line(indent, tuple(pieces), start, pieces[-1].end))
            pieces = []
            chain = 0
            if len(raw) > len(body):
                ends.append((offset, len(lines), len(errors)))
    if pieces:
        lines.append(Line(indent, tuple(pieces), start, pieces[-1].end))
    return _Read(text, tuple(lines), tuple(errors), tuple(ends))


def in_common(one: str, other: str) -> int:
    """Counts the letters at the beginning that two texts have in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _goes_on(last: Piece) -> bool:
    return last.text in (",", "and", "or")


class Tokens:
    """Names the pieces of a declaration, as the parser goes; the parser's state settles a word with two roles."""

    def __init__(self, literals: Mapping[str, str]) -> None:
        """Keeps the terminals of the grammar.

        Args:
            literals: name of the terminal by the word or sign it stands for.
        """
        self._literals = literals

    def feed(self, lines: Sequence[Line], parse: Parse) -> Iterator[Token]:
        """Yields the tokens of one declaration; the parser takes each before the next is named."""
        depths = [lines[0].indent]
        end = lines[0].start
        for line in lines:
            if line.indent > depths[-1]:
                depths.append(line.indent)
                yield _mark("_INDENT", line.start)
            while line.indent < depths[-1]:
                depths.pop()
                yield _mark("_DEDENT", end)
            position = 0
            pieces = line.pieces
            while position < len(pieces):
                if pieces[position].kind == "range" and "RANGE" not in parse.accepted:
                    pieces = (*pieces[:position], *_apart(pieces[position]), *pieces[position + 1 :])
                name, count = self._name(pieces, position, parse)
                taken = pieces[position : position + count]
                text = " ".join(piece.text for piece in taken)
                if name == "NAME" and taken[0].kind == "string":
                    text = " ".join(text[1:-1].split())
                yield Token(name, text, taken[0].start, taken[-1].end)
                position += count
            end = line.end
            yield _mark("_NL", end)
        for _ in depths[1:]:
            yield _mark("_DEDENT", end)

    def _name(self, pieces: tuple[Piece, ...], at: int, parse: Parse) -> tuple[str, int]:
        """Names the token at a place, and tells how many pieces it takes."""
        piece = pieces[at]
        accepted = parse.accepted
        token = _I_CAN_PAY.get(_texts(pieces, at, 3)) if piece.text == "I" else None
        if token is not None and token in accepted:
            return token, 3
        if "COST_TOO" in accepted and (joined := _joins_cost(pieces, at)) and parse.takes("COST_TOO"):
            return "COST_TOO", joined
        if piece.text in (",", "or") and "ALSO" in accepted and parse.takes("ALSO"):
            # Where no condition can follow, what is said of the subject of one does: `some Man that is A or B is ...`.
            inside = not parse.takes(self._literals["or"])
            joined = _one_of(pieces, at, words.PREDICATE_STARTS if inside else frozenset())
            if joined:
                return "ALSO", joined
        if piece.text == "from" and "PAID_FROM" in accepted and parse.takes("PAID_FROM"):
            if _texts(pieces, at + 1, 1) == ("its",) or not parse.takes(self._literals["from"]):
                return "PAID_FROM", 1
        if piece.text == "and" and "FOR_TOO" in accepted and _partner(pieces, at) and parse.takes("FOR_TOO"):
            return "FOR_TOO", 1
        if piece.text == "and" and "EXACTLY_TOO" in accepted and parse.takes("EXACTLY_TOO"):
            if [one.kind for one in pieces[at + 1 : at + 2]] == ["number"]:
                return "EXACTLY_TOO", 1
        match piece.kind:
            case "poss":
                return "_POSS", 1
            case "name" if "NAMED" in parse.accepted and _names_number(pieces[at:]):
                return "NAMED", 1
            case "string" if _is_printed_name(pieces, at, parse):
                return "NAME", 1
            case "string" | "cite" | "range" | "number" | "name":
                return piece.kind.upper(), 1
            case "punct" if piece.text != "," or not _leads_order(pieces, at):
                return (self._comma(pieces, at) if piece.text == "," else self._literals[piece.text]), 1
        if piece.text in ("and", "or") and at + 1 < len(pieces):
            follows = pieces[at + 1].text in words.PREDICATE_STARTS
            if follows and piece.text.upper() + "_IS" in accepted:
                return piece.text.upper() + "_IS", 1
        for phrase, token in _PHRASES.get(piece.text, ()):
            if token in accepted and tuple(p.text for p in pieces[at : at + len(phrase)]) == phrase:
                return token, len(phrase)
        if piece.text == "for" and "OFFER_FOR" in accepted and parse.takes("OFFER_FOR"):
            return "OFFER_FOR", 1
        if piece.text == "in" and "COST_IN" in accepted and parse.takes("COST_IN"):
            return "COST_IN", 1
        if piece.text == "best" and "BEST_OF" in accepted and _of_things(pieces, at):
            return "BEST_OF", 1
        if at == 0 and "PROPERTY_THE" in accepted and _of_any(pieces):
            return "PROPERTY_THE", 1
        roles = self._roles(piece.text)
        taken = [role for role in roles if role in accepted]
        if len(taken) > 1:
            taken = [role for role in taken if parse.takes(role)] or taken
        return (taken or roles)[0], 1

    def _roles(self, word: str) -> list[str]:
        """Lists what a word may be, the likeliest first."""
        forms = (word, words.SAME.get(word, word))
        roles = [self._literals[form] for form in forms if form in self._literals]
        if word in words.VERBS:
            roles.append("VERB")
        if word in words.ADJECTIVES:
            roles.append("ADJ")
        if word in words.ATTRIBUTES:
            roles.append("ATTR")
        if word in words.PREPOSITIONS:
            roles.append("PREP")
        return [*roles, "SPOT" if SPOT.fullmatch(word) else "WORD"]

    def _comma(self, pieces: tuple[Piece, ...], at: int) -> str:
        """Tells a comma that separates names from one that leads a new part of the line."""
        rest = pieces[at + 1 : at + 3]
        if rest and rest[0].text in ("and", "or"):
            rest = rest[1:]
        return "LIST_COMMA" if rest and rest[0].kind == "name" else self._literals[","]


def _names_number(pieces: Sequence[Piece]) -> bool:
    """Tells whether a line gives a number a name: `Program Size is 5`."""
    return [piece.kind for piece in pieces[:3]] == ["name", "word", "number"] and pieces[1].text == "is"


_I_CAN_PAY: Final[Mapping[tuple[str, ...], str]] = {
    ("I", "can", "pay"): "I_CAN_PAY",
    ("I", "cannot", "pay"): "I_CANNOT_PAY",
}


def _texts(pieces: tuple[Piece, ...], at: int, count: int) -> tuple[str, ...]:
    return tuple(piece.text for piece in pieces[at : at + count])


def _joins_cost(pieces: tuple[Piece, ...], at: int) -> int:
    """Tells how many pieces join a cost to the one before: `, 1 Lumber`, `and a Hut`, `and its Price in Ore`; or 0."""
    joined = 2 if _texts(pieces, at, 2) == (",", "and") else 1
    if pieces[at].text not in (",", "and"):
        return 0
    if _texts(pieces, at + joined, 1) in (("a",), ("an",)):
        return joined if [one.kind for one in pieces[at + joined + 1 : at + joined + 2]] == ["name"] else 0
    for piece in pieces[at + joined :]:
        if piece.kind == "number" or piece.text == "in":
            return joined
        if piece.kind not in ("name", "word", "poss") or piece.text in _NO_COST:
            return 0
    return 0


def _one_of(pieces: tuple[Piece, ...], at: int, goes_on: frozenset[str]) -> int:
    """Tells how many pieces lead on in a list of which something is one, `, Green or Blue`; 0 where none follows."""
    found = 0
    while at < len(pieces) and pieces[at].text in (",", "or"):
        joined = 2 if _texts(pieces, at, 2) == (",", "or") else 1
        last = pieces[at + joined - 1].text == "or"
        end = _named(pieces, at + joined)
        if end is None:
            return 0
        found, at = found or joined, end
        if last:
            over = _ends(pieces, at) or pieces[at].text in goes_on
            return found if over else 0
    return 0


def _named(pieces: tuple[Piece, ...], at: int) -> int | None:
    """Gives where a name, a number or a place ends; None where none stands."""
    if at < len(pieces) and pieces[at].text in ("a", "an"):
        at += 1
        return at + 1 if at < len(pieces) and pieces[at].kind == "name" else None
    if at >= len(pieces) or not (
        pieces[at].kind in ("name", "number") or SPOT.fullmatch(pieces[at].text) or pieces[at].text == "none"
    ):
        return None
    return at + 1


def _partner(pieces: tuple[Piece, ...], at: int) -> bool:
    """Tells whether a second partner follows: `is Taken for the line and Red`, and no condition."""
    start = at - 1
    while start > 1 and pieces[start].text != "for":
        if not _in_partner(pieces[start]):
            return False
        start -= 1
    end = at + 1
    while end < len(pieces) and _in_partner(pieces[end]):
        end += 1
    said = start > 1 and pieces[start - 1].kind == "name"
    asks = said and any(piece.text in _BE for piece in pieces[max(start - 3, 0) : start - 1])
    return asks and end > at + 1 and _ends(pieces, end)


def _in_partner(piece: Piece) -> bool:
    """Tells whether what a definition is asked with may have such a word."""
    return (
        piece.kind in ("name", "number", "poss", "word")
        and piece.text not in words.PREDICATE_STARTS
        and piece.text not in _OVER
        and piece.text != "of"
    )


def _ends(pieces: tuple[Piece, ...], at: int) -> bool:
    """Tells whether what is said of a subject is over here."""
    if at == len(pieces) or pieces[at].kind == "cite":
        return True
    measured = pieces[at].text == "from" and pieces[at - 1].text in _MEASURED
    return pieces[at].text in _OVER and not measured


_BE: Final = frozenset({"is", "are", "not"})
_MEASURED: Final = frozenset({"distance", "line", "lines"})
"""What is said with `from`, as in `the distance from`, and begins another condition."""
_OVER: Final = frozenset(
    {
        ")",
        ",",
        "and",
        "or",
        "if",
        "unless",
        "to",
        "into",
        "onto",
        "from",
        "under",
        "off",
        "with",
        "as",
        "at",
        "by",
    }
)
"""What may follow when all is said of a subject."""
_NO_COST: Final = words.PREDICATE_STARTS | {"and", "or", "to", "from", "if", "unless", "asking"}
"""Words before which a cost would have ended."""


def _is_printed_name(pieces: tuple[Piece, ...], at: int, parse: Parse) -> bool:
    """Tells whether a text in quotes is a name as it is printed, `"Ring of Power"`: where no other text may stand."""
    if not pieces[at].text.strip('" ') or len(pieces[at].text) > NAME_LIMIT or not parse.takes("NAME"):
        return False
    verb = words.VERBS.get(pieces[at - 1].text) if at else None
    return not parse.takes("STRING") or (verb is not None and verb not in _TELLING)


def _of_any(pieces: tuple[Piece, ...]) -> bool:
    """Tells whether a line begins like a property, `the Goal of a Pawn`: of any, not of one that is known."""
    begin = [piece.text for piece in pieces[:4]]
    return len(begin) == 4 and begin[0] == "the" and begin[2] == "of" and begin[3] in ("a", "an")


def _of_things(pieces: tuple[Piece, ...], at: int) -> bool:
    """Tells whether a name and `of` follow: `the best Hand of Cards`, and not `the best`, which a rule named."""
    return [piece.kind for piece in pieces[at + 1 : at + 3]] == ["name", "word"] and pieces[
        at + 2
    ].text == "of"


def _leads_order(pieces: tuple[Piece, ...], at: int) -> bool:
    """Tells whether a comma leads on to how things are ordered: `, then by`, `, lowest first`."""
    return any(
        tuple(p.text for p in pieces[at : at + len(phrase)]) == phrase for phrase, _ in _PHRASES.get(",", ())
    )


def _apart(piece: Piece) -> Iterator[Piece]:
    """Takes `3 to 5` apart where no range may stand: `set its Price for 3 to 5`."""
    for match in re.finditer(r"\S+", piece.text):
        kind = "word" if match.group() == "to" else "number"
        yield Piece(kind, match.group(), piece.start + match.start(), piece.start + match.end())


def _mark(name: str, at: int) -> Token:
    return Token(name, "", at, at)
