"""Records and questions in words: events, choices, and reasons why something cannot be chosen.

Invariants:
    The public text of an event names nothing that somebody may not see; what a seat may read besides stands in
    `private`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, assert_never

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.told import TOLD
from gekido_dsl.ground.wording import As, Moved, Own, Place, Rolled, Sentence, Value
from gekido_dsl.languages import article, authored, joined, message, tell, text
from gekido_dsl.model import hidden, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.parameters import index_type, said_of
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.model.unseen import BY_CHANCE, OPENLY, QUIET
from gekido_dsl.telling.actors import is_quiet, who_acted
from gekido_dsl.telling.labels import Labels, both
from gekido_dsl.telling.record import Record, Running

_LAST_TURNS: Final = {
    "each": text("Each player has one more turn"),
    "others": text("Each other player has one more turn"),
    "alike": text("This round is the last"),
}
_LAST_TURNS_OF: Final = {
    "each": message("{end}: each player has one more turn"),
    "others": message("{end}: each other player has one more turn"),
    "alike": message("{end}: this round is the last"),
}
_LAID_OUT: Final = {
    0: message("{board} is laid out as {plan}"),
    1: message("{board} is laid out as {plan}, turned right"),
    2: message("{board} is laid out as {plan}, turned around"),
    3: message("{board} is laid out as {plan}, turned left"),
    4: message("{board} is laid out as {plan}, mirrored"),
}
"""By the lie of the drawing."""
_SHUFFLED: Final = {
    "onto": message("{what} is shuffled onto {place}"),
    "under": message("{what} is shuffled under {place}"),
}
_FACT_OF: Final = {
    "for": message("{fact} for {value}"),
    "towards": message("{fact} towards {value}"),
}
Told = tuple[str, dict[int, str]]
"""What everybody may read of an event, and what single seats read instead."""


def event_of_game(s: Position) -> e.Event:
    """Tells that the next game of a row begins."""
    return event(s, (), Record("game", (s.cells[lay.GAME],), "", (), s.layout.game.span, NONE))


def event(s: Position, running: Running, record: Record) -> e.Event:
    """Puts something that has just happened into words."""
    return Words(s).event(running, record)


@lru_cache(maxsize=8)
def lock_goals(game: m.Game) -> frozenset[str]:
    """Names the places that rules lock dice into."""
    return frozenset(
        place.ref.name
        for decl in walk.declarations(game)
        for node in walk.nodes(decl)
        if isinstance(node, m.acts.Move) and node.told == "lock"
        for place in walk.exprs(node.goal)
        if isinstance(place, m.ops.Place)
    )


class Words:
    """Puts one position into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.layout = position.layout
        self.labels = Labels(self.layout)

    def thing_of(self, kind: Any, value: Any) -> str:
        """Names what an action is done with: a part of a thing by what it is."""
        if isinstance(kind, ThingType) and kind.kind.parent is not None and kind.kind.board is None:
            return authored(kind.kind.rows[self.layout.row_of[value]].name)
        return self.labels.value(self.position, kind, value)

    # ------------------------------------------------------------ events

    def event(self, running: Running, record: Record) -> e.Event:
        """Puts a record into words."""
        told, private = self._text(record)
        if record.reader is not None:
            private = {record.reader: private.get(record.reader, told)}
            told = ""
        if is_quiet(record):  # nor is it told which line of which rule did it
            record = replace(record, rule="", span=None, cites=())
        return e.Event(
            record.kind,
            told,
            record.rule,
            record.span,
            tuple(str(cite) for cite in record.cites),
            who_acted(self.position, running, record),
            private,
            () if record.reader is not None else record.args,
            () if _is_for_nobody(record) else record.why,
        )

    def _text(self, record: Record) -> Told:
        says = TOLD[record.kind].says
        match says:
            case Sentence():
                return self._said(says, record.args)
            case Moved():
                return self._moved(says, *record.args)
            case Rolled(rolls):
                who = self.labels.player(record.actor) if record.actor != NONE else text("chance")
                return self._rolled(rolls, who, *record.args)
            case _:
                return self._own_words(says, record)

    def _said(self, says: Sentence, args: tuple[Any, ...]) -> Told:
        """Says an event in the words of its record."""
        values = {name: self._value(part, args) for name, part in says.values.items()}
        seen = next((name for name, part in says.values.items() if part.said is As.SEEN), None)
        if seen is None or args[says.values[seen].at] == NONE:
            return tell(says.message, **values), {}
        return self._one(
            args[says.values[seen].at], lambda name: tell(says.message, **{**values, seen: name})
        )

    def _value(self, part: Value, args: tuple[Any, ...]) -> Any:
        value = args[part.at]
        match part.said:
            case As.PLAYER:
                return self.labels.player(value)
            case As.THING | As.SEEN:
                return self.labels.called(self.position, value)
            case As.NAME:
                return str(value.name)
            case As.NUMBER:
                return value
            case _:
                assert_never(part.said)

    def _own_words(self, own: Own, record: Record) -> Told:
        """Says an event of a kind that has words of its own."""
        s, labels = self.position, self.labels
        args = record.args
        match own:
            case Own.TURN:
                who = args[0]
                if who == NONE:
                    return text("Round {number}", number=s.cells[lay.TURNS]), {}
                return text("{player}'s turn", player=labels.player(who)), {}
            case Own.BEGUN:
                return authored(args[0].title or args[0].name, "title", "phase"), {}
            case Own.LAID_OUT:
                board, owner, plan, lie = args
                whole = labels.owned(labels.player(owner), board.name) if owner != NONE else board.name
                return tell(_LAID_OUT[lie], board=whole, plan=labels.called(s, plan)), {}
            case Own.LAST_TURNS:
                end = args[0]
                if end.name == m.GAME_END:
                    return _LAST_TURNS[end.last], {}
                return tell(_LAST_TURNS_OF[end.last], end=end.name), {}
            case Own.SHUFFLED:
                if len(args) == 1:
                    return text("{place} is shuffled", place=labels.place(s, args[0])), {}
                what, goal = labels.place(s, args[1]), labels.place(s, args[0])
                return tell(_SHUFFLED[args[2]], what=what, place=goal), {}
            case Own.CHOSEN:
                kind, value, by_chance = args
                who = text("chance") if by_chance or record.actor == NONE else labels.player(record.actor)
                return self._to_each(
                    lambda reader: text(
                        "{player} chooses {what}", player=who, what=self.called(kind, value, reader)
                    )
                )
            case Own.SHOWN:
                things, players, actor = args
                return self._shown(things, players, actor if record.reader is None else record.reader)
            case Own.SHOWN_FACT:
                return self._shown_fact(*args)
            case Own.GOT_DIE:
                thing, track = labels.called(s, args[0]), args[1].name
                gets = text("{thing} gets a die on {track}", thing=thing, track=track)
                told = text(
                    "{thing} gets a die on {track}: {number}", thing=thing, track=track, number=args[2]
                )
                return self._owned(args[1], args[0], told, gets)
            case Own.FLIPPED:
                return self._flipped(*args)
            case Own.LINK_FLIPPED:
                return self._link_flipped(*args)
            case Own.SET:
                return self._set(*args)
            case Own.DAMAGED:
                thing, points = labels.called(s, args[0]), args[1]
                if args[2] in (NONE, args[0]):
                    return text("{thing} suffers {points} damage", thing=thing, points=points), {}
                source = labels.called(s, args[2])
                return text(
                    "{thing} suffers {points} damage from {source}", thing=thing, points=points, source=source
                ), {}
            case Own.HIT:
                thing, track = labels.called(s, args[0]), args[2].name
                told = text("{thing} takes {points} on {track}", thing=thing, points=args[1], track=track)
                return self._owned(
                    args[2], args[0], told, text("{thing} takes damage on {track}", thing=thing, track=track)
                )
            case Own.HEALED:
                thing, track = labels.called(s, args[0]), args[1].name
                mended = text(
                    "{thing} gets {points} back on {track}", thing=thing, points=args[2], track=track
                )
                return self._owned(
                    args[1],
                    args[0],
                    mended if args[2] else "",
                    text("{thing} gets something back on {track}", thing=thing, track=track),
                )
            case Own.ANNOUNCED:
                return self._announced(*args)
            case Own.USED:
                action, value, player = args
                used = text("{action}: {thing}", action=action.name, thing=self.thing_of(action.item, value))
                return text("{player}: {action}", player=labels.player(player), action=used), {}
            case _:
                assert_never(own)

    def _moved(self, says: Moved, thing: int, before: int, after: int) -> Told:
        s, labels = self.position, self.labels
        kind_of = self.layout.kind_of[thing]
        goal = labels.thing(s, after) if 0 <= after < self.layout.count else labels.place(s, after)
        # Where a thing goes need not be said if it could go nowhere else.
        nowhere_else = (
            says.place is Place.UNLESS_LOCKED_THERE_ALONE and len(lock_goals(self.layout.game)) == 1
        ) or (says.place is Place.UNLESS_THE_ONLY_PILE and len(self.layout.game.piles_of(kind_of)) == 1)

        onto = 0 <= after < self.layout.count and self.layout.kind_of[after].board is not None
        steps = onto and says is TOLD["move"].says

        def moved(name: str, place: str) -> str:
            if steps and not nowhere_else:
                return text("{thing} moves to {space}", thing=name, space=place)
            return tell(says.away, thing=name) if nowhere_else else tell(says.to, thing=name, place=place)

        decl = self.layout.place_names[before][0] if before >= self.layout.count else None
        unrolled = kind_of.faces is not None and isinstance(decl, m.Place) and decl.word == "box"
        name = article(kind_of.name) if unrolled else labels.card(s, thing)
        if not unrolled:
            name = self._numbered(kind_of, name)
        open_text = moved(name, goal)
        if before in self.layout.base_of and labels.nameless(thing):
            begun = labels.space(s, before)
            name = labels.drawn(s, thing)
            if says is TOLD["move"].says:
                open_text = text("{thing} moves from {space} to {place}", thing=name, space=begun, place=goal)
            else:
                open_text = moved(text("{thing} {space}", thing=name, space=begun), goal)
        readers = knowledge.readers(s, thing)
        if readers is None:
            return open_text, {}
        if knowledge.hides_spaces(self.layout, after):
            goal = labels.board(after)
        return moved(article(kind_of.name), goal), dict.fromkeys(readers, open_text)

    def _announced(self, said: str, whom: int, kind: Any, of: Any = None, value: Any = None) -> Told:
        """Puts a text of the ruleset before a reader, with whom and what it is about as far as they may see it."""

        def told(reader: int | None) -> str:
            what = authored(said, "announcement")
            if of is not None:
                what = text("{announced} at {place}", announced=said, place=self.called(of, value, reader))
            hides = isinstance(kind, ThingType) and not knowledge.knows(self.position, reader, whom)
            if kind is None or whom == NONE or hides:
                return what
            return text(
                "{thing}: {announced}", thing=self.labels.value(self.position, kind, whom), announced=what
            )

        return self._to_each(told)

    def _shown(self, things: tuple[int, ...], players: tuple[int, ...], actor: int) -> Told:
        """Tells what was shown: to those who know it now by name, to others how many."""
        s, labels = self.position, self.labels
        kinds = dict.fromkeys(self.layout.kind_of[thing] for thing in things)
        counted = both(
            [
                self._several(kind, sum(self.layout.kind_of[thing] is kind for thing in things))
                for kind in kinds
            ]
        )
        places = {s.where[thing] for thing in things}
        lies = labels.place(s, *places) if len(places) == 1 and min(places) >= self.layout.count else ""
        who = labels.player(actor) if actor != NONE else text("chance")
        every = len(players) == self.layout.players
        whom = "" if every else joined(", ", map(labels.player, players))

        def told(reader: int | None) -> str:
            known = all(knowledge.knows(s, reader, thing) for thing in things)
            named = joined(", ", (labels.card(s, thing) for thing in knowledge.in_sight(s, list(things))))
            what = named if known else counted
            if lies:
                what = text("{things} of {place}", things=what, place=lies)
            if players == (actor,):
                return text("{player} looks at {things}", player=who, things=what)
            if every:
                return text("{player} shows {things}", player=who, things=what)
            return text("{player} shows {things} to {others}", player=who, things=what, others=whom)

        return self._to_each(told)

    @staticmethod
    def _several(kind: m.Kind, number: int) -> str:
        """Says how many things of a kind there are."""
        return (
            text("{number} {kinds}", number=number, kinds=kind.plural) if number > 1 else article(kind.name)
        )

    def _shown_fact(self, goal: m.Expr, value: Any, whose: int, players: tuple[int, ...]) -> Told:
        """Tells what a fact says to those to whom it was shown, and to others that it was."""
        every = len(players) == self.layout.players
        whom = joined(", ", map(self.labels.player, players))
        fact = isinstance(goal.ref, m.Field)
        seen = hidden.seen(goal.ref) if fact else getattr(goal.ref, "seen", "everyone")

        def told(reader: int | None) -> str:
            name = self.labels.owned(self.whose_name(whose, reader), goal.ref.name)
            if every or reader in players or knowledge.may_see(self.position, seen, whose, reader):
                return text("{fact} is {value}", fact=name, value=self.called(goal.type, value, reader))
            if every:
                return text("{fact} is shown", fact=name)
            return text("{fact} is shown to {others}", fact=name, others=whom)

        return self._to_each(told)

    def _to_each(self, told: Callable[[int | None], str]) -> Told:
        """Gives what everybody may read, and what single seats read instead; None reads as a spectator does."""
        public = told(None)
        seats = {seat: told(seat) for seat in range(self.layout.players)}
        return public, {seat: text for seat, text in seats.items() if text != public}

    def called(self, kind: Any, value: Any, reader: int | None) -> str:
        """Names a value to a reader: a thing that they do not know by its kind."""
        if isinstance(value, list | tuple):
            return joined(", ", (self.called(item(kind), one, reader) for one in value)) or text("nothing")
        one = item(kind)
        if isinstance(one, ThingType) and one.kind.board is None and value != NONE:
            if not knowledge.knows(self.position, reader, value):
                return article(one.kind.name)
        return self.labels.value(self.position, kind, value)

    def _one(self, thing: int, told: Callable[[str], str]) -> Told:
        """Tells something of a thing: to those who do not know it, of one of its kind."""
        kind = self.layout.kind_of[thing]
        if kind.board is not None or knowledge.readers(self.position, thing) is None:
            return told(self.labels.drawn(self.position, thing)), {}
        return self._to_each(lambda reader: told(self.called(ThingType(kind), thing, reader)))

    def _rolled(
        self, rolls: str, who: str, kind: m.Kind, faces: tuple[int, ...], dice: tuple[int, ...]
    ) -> Told:
        """Tells of a roll: to whoever does not see some of the dice, how many those are."""
        labels = self.labels

        def told(reader: int | None) -> str:
            shown = [
                labels.face(kind, face)
                for face, die in zip(faces, dice, strict=True)
                if knowledge.knows(self.position, reader, die)
            ]
            rest = len(dice) - len(shown)
            if rest:
                shown.append(self._several(kind, rest))
            return joined(", ", shown)

        return self._to_each(lambda reader: tell(rolls, player=who, dice=told(reader)))

    def _owned(self, decl: Any, thing: int, told: str, closed: str) -> Told:
        """Tells what happened to a track or link of a thing: in full to those who see it."""
        if decl.seen == "everyone":
            return told, {}
        owner = self.position.owner(thing)
        return closed, {owner: told} if decl.seen == "owner" and owner != NONE else {}

    def _link_flipped(
        self, link: m.Link, here: int, other: int, before: int, side: int, how: int = OPENLY
    ) -> Told:
        """Tells that a link was turned: to whoever does not see it, no more than they may know."""
        s, labels = self.position, self.labels
        whose, whom = labels.owned(labels.called(s, here), link.name), labels.called(s, other)
        now = link.sides.members[side]
        closed: str = text("{link} for {thing} is set", link=whose, thing=whom)
        if how == QUIET:
            closed = ""  # That it was done is as hidden as the link.
        elif how == BY_CHANCE:
            one, another = article(self.layout.kind_of[here].name), article(self.layout.kind_of[other].name)
            closed = text("{link} for {thing} is set", link=labels.owned(one, link.name), thing=another)
        told = text("{link} for {thing} is {side}", link=whose, thing=whom, side=now)
        # Whoever sees it need not be told that nothing has changed; to the others that would tell something.
        return self._owned(link, here, told if before != side else "", closed)

    def _flipped(self, kind: m.Kind, before: int, after: int, die: int) -> Told:
        """Tells that a die was flipped or turned: to whoever does not see it, that it was."""
        old, new = self.labels.face(kind, before), self.labels.face(kind, after)
        # Whoever sees it need not be told that nothing has changed; to the others that would tell something.
        die_name = article(kind.name)
        seen = text("{die} goes from {old} to {new}", die=die_name, old=old, new=new)
        readers = knowledge.readers(self.position, die)
        if readers is None:
            return seen, {}
        turned = text("{die} is turned", die=die_name)
        return turned, dict.fromkeys(readers, seen if old != new else "")

    def _set(
        self, goal: m.Expr, before: int, after: int, whose: int, which: int = NONE, how: int = OPENLY
    ) -> Told:
        labels = self.labels
        name: str = goal.ref.name
        if which != NONE and isinstance(goal.ref, m.Field) and goal.ref.index is not None:
            kind = index_type(goal.ref.index)
            name = tell(_FACT_OF[said_of(kind)], fact=name, value=labels.value(self.position, kind, which))
        if whose != NONE and name == FACING:
            return self._turned(whose), {}
        fact = isinstance(goal.ref, m.Field)
        seen = hidden.seen(goal.ref) if fact else getattr(goal.ref, "seen", "everyone")

        def told(reader: int | None) -> str:
            of_the_game = whose == NONE or self.layout.kind_of[whose].table
            owner = "" if of_the_game else self.whose_name(whose, reader)
            if not knowledge.may_see(self.position, seen, whose, reader):
                if how == QUIET:
                    return ""  # That it was done is as hidden as the fact.
                # Which thing chance took is as hidden as the fact.
                kind_ = self.layout.kind_of[whose]
                someone = text("a player") if kind_.sheet else article(kind_.name)
                owner = someone if how == BY_CHANCE else owner
                return text("{fact} is set", fact=labels.owned(owner, name) if owner else name)
            old, new = (self.called(goal.type, value, reader) for value in (before, after))
            if before == after and seen != "everyone":
                return ""  # Whoever knows it need not be told that nothing has changed.
            called = labels.owned(owner, name) if owner else name
            if old == new:
                return text("{fact} stays {value}", fact=called, value=new)
            return text("{fact}: {old} → {new}", fact=called, old=old, new=new)

        if seen == "everyone" and not self._hides(goal.type, (before, after, whose)):
            return told(None), {}
        return self._to_each(told)

    def _hides(self, kind: Any, values: tuple[Any, ...]) -> bool:
        """Tells whether somebody may not know one of the things that something is about."""
        if self.layout.known_cell == NONE:
            return False
        things = [one for one in values[:2] if isinstance(item(kind), ThingType) and isinstance(one, int)]
        return any(
            knowledge.readers(self.position, one) is not None for one in (*things, values[2]) if one != NONE
        )

    def _turned(self, die: int) -> str:
        """Tells how a solid die lies now, and where."""
        s, labels = self.position, self.labels
        where = s.where[die]
        name = self._numbered(self.layout.kind_of[die], labels.thing(s, die))
        told = text("{die} turns to {sides}", die=name, sides=labels.turned(s, die))
        if where < self.layout.count:
            return told
        return text("{place}: {told}", place=labels.place(s, where), told=told)

    def _numbered(self, kind: m.Kind, name: str) -> str:
        """Puts the kind of a die before its number, which alone is no name."""
        return text("{kind} {number}", kind=kind.name, number=name) if isinstance(kind.faces, tuple) else name

    def whose_name(self, thing: int, reader: int | None = None) -> str:
        """Names a thing that keeps a fact; what every player has one of goes by its player."""
        kind = self.layout.kind_of[thing]
        if kind.each_player == 1 and kind.file is None:
            return self.labels.player(self.layout.born_to[thing])
        if kind.board is None and not knowledge.knows(self.position, reader, thing):
            return article(kind.name)
        return self.labels.owner_name(self.position, thing)


def _is_for_nobody(record: Record) -> bool:
    """Tells whether nobody may read how a fact came about."""
    return TOLD[record.kind].says is Own.SET and getattr(record.args[0].ref, "seen", "everyone") == "nobody"
