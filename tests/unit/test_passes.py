"""Single passes on small programs: what they take out, what they leave alone, and that the numbers stay the same."""

from collections.abc import Callable
from itertools import product

import pytest

from gekido_dsl.backend import runtime
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.emit import emit
from gekido_dsl.program.passes.constants import follow_constants
from gekido_dsl.program.passes.jump import jump
from gekido_dsl.program.passes.once import once
from gekido_dsl.program.passes.settled import use_what_is_settled
from gekido_dsl.program.passes.together import ask_together
from gekido_dsl.program.passes.unroll import unroll

Write = Callable[[FunctionBuilder, ir.Expr, ir.Expr, ir.Array], None]
"""Writes a function of two numbers that stores what it finds."""


class Bench:
    """A function of two numbers, from 0 to 3 each, that is changed by a pass and gives the same as before."""

    def __init__(self, write: Write) -> None:
        self.b = ProgramBuilder()
        self.pointer = self.b.control("pointer")
        self.given = self.b.control("given", 2)
        self.results = self.b.control("results", 8)
        f = self.b.function("work")
        for index in range(8):
            f.store(self.results, index, -1)
        write(f, e.load(self.given, 0), e.load(self.given, 1), self.results)
        self.function = f.finish()

    def after(self, change: Callable[[ir.Function], object]) -> bool:
        """Makes a pass; tells whether it changed the function."""
        body, wanted = self.function.body, self._numbers()
        change(self.function)
        assert self._numbers() == wanted
        assert len({tuple(one) for one in wanted}) > 1, "the program asks for what it is given"
        return self.function.body != body

    def _numbers(self) -> list[list[int]]:
        module = emit(self.b.ordered(), {"work": self.function}, self.pointer)
        instance = runtime.Instance(runtime.compile_module(module))
        given, results = instance.words(self.given), instance.words(self.results)
        found = []
        for one, other in product(range(4), repeat=2):
            given[0], given[1] = one, other
            instance.call("work")
            found.append(results.tolist())
        return found

    def stored(self, index: int) -> list[ir.Expr]:
        """Gives what is stored in a place of the results after the start."""
        stores = [one for one in walk.statements(self.function.body) if isinstance(one, ir.Store)]
        return [one.value for one in stores[8:] if one.index == ir.Const(index)]


# ---------------------------------------------------------------- jump


def _answered(more: bool = False, long: bool = False, computed: bool = False) -> Write:
    """An answer that is given in three places, and asked for right behind."""

    def write(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
        answer = f.local("answer")
        with f.block("asked") as asked:
            with f.if_(one):
                f.set(answer, other if computed else 1)
                f.br(asked)
            with f.if_(e.gt(other, 1)):
                f.set(answer, other if computed else 0)
                f.br(asked)
            f.set(answer, other if computed else 2)
        with f.if_(e.gt(answer, 0)):
            f.store(results, 0, e.add(answer, 7))
            for index in range(1, 8 if long else 2):
                f.store(results, index, e.add(answer, index))
        if more:
            f.store(results, 7, answer)

    return write


def _branches_to(function: ir.Function, name: str) -> int:
    found = [one for one in walk.statements(function.body) if isinstance(one, ir.Branch)]
    return sum(one.label.name == name for one in found)


def test_who_knows_the_answer_goes_on_from_there() -> None:
    bench = Bench(_answered())
    assert _branches_to(bench.function, "asked") == 2
    assert bench.after(jump)
    assert _branches_to(bench.function, "asked") == 0 and _branches_to(bench.function, "beyond") == 3
    assert {ir.Const(8), ir.Const(9)} <= set(bench.stored(0))


@pytest.mark.parametrize(
    "write",
    [_answered(more=True), _answered(long=True), _answered(computed=True)],
    ids=["more", "long", "computed"],
)
def test_an_answer_stays_that_is_asked_elsewhere_or_not_known_or_of_much(write: Write) -> None:
    assert not Bench(write).after(jump)


def test_where_a_known_answer_does_not_settle_what_is_asked_it_is_asked_there() -> None:
    def write(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
        answer = f.local("answer")
        f.store(results, 1, one)
        with f.block("asked") as asked:
            with f.if_(other):
                f.set(answer, 1)
                f.br(asked)
            f.set(answer, 2)
        with f.if_(e.gt(e.load(results, answer), 0)):
            f.store(results, 0, e.add(answer, 7))

    bench = Bench(write)
    assert bench.after(jump)
    assert _branches_to(bench.function, "asked") == 0


# ---------------------------------------------------------------- settled


# ---------------------------------------------------------------- once


def _asked_in_rounds(what: str) -> Write:
    """Rounds, in some of which a sum is worked out in a loop."""

    def write(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
        total = f.variable(0, "total")
        total_of_all = f.variable(0, "all")
        with f.each(0, 5, "round") as number, f.if_(e.ge(number, one)):
            start = f.let(e.add(other, number if what == "by the round" else 1), "start")
            if what != "goes on":
                f.set(total, start)
            with f.each(0, 3, "i") as i:
                part = e.load(results, i) if what == "of what is written" else e.mul(i, other)
                f.set(total, e.add(total, part))
            f.store(results, 2, total)
            f.set(total_of_all, e.add(total_of_all, e.add(total, start)))
            if what == "set elsewhere":
                f.set(total, 7)
        f.store(results, 5, total_of_all)
        f.store(results, 6, total)

    return write


def test_what_every_round_comes_to_is_worked_out_once() -> None:
    assert Bench(_asked_in_rounds("the same")).after(once)


@pytest.mark.parametrize("what", ["by the round", "goes on", "of what is written", "set elsewhere"])
def test_what_may_be_another_thing_in_each_round_is_worked_out_again(what: str) -> None:
    assert not Bench(_asked_in_rounds(what)).after(once)


def test_state_that_nothing_writes_is_what_it_was_at_the_start() -> None:
    b = ProgramBuilder()
    still, moves = b.state("still", 4, 8, fill=9, contents=(5, 6)), b.state("moves", 2, 8, contents=(1, 2))
    copied, kept = b.state("copied", 2, 8, fill=3), b.derived("kept", 2, 64, fill=8)
    scratch, results = b.scratch("scratch"), b.control("results", 16)
    f, g = b.function("work", ["k"]), b.function("other")
    g.store(moves, 0, 7)
    g.copy(copied, 0, still, 0, 2)
    g.finish()
    (k,) = f.parameters
    asked: list[tuple[ir.Expr, ir.Expr]] = [
        (e.load(still, 1), ir.Const(6)),
        (e.load(still, 3), ir.Const(9)),
        (e.load(still, -1), ir.Const(-1)),
        (e.load(kept, 1), ir.Const(8)),
        (e.add(e.load(still, 0), e.load(still, k)), e.add(5, e.load(still, k))),
        *(
            (one, one)
            for one in (e.load(moves, 1), e.load(copied, 0), e.load(scratch, 0), e.load(results, 0))
        ),
    ]
    for index, (value, _) in enumerate(asked):
        f.store(results, index, e.wrap(value))
    function = f.finish()
    use_what_is_settled([function, g.function])
    stores = [one for one in walk.statements(function.body) if isinstance(one, ir.Store)]
    assert [one.value for one in stores] == [wanted for _, wanted in asked]


# ---------------------------------------------------------------- constants


def _meeting(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
    alike, apart = f.variable(0, "alike"), f.variable(0, "apart")
    with f.if_(one):
        f.set(alike, 3)
        f.set(apart, 4)
    with f.else_():
        f.set(alike, 3)
        f.set(apart, 5)
    f.store(results, 0, alike)
    f.store(results, 1, apart)
    with f.block("left") as left:
        f.set(alike, 6)
        f.br(left, other)
        f.set(apart, 7)
    f.store(results, 2, alike)
    f.store(results, 3, apart)


def _in_loops(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
    still, count, late = f.variable(5, "still"), f.variable(0, "count"), f.variable(1, "late")
    with f.loop("round") as again:
        f.store(results, 0, still)
        f.store(results, 1, count)
        f.store(results, 2, late)
        f.set(count, e.add(count, 1))
        with f.if_(e.gt(count, 2)):
            f.set(late, 9)
        f.br(again, e.le(count, e.add(one, 1)))
    f.store(results, 3, still)
    f.store(results, 4, late)
    with f.each(0, other) as k:
        f.store(results, 5, still)
        f.store(results, 6, late)
        f.set(late, k)
    f.store(results, 7, late)


def _asking(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
    asked, flag = f.variable(one, "asked"), f.variable(1, "flag")
    with f.if_(asked):
        f.store(results, 0, asked)
    with f.else_():
        f.store(results, 1, asked)
    with f.block("never") as never:
        with f.if_(flag):
            f.br(never)
        f.store(results, 2, other)
    with f.block("third") as third:
        with f.block("second") as second, f.block("first") as first:
            f.switch(flag, [first, second])
        f.store(results, 3, other)
        f.br(third)
    f.store(results, 4, flag)


def _known(bench: Bench, index: int) -> list[int | None]:
    return [one.value if isinstance(one, ir.Const) else None for one in bench.stored(index)]


def test_where_ways_meet_is_known_what_all_of_them_know() -> None:
    bench = Bench(_meeting)
    assert bench.after(follow_constants)
    assert [_known(bench, index) for index in range(4)] == [[3], [None], [6], [None]]


def test_in_a_loop_is_known_what_no_round_changes() -> None:
    bench = Bench(_in_loops)
    assert bench.after(follow_constants)
    assert [_known(bench, index) for index in range(8)] == [
        [5],
        [None],
        [None],
        [5],
        [None],
        [5],
        [None],
        [None],
    ]


def test_ways_that_are_never_taken_are_left_out() -> None:
    bench = Bench(_asking)
    assert bench.after(follow_constants)
    assert [_known(bench, index) for index in range(5)] == [[None], [0], [], [None], [1]]
    assert not [one for one in walk.statements(bench.function.body) if isinstance(one, ir.Switch)]


def _worked_out(f: FunctionBuilder, given: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
    with f.each(0, 3, "round") as k:
        total = f.variable(0, "total")
        with f.each(0, given, "n") as n:
            f.set(total, e.add(total, e.mul(n, other)))
        f.store(results, k, total)


def _worked_out_within(f: FunctionBuilder, given: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
    with f.each(0, 3, "round") as k:
        total = f.variable(0, "total")
        with f.each(0, given, "n") as n:
            part = f.variable(0, "part")
            with f.each(0, other, "m") as m:
                f.set(part, e.add(part, e.add(m, 1)))
            f.set(total, e.add(total, e.add(part, n)))
        f.store(results, k, e.add(total, part))


@pytest.mark.parametrize("write", [_worked_out, _worked_out_within])
def test_what_was_worked_out_once_is_there_in_rounds_that_are_written_out(write: Write) -> None:
    bench = Bench(write)

    def both(function: ir.Function) -> None:
        lasting = once(function)
        assert lasting
        assert unroll(function, 8, 1000, lasting) < 1000

    assert bench.after(both)
    assert not any(isinstance(one, ir.For) and one.end == ir.Const(3) for one in bench.function.body)


# ---------------------------------------------------------------- together


def _some(start: int = 0, of: int = 4, dear: bool = False, read: bool = False) -> Write:
    """Whether one of a few numbers is more than another, asked one by one."""

    def write(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
        f.store(results, 5, one)
        f.store(results, 6, other)
        found = f.variable(0, "found")
        last = f.variable(0, "last")
        with f.block("look") as look:
            with f.each(start, start + of, "number") as number:
                value = e.load(results, e.add(number, 4))
                if read:
                    f.set(last, number)
                f.br(look, e.gt(e.div(value, 2) if dear else value, 0))
            f.set(found, 1)
        f.store(results, 0, found)
        f.store(results, 1, last)

    return write


def test_short_tests_that_lead_to_one_place_become_one() -> None:
    bench = Bench(_some())
    assert bench.after(ask_together)
    assert not any(isinstance(one, ir.For) for one in walk.statements(bench.function.body))
    assert _branches_to(bench.function, "look") == 1


@pytest.mark.parametrize(
    "write", [_some(dear=True), _some(read=True), _some(start=-4, of=12)], ids=["dear", "read", "many"]
)
def test_tests_stay_apart_that_are_dear_or_many_or_do_more(write: Write) -> None:
    assert not Bench(write).after(ask_together)


@pytest.mark.parametrize("others", [False, True])
def test_tests_one_after_the_other_become_one_where_they_ask_alike(others: bool) -> None:
    def write(f: FunctionBuilder, one: ir.Expr, other: ir.Expr, results: ir.Array) -> None:
        f.store(results, 1, one)
        f.store(results, 2, other)
        with f.block("look") as look:
            f.br(look, e.gt(e.load(results, 1), 1))
            f.br(look, e.lt(e.load(results, 2), 1) if others else e.gt(e.load(results, 2), 1))
            f.store(results, 0, 1)

    bench = Bench(write)
    assert bench.after(ask_together) != others
    assert _branches_to(bench.function, "look") == 1 + others
