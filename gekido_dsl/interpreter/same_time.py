"""What follows at the same time, in the order that the player on turn decides.

Locals: 0 the player who acted, 1 what is still due, each as the number of its code and its locals.
"""

from typing import Any

from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.state import Asked, Code, Frame, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PLAYER
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.question import Option

Due = tuple[int, tuple[Any, ...]]


def build_order(program: Program, code: Code) -> None:
    """Makes the one step that asks what comes first, until nothing is due."""
    code.add(Order(program, code), program.game.order_span)


def in_order(s: State, due: list[Frame]) -> list[Frame]:
    """Puts rules that follow at the same time into one body that asks for their order; the rest stays as it is."""
    code = s.program.order
    rules = [frame for frame in due if isinstance(frame.code.decl, m.Procedure)]
    if code is None or len(rules) < 2:
        return due
    first = due.index(rules[0])
    together = code.start(rules[0].locals[0], tuple(put_off(frame) for frame in rules))
    rest = [frame for frame in due if frame not in rules]
    return [*rest[:first], together, *rest[first:]]


def put_off(frame: Frame) -> Due:
    """Gives a body that has not begun as plain values."""
    return frame.code.number, tuple(frame.locals)


class Order:
    """The step that asks what comes first."""

    def __init__(self, program: Program, code: Code) -> None:
        self.program = program
        self.code = code
        self.labels = Labels(program.layout)

    def __call__(self, s: State, f: Frame) -> None:
        """Asks, or goes on where there is nothing to decide."""
        due: tuple[Due, ...] = f.locals[1]
        ways = list(dict.fromkeys(due))
        seat = self._seat(s)
        if len(due) == 1:
            s.frames.pop()
        if not due:
            s.frames.pop()
        elif len(ways) == 1 or seat == NONE:
            self._begin(s, f, due[0])
        else:
            s.question = Asked(
                seat, "What comes first?", tuple((k,) for k in range(len(ways))), (PLAYER,), "no", "menu",
                self.code.name, self.program.game.order_span, (), tuple(self._label(s, way) for way in ways),
                asker=self,
            )  # fmt: skip

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Begins with one of them; the others wait until it is done."""
        assert option is not None
        self._begin(s, f, list(dict.fromkeys(f.locals[1]))[option[0]])

    def _begin(self, s: State, f: Frame, one: Due) -> None:
        left = list(f.locals[1])
        left.remove(one)
        f.locals[1] = tuple(left)
        number, given = one
        s.frames.append(Frame(self.program.codes[number], list(given)))

    def _seat(self, s: State) -> int:
        """Gives the player on turn, or the next who remains."""
        layout = self.program.layout
        order = [(s.cells[lay.ON_TURN] + k) % layout.players for k in range(layout.players)]
        order = [seat for seat in order if seat != layout.automaton]
        return next((seat for seat in order if not s.cells[layout.out_cell + seat]), NONE)

    def _label(self, s: State, one: Due) -> str:
        """Names a rule, and the thing that it follows upon."""
        number, given = one
        code = self.program.codes[number]
        event = code.decl.event if isinstance(code.decl, m.Procedure) else None
        if event is None or not isinstance(event.subject, m.Kind):
            return code.name
        return f"{code.name}: {self.labels.subject(s, given[1])}"
