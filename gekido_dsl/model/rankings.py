"""Patterns of cards: which cards they are made of, what makes each, and whether any cards do.

Invariants:
    A ranking without a finding tells every set of cards by one number of 31 bits.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import hands, melding, printed
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.english import plural
from gekido_dsl.model.types import MOST, EnumType, IntType, ThingType
from gekido_dsl.syntax import nodes as s

NUMBERS_LIMIT: Final = 29
"""How many numbers there are at most that cards are ranked by."""


def declare(draft: Draft, d: s.Patterns) -> None:
    """Finds the cards that patterns are made of; their facts are known when the tables are read."""
    kind = draft.index.find(d.die, m.Kind, "kind")
    if kind is not None:
        kind.used = True
        draft.later.append(lambda: _rank(draft, d, kind))


def _rank(draft: Draft, d: s.Patterns, kind: m.Kind) -> None:
    enum = draft.own(d, draft.game.enums)
    assert d.by is not None
    by = _field(draft, kind, d.by)
    if enum is None or by is None:
        return
    if by.kept or not isinstance(by.type, IntType) or by.type.low is None or by.type.high is None:
        _wrong(draft, d.by, f"cards are ranked by a printed number, and `{by.name}` is not", by)
        return
    low, high = by.type.low, by.type.high
    if not d.number and d.patterns and all(one.run is not None for one in d.patterns):
        _melding(draft, d, kind, by, enum)
        return
    if high - low + 1 > NUMBERS_LIMIT:
        _wrong(draft, d.by, f"cards are ranked by {NUMBERS_LIMIT} numbers at most", by)
        return
    if not _also_fits(draft, d, by, low, high):
        return
    patterns = []
    for one in d.patterns:
        suit = _suit(draft, kind, one.run.suit) if one.run is not None and one.run.suit is not None else None
        if one.run is not None and one.run.suit is not None and suit is None:
            return
        groups = sorted(
            ((group.number, group.alike) for group in one.groups),
            key=lambda g: (not g[1], -g[0] if g[1] else 0),
        )
        number, in_a_row = (one.run.number, one.run.in_a_row) if one.run is not None else (0, False)
        if any(size < 1 for size in (*(size for size, _ in groups), number if one.run is not None else 1)):
            draft.index.report(codes.VALUE_OUT_OF_RANGE, "a pattern is made of cards", one.span, "of none")
            return
        patterns.append(m.CardPattern(one.name.text, tuple(groups), number, in_a_row, suit, one.span))
    wild = _wild(draft, kind, d.wild) if d.wild is not None else ""
    if wild is None:
        return
    ranking = m.Ranking(kind, d.number, by, low, high, d.also, tuple(patterns), wild)
    if ranking.most > MOST:
        draft.index.report(
            codes.TOO_LARGE,
            f"{d.number} cards of {high - low + 1} numbers are too many to rank",
            d.span,
            "too many to tell apart",
            help="let fewer cards count",
        )
        return
    enum.ranking = ranking


def _wild(draft: Draft, kind: m.Kind, name: s.Name) -> str | None:
    """Gives what is wild by its own name: a row of the cards, or what is so of some; None if it is neither."""
    known = [row.name for row in kind.rows]
    known += [
        one.name
        for one in draft.game.definitions.values()
        if isinstance(one.subject, ThingType) and one.subject.kind is kind and not one.params
    ]
    found = next((one for one in known if name.text in (one, plural(one))), None)
    if found is None:
        draft.index.report(
            codes.WRONG_TYPE, f"no {kind.plural} are called `{name.text}`", name.span, "which are wild?",
            Label(kind.name_span, "the cards"),
            help=f"say of which it is so, `a {kind.name} is a WORD if ...`, and write that word, or the name of a row",
        )  # fmt: skip
    return found


def _also_fits(draft: Draft, d: s.Patterns, by: m.Field, low: int, high: int) -> bool:
    """Reports a number that cannot be another one in a row."""
    if d.also is None or (low <= d.also[0] <= high and d.also[1] in (low - 1, high + 1)):
        return True
    draft.index.report(
        codes.VALUE_OUT_OF_RANGE,
        f"a number of {low} to {high} may also be {low - 1} or {high + 1}, and no other",
        d.span,
        f"{d.also[0]} also as {d.also[1]}",
        Label(by.name_span, "declared here"),
        help=f"write `{high} also as {low - 1}`: the highest is also the lowest in a row",
    )
    return False


def _melding(draft: Draft, d: s.Patterns, kind: m.Kind, by: m.Field, enum: m.Enum) -> None:
    """Resolves melds: what is alike, or in a row, of so many cards as each says."""
    assert isinstance(by.type, IntType) and by.type.low is not None and by.type.high is not None
    if not _also_fits(draft, d, by, by.type.low, by.type.high):
        return
    melds = []
    for one in d.patterns:
        run = one.run
        assert run is not None
        suit = _suit(draft, kind, run.suit) if run.suit is not None else None
        if run.suit is not None and suit is None:
            return
        if run.number < 1 or (run.most is not None and run.most < run.number):
            turned = run.most is not None and run.most < run.number
            said = f"no number goes from {run.number} to {run.most}" if turned else "a meld is made of cards"
            draft.index.report(codes.VALUE_OUT_OF_RANGE, said, one.span, "of no cards")
            return
        melds.append(m.Meld(one.name.text, run.number, run.most, run.in_a_row, suit, one.span))
    name = _wild(draft, kind, d.wild) if d.wild is not None else ""
    if name is None:
        return
    wild: str | m.Definition = name
    if name not in {row.name for row in kind.rows}:
        wild = next((one for one in draft.game.definitions.values() if one.name == name), "")
    enum.melding = m.Melding(kind, by, by.type.low, by.type.high, d.also, tuple(melds), wild)


def cards_of(made: m.Melding) -> list[tuple[int, ...]]:
    """Gives what counts of each card of melds."""
    rows = (row for row in made.kind.rows if row.values)
    return [melding.values(made, row) for row in rows for _ in range(row.copies)]


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports patterns that no cards of the game make, or that never are the best of what they make."""
    for enum in game.enums.values():
        if enum.melding is not None:
            found = _unfit(enum, enum.melding)
            yield from _never_made(enum.melding) if found is None else (found,)
        ranking = enum.ranking
        if ranking is None:
            continue
        for at, one in enumerate(ranking.patterns):
            why = _impossible(ranking, one)
            if why:
                yield Diagnostic(
                    codes.IMPOSSIBLE_PATTERN,
                    f"no {ranking.kind.plural} make `{one.name}`: {why}",
                    (Label(one.span, "cannot be made"), Label(ranking.kind.name_span, "of these")),
                    "correct the number, or leave the pattern out",
                )
                continue
            better = next((other for other in ranking.patterns[:at] if _within(other, one)), None)
            if better is not None:
                yield Diagnostic(
                    codes.IMPOSSIBLE_PATTERN,
                    f"`{one.name}` never is the best: {ranking.kind.plural} that make it make `{better.name}`, too",
                    (Label(one.span, "never the best"), Label(better.span, "is better")),
                    f"list the best first: put `{one.name}` above `{better.name}`",
                )


def _unfit(enum: m.Enum, made: m.Melding) -> Diagnostic | None:
    """Reports melds that are too many, or of which only the match tells which cards are wild."""
    kind, wild = made.kind, made.wild
    if isinstance(wild, m.Definition):
        if any(printed.holds(wild.test, row) is None for row in kind.rows):
            return Diagnostic(
                codes.WRONG_TYPE,
                f"in melds it is printed which {kind.plural} are wild, and `{wild.name}` asks for more",
                (Label(enum.name_span, "these melds"), Label(wild.name_span, "not told by what is printed")),
                f"say it of printed facts alone, as in `... is {wild.name} if its {made.by.name} is 2`",
            )
    if melding.melds(made, cards_of(made)) is not None:
        return None
    return Diagnostic(
        codes.TOO_LARGE,
        f"melds are made of {melding.CARDS_LIMIT} cards at most, {melding.MELDS_LIMIT:,} different ones",
        (Label(enum.name_span, "too many to look through"),),
        "let fewer cards be one meld, as in `3 to 5 in a row`, or fewer be wild",
    )


def _never_made(made: m.Melding) -> Iterator[Diagnostic]:
    """Reports melds that no cards of the game are."""
    kind = made.kind
    cards = [] if kind.each_player else cards_of(made)
    for at, one in enumerate(made.melds):
        alone = replace(made, melds=(one,))
        values = [(card[0], card[at + 1]) for card in cards]
        found = melding.melds(alone, values)
        if cards and found is not None and not any(found.with_card):
            yield Diagnostic(
                codes.IMPOSSIBLE_PATTERN,
                f"no {kind.plural} make `{one.name}`: there are {len(cards)} {kind.plural}, and not the right ones",
                (Label(one.span, "cannot be made"), Label(kind.name_span, "of these")),
                "correct the number, or leave the meld out",
            )


def _impossible(ranking: m.Ranking, one: m.CardPattern) -> str:
    """Says why no cards make a pattern; empty if some do."""
    if one.size > ranking.number:
        return f"it takes {one.size}, and {ranking.number} count at most"
    cards = [
        ranking.values(row) for row in ranking.kind.rows for _ in range(row.copies) if row.values
    ] if not (ranking.kind.each_player) else []  # fmt: skip
    if not cards or ranking.wild:
        return ""
    if hands.best(ranking, cards, only=ranking.patterns.index(one))[0] >= 0:
        return ""
    return f"there are {len(cards)} {ranking.kind.plural}, and not the right ones"


def _within(part: m.CardPattern, whole: m.CardPattern) -> bool:
    """Tells whether whatever makes the second pattern makes the first one."""
    if part.size == 1 and not part.suit:
        return True
    if part.number and whole.number:
        fits = part.suit is None or part.suit is whole.suit
        return part.number <= whole.number and part.in_a_row <= whole.in_a_row and fits
    if part.number or whole.number or not all(alike for _, alike in (*part.groups, *whole.groups)):
        return False
    sizes = [size for size, _ in whole.groups]
    return len(part.groups) <= len(sizes) and all(
        size <= sizes[at] for at, (size, _) in enumerate(part.groups)
    )


def _field(draft: Draft, kind: m.Kind, name: s.Name) -> m.Field | None:
    field = kind.fields.get(name.text)
    if field is None:
        draft.index.unknown(name, m.Field, f"fact of {kind.name}")
        return None
    field.used = True
    return field


def _suit(draft: Draft, kind: m.Kind, name: s.Name) -> m.Field | None:
    field = _field(draft, kind, name)
    if field is not None and (field.kept or field.index is not None or not isinstance(field.type, EnumType)):
        _wrong(draft, name, f"`{name.text}` of {kind.name} is no printed value of a list", field)
        return None
    return field


def _wrong(draft: Draft, name: s.Name, said: str, field: m.Field) -> None:
    draft.index.report(
        codes.WRONG_TYPE, said, name.span, "not this", Label(field.name_span, "declared here"),
        help=f"name a printed fact of {field.owner.name if field.owner is not None else 'the cards'}",
    )  # fmt: skip
