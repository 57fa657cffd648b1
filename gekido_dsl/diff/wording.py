"""Declarations that are new, gone or changed become sentences, with both values and the lines that differ."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from gekido_dsl.diff import moved
from gekido_dsl.diff.nodes import Change, Line, Value
from gekido_dsl.diff.side import Declared
from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.model.canonical import ReadLine
from gekido_dsl.model.english import plural
from gekido_dsl.syntax import nodes as s

_GAP: Final = "…"
_ALIKE: Final = 0.6
"""From which likeness on a line is another one changed."""
_COMPARED: Final = 400
"""Up to how many pairs of lines are looked at for that."""


def added(one: Declared) -> Change:
    """Tells of a declaration that only the new ruleset has."""
    return _alone(one, "added", "+")


def removed(one: Declared) -> Change:
    """Tells of a declaration that only the old ruleset has."""
    return _alone(one, "removed", "-")


def _alone(one: Declared, how: Literal["added", "removed"], sign: Literal["+", "-"]) -> Change:
    scenario = isinstance(one.node, s.Scenario)  # it is named, and stands in its file
    lines = [] if scenario else [line for line in one.lines if line.meaning]
    shown = tuple(Line(sign, line.depth, line.text) for line in lines)
    called = capital(called_by(one))
    be = "is"
    if isinstance(one.node, s.Kind) and one.node.sheet:
        called = "What each player has"
    elif isinstance(one.node, s.Kind) and one.node.table:
        called = "What the game has"
    elif isinstance(one.node, s.Kind):
        called, be = plural(one.name), "are"
    said = f"{be} new" if how == "added" else f"{be} gone"
    if len(lines) == 1 and not isinstance(one.node, s.Option):
        said += f": “{lines[0].text}”"
    if isinstance(one.node, s.Option) and how == "added":
        answers = [name.text for name in one.node.answers]
        said += f": {listed(answers, 'or')}; as the ruleset stands, {answers[0]}"
    whole = len(lines) == 1 or how == "removed" or scenario
    here = one.place
    return Change(
        one.area,
        how,
        called_by(one),
        f"{called} {said}{'.' if whole else ':'}",
        (),
        shown,
        here if how == "removed" else None,
        here if how == "added" else None,
        one.pages if how == "removed" else (),
        one.pages if how == "added" else (),
        one.name,
        old_node=one.node if how == "removed" else None,
        new_node=one.node if how == "added" else None,
    )


def changed(one: Declared, other: Declared, old: Sequence[ReadLine]) -> Change:
    """Tells of a declaration that says something else than before.

    Args:
        old: its lines as they were, with the names of today.
    """
    values, lines = _lines(old, [line for line in other.lines if line.meaning])
    called = capital(called_by(other))
    differing = [line for line in lines if line.sign != " "]
    told = _values_told(one.node, other.node)
    if isinstance(one.node, s.Game) and isinstance(other.node, s.Game):
        sentence = _head_told(old, other.lines)
    elif told:
        sentence = f"{called}: {told}."
    elif order := moved.told(old, [line for line in other.lines if line.meaning]):
        sentence, lines = f"{called}: {order}.", []
    elif [line.sign for line in differing] == ["-", "+"]:
        sentence = f"{called}: “{differing[0].text}” is now “{differing[1].text}”."
    elif [line.sign for line in differing] == ["+"]:
        sentence = f"{called}: “{differing[0].text}” is new."
    elif [line.sign for line in differing] == ["-"]:
        sentence = f"{called}: “{differing[0].text}” is gone."
    else:
        sentence = f"{called} has changed:"
    if one.sort != other.sort:
        sentence = f"{called_by(one, capital_letter=True)} is now {called_by(other)}{':' if lines else '.'}"
    return Change(
        other.area,
        "changed",
        called_by(other),
        sentence,
        tuple(values),
        tuple(lines),
        one.place,
        other.place,
        one.pages,
        other.pages,
        other.name,
        old_node=one.node,
        new_node=other.node,
    )


def called_by(one: Declared, *, capital_letter: bool = False) -> str:
    """Says what a declaration is called, as a sentence speaks of it."""
    match one.node:
        case s.Game():
            said = "the head of the game"
        case s.Setup():
            said = "the set-up"
        case s.Turn(round=round):
            said = "the round" if round else "the turn"
        case s.Aim():
            said = "what players that are programs strive for"
        case s.Scenario(title=title):
            said = f"the example “{title}”"
        case s.Claim(title=title):
            said = f"the claim “{title}”"
        case s.Damage(kind=kind):
            said = f"the order in which damage hits a {kind.text}"
        case s.Exception_(name=name):
            said = f"an exception to {name.text}"
        case s.Trigger() | s.Replacement() | s.GameEnd() if not one.name:
            said = f"“{one.lines[0].text}”" if one.lines else one.sort
        case s.Definition() | s.Cluster() | s.Property() | s.Amount():
            said = one.name
        case s.Patterns():
            said = f"the patterns of {one.name}"
        case s.Trigger() | s.Replacement():
            said = f"the rule {one.name}"
        case s.GameEnd():
            said = f"the end {one.name}"
        case s.Kind() | s.Values():
            said = one.name
        case _:
            said = f"the {one.sort} {one.name}"
    return capital(said) if capital_letter else said


def capital(text: str) -> str:
    """Begins a sentence."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str], word: str = "and") -> str:
    """Lists names in words."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def _values_told(one: s.Declaration, other: s.Declaration) -> str:
    """Says which values or answers came and went; empty where that is not all."""
    match one, other:
        case s.Values(), s.Values():
            before, after = [x.text for x in one.members], [x.text for x in other.members]
            default = ""
        case s.Option(), s.Option():
            before, after = [x.text for x in one.answers], [x.text for x in other.answers]
            default = ""
            if before[0] != after[0]:
                default = f"as the ruleset stands, {after[0]} instead of {before[0]}"
        case _:
            return ""
    come = [name for name in after if name not in before]
    gone = [name for name in before if name not in after]
    parts = [default] if default else []
    parts += [f"{listed(come)} {'is' if len(come) == 1 else 'are'} new"] if come else []
    parts += [f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} gone"] if gone else []
    return "; ".join(parts) or f"the order is now {', '.join(after)}"


def _head_told(old: Sequence[ReadLine], new: Sequence[ReadLine]) -> str:
    """Says what the head of a game says now, line by line: of each, what it said before."""
    before = {_leads(line): line.text for line in old if line.depth}
    after = {_leads(line): line.text for line in new if line.depth}
    parts = []
    for lead, text in after.items():
        if lead not in before:
            parts.append(f"“{text}” is new")
        elif before[lead] != text:
            parts.append(f"“{text}” instead of “{before[lead]}”")
    parts += [f"“{text}” is gone" for lead, text in before.items() if lead not in after]
    return f"The game: {'; '.join(parts)}." if parts else "The head of the game is ordered otherwise."


def _leads(line: ReadLine) -> str:
    """Gives what a line of the head is about: one of several sources, or its first word."""
    words = line.text.split()
    return " ".join(words[:2]) if words[0] == "source" else "row" if "games" in words else words[0]


# ---------------------------------------------------------------- lines


def _lines(old: Sequence[ReadLine], new: Sequence[ReadLine]) -> tuple[list[Value], list[Line]]:
    """Gives the lines that differ, below those that they stand under, and the single values in them."""
    values: list[Value] = []
    found: list[Line] = []
    shown: set[int] = set()
    ours = [(line.depth, line.meaning) for line in old]
    theirs = [(line.depth, line.meaning) for line in new]
    for sign, i, i_end, k, k_end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if sign == "equal":
            continue
        at = new[k] if k < k_end else old[i]
        found += _above(new[:k], at.depth, shown)
        shown.update(range(k, k_end))
        for one, other in _beside(old[i:i_end], new[k:k_end]):
            found += [Line("-", one.depth, one.text)] if one is not None else []
            found += [Line("+", other.depth, other.text)] if other is not None else []
            if one is not None and other is not None:
                values += _value(one.text, other.text)
    return values, found


def _beside(
    old: Sequence[ReadLine], new: Sequence[ReadLine]
) -> list[tuple[ReadLine | None, ReadLine | None]]:
    """Sets lines that are alike side by side, the order of both kept; others stand alone, the old ones first."""
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    if len(old) * len(new) > _COMPARED:
        return [*((one, None) for one in old), *((None, one) for one in new)]
    for i in range(len(old), -1, -1):
        for k in range(len(new), -1, -1):
            ways: list[tuple[float, list[tuple[int, int]]]] = [(0.0, [])]
            ways += [best[i + 1, k]] if i < len(old) else []
            ways += [best[i, k + 1]] if k < len(new) else []
            if i < len(old) and k < len(new) and old[i].depth == new[k].depth:
                score = SequenceMatcher(None, old[i].meaning, new[k].meaning, autojunk=False).ratio()
                if score >= _ALIKE:
                    rest, chosen = best[i + 1, k + 1]
                    ways.append((rest + score, [(i, k), *chosen]))
            best[i, k] = max(ways, key=lambda way: way[0])
    found: list[tuple[ReadLine | None, ReadLine | None]] = []
    at = to = 0
    for i, k in [*best[0, 0][1], (len(old), len(new))]:
        found += [(one, None) for one in old[at:i]]
        found += [(None, one) for one in new[to:k]]
        if i < len(old):
            found.append((old[i], new[k]))
        at, to = i + 1, k + 1
    return found


def _above(lines: Sequence[ReadLine], depth: int, shown: set[int]) -> Iterator[Line]:
    """Gives the lines that a line stands under, those that were shown already left out."""
    found = []
    for number in range(len(lines) - 1, -1, -1):
        if lines[number].depth < depth:
            depth = lines[number].depth
            if number not in shown:
                found.append(number)
    shown.update(found)
    return (Line(" ", lines[number].depth, lines[number].text) for number in reversed(found))


def _value(old: str, new: str) -> Iterator[Value]:
    """Gives the one word in which two lines differ, if they differ in one."""
    ours, theirs = _pieces(old), _pieces(new)
    if len(ours) != len(theirs):
        return
    differing = [at for at, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other]
    if len(differing) == 1:
        at = differing[0]
        said = [*theirs[:at], _GAP, *theirs[at + 1 :]]
        text = " ".join(said).replace(" ,", ",").replace(" :", ":").replace(" 's", "'s")
        yield Value(text, ours[at], theirs[at])


def _pieces(text: str) -> list[str]:
    return [piece.text for line in logical_lines(text)[0] for piece in line.pieces]
