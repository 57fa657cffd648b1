"""Programs: what is folded is what is computed; what is malformed is found; how they are printed."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from gekido_dsl.backend import runtime
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.addresses import region
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.emit import emit
from gekido_dsl.program.text import function_text, program_text
from gekido_dsl.program.verify import Malformed, verify
from gekido_dsl.rng import Rng
from tests.programs import dice, noughts

_EDGES = {
    "i32": (0, 1, -1, 2, 3, 5, 8, 31, 32, 63, 64, -2, 100, 1 << 30, (1 << 31) - 1, -(1 << 31)),
    "i64": (0, 1, -1, 2, 7, 16, 32, 63, 64, -3, 1 << 31, 1 << 40, (1 << 63) - 1, -(1 << 63)),
}
_DIVIDING = ("div", "rem", "div_u", "rem_u")
_OPS = (
    *_DIVIDING,
    "add",
    "sub",
    "mul",
    "and",
    "or",
    "xor",
    "shl",
    "shr",
    "shr_u",
    "rotl",
    "rotr",
    *sorted(ir.COMPARISONS),
)


class _Bench:
    """A module that works expressions out of two numbers in memory."""

    def __init__(self, type: ir.Type, make: Callable[[ir.Expr, ir.Expr], list[ir.Expr]]) -> None:
        b = ProgramBuilder()
        width: ir.Width = 64 if type == "i64" else 32
        pointer = b.control("pointer")
        given = b.control("given", 2, width)
        f = b.function("work")
        one, other = f.variable(e.load(given, 0), type=type), f.variable(e.load(given, 1), type=type)
        values = make(one, other)
        results = b.control("results", len(values), 64)
        for index, value in enumerate(values):
            f.store(results, index, e.extend(value))
        module = emit(b.ordered(), {"work": f.finish()}, pointer)
        self.instance = runtime.Instance(runtime.compile_module(module))
        self.given = self.instance.words(given)
        self.results = self.instance.words(results)

    def __call__(self, one: int, other: int) -> list[int]:
        self.given[0], self.given[1] = one, other
        self.instance.call("work")
        return self.results.tolist()


def _traps(op: str, one: int, other: int, type: ir.Type) -> bool:
    least = -(1 << (e.BITS[type] - 1))
    return op in _DIVIDING and (other == 0 or (op in ("div", "rem") and other == -1 and one == least))


@pytest.mark.parametrize("type", ["i32", "i64"])
@pytest.mark.parametrize("op", _OPS)
def test_what_is_folded_is_what_is_computed(op: ir.BinaryOp, type: ir.Type) -> None:
    bench = _Bench(type, lambda one, other: [e.binary(op, one, other)])
    for one, other in product(_EDGES[type], repeat=2):
        if not _traps(op, one, other, type):
            folded = e.binary(op, ir.Const(one, type), ir.Const(other, type))
            assert bench(one, other) == [folded.value], (one, other)


@pytest.mark.parametrize("type", ["i32", "i64"])
@pytest.mark.parametrize("op", _OPS)
def test_what_is_made_shorter_means_the_same(op: ir.BinaryOp, type: ir.Type) -> None:
    edges = _EDGES[type]

    def make(one: ir.Expr, other: ir.Expr) -> list[ir.Expr]:
        made = [e.binary(op, one, ir.Const(right, type)) for right in edges if (op, right) not in _REFUSED]
        made += [] if op in _DIVIDING else [e.binary(op, ir.Const(left, type), one) for left in edges]
        made += [e.not_(e.binary(op, one, other))] if op in ir.COMPARISONS else []
        return made

    bench = _Bench(type, make)
    for one in edges:
        wanted = [
            e.binary(op, ir.Const(one, type), ir.Const(right, type))
            for right in edges
            if (op, right) not in _REFUSED
        ]
        wanted += (
            []
            if op in _DIVIDING
            else [e.binary(op, ir.Const(left, type), ir.Const(one, type)) for left in edges]
        )
        wanted += (
            [e.not_(e.binary(op, ir.Const(one, type), ir.Const(3, type)))] if op in ir.COMPARISONS else []
        )
        if not any(_traps(op, one, right, type) for right in edges if (op, right) not in _REFUSED):
            assert bench(one, 3) == [value.value for value in wanted], one


_REFUSED = {(op, 0) for op in _DIVIDING} | {("div", -1), ("rem", -1)}


def test_functions_of_one_operand() -> None:
    def make(one: ir.Expr, other: ir.Expr) -> list[ir.Expr]:
        words = [e.wrap(one), e.lowest(one), e.highest(one), e.popcount(one), e.not_(one), e.truth(one)]
        words += [e.has_bit(one, 5), e.within(e.wrap(one), 2, 8), e.not_(e.not_(one))]
        words += [e.select(e.wrap(one), other, 9), e.select(e.not_(e.wrap(one)), 4, other), e.invert(one)]
        return [*words, e.extend(e.wrap(one)), e.extend_u(e.wrap(one))]

    bench = _Bench("i64", make)
    for one, other in product(_EDGES["i64"], repeat=2):
        folded = make(ir.Const(one, "i64"), ir.Const(other, "i64"))
        assert bench(one, other) == [value.value for value in folded], (one, other)


def test_reading_before_an_array_gives_none() -> None:
    b = ProgramBuilder()
    pointer = b.control("pointer")
    arrays = [b.state(f"state{width}", 3, width, fill=7) for width in (8, 16, 32, 64)]
    arrays += [b.table(f"table{width}", (4, 5, 6), width) for width in (8, 16, 32, 64)]
    result = b.control("result", len(arrays), 64)
    f = b.function("read", ["index"])
    for number, array in enumerate(arrays):
        f.store(result, number, e.extend(e.load(array, f.parameters[0])))
    start = b.table("start", [byte - 256 if byte > 127 else byte for byte in region(b.ordered())], 8)
    position = ir.Array("position", "region", start.length, 8)
    b.arrays.append(position)
    begin = b.function("begin")
    begin.copy(position, 0, start, 0, start.length)
    module = emit(b.ordered(), {"read": f.finish(), "begin": begin.finish()}, pointer)
    instance = runtime.Instance(runtime.compile_module(module))
    instance.call("begin")
    instance.call("read", -1)
    assert instance.words(result).tolist() == [-1, -1, -1, 0, -1, -1, -1, 0]
    instance.call("read", 1)
    assert instance.words(result).tolist() == [7, 7, 7, 7, 5, 5, 5, 5]


def test_the_stream_is_that_of_the_interpreter() -> None:
    b = ProgramBuilder()
    pointer = b.control("pointer")
    f = b.function("next", result="i32")
    f.return_(chance.next_word(f, b.stream))
    exports = {
        "seed": chance.seeding(b, b.stream, "seed"),
        "next": f.finish(),
        "below": chance.drawing(b, b.stream, "below"),
    }
    instance = runtime.Instance(runtime.compile_module(emit(b.ordered(), exports, pointer)))
    for seed in (0, 1, 12345, (1 << 63) - 1, -1):
        rng = Rng(seed)
        instance.call("seed", seed)
        for count in (1, 2, 3, 6, 52, 1000, 1 << 30, (1 << 31) - 1):
            # Far enough for draws to be refused.
            assert [instance.call("below", count) for _ in range(40)] == [rng.below(count) for _ in range(40)]
        assert [instance.call("next") % (1 << 32) for _ in range(9)] == [rng.next_word() for _ in range(9)]  # type: ignore[operator]


# ---------------------------------------------------------------- control


def _run(body: Callable[[FunctionBuilder], None], *arguments: int) -> int | None:
    b = ProgramBuilder()
    pointer = b.control("pointer")
    f = b.function("f", ["a", "b"], result="i32")
    body(f)
    module = emit(b.ordered(), {"f": f.finish()}, pointer)
    return runtime.Instance(runtime.compile_module(module)).call("f", *arguments)


@pytest.mark.parametrize(("a", "wanted"), [(0, 10), (1, 11), (2, 12), (3, 99), (-1, 99)])
def test_cases(a: int, wanted: int) -> None:
    def body(f: FunctionBuilder) -> None:
        result = f.variable(99)
        f.cases(f.parameters[0], [lambda value=value: f.set(result, value) for value in (10, 11, 12)])  # type: ignore[misc]
        f.return_(result)

    assert _run(body, a, 0) == wanted


def test_loops() -> None:
    def body(f: FunctionBuilder) -> None:
        total = f.variable(0)
        with f.each(f.parameters[0], f.parameters[1]) as i, f.block() as skip:
            f.br(skip, e.eq(i, 3))
            f.set(total, e.add(total, i))
        with f.each_bit(e.extend(0b10110)) as bit:
            f.set(total, e.add(total, e.mul(bit, 1000)))
        with f.loop() as again:
            f.set(total, e.add(total, 100000))
            f.br(again, e.lt(total, 400000))
        f.return_(total)

    assert _run(body, 2, 6) == 2 + 4 + 5 + 7000 + 400000
    assert _run(body, 6, 2) == 7000 + 400000


def test_what_never_runs_is_not_kept() -> None:
    b = ProgramBuilder()
    f = b.function("f", ["a"], result="i32")
    with f.if_(1):
        f.return_(f.parameters[0])
    with f.else_():
        f.error(1)
    f.error(2)
    assert f.finish().body == (ir.Return(f.parameters[0]),)
    f = b.function("g", ["a"], result="i32")
    with f.if_(f.parameters[0]):
        f.return_(1)
    with f.else_():
        f.return_(2)
    f.return_(3)
    assert len(f.finish().body) == 1


def test_functions_that_call_themselves_have_lists_of_their_own() -> None:
    b = ProgramBuilder()
    pointer = b.control("pointer")
    f = b.function("sum", ["n"], result="i32")
    (n,) = f.parameters
    own = f.frame("own", 3)
    f.store(own, 1, n)
    with f.if_(e.le(n, 0)):
        f.return_(0)
    below = f.call_value(f.function, e.sub(n, 1))
    f.return_(e.add(below, e.load(own, 1)))
    instance = runtime.Instance(runtime.compile_module(emit(b.ordered(), {"sum": f.finish()}, pointer)))
    assert instance.call("sum", 100) == 5050
    assert instance.words(pointer)[0] == 0
    with pytest.raises(runtime.Stopped):
        instance.call("sum", 10**6)


def test_lists_that_live_at_the_same_time_lie_apart() -> None:
    b = ProgramBuilder()
    pointer = b.control("pointer")
    inner = b.function("inner")
    with inner.each(0, 8) as i:
        inner.store(inner.frame("deep", 8), i, -7)
    inner.finish()
    outer = b.function("outer", result="i32")
    own = outer.frame("own", 4)
    with outer.each(0, 4) as i:
        outer.store(own, i, i)
    outer.call(inner.function)
    outer.return_(e.add(e.load(own, 0), e.load(own, 3)))
    instance = runtime.Instance(runtime.compile_module(emit(b.ordered(), {"outer": outer.finish()}, pointer)))
    assert instance.call("outer") == 3


# ---------------------------------------------------------------- the verifier


def test_the_programs_of_the_tests_are_well_formed() -> None:
    verify(noughts().program)
    verify(dice().program)


def _malformed() -> Iterator[tuple[str, Callable[[ProgramBuilder, FunctionBuilder], None]]]:
    def unset(b: ProgramBuilder, f: FunctionBuilder) -> None:
        t = f.local("t")
        with f.if_(e.load(b.stream)):
            f.set(t, 1)
        f.store(b.stream, 0, t)

    yield "t is read before it is set", unset

    def next_round(b: ProgramBuilder, f: FunctionBuilder) -> None:
        t = f.local("t")
        with f.loop() as again:
            with f.if_(e.load(b.stream)):
                f.store(b.stream, 0, t)
            f.set(t, 1)
            f.br(again, e.load(b.stream))

    yield "t is read before it is set", next_round

    def no_round(b: ProgramBuilder, f: FunctionBuilder) -> None:
        t = f.local("t")
        with f.each(0, e.load(b.stream)):
            f.set(t, 1)
        f.store(b.stream, 0, t)

    yield "t is read before it is set", no_round

    def left_early(b: ProgramBuilder, f: FunctionBuilder) -> None:
        t = f.local("t")
        with f.block() as out:
            f.br(out, e.load(b.stream))
            f.set(t, 1)
        f.store(b.stream, 0, t)

    yield "t is read before it is set", left_early
    yield "stream[4] is read, of 4", lambda b, f: f.store(b.stream, 0, e.load(b.stream, 4))
    yield "stream[-1] is written", lambda b, f: f.store(b.stream, -1, 0)
    yield "numbers cannot be written", lambda b, f: f.store(b.table("numbers", [1]), 0, 0)
    yield "stream is i32, not i64", lambda b, f: f.store(b.stream, 0, ir.Const(1, "i64"))
    yield (
        "add of i32 and i64",
        lambda b, f: f.store(b.stream, 0, ir.Binary("add", ir.Const(1), ir.Const(1, "i64"), "i32")),
    )
    yield "branches to elsewhere, which is not around it", lambda b, f: f.br(ir.Label("elsewhere"), 1)
    yield "an offer outside a listing", lambda b, f: f.offer(1)
    yield "Draw in a listing", lambda b, f: f.choose(0, 1, 0, lambda: f.draw(2) and None) and None
    yield (
        "stream is written in a listing",
        lambda b, f: f.choose(0, 1, 0, lambda: f.store(b.stream, 0, 1)) and None,
    )
    yield "is not in the program", lambda b, f: f.store(b.stream, 0, e.load(ir.Array("x", "state", 1)))

    def counts(b: ProgramBuilder, f: FunctionBuilder) -> None:
        with f.each(0, 3, "i") as i:
            f.set(i, 1)

    yield "i counts a loop, and is set in it", counts

    def foreign(b: ProgramBuilder, f: FunctionBuilder) -> None:
        other = b.function("other", ["p"])
        other.finish()
        f.store(b.stream, 0, other.parameters[0])

    yield "p is a local of another function", foreign

    def asked(b: ProgramBuilder, f: FunctionBuilder) -> None:
        other = b.function("other", result="i32")
        other.store(b.stream, 0, 1)
        other.return_(1)
        f.store(b.stream, 0, e.ask(other.finish()))

    yield "other is asked, but changes something", asked

    def chooses(b: ProgramBuilder, f: FunctionBuilder) -> None:
        other = b.function("other")
        other.choose(0, 1, 0)
        f.call(other.finish())

    yield "chooses, but gives no status", chooses

    def endless(b: ProgramBuilder, f: FunctionBuilder) -> None:
        other = b.function("other", result="i32")
        with other.if_(e.load(b.stream)):
            other.return_(1)
        f.store(b.stream, 0, e.ask(other.finish()))

    yield "its end can be reached without a result", endless


@pytest.mark.parametrize(("message", "emit_body"), list(_malformed()))
def test_what_is_malformed_is_found(
    message: str, emit_body: Callable[[ProgramBuilder, FunctionBuilder], None]
) -> None:
    b = ProgramBuilder()
    f = b.function("entry", result="status")
    emit_body(b, f)
    program = b.finish(f.finish())
    with pytest.raises(Malformed) as caught:
        verify(program)
    assert any(message in finding for finding in caught.value.findings), caught.value.findings


def test_what_is_set_on_every_way_is_not_found() -> None:
    b = ProgramBuilder()
    f = b.function("entry", result="status")
    t, u = f.local("t"), f.local("u")
    with f.if_(e.load(b.stream)):
        f.set(t, 1)
    with f.else_():
        f.set(t, 2)
    with f.block() as out:
        with f.if_(e.load(b.stream)):
            f.set(u, 1)
            f.br(out)
        f.set(u, 2)
    f.store(b.stream, 0, e.add(t, u))
    verify(b.finish(f.finish()))


# ---------------------------------------------------------------- the printed form


def test_the_printed_form() -> None:
    b = ProgramBuilder()
    count = b.state("count", 2, 8, fill=-1)
    table = b.table("next", [1, 2, 0])
    f = b.function("entry", ["seat"], result="status", note="rule Push")
    (seat,) = f.parameters
    t = f.let(e.load(table, e.load(count, seat)), "t")
    with f.if_(e.lt(t, 0)):
        f.error(3)
    with f.else_(), f.each(0, t) as i:
        f.increase(count, i)
    k = f.choose(seat, e.add(e.mul(t, 3), 1), 4, lambda: f.offer(t))
    f.tell(5, seat, k)
    f.finish()
    assert function_text(f.function).splitlines() == [
        "func entry(seat) status  # rule Push",
        "  t = next[count[seat]]",
        "  if t < 0",
        "    error 3",
        "  else",
        "    for i from 0 to t - 1",
        "      count[i] := count[i] + 1",
        "  k = choose(seat, (t * 3) + 1)  # 4",
        "    offer(t)",
        "  tell 5(seat, k)",
        "  return 0",
    ]
    assert program_text(b.finish(f.function)).splitlines()[:3] == [
        "state stream[4] 32 bits",
        "state count[2] 8 bits = -1 ...",
        "table next[3] 8 bits = 1 2 0",
    ]


def test_circles_are_found() -> None:
    b = ProgramBuilder()
    f, g, h = (b.function(name) for name in "fgh")
    f.call(g.function)
    g.call(f.function)
    g.call(h.function)
    functions = [one.finish() for one in (f, g, h)]
    groups, again = walk.circles(functions)
    assert [{one.name for one in group} for group in groups] == [{"f", "g"}, {"h"}]
    assert {one.name for one in again} == {"f", "g"}
