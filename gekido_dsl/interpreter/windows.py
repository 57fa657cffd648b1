"""Reaction windows: the seats in their order, what each may do, and how often.

Whether a seat is asked depends on public facts alone: a seat that holds hidden things which might serve is asked
even when none of them does. So nobody learns from a pause what a hand does not hold.

Locals: 0 the player who opened it, 1 the line, 2 uses of this opening by line, player and quota, as one tuple,
3 the window that was open before, 4 the players of the line who are still to be asked, the one at hand first.
"""

from collections.abc import Callable, Iterable
from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.choices import distinct
from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.operators.in_order import listing
from gekido_dsl.interpreter.state import Asked, Code, Frame, State
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.telling.question import Option

LINE, USES, BEFORE, SEATS = 1, 2, 3, 4


def build_window(builder: BodyBuilder, code: Code, window: m.Window) -> None:
    """Makes the steps of a window."""
    code.window = window

    def enter(s: State, f: Frame) -> None:
        f.locals[LINE] = 0
        f.locals[USES] = ()
        f.locals[BEFORE] = s.cells[lay.WINDOW]
        f.locals[SEATS] = NONE
        s.cells[lay.WINDOW] = window.index + 1
        f.step += 1

    code.add(enter, window.span, window.cites)
    code.add(WindowStep(builder, code, window), window.span, window.cites)


def _own(f: Frame, line: m.WindowLine) -> list[Any]:
    """Gives the locals of a line: the actor, and what its seat and its condition need."""
    return [f.locals[0], *[NONE] * (line.locals - 1)]


def _seats(builder: BodyBuilder, line: m.WindowLine) -> Callable[[State, list[Any]], Iterable[int]]:
    """Makes the function that gives the players of a line, one or several."""
    found = builder.make(line.seat)
    if isinstance(line.seat.type, SetType):
        return found
    return lambda s, own: (found(s, own),)


def _next_seat(f: Frame) -> None:
    """Goes on to the next player of the line, or to the next line."""
    f.locals[SEATS] = f.locals[SEATS][1:] or NONE
    if f.locals[SEATS] == NONE:
        f.locals[LINE] += 1


class WindowStep:
    """The step that asks the seats, one use after the other."""

    def __init__(self, builder: BodyBuilder, code: Code, window: m.Window) -> None:
        self.window = window
        self.code = code
        self.builder = builder
        self.automaton, self.out = builder.program.layout.automaton, builder.program.layout.out_cell
        self.options = builder.program.evaluator.question(self._options)
        self.lines = []
        for line in window.lines:
            condition = builder.make(line.condition) if line.condition is not None else None
            quotas = [
                (quota, [ActionTest(builder, action) for action in quota.actions]) for quota in line.quotas
            ]
            self.lines.append((line, condition, _seats(builder, line), quotas))

    def __call__(self, s: State, f: Frame) -> None:
        """Asks the next seat that can be asked; closes the window after the last."""
        while f.locals[LINE] < len(self.lines):
            line, condition, seats, quotas = self.lines[f.locals[LINE]]
            own = _own(f, line)
            if f.locals[SEATS] == NONE:
                f.locals[SEATS] = tuple(seats(s, own))
            if f.locals[SEATS] and (condition is None or condition(s, own)):
                player = f.locals[SEATS][0]
                if player not in (NONE, self.automaton) and not s.cells[self.out + player]:
                    options, asked = self.options(s, f, player, quotas)
                    if asked:
                        prompt = text("{window}: what do you use?", window=self.window.name)
                        if len(options) > CHOICES_LIMIT:
                            raise RuleError(
                                f"there are more than {CHOICES_LIMIT:,} choices: {prompt}", line.span
                            )
                        options.append(None)
                        s.question = Asked(
                            player, prompt, tuple(options), (), "pass", "window",
                            self.window.name, line.span, self.window.cites, line=line, asker=self,
                        )  # fmt: skip
                        return
            _next_seat(f)
        s.cells[lay.WINDOW] = f.locals[BEFORE]
        s.frames.pop()

    def _options(self, s: State, f: Frame, player: int, quotas: list[Any]) -> tuple[list[Option], bool]:
        """Lists what a seat can use, and tells whether the seat is to be asked at all."""
        options: list[Option] = []
        asked = False
        for number, (quota, tests) in enumerate(quotas):
            if quota.most is not None and self._uses(s, f, player, number, quota, tests) >= quota.most:
                continue
            for place, test in enumerate(tests):
                if test.spent(s, player):
                    continue
                found = test.usable(s, player)
                if found:
                    options += [(number, place, value) for value in found]
                asked = asked or bool(found) or test.might(s, player)
        return options, asked

    def _uses(
        self, s: State, f: Frame, player: int, number: int, quota: m.Quota, tests: list["ActionTest"]
    ) -> int:
        if quota.scope is None:
            return sum(1 for used in f.locals[USES] if used == (f.locals[LINE], player, number))
        return sum(s.cells[test.uses[lay.scope_name(quota.scope)] + player] for test in tests)

    def parts(self, s: State, f: Frame, option: Option) -> tuple["ActionTest", Any]:
        """Gives the action and the thing of an option."""
        assert option is not None
        number, place, value = option
        return self.lines[f.locals[LINE]][3][number][1][place], value

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Lets a seat use something, or pass."""
        if option is None:
            _next_seat(f)
            return
        test, value = self.parts(s, f, option)
        player = f.locals[SEATS][0]
        f.locals[USES] = (*f.locals[USES], (f.locals[LINE], player, option[0]))
        for (name, _), cell in self.builder.program.layout.used_cell.items():
            if name == test.action.name:
                s.cells[cell + player] += 1
        self.builder.acts.tell(s, self.code, self.window.span, "use", test.action, value, player)
        s.frames.append(test.code.start(player, value))


class ActionTest:
    """What an action can be done with."""

    def __init__(self, builder: BodyBuilder, action: m.Procedure) -> None:
        program = builder.program
        self.action = action
        self.code: Code = program.by_decl[id(action)]
        assert action.candidates is not None
        self.candidates = listing(builder.program.evaluator, action.candidates)
        self.source = builder.make(_source(action.candidates))
        self.first = [builder.make(one) for one in action.only_if if not walk.reads(one, 1)]
        """Conditions that say nothing of what it is done with: they are asked once, and first."""
        self.conditions = [builder.make(one) for one in action.only_if if walk.reads(one, 1)]
        self.size = action.body.locals
        self.things = isinstance(item(action.candidates.type), ThingType)
        self.hidden = frozenset(
            number
            for number, (decl, _) in enumerate(program.layout.place_names)
            if isinstance(decl, m.Place) and decl.seen != "everyone"
        )
        """Places that not everybody sees."""
        self.program = program
        scopes: list[m.Scope] = [] if action.once_each is None else [action.once_each]
        for window in program.game.windows.values():
            for line in window.lines:
                scopes += [q.scope for q in line.quotas if q.scope is not None and action in q.actions]
        self.uses = {
            name: program.layout.used_cell[action.name, name] for name in map(lay.scope_name, scopes)
        }
        self.once = lay.scope_name(action.once_each) if action.once_each is not None else None
        self.effects = [
            builder.make(statement.act.effects)
            for statement in action.body.statements
            if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Apply)
        ]

    def spent(self, s: State, player: int) -> bool:
        """Tells whether the action was used up in its scope."""
        return self.once is not None and s.cells[self.uses[self.once] + player] > 0

    def usable(self, s: State, player: int) -> list[Any]:
        """Lists what the action can be done with, like things once."""
        L = [player, *[NONE] * max(self.size - 1, 8)]
        for test in self.first:
            if not test(s, L):
                return []
        found = []
        for value in distinct(s, self.action.item, self.candidates(s, L), player):
            L[1] = value
            if value != NONE and self._allowed(s, L) and self._works(s, L, player):
                found.append(value)
        return found

    def _allowed(self, s: State, L: list[Any]) -> bool:
        for test in self.conditions:
            if not test(s, L):
                return False
        return True

    def _works(self, s: State, L: list[Any], player: int) -> bool:
        calls = self.program.game.effect_calls
        for effect in self.effects:
            number = effect(s, L)
            if isinstance(number, int) and number != NONE:
                procedure, args = calls[number]
                if not self.program.usable[id(procedure)](s, player, args):
                    return False
        return True

    def might(self, s: State, player: int) -> bool:
        """Tells whether others must think that the seat may have something to use: it holds hidden things."""
        L = [player, *[NONE] * max(self.size - 1, 8)]
        if not self.things:
            return False
        for thing in self.source(s, L):
            if thing != NONE and s.where[thing] in self.hidden:
                return True
        return False


def _source(candidates: m.Expr) -> m.Expr:
    """Gives the things that candidates are filtered from."""
    while isinstance(candidates, m.ops.Filter):
        candidates = candidates.set
    return candidates
