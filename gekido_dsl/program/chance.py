"""The stream of chance as functions of a program: the same as `gekido_dsl.rng`, bit for bit."""

from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function, Local

GOLDEN = -0x61C8_8646_80B5_83EB
"""What SplitMix64 adds in each step, as a signed number."""
_FIRST = -0x40A7_B892_E31B_1A47
_SECOND = -0x6B2F_B644_ECCE_EE15


def mix(f: FunctionBuilder, value: e.Value) -> Expr:
    """The finaliser of SplitMix64, of 64 bits."""
    x = f.let(value, "x")
    x = f.let(e.mul(e.xor(x, e.shr_u(x, 30)), _FIRST), "x")
    x = f.let(e.mul(e.xor(x, e.shr_u(x, 27)), _SECOND), "x")
    return f.let(e.xor(x, e.shr_u(x, 31)), "x")


def seeding(b: ProgramBuilder, stream: Array, name: str) -> Function:
    """Makes the function that starts a stream from a seed of 64 bits."""
    f = b.function(name, [("seed", "i64")])
    (seed,) = f.parameters
    for word in range(0, 4, 2):
        x = mix(f, e.add(seed, (word // 2 + 1) * GOLDEN))
        f.store(stream, word, e.wrap(x))
        f.store(stream, word + 1, e.wrap(e.shr_u(x, 32)))
    return f.finish()


def next_word(f: FunctionBuilder, stream: Array) -> Expr:
    """Emits one step of the generator and gives its 32 bits."""
    s0, s1, s2, s3 = (f.let(e.load(stream, word), f"s{word}") for word in range(4))
    result = f.let(e.mul(e.rotl(e.mul(s1, 5), 7), 9), "word")
    t = e.shl(s1, 9)
    s2 = f.let(e.xor(s2, s0), "s2")
    s3 = f.let(e.xor(s3, s1), "s3")
    f.store(stream, 1, e.xor(s1, s2))
    f.store(stream, 0, e.xor(s0, s3))
    f.store(stream, 2, e.xor(s2, t))
    f.store(stream, 3, e.rotl(s3, 11))
    return result


def below(f: FunctionBuilder, stream: Array, count: e.Value, result: Local) -> None:
    """Emits a draw below a count of at least 1, by Lemire's method."""
    wide = f.let(e.extend_u(count), "count")
    product = f.variable(e.mul(e.extend_u(next_word(f, stream)), wide), "product")
    with f.if_(e.lt_u(e.wrap(product), e.wrap(wide))):
        refused = f.let(e.rem_u(e.sub(0, e.wrap(wide)), e.wrap(wide)), "refused")
        with f.loop("again") as again, f.if_(e.lt_u(e.wrap(product), refused)):
            f.set(product, e.mul(e.extend_u(next_word(f, stream)), wide))
            f.br(again)
    f.set(result, e.wrap(e.shr_u(product, 32)))


def drawing(b: ProgramBuilder, stream: Array, name: str) -> Function:
    """Makes the function that gives a number below its argument."""
    f = b.function(name, ["count"], result="i32")
    result = f.local("drawn")
    below(f, stream, f.parameters[0], result)
    f.return_(result)
    return f.finish()


def shuffle(f: FunctionBuilder, array: Array, count: e.Value, pick: Function) -> None:
    """Emits that the first numbers of an array come into any order; `pick` draws a number below its argument."""
    with f.each(0, count, "k") as k:
        last = f.let(e.sub(e.sub(count, 1), k), "last")
        other = f.call_value(pick, e.add(last, 1))
        value = f.let(e.load(array, other), "value")
        f.store(array, other, e.load(array, last))
        f.store(array, last, value)
