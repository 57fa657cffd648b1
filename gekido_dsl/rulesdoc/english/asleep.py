"""What takes no part in a game under the options that are chosen: a book tells of it as what another answer brings.

Invariants:
    Nothing is left out that any rule, condition or number which still counts speaks of.
    A place stays empty only if it begins empty and no sentence that is ever carried out speaks of it or of its things.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import children, walk
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.syntax import nodes as s

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english.teller import Teller


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a declaration speaks of: where it still counts, in its sentences alone, and where it never does."""

    live: frozenset[object]
    done: frozenset[object]
    never: frozenset[object]


def fall_asleep(t: "Teller") -> None:
    """Notes which places stay empty and what takes no part, under the options that are chosen."""
    if not t.game.options:
        return
    t.empty = frozenset(_empty(t))
    t.asleep = frozenset(_asleep(t))


def _empty(t: "Teller") -> set[object]:
    """Gives the places that only sentences that are never carried out speak of; their things count as well."""
    spoken = [_spoken(t, one) for one in _rules(t)]
    never = {key for one in spoken for key in one.never}
    done = {key for one in spoken for key in one.done}
    return {
        place
        for place in t.game.places.values()
        if place in never
        and place not in done
        and not _begins_full(t, place)
        and _things_of(t, place).isdisjoint(done)
    }


def _begins_full(t: "Teller", place: m.Place) -> bool:
    """Tells whether a place begins with things in it."""
    written = t.text_of(place)
    return written is None or ":" in written.span.text


def _things_of(t: "Teller", place: m.Place) -> set[object]:
    """Gives the kinds that the text of a place speaks of."""
    written = t.text_of(place)
    return {one for one in _meanings(t, walk(written)) if isinstance(one, m.Kind)}


def _asleep(t: "Teller") -> set[m.Decl]:
    """Gives what only texts that never count speak of, or what is asleep itself."""
    decls = {id(t.text_of(one)): one for one in _declared(t.game)}
    spoken = [(decls.get(id(one)), _spoken(t, one)) for one in _rules(t)]
    always = {t.game.turn, t.game.setup, t.game.position, *t.game.boards.values(), *t.game.triggers}
    found = ({key for _, one in spoken for key in one.never} | t.empty) - always
    while True:
        more = {key for decl, one in spoken if decl in found for key in one.live} - found - always
        if not more:
            break
        found |= more
    while True:
        awake = {key for decl, one in spoken if decl not in found for key in one.live} & found
        if not awake:
            return {one for one in found if isinstance(one, m.Decl) and not isinstance(one, m.Option)}
        found -= awake


def _rules(t: "Teller") -> Iterator[s.Declaration]:
    """Gives the texts that a match is played by."""
    for one in t.declarations:
        if not isinstance(one, s.Scenario | s.Claim | s.Report | s.Aim):
            yield one


def _declared(game: m.Game) -> Iterator[m.Decl]:
    yield from game.declarations()
    yield from (one for one in (game.setup, game.turn, game.position, *game.ends) if one is not None)


def _spoken(t: "Teller", written: s.Declaration) -> Spoken:
    live = list(_live(t, written))
    keys = frozenset(_meanings(t, iter(live)))
    sentences = [node for one in live if isinstance(one, s.Sentence) for node in _live(t, one)]
    never = frozenset(_meanings(t, walk(written))) - keys
    return Spoken(keys, frozenset(_meanings(t, iter(sentences))), never)


def _live(t: "Teller", node: s.Node) -> Iterator[s.Node]:
    """Gives the nodes of a text that still count under the options."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, s.If):
            left = settled(t, one.condition)
            if isinstance(left, bool):
                waiting += one.then if left else one.otherwise
                continue
        condition = getattr(one, "condition", None)
        if isinstance(one, s.GameEnd | s.Exception_ | s.OnlyIf) and settled(t, condition) is False:
            continue
        guard = getattr(one, "guard", None)
        if isinstance(guard, s.Guard) and guarded(t, guard) is False:
            continue
        yield one
        waiting += children(one)


def _meanings(t: "Teller", nodes: Iterator[s.Node]) -> Iterator[object]:
    for one in nodes:
        match one:
            case s.Name():
                yield t.meaning(one)
            case s.Attribute(built_in=False, name=name):
                yield t.w.names.meaning(name, one.span)
            case _:
                pass
