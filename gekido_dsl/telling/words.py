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
from gekido_dsl.ground.wording import As, Moved, Own, Place, Rolled, Value
from gekido_dsl.model import hidden, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article
from gekido_dsl.model.parameters import index_type, said_of
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.model.unseen import BY_CHANCE, OPENLY, QUIET
from gekido_dsl.telling.actors import is_quiet, who_acted
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.record import Record, Running

_LAST_TURNS: Final = {
    "each": "Each player has one more turn",
    "others": "Each other player has one more turn",
    "alike": "This round is the last",
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
            return str(kind.kind.rows[self.layout.row_of[value]].name)
        return self.labels.value(self.position, kind, value)

    # ------------------------------------------------------------ events

    def event(self, running: Running, record: Record) -> e.Event:
        """Puts a record into words."""
        text, private = self._text(record)
        if record.reader is not None:
            private = {record.reader: private.get(record.reader, text)}
            text = ""
        if is_quiet(record):  # nor is it told which line of which rule did it
            record = replace(record, rule="", span=None, cites=())
        return e.Event(
            record.kind,
            text,
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
            case tuple():
                return self._said(says, record.args)
            case Moved():
                return self._moved(says, *record.args)
            case Rolled(verb):
                who = self.labels.player(record.actor) if record.actor != NONE else "chance"
                return self._rolled(f"{who} {verb}", *record.args)
            case _:
                return self._own_words(says, record)

    def _said(self, says: tuple[str | Value, ...], args: tuple[Any, ...]) -> Told:
        """Says an event in the words of its record."""
        hidden: int = NONE
        told = ""
        for part in says:
            if isinstance(part, str):
                told += part
            elif part.said is As.SEEN:
                told += "{}"
                hidden = args[part.at]
            else:
                told += self._value(part, args).replace("{", "{{").replace("}", "}}")
        return self._one(hidden, told) if hidden != NONE else (told.format(), {})

    def _value(self, part: Value, args: tuple[Any, ...]) -> str:
        value = args[part.at]
        match part.said:
            case As.PLAYER:
                return self.labels.player(value)
            case As.THING | As.SEEN:
                return self.labels.called(self.position, value)
            case As.NAME:
                return str(value.name)
            case As.NUMBER:
                return str(value)
            case _:
                assert_never(part.said)

    def _own_words(self, own: Own, record: Record) -> Told:
        """Says an event of a kind that has words of its own."""
        s, labels = self.position, self.labels
        args = record.args
        match own:
            case Own.TURN:
                who = args[0]
                return f"{labels.player(who)}'s turn" if who != NONE else f"Round {s.cells[lay.TURNS]}", {}
            case Own.BEGUN:
                return args[0].title or args[0].name, {}
            case Own.LAID_OUT:
                board, owner, plan = args
                whose = f"{labels.player(owner)}'s " if owner != NONE else ""
                return f"{whose}{board.name} is laid out as {labels.called(s, plan)}", {}
            case Own.LAST_TURNS:
                end = args[0]
                said = _LAST_TURNS[end.last]
                return said if end.name == m.GAME_END else f"{end.name}: {said[0].lower()}{said[1:]}", {}
            case Own.SHUFFLED:
                if len(args) == 1:
                    return f"{labels.place(s, args[0])} is shuffled", {}
                return f"{labels.place(s, args[1])} is shuffled {args[2]} {labels.place(s, args[0])}", {}
            case Own.CHOSEN:
                kind, value, by_chance = args
                who = "chance" if by_chance or record.actor == NONE else labels.player(record.actor)
                return self._to_each(lambda reader: f"{who} chooses {self.called(kind, value, reader)}")
            case Own.SHOWN:
                things, players, actor = args
                return self._shown(things, players, actor if record.reader is None else record.reader)
            case Own.SHOWN_FACT:
                return self._shown_fact(*args)
            case Own.GOT_DIE:
                gets = f"{labels.called(s, args[0])} gets a die on {args[1].name}"
                return self._owned(args[1], args[0], f"{gets}: {args[2]}", gets)
            case Own.FLIPPED:
                return self._flipped(*args)
            case Own.LINK_FLIPPED:
                link, here, other, side = args
                turned = f"{labels.called(s, here)}'s {link.name} for {labels.called(s, other)} is"
                return self._owned(link, here, f"{turned} {link.sides.members[side]}", f"{turned} set")
            case Own.SET:
                return self._set(*args)
            case Own.DAMAGED:
                source = f" from {labels.called(s, args[2])}" if args[2] not in (NONE, args[0]) else ""
                return f"{labels.called(s, args[0])} suffers {args[1]} damage{source}", {}
            case Own.HIT:
                hit = f"{labels.called(s, args[0])} takes {{}} on {args[2].name}"
                return self._owned(args[2], args[0], hit.format(args[1]), hit.format("damage"))
            case Own.HEALED:
                healed = f"{labels.called(s, args[0])} gets {{}} back on {args[1].name}"
                return self._owned(args[1], args[0], healed.format(args[2]), healed.format("something"))
            case Own.ANNOUNCED:
                return self._announced(*args)
            case Own.USED:
                action, value, player = args
                return f"{labels.player(player)}: {action.name}: {self.thing_of(action.item, value)}", {}
            case _:
                assert_never(own)

    def _moved(self, says: Moved, thing: int, before: int, after: int) -> Told:
        s, labels = self.position, self.labels
        kind_of = self.layout.kind_of[thing]
        goal = labels.thing(s, after) if 0 <= after < self.layout.count else labels.place(s, after)
        verb = says.verb
        # Where a thing goes need not be said if it could go nowhere else.
        if (says.place is Place.UNLESS_LOCKED_THERE_ALONE and len(lock_goals(self.layout.game)) == 1) or (
            says.place is Place.UNLESS_THE_ONLY_PILE and len(self.layout.game.piles_of(kind_of)) == 1
        ):
            verb, goal = verb.rpartition(" ")[0], ""
        decl = self.layout.place_names[before][0] if before >= self.layout.count else None
        unrolled = kind_of.faces is not None and isinstance(decl, m.Place) and decl.word == "box"
        name = article(kind_of.name) if unrolled else labels.card(s, thing)
        if not unrolled:
            name = self._numbered(kind_of, name)
        if before in self.layout.base_of and labels.nameless(thing):
            begun = labels.space(s, before)
            if verb == "moves to":
                verb = f"moves from {begun} to"
            else:
                name = f"{name} {begun}"
        open_text = f"{name} {verb} {goal}".rstrip()
        readers = knowledge.readers(s, thing)
        if readers is None:
            return open_text, {}
        if knowledge.hides_spaces(self.layout, after):
            goal = labels.board(after)
        verb = "moves to" if verb.startswith("moves from") else verb
        return f"{article(kind_of.name)} {verb} {goal}".rstrip(), dict.fromkeys(readers, open_text)

    def _announced(self, text: str, whom: int, kind: Any, of: Any = None, value: Any = None) -> Told:
        """Puts a text of the ruleset before a reader, with whom and what it is about as far as they may see it."""

        def told(reader: int | None) -> str:
            said = text if of is None else f"{text} at {self.called(of, value, reader)}"
            hides = isinstance(kind, ThingType) and not knowledge.knows(self.position, reader, whom)
            if kind is None or whom == NONE or hides:
                return said
            return f"{self.labels.value(self.position, kind, whom)}: {said}"

        return self._to_each(told)

    def _shown(self, things: tuple[int, ...], players: tuple[int, ...], actor: int) -> Told:
        """Tells what was shown: to those who know it now by name, to others how many."""
        s, labels = self.position, self.labels
        kinds = dict.fromkeys(self.layout.kind_of[thing] for thing in things)
        counted = " and ".join(
            f"{number} {kind.plural}" if number > 1 else article(kind.name)
            for kind in kinds
            for number in [sum(self.layout.kind_of[thing] is kind for thing in things)]
        )
        places = {s.where[thing] for thing in things}
        where = (
            f" of {labels.place(s, *places)}" if len(places) == 1 and min(places) >= self.layout.count else ""
        )
        who = labels.player(actor) if actor != NONE else "chance"
        if players == (actor,):
            verb, to = "looks at", ""
        else:
            every = len(players) == self.layout.players
            verb, to = "shows", "" if every else f" to {', '.join(map(labels.player, players))}"

        def told(reader: int | None) -> str:
            known = all(knowledge.knows(s, reader, thing) for thing in things)
            named = ", ".join(labels.card(s, thing) for thing in knowledge.in_sight(s, list(things)))
            return f"{who} {verb} {named if known else counted}{where}{to}"

        return self._to_each(told)

    def _shown_fact(self, goal: m.Expr, value: Any, whose: int, players: tuple[int, ...]) -> Told:
        """Tells what a fact says to those to whom it was shown, and to others that it was."""
        every = len(players) == self.layout.players
        to = f" to {', '.join(map(self.labels.player, players))}" if not every else ""
        fact = isinstance(goal.ref, m.Field)
        seen = hidden.seen(goal.ref) if fact else getattr(goal.ref, "seen", "everyone")

        def told(reader: int | None) -> str:
            name = f"{self.whose_name(whose, reader)}'s {goal.ref.name}"
            if every or reader in players or knowledge.may_see(self.position, seen, whose, reader):
                return f"{name} is {self.called(goal.type, value, reader)}"
            return f"{name} is shown{to}"

        return self._to_each(told)

    def _to_each(self, told: Callable[[int | None], str]) -> Told:
        """Gives what everybody may read, and what single seats read instead; None reads as a spectator does."""
        public = told(None)
        seats = {seat: told(seat) for seat in range(self.layout.players)}
        return public, {seat: text for seat, text in seats.items() if text != public}

    def called(self, kind: Any, value: Any, reader: int | None) -> str:
        """Names a value to a reader: a thing that they do not know by its kind."""
        if isinstance(value, list | tuple):
            return ", ".join(self.called(item(kind), one, reader) for one in value) or "nothing"
        one = item(kind)
        if isinstance(one, ThingType) and one.kind.board is None and value != NONE:
            if not knowledge.knows(self.position, reader, value):
                return article(one.kind.name)
        return self.labels.value(self.position, kind, value)

    def _one(self, thing: int, told: str) -> Told:
        """Tells something of a thing: to those who do not know it, of one of its kind."""
        kind = self.layout.kind_of[thing]
        if kind.board is not None or knowledge.readers(self.position, thing) is None:
            return told.format(self.labels.thing(self.position, thing)), {}
        return self._to_each(lambda reader: told.format(self.called(ThingType(kind), thing, reader)))

    def _rolled(self, verb: str, kind: m.Kind, faces: tuple[int, ...], dice: tuple[int, ...]) -> Told:
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
                shown.append(article(kind.name) if rest == 1 else f"{rest} {kind.plural}")
            return ", ".join(shown)

        return self._to_each(lambda reader: f"{verb} {told(reader)}")

    def _owned(self, decl: Any, thing: int, told: str, closed: str) -> Told:
        """Tells what happened to a track or link of a thing: in full to those who see it."""
        if decl.seen == "everyone":
            return told, {}
        owner = self.position.owner(thing)
        return closed, {owner: told} if decl.seen == "owner" and owner != NONE else {}

    def _flipped(self, kind: m.Kind, before: int, after: int, die: int) -> Told:
        """Tells that a die was flipped or turned: to whoever does not see it, that it was."""
        old, new = self.labels.face(kind, before), self.labels.face(kind, after)
        # Whoever sees it need not be told that nothing has changed; to the others that would tell something.
        seen = f"{article(kind.name)} goes from {old} to {new}"
        readers = knowledge.readers(self.position, die)
        if readers is None:
            return seen, {}
        return f"{article(kind.name)} is turned", dict.fromkeys(readers, seen if old != new else "")

    def _set(
        self, goal: m.Expr, before: int, after: int, whose: int, which: int = NONE, how: int = OPENLY
    ) -> Told:
        labels = self.labels
        name = goal.ref.name
        if which != NONE and isinstance(goal.ref, m.Field) and goal.ref.index is not None:
            kind = index_type(goal.ref.index)
            name += f" {said_of(kind)} {labels.value(self.position, kind, which)}"
        if whose != NONE and name == FACING:
            return self._turned(whose), {}
        fact = isinstance(goal.ref, m.Field)
        seen = hidden.seen(goal.ref) if fact else getattr(goal.ref, "seen", "everyone")

        def told(reader: int | None) -> str:
            of_the_game = whose == NONE or self.layout.kind_of[whose].table
            owner = "" if of_the_game else f"{self.whose_name(whose, reader)}'s "
            if not knowledge.may_see(self.position, seen, whose, reader):
                if how == QUIET:
                    return ""  # That it was done is as hidden as the fact.
                # Which thing chance took is as hidden as the fact.
                kind_ = self.layout.kind_of[whose]
                someone = article("player" if kind_.sheet else kind_.name)
                owner = f"{someone}'s " if how == BY_CHANCE else owner
                return f"{owner}{name} is set"
            old, new = (self.called(goal.type, value, reader) for value in (before, after))
            if before == after and seen != "everyone":
                return ""  # Whoever knows it need not be told that nothing has changed.
            return f"{owner}{name} stays {new}" if old == new else f"{owner}{name}: {old} → {new}"

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
        told = f"{self._numbered(self.layout.kind_of[die], labels.thing(s, die))} turns to {labels.turned(s, die)}"
        return f"{labels.place(s, where)}: {told}" if where >= self.layout.count else told

    def _numbered(self, kind: m.Kind, name: str) -> str:
        """Puts the kind of a die before its number, which alone is no name."""
        return f"{kind.name} {name}" if isinstance(kind.faces, tuple) else name

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
