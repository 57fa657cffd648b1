"""What a variant makes of its base becomes sentences for players: what is new, what is gone, what was and what is.

The rules come in the English of a book, which the caller writes; where both sides read the same there, the lines of
the ruleset stand for themselves.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from gekido_dsl.diff.nodes import Change, Difference, Value
from gekido_dsl.diff.wording import capital, listed
from gekido_dsl.model.english import plural
from gekido_dsl.model.row_words import COPIES, LISTED, NOTHING
from gekido_dsl.syntax import nodes as s

Tell = Callable[[Literal["old", "new"], s.Node], str]
"""Writes a declaration of one side for players, as Markdown without a heading; empty where that is not possible."""

_LINK: Final = re.compile(r"!?\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)")
_ITEM: Final = re.compile(r"^(\s*)(?:[-*]|\d+\.)\s+(.*)$")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z“\[*])")
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")
_FACTS: Final = 2
"""From how many semicolons on a sentence is a list of facts, each compared by itself."""
_ROWS: Final = 3
"""From how many changed rows of a kind on they stand in a table."""
_CELLS: Final = 6
"""And from how many cells."""


def sentences(difference: Difference, tell: Tell) -> str:
    """Writes what is different for players, as Markdown."""
    found: list[str] = []
    for change in difference.of("game"):
        found += _head(change)
    found += _gone(difference)
    for change in difference.of("components", "turn", "rules", "definitions"):
        if change.how != "removed":
            found += _declaration(change, tell)
    found += _rows([one for one in difference.of("tables") if one.how != "removed"])
    found += _options(difference)
    found += [
        f"- {_plain(change.sentence)}"
        for change in difference.of("words")
        if change.how == "renamed" and not change.sentence.startswith(("Fact", "Value", "Side", "Answer"))
    ]
    return "\n".join(found)


# ---------------------------------------------------------------- the whole game


def _head(change: Change) -> Iterable[str]:
    """Tells of the head of the game: how many play, and what else is said there."""
    old, new = change.old_node, change.new_node
    if not isinstance(old, s.Game) or not isinstance(new, s.Game):
        return
    before = {type(line): line for line in old.lines}
    for line in new.lines:
        other = before.get(type(line))
        if isinstance(line, s.SourceLine) or line == other:
            continue
        match line, other:
            case s.Players(), s.Players():
                if (line.least, line.most) != (other.least, other.most):
                    yield f"- It is for {_players(line)} instead of {_numbers(other)}."
                gone = [one for one in other.options if one not in line.options]
                come = [one for one in line.options if one not in other.options]
                if come and line.most > 1:
                    yield f"- {capital(_seats(come))}."
                if gone and not come and line.most > 2:
                    yield f"- No longer: {_seats(gone)}."
                if line.sides != other.sides and line.sides is not None:
                    yield f"- The sides are {_sides(line.sides)}."
            case s.GamesRow(number=number, best=best), _:
                yield f"- You play {f'the best of {number} games' if best else f'{number} games in a row'}."
            case s.TurnLimit(turns=turns, rounds=rounds), s.TurnLimit():
                what = "rounds" if rounds else "turns"
                yield f"- It stops after {turns} {what} instead of {other.turns}."
            case s.SameTime(), _:
                yield "- Of what happens at the same time, the player on turn decides what comes first."


def _players(line: s.Players) -> str:
    return f"{_numbers(line)} player{'s' if line.most != 1 else ''}"


def _numbers(line: s.Players) -> str:
    return str(line.least) if line.least == line.most else f"{line.least} to {line.most}"


def _seats(options: Sequence[str]) -> str:
    said = {
        "clockwise": "turns go clockwise",
        "partners opposite": "partners sit opposite each other",
        "facing each other": "the players face each other",
        "an automaton": "an automaton plays along",
    }
    return listed([said.get(one, one) for one in options])


def _sides(sides: s.Sides) -> str:
    match sides.kind:
        case "together":
            return "all players together"
        case "one":
            return "one player against all others"
        case "by":
            return "those that a rule names"
        case _:
            return f"{sides.number} in number"


def _gone(difference: Difference) -> list[str]:
    """Names what falls away, sort by sort."""

    def names(changes: Iterable[Change], *kinds: type) -> list[str]:
        return [_called(one) for one in changes if one.how == "removed" and isinstance(one.old_node, kinds)]

    components = difference.of("components")
    things = names(components, s.Kind)
    others = names(components, s.Place, s.Board, s.Track, s.Counter, s.Link, s.Die, s.Values, s.Patterns)
    rules = difference.of("turn", "rules")
    done = names(rules, s.Phase, s.Procedure, s.Action, s.Window, s.Trigger, s.Replacement, s.GameEnd)
    rows: dict[str, list[str]] = {}
    for change in difference.of("tables"):
        if change.how == "removed":
            rows.setdefault(_kind(change), []).append(change.name)
    found = [f"- There are no {_plain(listed(things, 'or'))}."] if things else []
    for what, group in (
        ("Not used: ", others),
        *((f"Not in play, of the {_plain(kind)}: ", group) for kind, group in rows.items()),
        ("These rules fall away: ", done),
    ):
        if group:
            found.append(f"- {what}{_plain(listed(list(dict.fromkeys(group))))}.")
    return found


def _kind(change: Change) -> str:
    """Gives the kind that a row belongs to, in the plural."""
    return change.what.removeprefix(f"{change.name} of ")


def _called(change: Change) -> str:
    match change.old_node or change.new_node:
        case s.Kind():
            return plural(change.name)
        case s.Setup():
            return "the set-up"
        case s.Turn():
            return "the turn"
        case s.Phase(title=title) if title:
            return title
        case _:
            return change.name or change.what


def _options(difference: Difference) -> list[str]:
    found = []
    gone = [one.name for one in difference.of("options") if one.how == "removed"]
    if gone:
        found.append(f"- These options fall away: {_plain(listed(gone))}.")
    for change in difference.of("options"):
        if change.how != "removed":
            found.append(f"- {_plain(change.sentence)}")
    return found


# ---------------------------------------------------------------- declarations


def _declaration(change: Change, tell: Tell) -> list[str]:
    """Tells of a rule or thing that is new or changed."""
    called = _called(change)
    name = f"**{_plain(capital(called))}**" if not called.startswith("“") else ""
    new = tell("new", change.new_node) if change.new_node is not None else ""
    if change.how == "added":
        said = _units(new) or _units(_own_lines(change, "+"))
        return _listed(f"- {name} {_be(change)} new: " if name else "- New: ", said)
    old = tell("old", change.old_node) if change.old_node is not None else ""
    found = _between(_units(old), _units(new))
    if not found:
        found = _between(_units(_own_lines(change, "-")), _units(_own_lines(change, "+")))
    if not found:
        return []
    lead = f"- {name}: " if name else "- "
    return [lead + found[0]] if len(found) == 1 else [lead.rstrip(), *(f"    - {one}" for one in found)]


def _be(change: Change) -> str:
    return "are" if isinstance(change.new_node, s.Kind) else "is"


def _own_lines(change: Change, sign: str) -> str:
    """Gives the lines of one side as they stand in the ruleset, as sentences."""
    lines = [line for line in change.lines if line.sign == sign]
    return "\n".join(f"{'    ' * line.depth}- {_plain(capital(line.text))}." for line in lines)


Unit = tuple[int, str]
"""A sentence or an item of a list, and how deep it stands."""


def _units(markdown: str) -> list[Unit]:
    """Parts a passage into sentences and items."""
    found: list[Unit] = []
    for line in markdown.splitlines():
        if not line.strip() or line.strip().startswith("{:"):
            continue
        item = _ITEM.match(line)
        depth = len(item.group(1)) // 4 + 1 if item is not None else 0
        text = item.group(2) if item is not None else line.strip()
        for one in _SENTENCE.split(text):
            lead, colon, rest = one.partition(": ")
            if colon and rest.count("; ") >= _FACTS:
                found.append((depth, f"{lead}:"))
                found += [(depth + 1, fact) for fact in rest.removesuffix(".").split("; ")]
            else:
                found.append((depth, one))
    return found


def _listed(lead: str, units: Sequence[Unit]) -> list[str]:
    """Writes a passage below what leads it."""
    if not units:
        return [lead.rstrip().removesuffix(":") + "."]
    if all(depth == 0 for depth, _ in units):
        return [lead + " ".join(text for _, text in units)]
    found = [lead + " ".join(text for depth, text in units if depth == 0)]
    return [found[0].rstrip(), *(f"{'    ' * depth}- {text}" for depth, text in units if depth)]


def _between(old: Sequence[Unit], new: Sequence[Unit]) -> list[str]:
    """Says what is different between two passages: what is now, with what was before."""
    ours = [(depth, _bare(text)) for depth, text in old]
    theirs = [(depth, _bare(text)) for depth, text in new]
    found: list[str] = []
    for sign, i, i_end, k, k_end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if sign == "equal":
            continue
        before, after = [text for _, text in ours[i:i_end]], [text for _, text in new[k:k_end]]
        if len(before) == len(after):
            pairs = zip(before, after, strict=True)
            found += [f"{_ended(now)} *(Before: {_ended(was)})*" for was, now in pairs]
        elif before and after:
            was, now = " ".join(map(_ended, before)), " ".join(map(_ended, after))
            found.append(f"{now} *(Before: {was})*")
        elif after and after[0].endswith(":"):
            found.append(f"Also{_within(theirs, k)}: {' '.join(map(_ended, after))}")
        elif after:
            found += [f"Also{_within(theirs, k)}: {_ended(text)}" for text in after]
        else:
            found += [f"No longer{_within(ours, i)}: {_ended(text)}" for text in before]
    return found


def _within(units: Sequence[Unit], at: int) -> str:
    """Says what a nested item stands under, in brackets; nothing for an item of the passage itself."""
    depth = units[at][0]
    above = next((text for other, text in reversed(units[:at]) if other < depth), "")
    if depth <= 1 or not above.endswith(":"):
        return ""
    return f" ({above[:1].lower()}{above[1:-1]})"


def unlinked(text: str) -> str:
    """Takes the links off a text."""
    return _LINK.sub(r"\1", text)


def _bare(text: str) -> str:
    """Takes links and emphasis off a text of the base; what they lead to may not be there any more."""
    return unlinked(text).replace("**", "")


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "”")) else f"{text}."


# ---------------------------------------------------------------- tables


def _rows(changes: Sequence[Change]) -> list[str]:
    found = []
    for change in changes:
        if change.how == "added":
            about = change.sentence.partition(" is new ")[2].partition(":")[0].rstrip(".")
            copies = next((one.new for one in change.values if one.part == COPIES), "")
            many = f", {copies} of them" if copies else ""
            said = change.text or change.sentence.partition(": ")[2]
            lead = f"- **{_plain(change.name)}** is new {_plain(about)}{many}"
            found.append(f"{lead}: {_plain(said)}" if said else f"{lead}.")
    changed = [one for one in changes if one.how == "changed"]
    by_kind: dict[str, list[Change]] = {}
    for change in changed:
        by_kind.setdefault(_kind(change), []).append(change)
    for kind, group in by_kind.items():
        if len(group) >= _ROWS or sum(len(one.values) for one in group) >= _CELLS:
            found += _table(kind, group)
            continue
        for change in group:
            found.append(f"- **{_plain(change.name)}**: {_plain(', '.join(map(_value, change.values)))}.")
    return found


def _table(kind: str, changes: Sequence[Change]) -> list[str]:
    """Sets what was and what is side by side, a line for each cell."""
    found = [f"- Other values of {_plain(kind)}:", "", "| | | Now | Before |", "| --- | --- | --- | --- |"]
    for change in changes:
        for number, value in enumerate(change.values):
            name = f"**{_plain(change.name)}**" if number == 0 else ""
            found.append(f"| {name} | {_plain(value.part)} | {_cell(value.new)} | {_cell(value.old)} |")
    return [*found, ""]


def _cell(text: str) -> str:
    return _plain(text) if text else "–"


def _value(value: Value) -> str:
    if value.old and value.new:
        return f"{value.part} is {value.new} instead of {value.old}"
    said = value.new or value.old
    more = f" ({said})" if said not in (LISTED, NOTHING) else ""
    return f"{value.part} is {'new' if value.new else 'gone'}{more}"


def _plain(words: str) -> str:
    return _MARKUP.sub(r"\\\1", words)
