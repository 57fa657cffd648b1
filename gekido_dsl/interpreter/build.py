"""Statements become steps: short functions of a state and a frame, each of which moves the frame on.

A step either does something and goes on, or puts a frame on the stack, or asks and waits. So a match can stop and go
on at any decision, and its whole control is a list of frames.
"""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.spoken_of import given
from gekido_dsl.interpreter.arranging import Arrange
from gekido_dsl.interpreter.asking import Ask, AskSeveral, Menu
from gekido_dsl.interpreter.bodies import Around, passing
from gekido_dsl.interpreter.damage import build_damage
from gekido_dsl.interpreter.loops import build_each, build_leaving, build_repeat
from gekido_dsl.interpreter.operators import Evaluator
from gekido_dsl.interpreter.phases import build_phase
from gekido_dsl.interpreter.reports import RunningReports
from gekido_dsl.interpreter.rounds import build_turn
from gekido_dsl.interpreter.same_time import build_order
from gekido_dsl.interpreter.state import Code, Frame, Program, State
from gekido_dsl.interpreter.steps import branch, forgetting, jump, leave, nothing, reach
from gekido_dsl.interpreter.verbs import Acts
from gekido_dsl.interpreter.verbs.moving import prepare
from gekido_dsl.interpreter.windows import build_window
from gekido_dsl.model import nodes as m
from gekido_dsl.model import unseen
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.types import INT, NONE, PLAYER, Type


def program_of(
    game: m.Game,
    layout: Layout,
    options: Mapping[str, int],
    evaluator: Callable[[Program], Evaluator] = Evaluator,
    counting: bool = False,
) -> Program:
    """Makes the program of a game.

    Args:
        layout: for the number of players; programs for other answers may have the same one.
        evaluator: makes the functions of expressions.
        counting: whether it may be counted how often each block is begun.
    """
    program = Program(game, layout, options)
    program.evaluator = evaluator(program)
    build(program, Blocks(game) if counting else None)
    for code in program.codes:
        code.passing = passing(code.decl) if program.by_decl.get(id(code.decl)) is code else ()
    program.looks_ahead = any(code.aheads for code in program.codes)
    return program


def build(program: Program, blocks: Blocks | None) -> None:
    """Makes the code of a whole game: first every body by name, then its steps.

    Args:
        blocks: those that are counted when they are begun.
    """
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
    if blocks is not None:
        evaluator = program.evaluator
        for asked in blocks.in_force:
            noted = asked.exception.note >= 0
            force = evaluator.exception(asked.exception) if noted else evaluator.make(asked.condition)
            program.in_force.append((asked, force))
    builder = Builder(program, blocks)
    prepare(builder.acts)
    for trigger in game.triggers:
        code = program.new_code(trigger.name, trigger, trigger.body.locals)
        assert trigger.event is not None
        condition = program.evaluator.make(trigger.condition) if trigger.condition is not None else None
        key = (trigger.event.kind, trigger.event.about)
        program.triggers.setdefault(key, []).append((condition, code, trigger))
        bodies.append((code, trigger))
    for instead in game.replacements:
        assert instead.event is not None
        if EVENTS[instead.event.kind].lessened:
            continue
        code = program.new_code(instead.name, instead, instead.body.locals)
        code.add(nothing, instead.span)
        condition = program.evaluator.make(instead.condition) if instead.condition is not None else None
        program.instead.setdefault((instead.event.kind, instead.event.about), []).append((condition, code))
        bodies.append((code, instead))
    for effect in game.effects.values():
        program.usable[id(effect)] = builder.usable(effect)
    for code, procedure in bodies:
        if procedure.word == "phase":
            build_phase(builder, code, procedure)
        else:
            builder.procedure(code, procedure)
    program.reports = RunningReports(program) if game.reports else None
    for code, _ in bodies:
        if program.reports is not None and code.number in program.reports.codes:
            builder.reported(code)
    for window in game.windows.values():
        code = program.by_decl[id(window)]
        if blocks is not None:
            code.add(reach(blocks.of_window(window)), window.span)
        build_window(builder, code, window)
    for damage in game.damages:
        build_damage(builder, program.damage[damage.kind.name], damage)
    program.setup = program.new_code("Setup", game.setup, game.setup.body.locals if game.setup else 1)
    if game.setup is not None:
        builder.standing = {}
        builder.body(program.setup, game.setup.body.statements)
    builder.end(program.setup)
    for end in game.ends:
        code = program.new_code(end.name, end, end.body.locals)
        builder.standing = {}
        builder.body(code, end.body.statements)
        builder.end(code)
        assert end.condition is not None
        program.ends.append((program.evaluator.make(end.condition), code))
    if game.order_span is not None:
        program.order = program.new_code("At the same time", None, 2)
        build_order(program, program.order)
    if game.aim is not None:
        amount, span = game.aim.amount, game.aim.span
        of = (m.ops.Actor(PLAYER, span),) if amount.subject is not None else ()
        program.aim = program.evaluator.make(m.made("amount", INT, span, of, amount))
    program.turn = program.new_code("Turn", game.turn, 1)
    build_turn(builder, program.turn)


class Builder:
    """Makes steps."""

    def __init__(self, program: Program, blocks: Blocks | None = None) -> None:
        self.program = program
        self.blocks = blocks
        self.make = program.evaluator.make
        self.acts = Acts(program)
        self.unseen = unseen.of(program.game)
        self.around: list[Around] = []
        """What is around the statement at hand, the outermost, its body, first."""
        self.standing: dict[int, Type] = {}
        """What the body at hand was given, and what each `each` around the statement at hand holds."""

    # ------------------------------------------------------------ bodies

    def procedure(self, code: Code, procedure: m.Procedure) -> None:
        """Makes the steps of a rule, effect, action or trigger, its exceptions first."""
        self.standing = given(procedure)
        choices = [
            (self.program.evaluator.exception(exception), exception)
            for exception in procedure.exceptions
            if exception.body is not None
        ]
        code.locals = max([code.locals, *(x.body.locals for _, x in choices if x.body is not None)])
        for when, exception in choices:
            assert exception.body is not None
            skip = code.add(nothing, exception.span)
            self.body(code, exception.body.statements)
            self.end(code)
            after = len(code.steps)
            code.steps[skip] = branch(when, skip + 1, after)
        if procedure.only_if and procedure.word != "action":
            tests = [self.make(condition) for condition in procedure.only_if]
            fork = code.add(nothing, procedure.name_span)
            code.steps[fork] = branch(lambda s, L: all(test(s, L) for test in tests), fork + 2, fork + 1)
            self.end(code)
        self.body(code, procedure.body.statements)
        self.end(code)

    def body(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of a body; `stop` outside of a loop leaves it."""
        outer, self.around = self.around, [Around()]
        self.block(code, statements)
        self.around[0].leave_at(code, len(code.steps))
        self.around = outer

    def procedure_body(self, code: Code, phase: m.Procedure) -> None:
        """Makes the steps of a phase's own body, its exceptions first."""
        ends = []
        self.standing = {}
        for exception in phase.exceptions:
            if exception.body is not None:
                fork = code.add(nothing, exception.span)
                self.body(code, exception.body.statements)
                ends.append(code.add(nothing, exception.span))
                code.steps[fork] = branch(
                    self.program.evaluator.exception(exception), fork + 1, len(code.steps)
                )
        self.body(code, phase.body.statements)
        for step in ends:
            code.steps[step] = jump(len(code.steps))

    def end(self, code: Code) -> None:
        """Makes the step that ends a body."""
        code.add(leave, None)

    def reported(self, code: Code) -> None:
        """Has a body that reports wait for note who is in the game when it begins, and tell them when it ends."""
        code.began = began = code.locals
        code.locals += 1

        def end(s: State, f: Frame) -> None:
            self.acts.report(s, f)
            leave(s, f)

        if code.phase is None:
            code.steps = [end if step is leave else step for step in code.steps]
        first = code.steps[0]

        def begin(s: State, f: Frame) -> None:
            f.locals[began] = s.cells[lay.ELIMINATED]
            first(s, f)

        code.steps[0] = begin

    def block(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of statements."""
        number = self.blocks.of(statements) if self.blocks is not None else None
        if number is not None:
            code.add(reach(number), statements[0].span)
        for statement in statements:
            written = self.unseen.before.get(id(statement))
            if written is not None:
                code.add(forgetting(written), statement.span)
            self.statement(code, statement)

    def statement(self, code: Code, statement: m.Statement) -> None:
        """Makes the steps of a statement."""
        match statement:
            case m.Sentence():
                self.sentence(code, statement)
            case m.If(condition=condition, then=then, otherwise=otherwise, span=span):
                test = self.make(condition)
                fork = code.add(nothing, span)
                self.block(code, then)
                skip = code.add(nothing, span) if otherwise else -1
                code.steps[fork] = branch(test, fork + 1, len(code.steps))
                if otherwise:
                    self.block(code, otherwise)
                    code.steps[skip] = jump(len(code.steps))
            case m.Each():
                build_each(self, code, statement)
            case m.Repeat():
                build_repeat(self, code, statement)
            case m.Menu():
                self.menu(code, statement)
            case _:
                assert_never(statement)

    def menu(self, code: Code, menu: m.Menu) -> None:
        """Makes the steps of `choose one` and `may`."""
        ask = Menu(self, code, menu)
        code.add(ask, menu.span)
        ends = []
        if menu.actor is not None:
            self.around.append(Around(actor=ask.saved))
        for body in menu.bodies:
            ask.targets.append(len(code.steps))
            if menu.actor is not None:
                code.add(ask.begin, menu.span)
            self.block(code, body)
            if menu.actor is not None:
                code.add(ask.finish, menu.span)
            ends.append(code.add(nothing, menu.span))
        if menu.actor is not None:
            self.around.pop()
        for step in ends:
            code.steps[step] = jump(len(code.steps))
        ask.after = len(code.steps)

    # ------------------------------------------------------------ sentences

    def sentence(self, code: Code, sentence: m.Sentence) -> None:
        """Makes the steps of a sentence."""
        act = sentence.act
        if isinstance(act, m.acts.Stop | m.acts.Skip):
            build_leaving(self, code, sentence, act)
            return
        if isinstance(act, m.acts.Arrange):
            self._arrange(code, sentence, act)
        elif sentence.decision is None:
            self._plain(code, sentence)
        elif sentence.each < 0:
            self._single(code, sentence)
        else:
            self._several(code, sentence)

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
        late = sentence.act.record.late
        ask = AskSeveral(self, code, sentence, late)
        code.locals += 3
        begin = code.add(nothing, sentence.span, sentence.cites)
        ask.head = code.add(ask, sentence.span, sentence.cites)
        act = self.acts.make(sentence, code)

        def start(s: State, f: Frame) -> None:
            f.locals[ask.chosen] = ()
            f.locals[ask.saved] = f.locals[0]
            if isinstance(sentence.act, m.acts.Bind):
                # Whoever chooses none has chosen none of them, now and in another round.
                f.locals[sentence.act.local] = []
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
        ask.act = ask.acting = code.add(one, sentence.span, sentence.cites)
        ask.finish = code.add(every if late else ask.done, sentence.span, sentence.cites)
        ask.otherwise = len(code.steps)
        if sentence.otherwise:
            self.block(code, sentence.otherwise)
        ask.after = len(code.steps)

    def _arrange(self, code: Code, sentence: m.Sentence, act: m.acts.Arrange) -> None:
        """A sentence in which things are put into places and may be taken back."""
        ask = Arrange(self, code, sentence, act)
        code.add(ask.begin, sentence.span, sentence.cites)
        ask.head = code.add(ask, sentence.span, sentence.cites)
        ask.finish = code.add(ask.done, sentence.span, sentence.cites)
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
