"""What a variant makes of its base becomes sentences for players: what is new, what is gone, what was and what is.

The rules come in the English of a book, which the caller writes; where both sides read the same there, the lines of
the ruleset stand for themselves.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

from gekido_dsl.diff.nodes import Change, Difference
from gekido_dsl.diff.told_rows import kind_of, plain, rows
from gekido_dsl.diff.wording import capital, listed
from gekido_dsl.model.english import plural
from gekido_dsl.syntax import nodes as s

Depths = Literal["all", "outer", "inner"]
"""All of a passage, what it says itself, or what its lists say."""
Tell = Callable[[Literal["old", "new"], s.Node], str]
"""Writes a declaration of one side for players, as Markdown without a heading; empty where that is not possible."""

_LINK: Final = re.compile(r"!?\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)")
_ITEM: Final = re.compile(r"^(\s*)(?:[-*]|\d+\.)\s+(.*)$")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z“\[*])")
_EXCHANGED: Final = re.compile(r"(.*) \*\(Before: (.*)\)\*")
_DIGITS: Final = re.compile(r"\d+")
_AT_THE_TABLE: Final = (
    *(s.Kind, s.Die, s.Board, s.Place, s.Track, s.Counter, s.Link, s.Values, s.Patterns, s.Damage),
    *(s.Setup, s.Turn, s.Phase, s.Action, s.GameEnd),
)
"""What players have before them, or do."""
_GOES: Final = (s.Setup, s.Phase, s.Action)
_SHORT: Final = 100
"""Up to how many characters what goes otherwise in one of these is told among what players notice."""
_FACTS: Final = 2
"""From how many semicolons on a sentence is a list of facts, each compared by itself."""
_INNER: Final = 4
"""Up to how many entries what works behind the scenes stands among the rest, for players."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is different, in sentences for players, as lists in Markdown."""

    noticed: str
    """What players notice at the table: things, the turn, numbers, rows, options."""
    behind: str = ""
    """The rules and words that bring it about, where they are many; else they stand with the rest."""
    behind_count: int = 0


def sentences(difference: Difference, tell: Tell) -> Told:
    """Writes what is different for players."""
    declared = [
        one for one in difference.of("components", "turn", "rules", "definitions") if one.how != "removed"
    ]
    entries = [(change, _declaration(change, tell)) for change in declared]
    inner = [one for change, one in entries if one and not _noticed(change, one)]
    apart = len(inner) > _INNER
    found: list[str] = []
    for change in difference.of("game"):
        found += _head(change)
    known = "\n".join(line for change, one in entries if isinstance(change.new_node, s.Kind) for line in one)
    found += _gone(difference, inner=False, known=known)
    behind = _gone(difference, inner=True)
    if not apart:
        found += behind
    otherwise: list[str] = []
    for change, one in entries:
        if not apart:
            found += one
        elif isinstance(change.new_node, _GOES) and len("".join(one)) > _SHORT:
            behind += one
            otherwise.append(_called(change))
        elif _noticed(change, one):
            facts = isinstance(change.new_node, s.Kind)
            found += _declaration(change, tell, depths="outer" if facts else "all")
            behind += _declaration(change, tell, depths="inner") if facts else []
        else:
            behind += one
    if otherwise:
        found.append(f"- These go otherwise, or are new: {plain(listed(otherwise))}.")
    said = "\n".join(found)
    come = [one for one in difference.of("tables") if one.how != "removed"]
    found += rows([one for one in come if one.text or one.how != "added" or one.name not in said])
    found += _options(difference)
    found += [
        f"- {plain(change.sentence)}"
        for change in difference.of("words")
        if change.how == "renamed" and not change.sentence.startswith(("Fact", "Value", "Side", "Answer"))
    ]
    if not apart:
        return Told("\n".join(found))
    count = sum(line.startswith("- ") for line in behind)
    return Told("\n".join(found), "\n".join(behind), count)


def _noticed(change: Change, entry: Sequence[str]) -> bool:
    """Tells whether players notice a change at the table: of things, of the turn, or of nothing but numbers."""
    if isinstance(change.new_node, _AT_THE_TABLE):
        return True
    both = _EXCHANGED.fullmatch(entry[0].partition("**: ")[2]) if len(entry) == 1 else None
    return both is not None and _bare_of_numbers(both[1]) == _bare_of_numbers(both[2])


def _bare_of_numbers(text: str) -> str:
    return _DIGITS.sub("0", unlinked(text).replace("**", ""))


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


def _gone(difference: Difference, *, inner: bool, known: str = "") -> list[str]:
    """Names what falls away, sort by sort.

    Args:
        inner: whether the rules that only other rules do are named, instead of what players have and do.
        known: what is said elsewhere, so that the rows that it names need not be named again.
    """

    def names(changes: Iterable[Change], *kinds: type) -> list[str]:
        return [_called(one) for one in changes if one.how == "removed" and isinstance(one.old_node, kinds)]

    if inner:
        gone = names(difference.of("turn", "rules"), s.Procedure, s.Window, s.Trigger, s.Replacement)
        said = plain(listed(list(dict.fromkeys(gone))))
        return [f"- These rules fall away: {said}."] if gone else []
    components = difference.of("components")
    things = names(components, s.Kind)
    others = names(components, s.Place, s.Board, s.Track, s.Counter, s.Link, s.Die, s.Values, s.Patterns)
    rules = difference.of("turn", "rules")
    done = names(rules, s.Phase, s.Action, s.GameEnd)
    gone_rows: dict[str, list[str]] = {}
    for change in difference.of("tables"):
        if change.how == "removed" and change.name not in known:
            gone_rows.setdefault(kind_of(change), []).append(change.name)
    found = [f"- There are no {plain(listed(things, 'or'))}."] if things else []
    for what, group in (
        ("Not used: ", others),
        *((f"Not in play, of the {plain(kind)}: ", group) for kind, group in gone_rows.items()),
        ("These fall away: ", done),
    ):
        if group:
            found.append(f"- {what}{plain(listed(list(dict.fromkeys(group))))}.")
    return found


def _called(change: Change) -> str:
    match change.old_node or change.new_node:
        case s.Kind(sheet=True):
            return "what each player has"
        case s.Kind() as kind if kind.table:
            return "what the game has"
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
        found.append(f"- These options fall away: {plain(listed(gone))}.")
    for change in difference.of("options"):
        node = change.new_node
        if change.how == "added" and isinstance(node, s.Option):
            first, *others = (plain(one.text) for one in node.answers)
            found.append(
                f"- You can agree on **{plain(change.name)}**: {first} unless you say otherwise, "
                f"or {listed(others, 'or')}."
            )
        elif change.how != "removed":
            found.append(f"- {plain(change.sentence)}")
    return found


# ---------------------------------------------------------------- declarations

_HELPERS = s.Definition | s.Cluster | s.Property | s.Amount
"""What a book may say in place."""


def _declaration(change: Change, tell: Tell, depths: Depths = "all") -> list[str]:
    """Tells of a rule or thing that is new or changed; nothing of what only the log and programs hear of."""
    called = _called(change)
    name = f"**{plain(capital(called))}**" if not called.startswith("“") else ""
    new = tell("new", change.new_node) if change.new_node is not None else ""
    if change.how == "added":
        if not new and isinstance(change.new_node, _HELPERS | s.Procedure):
            return []
        said = _at(depths, units(new)) or ([] if new else units(_own_lines(change, "+")))
        if depths == "inner" and not said:
            return []
        return _listed(f"- {name} {_be(change)} new: " if name else "- New: ", said)
    old = tell("old", change.old_node) if change.old_node is not None else ""
    if not old and not new and isinstance(change.new_node, _HELPERS):
        return []
    found = _between(_at(depths, units(old)), _at(depths, units(new)))
    if not found and depths == "all":
        found = _between(units(_own_lines(change, "-")), units(_own_lines(change, "+")))
    if not found:
        return []
    lead = f"- {name}: " if name else "- "
    return [lead + found[0]] if len(found) == 1 else [lead.rstrip(), *(f"    - {one}" for one in found)]


def _at(depths: Depths, units: "list[Unit]") -> "list[Unit]":
    """Keeps what a passage says itself, or what its lists say."""
    if depths == "all":
        return units
    if depths == "inner":
        return [one for one in units if one[0] > 0]
    return [(depth, text) for depth, text in units if depth == 0 and not text.endswith(":")]


def _be(change: Change) -> str:
    return (
        "are"
        if isinstance(change.new_node, s.Kind) and not (change.new_node.sheet or change.new_node.table)
        else "is"
    )


def _own_lines(change: Change, sign: str) -> str:
    """Gives the lines of one side as they stand in the ruleset, as sentences."""
    lines = [line for line in change.lines if line.sign == sign]
    return "\n".join(f"{'    ' * line.depth}- {plain(capital(line.text))}." for line in lines)


Unit = tuple[int, str]
"""A sentence or an item of a list, and how deep it stands."""


def units(markdown: str) -> list[Unit]:
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
    ours = [(depth, bare(text)) for depth, text in old]
    theirs = [(depth, bare(text)) for depth, text in new]
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


def bare(text: str) -> str:
    """Takes links and emphasis off a text of the base; what they lead to may not be there any more."""
    return unlinked(text).replace("**", "")


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "”")) else f"{text}."
