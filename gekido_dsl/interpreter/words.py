"""Records and questions in words: events, choices, and reasons why something cannot be chosen.

Invariants:
    The public text of an event names nothing that somebody may not see; what a seat may read besides stands in
    `private`.
"""

from collections.abc import Callable
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.interpreter import knowledge
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.labels import Labels
from gekido_dsl.interpreter.questions import TAKE_BACK, Question
from gekido_dsl.interpreter.state import Record, State
from gekido_dsl.interpreter.windows import WindowStep
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article
from gekido_dsl.model.parameters import index_type, said_of
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, EnumType, ThingType, item


def event(state: State, record: Record) -> e.Event:
    """Puts something that has just happened into words."""
    return Words(state).event(record)


class Words:
    """Puts one state into words."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.layout = state.program.layout
        self.labels = Labels(self.layout)

    # ------------------------------------------------------------ choices

    def choices(self, question: Question) -> tuple[e.Choice, ...]:
        """Names the choices of a question; like names get a number."""
        made: list[e.Choice] = []
        seen: dict[str, int] = {}
        for number, option in enumerate(question.options):
            value: tuple[int, ...] = ()
            note = ""
            if question.labels:
                label = question.labels[number]
                identity = question.stop if option is None else label
            elif option == TAKE_BACK:
                label = identity = "Take back"
            elif option is None:
                label = {"pass": "Pass", "done": "Done", "no": "No"}[question.stop]
                identity = question.stop
            else:
                label = self._option(question, option)
                identity = label
                value = self._values(question, option)
                note = self._note(question, option)
            seen[identity] = seen.get(identity, 0) + 1
            if seen[identity] > 1:
                identity = f"{identity} ({seen[identity]})"
            made.append(e.Choice(identity, label, value, option == TAKE_BACK, note))
        return tuple(made)

    def _option(self, question: Question, option: tuple[Any, ...]) -> str:
        s = self.state
        if isinstance(question.asker, WindowStep):
            test, value = question.asker.parts(s, s.frames[-1], option)
            if not self._offers(question, test.action.item, value):
                return f"{test.action.name}: {self.called(test.action.item, value, question.seat)}"
            return f"{test.action.name}: {self.thing_of(test.action.item, value)}"
        parts = [
            self.called(kind, value, question.seat)
            for kind, value in zip(question.types, option, strict=False)
            if not isinstance(kind, str)
        ]
        return " → ".join(parts)

    def _offers(self, question: Question, kind: Any, value: Any) -> bool:
        """Tells whether whoever is asked knows what is offered."""
        thing = isinstance(item(kind), ThingType) and isinstance(value, int) and value != NONE
        return not thing or knowledge.knows(self.state, question.seat, value)

    def _values(self, question: Question, option: tuple[Any, ...]) -> tuple[int, ...]:
        """Gives the values of an option; NONE for a thing that whoever is asked does not know."""
        if isinstance(question.asker, WindowStep):
            test, value = question.asker.parts(self.state, self.state.frames[-1], option)
            known = self._offers(question, test.action.item, value)
            return tuple(x for x in option if isinstance(x, int)) if known else ()
        pairs = [pair for pair in zip(question.types, option, strict=False) if isinstance(pair[1], int)]
        return tuple(x if self._offers(question, kind, x) else NONE for kind, x in pairs)

    def _note(self, question: Question, option: tuple[Any, ...]) -> str:
        """Says how a solid die lies that is offered alone."""
        if len(option) != 1 or not question.types or isinstance(question.types[0], str):
            return ""
        solid = isinstance(item(question.types[0]), ThingType) and option[0] != NONE
        return self.labels.turned(self.state, option[0]) if solid else ""

    def thing_of(self, kind: Any, value: Any) -> str:
        """Names what an action is done with: a part of a thing by what it is."""
        if isinstance(kind, ThingType) and kind.kind.parent is not None and kind.kind.board is None:
            return str(kind.kind.rows[self.layout.row_of[value]].name)
        return self.labels.value(self.state, kind, value)

    # ------------------------------------------------------------ events

    def event(self, record: Record) -> e.Event:
        """Puts a record into words."""
        text, private = self._text(record)
        if record.secret:
            private = {record.actor: private.get(record.actor, text)}
            text = ""
        code = record.code
        cites: tuple[m.Citation, ...] = code.decl.cites if code is not None and code.decl is not None else ()
        return e.Event(
            record.kind,
            text,
            code.name if code is not None else "",
            record.span,
            tuple(str(cite) for cite in cites),
            record.actor if record.actor != NONE else None,
            private,
            () if record.secret else record.args,
            () if _is_for_nobody(record) else record.why,
        )

    def _text(self, record: Record) -> tuple[str, dict[int, str]]:
        s, labels = self.state, self.labels
        args = record.args
        match record.kind:
            case "turn":
                return f"{labels.player(args[0])}'s turn" if args[
                    0
                ] != NONE else f"Round {s.cells[lay.TURNS]}", {}
            case "round":
                return f"Round {args[0]}", {}
            case "begin":
                return args[0].title or args[0].name, {}
            case "secret":
                return f"{labels.player(args[0])} decides in secret", {}
            case "move" | "lock" | "draw" | "discard" | "keep":
                return self._moved(record.kind, *args)
            case "take":
                return self._one(args[0], f"{labels.player(args[1])} takes {{}}")
            case "off":
                return f"{labels.thing(s, args[0])} is off the board", {}
            case "remove":
                return self._one(args[0], "{} is removed")
            case "lay_out":
                board, owner, plan = args
                whose = f"{labels.player(owner)}'s " if owner != NONE else ""
                return f"{whose}{board.name} is laid out as {labels.thing(s, plan)}", {}
            case "shuffle":
                return f"{labels.place(s, args[0])} is shuffled", {}
            case "roll" | "reroll":
                verb = "rerolls" if record.kind == "reroll" else "rolls"
                who = labels.player(record.actor) if record.actor != NONE else "chance"
                return self._rolled(f"{who} {verb}", *args)
            case "roll_into":
                gets = f"{labels.thing(s, args[0])} gets a die on {args[1].name}"
                return self._owned(args[1], args[0], f"{gets}: {args[2]}", gets)
            case "flip":
                return self._flipped(*args)
            case "flip_link":
                link, here, other, side = args
                turned = f"{labels.thing(s, here)}'s {link.name} for {labels.thing(s, other)} is"
                return self._owned(link, here, f"{turned} {link.sides.members[side]}", f"{turned} set")
            case "set":
                return self._set(*args)
            case "fill":
                return f"{labels.thing(s, args[0])} gets {args[2]} dice on {args[1].name}", {}
            case "damage":
                source = f" from {labels.thing(s, args[2])}" if args[2] not in (NONE, args[0]) else ""
                return f"{labels.thing(s, args[0])} suffers {args[1]} damage{source}", {}
            case "suffer":
                hit = f"{labels.thing(s, args[0])} takes {{}} on {args[2].name}"
                return self._owned(args[2], args[0], hit.format(args[1]), hit.format("damage"))
            case "lose_die":
                return f"{labels.thing(s, args[0])} loses a die of {args[1].name}", {}
            case "heal":
                healed = f"{labels.thing(s, args[0])} gets {{}} back on {args[1].name}"
                return self._owned(args[1], args[0], healed.format(args[2]), healed.format("something"))
            case "destroy":
                return self._one(args[0], "{} is destroyed")
            case "eliminate":
                return f"{labels.player(args[0])} is out of the game", {}
            case "lead":
                return f"{labels.player(args[0])} leads", {}
            case "win":
                return f"{labels.player(args[0])} wins", {}
            case "defeat":
                return f"{labels.player(args[0])} loses", {}
            case "announce":
                return self._announced(*args)
            case "use":
                action, value, player = args
                return f"{labels.player(player)}: {action.name}: {self.thing_of(action.item, value)}", {}
            case _:
                return record.kind, {}

    def _moved(self, kind: str, thing: int, before: int, after: int) -> tuple[str, dict[int, str]]:
        s, labels = self.state, self.labels
        verb = {
            "lock": "is locked into",
            "draw": "goes to",
            "discard": "is discarded to",
            "keep": "is kept in",
        }.get(kind, "moves to")
        goal = labels.thing(s, after) if 0 <= after < self.layout.count else labels.place(s, after)
        kind_of = self.layout.kind_of[thing]
        decl = self.layout.place_names[before][0] if before >= self.layout.count else None
        unrolled = kind_of.faces is not None and isinstance(decl, m.Place) and decl.word == "box"
        name = article(kind_of.name) if unrolled else labels.card(s, thing)
        if not unrolled:
            name = self._numbered(kind_of, name)
        open_text = f"{name} {verb} {goal}"
        readers = knowledge.readers(s, thing)
        if readers is None:
            return open_text, {}
        return f"{article(kind_of.name)} {verb} {goal}", dict.fromkeys(readers, open_text)

    def _announced(self, text: str, whom: int, kind: Any) -> tuple[str, dict[int, str]]:
        """Puts a text of the ruleset before a reader, with whom it is about as far as he may see him."""
        if kind is None or whom == NONE:
            return text, {}
        told = f"{self.labels.value(self.state, kind, whom)}: {text}"
        readers = knowledge.readers(self.state, whom) if isinstance(kind, ThingType) else None
        return (told, {}) if readers is None else (text, dict.fromkeys(readers, told))

    def _to_each(self, told: Callable[[int | None], str]) -> tuple[str, dict[int, str]]:
        """Gives what everybody may read, and what single seats read instead; None reads as a spectator does."""
        public = told(None)
        seats = {seat: told(seat) for seat in range(self.layout.players)}
        return public, {seat: text for seat, text in seats.items() if text != public}

    def called(self, kind: Any, value: Any, reader: int | None) -> str:
        """Names a value to a reader: a thing that he does not know by its kind."""
        if isinstance(value, list | tuple):
            return ", ".join(self.called(item(kind), one, reader) for one in value) or "nothing"
        one = item(kind)
        if isinstance(one, ThingType) and one.kind.board is None and value != NONE:
            if not knowledge.knows(self.state, reader, value):
                return article(one.kind.name)
        return self.labels.value(self.state, kind, value)

    def _one(self, thing: int, told: str) -> tuple[str, dict[int, str]]:
        """Tells something of a thing: to those who do not know it, of one of its kind."""
        kind = self.layout.kind_of[thing]
        if kind.board is not None or knowledge.readers(self.state, thing) is None:
            return told.format(self.labels.thing(self.state, thing)), {}
        return self._to_each(lambda reader: told.format(self.called(ThingType(kind), thing, reader)))

    def _rolled(
        self, verb: str, kind: m.Kind, faces: tuple[int, ...], dice: tuple[int, ...]
    ) -> tuple[str, dict[int, str]]:
        """Tells of a roll: to whoever does not see some of the dice, how many those are."""
        labels = self.labels

        def told(reader: int | None) -> str:
            shown = [
                labels.face(kind, face)
                for face, die in zip(faces, dice, strict=True)
                if knowledge.knows(self.state, reader, die)
            ]
            rest = len(dice) - len(shown)
            if rest:
                shown.append(article(kind.name) if rest == 1 else f"{rest} {kind.plural}")
            return ", ".join(shown)

        return self._to_each(lambda reader: f"{verb} {told(reader)}")

    def _owned(self, decl: Any, thing: int, told: str, closed: str) -> tuple[str, dict[int, str]]:
        """Tells what happened to a track or link of a thing: in full to those who see it."""
        if decl.seen == "everyone":
            return told, {}
        owner = self.state.owner(thing)
        return closed, {owner: told} if decl.seen == "owner" and owner != NONE else {}

    def _flipped(self, kind: m.Kind, before: int, after: int, die: int) -> tuple[str, dict[int, str]]:
        """Tells that a die was flipped or turned: to whoever does not see it, that it was."""
        old, new = self.labels.face(kind, before), self.labels.face(kind, after)
        # Whoever sees it need not be told that nothing has changed; to the others that would tell something.
        seen = f"{article(kind.name)} goes from {old} to {new}"
        readers = knowledge.readers(self.state, die)
        if readers is None:
            return seen, {}
        return f"{article(kind.name)} is turned", dict.fromkeys(readers, seen if old != new else "")

    def _set(
        self, goal: m.Expr, before: int, after: int, whose: int, which: int = NONE
    ) -> tuple[str, dict[int, str]]:
        labels = self.labels
        name = goal.ref.name
        if which != NONE and isinstance(goal.ref, m.Field) and goal.ref.index is not None:
            kind = index_type(goal.ref.index)
            name += f" {said_of(kind)} {labels.value(self.state, kind, which)}"
        if whose != NONE and name == FACING:
            return self._turned(whose), {}
        fact = isinstance(goal.ref, m.Field)
        seen = hidden.seen(goal.ref) if fact else getattr(goal.ref, "seen", "everyone")

        def told(reader: int | None) -> str:
            owner = f"{self.whose_name(whose, reader)}'s " if whose != NONE else ""
            if not knowledge.may_see(self.state, seen, whose, reader):
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
            knowledge.readers(self.state, one) is not None for one in (*things, values[2]) if one != NONE
        )

    def _turned(self, die: int) -> str:
        """Tells how a solid die lies now, and where."""
        s, labels = self.state, self.labels
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
        if kind.board is None and not knowledge.knows(self.state, reader, thing):
            return article(kind.name)
        return self.labels.owner_name(self.state, thing)

    # ------------------------------------------------------------ reasons

    def why_not(self, text: str) -> list[str]:
        """Looks for a thing or value by name, and tells which part of which condition leaves it out."""
        s = self.state
        question = s.question
        if question is None:
            return ["the match is over"]
        wanted = " ".join(text.lower().split())
        if any(choice.label.lower() == wanted for choice in self.choices(question)):
            return ["it is among the choices"]
        if isinstance(question.asker, WindowStep):
            return self._window_reasons(question, wanted)
        reasons = []
        asker = question.asker
        L = list(s.frames[-1].locals)
        for slot in getattr(asker, "slots", ()):
            for value in self._named(item(slot.candidates.type), wanted):
                L[slot.local] = value
                name = self.labels.value(s, item(slot.candidates.type), value)
                reasons += [
                    f"{name}: {reason}" for reason in self._left_out(slot.candidates, slot.local, value, L)
                ]
        return reasons

    def _named(self, kind: Any, wanted: str) -> list[Any]:
        if isinstance(kind, EnumType):
            return [k for k, name in enumerate(kind.enum.members) if wanted in name.lower()]
        if isinstance(kind, ThingType):
            things = self.layout.things[kind.kind.name]
            return [
                t for t in things if wanted in self.labels.thing(self.state, t).lower() and self._may_name(t)
            ]
        return []

    def _may_name(self, thing: int) -> bool:
        """Tells whether the asking seat may see a thing."""
        assert self.state.question is not None
        return knowledge.knows(self.state, self.state.question.seat, thing)

    def _window_reasons(self, question: Question, wanted: str) -> list[str]:
        s = self.state
        asker = question.asker
        assert isinstance(asker, WindowStep)
        reasons = []
        for _, tests in asker.lines[s.frames[-1].locals[1]][3]:
            for test in tests:
                candidates = test.action.candidates
                assert candidates is not None
                for value in self._named(test.action.item, wanted):
                    L = [question.seat, value, *[NONE] * max(test.size, 20)]
                    name = f"{test.action.name}: {self.thing_of(test.action.item, value)}"
                    if test.spent(s, question.seat):
                        reasons.append(f"{name}: used before, once each {test.once}")
                    reasons += [f"{name}: {why}" for why in self._left_out(candidates, 1, value, L)]
                    for written in test.action.only_if:
                        if _fails(s.program.evaluator.make(written), s, L):
                            reasons.append(f"{name}: only if {_clean(written)}")
        return reasons

    def _left_out(self, candidates: m.Expr, local: int, value: Any, L: list[Any]) -> list[str]:
        """Lists the conditions of a filter that a value fails, the parts of a definition each by itself."""
        s = self.state
        make = s.program.evaluator.make
        found = []
        while candidates.op == "filter":
            L = [*L, *[NONE] * (candidates.value + 1 - len(L))]
            L[candidates.value] = value
            if _fails(make(candidates.args[1]), s, L):
                found += self._failing(candidates.args[1], L)
            candidates = candidates.args[0]
        values = make(candidates)(s, L)
        if value not in values:
            found.append(f"it is not among {_clean(candidates)}")
        return found

    def _failing(self, test: m.Expr, L: list[Any]) -> list[str]:
        s = self.state
        make = s.program.evaluator.make
        if test.op == "and":
            return [
                reason for part in test.args if _fails(make(part), s, L) for reason in self._failing(part, L)
            ]
        if test.op == "defined" and not test.ref.exceptions:
            definition: m.Definition = test.ref
            inner = [L[0], *(make(arg)(s, L) for arg in test.args), *[NONE] * definition.locals]
            parts = self._failing(definition.test, inner) if definition.test.op in ("and", "defined") else []
            cites = "".join(f" [{cite}]" for cite in definition.cites)
            reason = "; ".join(parts) or f"not so: {_clean(definition.test)}"
            return [f"it is no {definition.name}{cites}: {reason}"]
        return [f"not so: {_clean(test)}"]


def _fails(test: Callable[[State, Any], bool], s: State, L: Any) -> bool:
    """Tells whether a condition does not hold; one that cannot be asked, since another does not hold, is no reason."""
    try:
        return not test(s, L)
    except e.RuleError:
        return False


def _is_for_nobody(record: Record) -> bool:
    """Tells whether nobody may read how a fact came about."""
    return record.kind == "set" and getattr(record.args[0].ref, "seen", "everyone") == "nobody"


def _clean(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())
