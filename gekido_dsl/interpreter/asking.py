"""The steps that ask: one decision of a sentence, several one after the other, and labelled ways on."""

from typing import Any, Literal

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.choices import distinct
from gekido_dsl.ground.ladders import sampled
from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.ground.spoken_of import spoken_of
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.ladders import Ladders
from gekido_dsl.interpreter.operators.adding import Adding
from gekido_dsl.interpreter.operators.in_order import listing
from gekido_dsl.interpreter.randomness import random_of
from gekido_dsl.interpreter.state import Asked, Code, Frame, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PLAYER, Type, item
from gekido_dsl.telling.choices import names
from gekido_dsl.telling.question import Option


class Ask:
    """The step that asks one decision."""

    def __init__(self, builder: BodyBuilder, code: Code, sentence: m.Sentence) -> None:
        decision = sentence.decision
        assert decision is not None
        self.code = code
        self.sentence = sentence
        self.slots = decision.slots
        self.prompt = decision.prompt
        self.may = decision.may
        self.layout = builder.program.layout
        evaluator = builder.program.evaluator
        self.options = evaluator.question(self._options)
        """Lists the options: of all ways to fill the slots, like things once, those of the best rung."""
        self.condition = builder.make(sentence.condition) if sentence.condition is not None else None
        self.actor = builder.make(sentence.actor) if sentence.actor is not None else None
        self.candidates = [listing(evaluator, slot.candidates) for slot in decision.slots]
        self.types: tuple[Type, ...] = tuple(item(slot.candidates.type) for slot in decision.slots)
        self.ladders = Ladders(builder, self, decision)
        self.sampled = sampled(sentence, decision)
        """Whether ways are tried one by one."""
        self.at, self.acting = len(code.steps), len(code.steps) + 1
        """The step that asks, and the one that acts."""
        self.saved = code.locals
        self.otherwise = self.after = 0
        self.turned_to = sentence.act.face if isinstance(sentence.act, m.acts.Turn) else None
        """The face that dice are turned to, in a sentence that turns some."""
        self.face = self.layout.face_cell if self.turned_to is not None else -1
        self.labels = builder.acts.labels
        self.subjects = spoken_of(builder.standing, (sentence.act, decision))

    def about(self, s: State, L: list[Any], seat: int) -> tuple[str, ...]:
        """Names what the sentence speaks of."""
        return names(s, self.labels, seat, [L[local] for local in self.subjects]) if self.subjects else ()

    def __call__(self, s: State, f: Frame) -> None:
        """Asks, or goes on where there is nothing to ask."""
        L = f.locals
        if self.condition is not None and not self.condition(s, L):
            f.step = self.after
            return
        # Asking leaves the frame as it was, so that a restored state can ask again.
        before = L[self.saved] = L[0]
        L[0] = seat = self.actor(s, L) if self.actor is not None else before
        if seat == NONE:
            L[0], f.step = before, self.after
            return
        if s.is_out(seat) and not self.slots[-1].random:
            # Who has left is asked nothing.
            L[0], f.step = before, self.otherwise
            return
        options = self.options(s, L)
        L[0] = before
        if self.slots[-1].random and options:
            picked = random_of(
                s, options, self.prompt, lambda option: self.labels.values(s, self.types, option)
            )
            self.answer(s, f, picked)
            return
        if not options:
            f.step = self.otherwise
            if self.sentence.otherwise is None and not self.sentence.if_possible and not self.may:
                raise RuleError(f"there is nothing to choose: {self.prompt}", self.sentence.span)
            return
        if self.may:
            options.append(None)
        s.question = Asked(
            seat, self.prompt, tuple(options), self.types, "no", "choice", self.code.name, self.sentence.span,
            self.sentence.cites or (self.code.decl.cites if self.code.decl else ()), (), self.about(s, L, seat),
            asker=self,
        )  # fmt: skip

    def tried(self, s: State, question: Asked) -> tuple[int, list[int]] | None:
        """Gives how many ways there were before they were tried, and the numbers of those that pass."""
        if not self.sampled:
            return None
        L = s.frames[-1].locals
        before, L[0] = L[0], question.seat
        ways = self._ways(s, L)
        L[0] = before
        passing, offered = list[int](), iter(question.options)
        wanted = next(offered, None)
        for number, way in enumerate(ways):
            if way == wanted:
                passing.append(number)
                wanted = next(offered, None)
        return len(ways), passing

    def could(self, s: State, L: list[Any]) -> bool:
        """Tells whether there would be anything to choose."""
        L[self.saved] = L[0]
        return len(self.options(s, L)) >= 1

    def _options(self, s: State, L: list[Any]) -> list[Option]:
        return self.best(s, L, self._ways(s, L))

    def _ways(self, s: State, L: list[Any]) -> list[Option]:
        """Lists every way to fill the slots."""
        if len(self.slots) == 1:
            values = self.values(s, L, 0)
            if self.face >= 0:
                values = self._changing(s, L, self.slots[0].local, values)
            return [(value,) for value in values]
        found: list[Option] = []
        self._fill(s, L, (), found)
        return found

    def _fill(self, s: State, L: list[Any], before: tuple[Any, ...], found: list[Option]) -> None:
        """Adds every way to fill the slots after those that are filled."""
        at = len(before)
        values = self.values(s, L, at)
        if at + 1 == len(self.slots):
            if self.face >= 0:
                face = s.cells[self.face + before[0]]
                values = [value for value in values if value != face]
            s.program.evaluator.look(len(values), self.sentence.span)
            found += [(*before, value) for value in values]
            return
        local = self.slots[at].local
        for L[local] in values:
            self._fill(s, L, (*before, L[local]), found)
            if len(found) > CHOICES_LIMIT and not self.ladders:
                break

    def values(self, s: State, L: list[Any], slot: int) -> list[Any]:
        """Lists what can fill a slot, like things once."""
        found = self.candidates[slot](s, L)
        # Chance takes each thing equally often, also of like ones.
        return list(found) if self.slots[slot].random else distinct(s, self.types[slot], found, L[0])

    def _changing(self, s: State, L: list[Any], local: int, values: list[Any]) -> list[Any]:
        """Leaves out dice that already show the face they would be turned to."""
        goal = self.turned_to
        assert goal is not None
        if isinstance(goal, m.ops.Local) and goal.value == local:
            return values
        face = self._goal_face(s, L, goal)
        # Of dice that somebody does not see all are offered: that none is asked about would tell what they show.
        return [
            die for die in values if s.cells[self.face + die] != face or knowledge.readers(s, die) is not None
        ]

    def _goal_face(self, s: State, L: list[Any], goal: m.Expr) -> int:
        if not hasattr(self, "_goal"):
            self._goal = s.program.evaluator.make(goal)
        return int(self._goal(s, L))

    def best(self, s: State, L: list[Any], options: list[Option]) -> list[Option]:
        """Keeps the options that the ladders let through."""
        kept = self.ladders.best(s, L, options)
        if len(kept) > CHOICES_LIMIT:
            raise RuleError(
                f"there are more than {CHOICES_LIMIT:,} choices: {self.prompt}", self.sentence.span
            )
        return kept

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes on with an option."""
        if option is None:
            f.step = self.otherwise
            return
        f.locals[self.saved] = f.locals[0]
        if self.actor is not None:
            f.locals[0] = self.actor(s, f.locals)
        for slot, value in zip(self.slots, option, strict=True):
            f.locals[slot.local] = value
        f.step += 1


class AskSeveral(Ask):
    """The step that asks for one after another, until all are chosen or the player is done."""

    def __init__(self, builder: BodyBuilder, code: Code, sentence: m.Sentence, late: bool) -> None:
        super().__init__(builder, code, sentence)
        self.chosen, self.wanted = code.locals + 1, code.locals + 2
        self.late = late
        self.head = self.act = self.finish = 0
        slot = next(x for x in self.slots if x.local == sentence.each)
        self.slot = slot
        self.number = builder.make(slot.number) if slot.number is not None else None
        self.adding = Adding(builder.program.evaluator, slot.adding) if slot.adding is not None else None
        self.place = self.slots.index(slot)

    def __call__(self, s: State, f: Frame) -> None:
        """Asks for the next one."""
        L = f.locals
        chosen: tuple[Any, ...] = L[self.chosen]
        if not chosen and self.condition is not None and not self.condition(s, L):
            f.step = self.after
            return
        if self.actor is not None:
            L[0] = L[self.saved]
            L[0] = self.actor(s, L)
            if L[0] == NONE:
                f.step = self.finish
                return
        least, most = self.slot.least, self.slot.most
        if self.number is not None:
            if not chosen:
                L[self.wanted] = max(0, self.number(s, L))
            least = most = L[self.wanted]
        if self.adding is not None:
            if not chosen:
                L[self.wanted] = self.adding.total(s, L)
            # There is no end before the sum, and none but the sum.
            least, most = len(chosen) + 1, None if L[self.wanted] else len(chosen)
        if most is not None and len(chosen) >= most:
            f.step = self.finish
            return
        if s.is_out(L[0]) and not self.slot.random:
            f.step = self.finish
            if len(chosen) < least and not chosen:
                L[0], f.step = L[self.saved], self.otherwise
            return
        options = self.options(s, L)
        if self.slot.random and options:
            picked = random_of(
                s, options, self.prompt, lambda option: self.labels.values(s, self.types, option)
            )
            self.answer(s, f, picked)
            return
        if not options:
            given_up = self.sentence.if_possible and self.sentence.otherwise is None
            if len(chosen) >= least or given_up:
                f.step = self.finish
                return
            L[0] = L[self.saved]
            if chosen:
                f.step = self.finish
                return
            f.step = self.otherwise
            if self.sentence.otherwise is None and not self.may:
                raise RuleError(f"there is nothing to choose: {self.prompt}", self.sentence.span)
            return
        listed: list[Option] = list(options)
        if len(chosen) >= least or (self.may and not chosen):
            listed.append(None)
        stop: Literal["no", "done"] = "no" if self.may and not chosen else "done"
        s.question = Asked(
            L[0], self.prompt, tuple(listed), self.types, stop, "choice", self.code.name, self.sentence.span,
            self.sentence.cites or (self.code.decl.cites if self.code.decl else ()), (), self.about(s, L, L[0]),
            asker=self,
        )  # fmt: skip

    def could(self, s: State, L: list[Any]) -> bool:
        """Tells whether there would be enough to choose, one after the other."""
        chosen: tuple[Any, ...] = ()
        L[self.saved] = L[0]
        if self.adding is not None:
            L[self.chosen], L[self.wanted] = chosen, self.adding.total(s, L)
            return L[self.wanted] == 0 or bool(self.options(s, L))
        least = self.slot.least if self.number is None else max(0, self.number(s, L))
        for _ in range(min(least, 1) if self.sentence.if_possible else least):
            L[self.chosen] = chosen
            options = self.options(s, L)
            if not options or options[0] is None:
                return False
            chosen = (*chosen, options[0][self.place])
        return True

    def values(self, s: State, L: list[Any], slot: int) -> list[Any]:
        """Lists what can fill a slot; those chosen before are left out before like things are told apart."""
        if slot != self.place:
            return super().values(s, L, slot)
        chosen = L[self.chosen]
        values = [value for value in self.candidates[slot](s, L) if value not in chosen]
        if self.adding is not None:
            values = self.adding.leading(s, L, values, L[self.wanted])
        if self.slots[slot].random:
            return values
        return distinct(s, self.types[slot], values, L[0])

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Takes one, is done, or declines."""
        if option is None:
            f.step = self.finish
            if self.may and not f.locals[self.chosen]:
                f.locals[0] = f.locals[self.saved]
                f.step = self.otherwise
            return
        for slot, value in zip(self.slots, option, strict=True):
            f.locals[slot.local] = value
        if self.adding is not None:
            f.locals[self.wanted] -= self.adding.numbers(s, f.locals, [option[self.place]])[0]
        f.locals[self.chosen] = (*f.locals[self.chosen], option[self.place])
        f.step = self.head if self.late else self.act

    def done(self, s: State, f: Frame) -> None:
        """Goes on when all are chosen and done."""
        f.locals[0] = f.locals[self.saved]
        f.step = self.after


class Menu:
    """The step that offers labelled ways on."""

    def __init__(self, builder: BodyBuilder, code: Code, menu: m.Menu) -> None:
        self.menu = menu
        self.code = code
        self.actor = builder.make(menu.actor) if menu.actor is not None else None
        self.conditions = [builder.make(one) if one is not None else None for one in menu.conditions]
        self.targets: list[int] = []
        self.after = 0
        self.saved = code.locals
        self.labels = builder.acts.labels
        self.subjects = spoken_of(builder.standing, (menu.conditions, menu.bodies))
        if menu.actor is not None:
            code.locals += 1

    def __call__(self, s: State, f: Frame) -> None:
        """Offers what is possible; with nothing possible, goes on."""
        L = f.locals
        seat = L[0]
        if self.actor is not None:
            seat = self.actor(s, L)
            if seat == NONE:
                f.step = self.after
                return
        if s.is_out(seat):
            f.step = self.targets[-1] if self.menu.optional else self.after
            return
        open_ = [k for k, test in enumerate(self.conditions) if test is None or test(s, L)]
        if not open_:
            f.step = self.after
            return
        options: list[Option] = [(k,) for k in open_]
        labels = [self.menu.labels[k] for k in open_]
        if self.menu.optional:
            options[-1] = None
        cites = self.code.decl.cites if self.code.decl else ()
        s.question = Asked(
            seat, self.menu.prompt, tuple(options), (PLAYER,), "no", "menu", self.code.name, self.menu.span,
            cites, tuple(labels), names(s, self.labels, seat, [L[local] for local in self.subjects]),
            asker=self,
        )  # fmt: skip

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes the chosen way."""
        way = option[0] if option is not None else len(self.targets) - 1
        f.step = self.targets[way]

    def begin(self, s: State, f: Frame) -> None:
        """Begins a way: the player who chose acts in it."""
        f.locals[self.saved] = f.locals[0]
        if self.actor is not None:
            f.locals[0] = self.actor(s, f.locals)
        f.step += 1

    def finish(self, s: State, f: Frame) -> None:
        """Ends a way: who acted before acts again."""
        f.locals[0] = f.locals[self.saved]
        f.step += 1
