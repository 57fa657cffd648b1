"""Which declarations a generated book tells where they are used, so that they need no heading.

Invariants:
    What a reader would have to look up for one short sentence is a helper; what is used often, or is long, is a word.
    A helper that some passage still calls by its name keeps a passage of its own.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from gekido_dsl.book.alternatives import other_answers
from gekido_dsl.book.parts import Parts
from gekido_dsl.book.phrases import Phrases
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import walk
from gekido_dsl.model.types import IntType, PlayerType
from gekido_dsl.rulesdoc.english import Teller
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.asleep import fall_asleep
from gekido_dsl.rulesdoc.english.nouns import outermost
from gekido_dsl.rulesdoc.english.sentences import moves_on
from gekido_dsl.rulesdoc.names import Key, Names
from gekido_dsl.rulesdoc.passage import PassageWriter, passage
from gekido_dsl.syntax import nodes as s

_PASSES: Final = 6
"""So often a text is written to find out what it names; one that still changes has no helpers."""
_ADDRESS: Final = re.compile(r"\]\([^)\s]*#([\w-]+)\)")
_ONCE: Final = 170
"""As many letters may be told in place of a definition that one declaration uses."""
_OFTEN: Final = 75
"""As many of one that several use."""
_PROPERTY: Final = 130
"""As many of one that is no word of its own: what belongs to a thing."""
_STEPS: Final = 900
"""As many letters may a rule have that one declaration does."""
_FEW_STEPS: Final = 260
"""As many one that several do."""


def tell_in_place(
    writer: PassageWriter, parts: Parts, phrases: Phrases, texts: Callable[[], list[str]]
) -> None:
    """Has a writer tell helpers where they are used, as a text does that is generated as a whole.

    Args:
        texts: writes that text; what it still calls by a name is no helper.
    """
    teller = writer.players
    teller.whole_book, teller.moves_on = True, moves_on
    if other_answers(parts.game, teller.answers or {}):
        fall_asleep(teller)
    teller.numbers_of = constants(parts, phrases)
    teller.sorts = sorts(parts.game)
    teller.added = added_up(teller)
    teller.kept_in_mind = kept_in_mind(parts.game) | set(teller.added)
    teller.of_players = of_players(teller, parts)
    teller.helpers = helpers(writer, parts)
    for _ in range(_PASSES):
        written = texts()
        named = _named(writer.names, teller.helpers, written)
        if not named:
            return
        teller.helpers -= named
    teller.helpers = frozenset()


def helpers(writer: PassageWriter, parts: Parts) -> frozenset[m.Decl]:
    """Lists the declarations that may be told in place."""
    found: set[m.Decl] = set()
    for decl in parts.needed():
        if not isinstance(decl, m.Definition | m.Property | m.Procedure) or decl.exceptions:
            continue
        if isinstance(decl, m.Procedure) and decl.word != "rule":
            continue
        users = [one for one in parts.users.get(decl, ()) if one not in parts.machine]
        told = en.plain(passage(writer, decl))
        rule = isinstance(decl, m.Procedure)
        if isinstance(decl, m.Procedure) and not decl.params and len(users) > 1:
            continue  # its name says it all: `Roll`
        if rule and "\n" in told and _done_often(writer.players, decl):
            continue  # its steps would be told again and again
        once, often = (_STEPS, _FEW_STEPS) if rule else (_ONCE, _OFTEN)
        if isinstance(decl, m.Property):
            often = _PROPERTY
        listed = "\n" in told and not rule
        position = any(isinstance(one, m.Position) for one in users)
        if users and not listed and not position and len(told) <= (once if len(users) == 1 else often):
            found.add(decl)
    return frozenset(found)


def _done_often(teller: Teller, rule: m.Decl) -> bool:
    """Tells whether the rules of a game do a rule in several places."""
    nodes = (node for one in teller.declarations if not isinstance(one, s.Scenario) for node in walk(one))
    done = (
        one for one in nodes if isinstance(one, s.Sentence) and one.verb == "do" and one.object is not None
    )
    return sum(1 for one in done if one.object is not None and outermost(teller, one.object.head) is rule) > 1


def of_players(teller: Teller, parts: Parts) -> frozenset[m.Decl]:
    """Lists words of things that depend on a player and are asked for, maybe by others of them, of any player."""
    words = [
        one
        for one in parts.needed()
        if isinstance(one, m.Definition | m.Property) and not isinstance(one.subject, PlayerType)
    ]
    depends = {one for one in words if _speaks_of_a_player(teller, one)}
    found: set[m.Decl] = set()
    while True:
        more = {
            one
            for one in depends - found
            if any(user in found or _is_of_a_player(user) for user in parts.users.get(one, ()))
        }
        if not more:
            return frozenset(found)
        found |= more


def _speaks_of_a_player(teller: Teller, decl: m.Decl) -> bool:
    """Tells whether a declaration says `me`, `my`, `friendly` or `enemy`."""
    written = teller.text_of(decl)
    nodes = walk(written) if written is not None else ()
    return any(
        isinstance(one, s.Me)
        or (isinstance(one, s.Noun) and {"friendly", "enemy"} & set(one.adjectives))
        or (isinstance(one, s.Is) and one.how == "adjective" and one.word in ("friendly", "enemy"))
        for one in nodes
    )


def _is_of_a_player(decl: m.Decl) -> bool:
    """Tells whether a word or a number is that of any player."""
    return isinstance(decl, m.Definition | m.Property | m.Amount) and isinstance(decl.subject, PlayerType)


def constants(parts: Parts, phrases: Phrases) -> dict[m.Amount, int]:
    """Gives the amounts that are always the same number under the options."""
    found = {}
    for decl in parts.needed():
        if isinstance(decl, m.Amount) and decl.subject is None and not decl.params:
            number = phrases.of_amount(decl)
            if number is not None:
                found[decl] = number
    return found


def _named(names: Names, helpers: Iterable[m.Decl], texts: list[str]) -> set[m.Decl]:
    """Lists the helpers that a text still calls by their names."""
    called = {slug for text in texts for slug in _ADDRESS.findall(text)}
    return {one for one in helpers if names[one].slug in called}


def kept_in_mind(game: m.Game) -> frozenset[Key | None]:
    """Lists the numbers of the game that nobody notes down: their text says how many they are whenever it matters."""
    found: list[m.Field] = []
    for kind in game.kinds.values():
        unlogged = [one for one in kind.fields.values() if one.unlogged]
        if kind.table and kind.text and len(unlogged) == 1 and isinstance(unlogged[0].type, IntType):
            found += unlogged
    return frozenset(found)


def sorts(game: m.Game) -> frozenset[m.Field]:
    """Lists the facts that drawings of boards give to pieces: `"K" is a King`."""
    stands = (one for board in game.boards.values() for signs in board.legend.values() for one in signs)
    return frozenset(one.fact[0] for one in stands if one.fact is not None)


def added_up(teller: Teller) -> dict[Key | None, s.Phrase]:
    """Gives the numbers that only serve to end as high or as low as possible, with what is added each time."""
    fields = [
        one
        for phase in teller.game.phases.values()
        for one in phase.fields.values()
        if one.unlogged and isinstance(one.type, IntType)
    ]
    if not fields:
        return {}
    nodes = [node for declaration in teller.declarations for node in walk(declaration)]
    named = [teller.meaning(one) for one in nodes if isinstance(one, s.Name)]
    found: dict[Key | None, s.Phrase] = {}
    for field in fields:
        ends = [one for one in nodes if isinstance(one, s.Repeat) and one.ends is not None]
        aimed = [one for one in ends if one.ends is not None and _is(teller, one.ends.by, field)]
        gains = [
            one
            for one in nodes
            if isinstance(one, s.Sentence)
            and one.subject is not None
            and _is(teller, one.subject.head, field)
        ]
        if len(aimed) == len(gains) == 1 and gains[0].verb == "gain" and gains[0].object is not None:
            if named.count(field) == 3:  # where it is declared, where it grows, and what it is for
                found[field] = gains[0].object
    return found


def _is(teller: Teller, expr: s.Expr, field: m.Field) -> bool:
    return isinstance(expr, s.Noun) and expr.name is not None and teller.meaning(expr.name) is field
