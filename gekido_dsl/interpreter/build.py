"""Statements become steps: short functions of a state and a frame, each of which moves the frame on.

A step either does something and goes on, or puts a frame on the stack, or asks and waits. So a match can stop and go
on at any decision, and its whole control is a list of frames.
"""

from typing import Any, Final, Literal

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.acts import Acts
from gekido_dsl.interpreter.damage import build_damage
from gekido_dsl.interpreter.program import Code, Program, Step
from gekido_dsl.interpreter.questions import Option, Question, distinct, random_of
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.interpreter.turns import build_phase, build_turn
from gekido_dsl.interpreter.windows import build_window
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PLAYER, Type, item

CHOICES_LIMIT: Final = 10_000
"""How many choices a decision may have."""
LATE = frozenset({"roll", "reroll", "bind", "set"})
"""Acts that are done once, after all choices of their sentence."""


def build(program: Program) -> None:
    """Makes the code of a whole game: first every body by name, then its steps."""
    game = program.game
    bodies: list[tuple[Code, m.Procedure]] = []
    for procedure in (
        *game.rules.values(),
        *game.effects.values(),
        *game.actions.values(),
        *game.phases.values(),
    ):
        bodies.append((program.new_code(procedure.name, procedure, procedure.body.locals), procedure))
    for window in game.windows.values():
        program.new_code(window.name, window, 8)
    for damage in game.damages:
        program.damage[damage.kind.name] = program.new_code(damage.name, damage, 8)
    builder = Builder(program)
    builder.acts.prepare()
    for trigger in game.triggers:
        code = program.new_code(trigger.name, trigger, trigger.body.locals)
        assert trigger.event is not None
        condition = program.evaluator.make(trigger.condition) if trigger.condition is not None else None
        key = (trigger.event.kind, (trigger.event.other or trigger.event.subject).name)
        program.triggers.setdefault(key, []).append((condition, code, trigger))
        bodies.append((code, trigger))
    for effect in game.effects.values():
        program.usable[id(effect)] = builder.usable(effect)
    for code, procedure in bodies:
        if procedure.word == "phase":
            build_phase(builder, code, procedure)
        else:
            builder.procedure(code, procedure)
    for window in game.windows.values():
        build_window(builder, program.by_decl[id(window)], window)
    for damage in game.damages:
        build_damage(builder, program.damage[damage.kind.name], damage)
    program.setup = program.new_code("Setup", game.setup, game.setup.body.locals if game.setup else 1)
    if game.setup is not None:
        builder.body(program.setup, game.setup.body.statements)
    builder.end(program.setup)
    for end in game.ends:
        code = program.new_code("Game end", end, end.body.locals)
        builder.body(code, end.body.statements)
        builder.end(code)
        assert end.condition is not None
        program.ends.append((program.evaluator.make(end.condition), code))
    program.turn = program.new_code("Turn", game.turn, 1)
    build_turn(builder, program.turn)


class Builder:
    """Makes steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.make = program.evaluator.make
        self.acts = Acts(program)
        self._repeats: list[list[int]] = []
        """For each repeat around the statement at hand, the steps that leave it."""
        self._leaves: list[int] = []
        """Steps that leave the body at hand."""
        self._jumps: dict[int, int] = {}

    # ------------------------------------------------------------ bodies

    def procedure(self, code: Code, procedure: m.Procedure) -> None:
        """Makes the steps of a rule, effect, action or trigger, its exceptions first."""
        choices = [
            (self.program.evaluator.exception(exception), exception)
            for exception in procedure.exceptions
            if exception.body is not None
        ]
        code.locals = max([code.locals, *(x.body.locals for _, x in choices if x.body is not None)])
        for when, exception in choices:
            assert exception.body is not None
            skip = code.add(_nothing, exception.span)
            self.body(code, exception.body.statements)
            self.end(code)
            after = len(code.steps)
            code.steps[skip] = branch(when, skip + 1, after)
        if procedure.only_if and procedure.word != "action":
            tests = [self.make(condition) for condition in procedure.only_if]
            fork = code.add(_nothing, procedure.name_span)
            code.steps[fork] = branch(lambda s, L: all(test(s, L) for test in tests), fork + 2, fork + 1)
            self.end(code)
        self.body(code, procedure.body.statements)
        self.end(code)

    def body(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of a body; `stop` outside of a repeat leaves it."""
        before, self._leaves = self._leaves, []
        outer, self._repeats = self._repeats, []
        self.block(code, statements)
        for step in self._leaves:
            code.steps[step] = _jump(len(code.steps))
        self._leaves, self._repeats = before, outer

    def procedure_body(self, code: Code, phase: m.Procedure) -> None:
        """Makes the steps of a phase's own body, its exceptions first."""
        ends = []
        for exception in phase.exceptions:
            if exception.body is not None:
                fork = code.add(_nothing, exception.span)
                self.body(code, exception.body.statements)
                ends.append(code.add(_nothing, exception.span))
                code.steps[fork] = branch(
                    self.program.evaluator.exception(exception), fork + 1, len(code.steps)
                )
        self.body(code, phase.body.statements)
        for step in ends:
            code.steps[step] = _jump(len(code.steps))

    def end(self, code: Code) -> None:
        """Makes the step that ends a body."""
        code.add(_return, None)

    def block(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of statements."""
        for statement in statements:
            self.statement(code, statement)

    def statement(self, code: Code, statement: m.Statement) -> None:
        """Makes the steps of a statement."""
        match statement:
            case m.Sentence():
                self.sentence(code, statement)
            case m.If(condition=condition, then=then, otherwise=otherwise, span=span):
                test = self.make(condition)
                fork = code.add(_nothing, span)
                self.block(code, then)
                skip = code.add(_nothing, span) if otherwise else -1
                code.steps[fork] = branch(test, fork + 1, len(code.steps))
                if otherwise:
                    self.block(code, otherwise)
                    code.steps[skip] = _jump(len(code.steps))
            case m.Each():
                self.each(code, statement)
            case m.Repeat():
                self.repeat(code, statement)
            case m.Menu():
                self.menu(code, statement)

    def each(self, code: Code, each: m.Each) -> None:
        """Makes the steps of `each`: the set is taken once, when it begins."""
        items, local, saved, acting = self.make(each.items), each.local, each.saved, each.acting
        secret = int(each.secret)

        def begin(s: State, f: Frame) -> None:
            f.locals[saved] = tuple(items(s, f.locals))
            f.locals[saved + 1] = 0
            f.locals[saved + 2] = f.locals[0]
            s.cells[lay.SECRET] += secret
            f.step += 1

        code.add(begin, each.span)
        head = code.add(_nothing, each.span)
        self._repeats.append([])
        self.block(code, each.body)
        code.add(_jump(head), each.span)
        after = len(code.steps)

        def following(s: State, f: Frame) -> None:
            L = f.locals
            every, at = L[saved], L[saved + 1]
            if at >= len(every):
                L[0] = L[saved + 2]
                s.cells[lay.SECRET] -= secret
                f.step = after
                return
            L[local] = every[at]
            L[saved + 1] = at + 1
            if acting:
                L[0] = every[at]
            f.step = head + 1

        code.steps[head] = following
        for step in self._repeats.pop():
            code.steps[step] = _leave_each(saved, after, secret)

    def repeat(self, code: Code, repeat: m.Repeat) -> None:
        """Makes the steps of `repeat`."""
        test = self.make(repeat.condition) if repeat.condition is not None else None
        times = self.make(repeat.times) if repeat.times is not None else None
        counter = repeat.counter

        def begin(s: State, f: Frame) -> None:
            f.locals[counter] = times(s, f.locals) if times is not None else 0
            f.step += 1

        code.add(begin, repeat.span)
        head = code.add(_nothing, repeat.span)
        self._repeats.append([])
        self.block(code, repeat.body)
        code.add(_jump(head), repeat.span)
        after = len(code.steps)

        def check(s: State, f: Frame) -> None:
            if times is not None:
                f.locals[counter] -= 1
                go_on = f.locals[counter] >= 0
            else:
                go_on = test is None or test(s, f.locals)
            f.step = head + 1 if go_on else after

        code.steps[head] = check
        for step in self._repeats.pop():
            code.steps[step] = _jump(after)

    def menu(self, code: Code, menu: m.Menu) -> None:
        """Makes the steps of `choose one` and `may`."""
        ask = Menu(self, code, menu)
        code.add(ask, menu.span)
        ends = []
        for body in menu.bodies:
            ask.targets.append(len(code.steps))
            if menu.actor is not None:
                code.add(ask.begin, menu.span)
            self.block(code, body)
            if menu.actor is not None:
                code.add(ask.finish, menu.span)
            ends.append(code.add(_nothing, menu.span))
        for step in ends:
            code.steps[step] = _jump(len(code.steps))
        ask.after = len(code.steps)

    # ------------------------------------------------------------ sentences

    def sentence(self, code: Code, sentence: m.Sentence) -> None:
        """Makes the steps of a sentence."""
        act = sentence.act
        if act.verb == "stop":
            self._stop(code, sentence)
            return
        if sentence.decision is None:
            self._plain(code, sentence)
        elif sentence.each < 0:
            self._single(code, sentence)
        else:
            self._several(code, sentence)

    def _stop(self, code: Code, sentence: m.Sentence) -> None:
        condition = self.make(sentence.condition) if sentence.condition is not None else None
        if condition is not None:
            code.add(branch(condition, len(code.steps) + 1, len(code.steps) + 2), sentence.span)
        step = code.add(_nothing, sentence.span)
        (self._repeats[-1] if self._repeats else self._leaves).append(step)

    def _plain(self, code: Code, sentence: m.Sentence) -> None:
        """A sentence without a choice: one step."""
        condition = self.make(sentence.condition) if sentence.condition is not None else None
        actor = self.make(sentence.actor) if sentence.actor is not None else None
        act = self.acts.make(sentence, code)

        def run(s: State, f: Frame) -> None:
            L = f.locals
            f.step += 1
            if condition is not None and not condition(s, L):
                return
            if actor is None:
                act(s, f)
                return
            who = actor(s, L)
            if who == NONE:
                return
            before, L[0] = L[0], who
            act(s, f)
            L[0] = before

        code.add(run, sentence.span, sentence.cites)

    def _single(self, code: Code, sentence: m.Sentence) -> None:
        """A sentence with one decision: ask, act, and what else when nothing can be chosen."""
        ask = Ask(self, code, sentence)
        code.locals += 1
        code.add(ask, sentence.span, sentence.cites)
        act = self.acts.make(sentence, code)
        saved = ask.saved

        def run(s: State, f: Frame) -> None:
            f.step = ask.after
            act(s, f)
            f.locals[0] = f.locals[saved]

        code.add(run, sentence.span, sentence.cites)
        ask.otherwise = len(code.steps)
        if sentence.otherwise:
            self.block(code, sentence.otherwise)
        ask.after = len(code.steps)

    def _several(self, code: Code, sentence: m.Sentence) -> None:
        """A sentence in which several are chosen one after the other."""
        late = sentence.act.verb in LATE
        ask = AskSeveral(self, code, sentence, late)
        code.locals += 2
        begin = code.add(_nothing, sentence.span, sentence.cites)
        ask.head = code.add(ask, sentence.span, sentence.cites)
        act = self.acts.make(sentence, code)

        def start(s: State, f: Frame) -> None:
            f.locals[ask.chosen] = ()
            f.locals[ask.saved] = f.locals[0]
            f.step += 1

        def one(s: State, f: Frame) -> None:
            f.step = ask.head
            act(s, f)

        def every(s: State, f: Frame) -> None:
            f.locals[sentence.each] = list(f.locals[ask.chosen])
            f.step = ask.after
            if f.locals[ask.chosen]:
                act(s, f)
            f.locals[0] = f.locals[ask.saved]

        code.steps[begin] = start
        ask.act = code.add(one, sentence.span, sentence.cites)
        ask.finish = code.add(every if late else ask.done, sentence.span, sentence.cites)
        ask.otherwise = len(code.steps)
        if sentence.otherwise:
            self.block(code, sentence.otherwise)
        ask.after = len(code.steps)

    # ------------------------------------------------------------ what could be done

    def usable(self, effect: m.Procedure) -> Any:
        """Makes the test whether an effect could do something: its conditions, and its first choice has an option."""
        conditions = [self.make(condition) for condition in effect.only_if]
        code = self.program.by_decl[id(effect)]
        first = effect.body.statements[0] if effect.body.statements else None
        asks = isinstance(first, m.Sentence) and first.decision is not None and first.condition is None
        found: list[Ask | None] = []

        def test(s: State, actor: int, numbers: tuple[Any, ...]) -> bool:
            if not found:
                ask = next((step for step in code.steps if isinstance(step, Ask)), None)
                found.append(ask if asks else None)
            ask = found[0]
            L = code.start(actor, *numbers).locals
            if not all(condition(s, L) for condition in conditions):
                return False
            return ask is None or ask.could(s, L)

        return test


class Ask:
    """The step that asks one decision."""

    def __init__(self, builder: Builder, code: Code, sentence: m.Sentence) -> None:
        decision = sentence.decision
        assert decision is not None
        self.code = code
        self.sentence = sentence
        self.slots = decision.slots
        self.prompt = decision.prompt
        self.may = decision.may
        self.layout = builder.program.layout
        self.condition = builder.make(sentence.condition) if sentence.condition is not None else None
        self.actor = builder.make(sentence.actor) if sentence.actor is not None else None
        self.candidates = [builder.make(slot.candidates) for slot in decision.slots]
        self.types: tuple[Type, ...] = tuple(item(slot.candidates.type) for slot in decision.slots)
        self.rungs = [builder.make(rung) if rung is not None else None for rung in decision.rungs]
        self.saved = code.locals
        self.otherwise = self.after = 0
        self.face = self.layout.face_cell if sentence.act.verb == "turn" else -1
        self.labels = builder.acts.labels

    def __call__(self, s: State, f: Frame) -> None:
        """Asks, or goes on where there is nothing to ask."""
        L = f.locals
        if self.condition is not None and not self.condition(s, L):
            f.step = self.after
            return
        # Asking leaves the frame as it was, so that a restored state can ask again.
        before = L[0]
        L[0] = seat = self.actor(s, L) if self.actor is not None else before
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
        s.question = Question(
            self, seat, self.prompt, tuple(options), self.types, "no", "choice", self.code.name, self.sentence.span,
            self.sentence.cites or (self.code.decl.cites if self.code.decl else ()),
        )  # fmt: skip

    def could(self, s: State, L: list[Any]) -> bool:
        """Tells whether there would be anything to choose."""
        return len(self.options(s, L)) >= 1

    def options(self, s: State, L: list[Any]) -> list[Option]:
        """Lists the options: every way to fill the slots, like things once."""
        found: list[Option] = []
        if len(self.slots) == 1:
            local = self.slots[0].local
            values = distinct(self.layout, self.types[0], self.candidates[0](s, L), s)
            if self.face >= 0:
                values = self._changing(s, L, local, values)
            values = self._ladder(s, L, local, values)
            return [(value,) for value in values]
        first, second = self.slots[0].local, self.slots[1].local
        for L[first] in distinct(self.layout, self.types[0], self.candidates[0](s, L), s):
            values = distinct(self.layout, self.types[1], self.candidates[1](s, L), s)
            if self.face >= 0:
                face = s.cells[self.face + L[first]]
                values = [value for value in values if value != face]
            values = self._ladder(s, L, second, values) if self.rungs else values
            found += [(L[first], value) for value in values]
            if len(found) > CHOICES_LIMIT:
                raise RuleError(
                    f"there are more than {CHOICES_LIMIT:,} choices: {self.prompt}", self.sentence.span
                )
        return found

    def _changing(self, s: State, L: list[Any], local: int, values: list[Any]) -> list[Any]:
        """Leaves out dice that already show the face they would be turned to."""
        goal = self.sentence.act.args[1]
        if goal.op == "local" and goal.value == local:
            return values
        face = self._goal_face(s, L)
        return [die for die in values if s.cells[self.face + die] != face]

    def _goal_face(self, s: State, L: list[Any]) -> int:
        if not hasattr(self, "_goal"):
            self._goal = s.program.evaluator.make(self.sentence.act.args[1])
        return int(self._goal(s, L))

    def _ladder(self, s: State, L: list[Any], local: int, values: list[Any]) -> list[Any]:
        """Applies the first rung that leaves anything; without one, everything is left out."""
        if not self.rungs or not values:
            return values
        for rung in self.rungs:
            if rung is None:
                return values
            kept = []
            for L[local] in values:
                if rung(s, L):
                    kept.append(L[local])
            if kept:
                return kept
        return []

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

    def __init__(self, builder: Builder, code: Code, sentence: m.Sentence, late: bool) -> None:
        super().__init__(builder, code, sentence)
        self.chosen = code.locals + 1
        self.late = late
        self.head = self.act = self.finish = 0
        slot = next(x for x in self.slots if x.local == sentence.each)
        self.slot = slot
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
        if self.slot.most is not None and len(chosen) >= self.slot.most:
            f.step = self.finish
            return
        options = [
            option for option in self.options(s, L) if option is not None and option[self.place] not in chosen
        ]
        if self.slot.random and options:
            picked = random_of(
                s, options, self.prompt, lambda option: self.labels.values(s, self.types, option)
            )
            self.answer(s, f, picked)
            return
        if not options:
            given_up = self.sentence.if_possible and self.sentence.otherwise is None
            if len(chosen) >= self.slot.least or given_up:
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
        if len(chosen) >= self.slot.least or (self.may and not chosen):
            listed.append(None)
        stop: Literal["no", "done"] = "no" if self.may and not chosen else "done"
        s.question = Question(
            self, L[0], self.prompt, tuple(listed), self.types, stop, "choice", self.code.name, self.sentence.span,
            self.sentence.cites or (self.code.decl.cites if self.code.decl else ()),
        )  # fmt: skip

    def could(self, s: State, L: list[Any]) -> bool:
        """Tells whether there would be enough to choose, one after the other."""
        chosen: tuple[Any, ...] = ()
        for _ in range(min(self.slot.least, 1) if self.sentence.if_possible else self.slot.least):
            L[self.chosen] = chosen
            options = [option for option in self.options(s, L) if option and option[self.place] not in chosen]
            if not options:
                return False
            chosen = (*chosen, options[0][self.place])
        return True

    def options(self, s: State, L: list[Any]) -> list[Option]:
        """Lists the options, with those chosen before left out before like things are told apart."""
        if len(self.slots) > 1:
            return super().options(s, L)
        chosen = L[self.chosen]
        local = self.slots[0].local
        values = [value for value in self.candidates[0](s, L) if value not in chosen]
        values = distinct(self.layout, self.types[0], values, s)
        if self.face >= 0:
            values = self._changing(s, L, local, values)
        return [(value,) for value in self._ladder(s, L, local, values)]

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
        f.locals[self.chosen] = (*f.locals[self.chosen], option[self.place])
        f.step = self.head if self.late else self.act

    def done(self, s: State, f: Frame) -> None:
        """Goes on when all are chosen and done."""
        f.locals[0] = f.locals[self.saved]
        f.step = self.after


class Menu:
    """The step that offers labelled ways on."""

    def __init__(self, builder: Builder, code: Code, menu: m.Menu) -> None:
        self.menu = menu
        self.code = code
        self.actor = builder.make(menu.actor) if menu.actor is not None else None
        self.conditions = [builder.make(one) if one is not None else None for one in menu.conditions]
        self.targets: list[int] = []
        self.after = 0
        self.saved = code.locals
        if menu.actor is not None:
            code.locals += 1

    def __call__(self, s: State, f: Frame) -> None:
        """Offers what is possible; with nothing possible, goes on."""
        L = f.locals
        seat = L[0]
        if self.actor is not None:
            seat = self.actor(s, L)
        open_ = [k for k, test in enumerate(self.conditions) if test is None or test(s, L)]
        if not open_:
            f.step = self.after
            return
        options: list[Option] = [(k,) for k in open_]
        labels = [self.menu.labels[k] for k in open_]
        if self.menu.optional:
            options[-1] = None
        cites = self.code.decl.cites if self.code.decl else ()
        s.question = Question(
            self, seat, self.menu.prompt, tuple(options), (PLAYER,), "no", "menu", self.code.name, self.menu.span,
            cites, tuple(labels),
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


# ---------------------------------------------------------------- small steps


def _nothing(s: State, f: Frame) -> None:
    f.step += 1


def _return(s: State, f: Frame) -> None:
    s.frames.pop()


def _jump(target: int) -> Step:
    def jump(s: State, f: Frame) -> None:
        f.step = target

    return jump


def _leave_each(saved: int, target: int, secret: int) -> Step:
    def leave(s: State, f: Frame) -> None:
        f.locals[0] = f.locals[saved + 2]
        s.cells[lay.SECRET] -= secret
        f.step = target

    return leave


def branch(test: Any, then: int, otherwise: int) -> Step:
    """Makes the step that goes one of two ways."""

    def go(s: State, f: Frame) -> None:
        f.step = then if test(s, f.locals) else otherwise

    return go
