"""Runs a program in Python, to be compared with: slow, and independent of WebAssembly.

A match is a boundary or a rest, and a script: after each choice the entry runs again from there, with the choices
since.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from gekido_dsl.backend.machine import Failed as RuleFailed
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.addresses import region
from gekido_dsl.rng import Rng

MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1


class Waits(Exception):
    """Somebody has to choose."""


@dataclass
class Decision:
    """What is asked."""

    seat: int
    count: int
    site: int
    options: list[tuple[int, ...]]


def s32(value: int) -> int:
    value &= MASK32
    return value - (1 << 32) if value >> 31 else value


def s64(value: int) -> int:
    value &= MASK64
    return value - (1 << 64) if value >> 63 else value


class Memory:
    """The numbers of the arrays."""

    def __init__(self, program: ir.Program) -> None:
        self.arrays: dict[ir.Array, list[int]] = {}
        for array in program.arrays:
            self.arrays[array] = blank(array)

    def copy(self) -> dict[ir.Array, list[int]]:
        return {a: v[:] for a, v in self.arrays.items() if a.kind in ("state", "derived")}

    def put(self, saved: dict[ir.Array, list[int]]) -> None:
        for array, values in saved.items():
            self.arrays[array][:] = values


def blank(array: ir.Array) -> list[int]:
    contents = list(array.contents)
    return contents + [array.fill] * (array.length - len(contents))


@dataclass
class Match:
    """A match of one program."""

    program: ir.Program
    seed: int
    told: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    decision: Decision | None = None

    def __post_init__(self) -> None:
        self.memory = Memory(self.program)
        rng = Rng(self.seed)
        self.memory.arrays[self.program.stream][:] = [s32(word) for word in rng.state]
        controls = [one for one in self.program.arrays if one.kind == "control"]
        self.going_on = next((one for one in controls if one.name == "rest"), None)
        self.boundary, self.rest = self.memory.copy(), 0
        self.script: list[int] = []
        self._told = 0
        self._functions: dict[ir.Function, Any] = {}
        self.steps = 0
        self.go()

    def position(self) -> bytes:
        """Gives the state as it lies in the memory of a module."""
        arrays = self.memory.arrays
        return region([replace(one, contents=tuple(arrays[one])) for one in self.program.state()])

    def choose(self, number: int) -> None:
        """Takes a choice and goes on to the next decision."""
        assert self.decision is not None and 0 <= number < self.decision.count
        self.script.append(number)
        self.go()

    def go(self) -> None:
        """Runs from the last boundary or rest."""
        self.memory.put(self.boundary)
        self._go_on_from(self.rest)
        self.at = 0
        self.events: list[tuple[int, tuple[int, ...]]] = []
        self.decision = None
        self.saved: list[dict[ir.Array, list[int]]] = []
        with suppress(Waits):
            self.call(self.program.entry, [])
        self.told += self.events[self._told :]
        self._told = len(self.events)

    def _go_on_from(self, rest: int) -> None:
        if self.going_on is not None:
            self.memory.arrays[self.going_on][0] = rest

    def begin_at(self, rest: int) -> None:
        """Has later runs begin here."""
        self.boundary, self.rest = self.memory.copy(), rest
        self.script = self.script[self.at :]
        self.at = 0
        self.told += self.events[self._told :]
        self.events, self._told = [], 0

    # ------------------------------------------------------------ statements

    def call(self, function: ir.Function, arguments: list[int]) -> int:
        """Calls a function."""
        env: dict[Any, Any] = dict(zip(function.parameters, arguments, strict=True))
        for array in function.frame:
            env[array] = blank(array)
        result = self.body(function.body, env)
        if isinstance(result, tuple):
            return int(result[1])
        assert result is None, f"{function.name} branches out to {result}"
        return 0

    def body(self, body: ir.Body, env: dict[Any, Any]) -> Any:
        for statement in body:
            result = self.statement(statement, env)
            if result is not None:
                return result
        return None

    def statement(self, s: ir.Stmt, env: dict[Any, Any]) -> Any:
        self.steps += 1
        match s:
            case ir.Set(local=local, value=value):
                env[local] = self.value(value, env)
            case ir.Store(array=array, index=index, value=value):
                at = self.value(index, env)
                numbers = self.numbers(array, env)
                assert 0 <= at < len(numbers), f"{array.name}[{at}] is written"
                number = self.value(value, env)
                half = 1 << (array.width - 1)
                assert -half <= number < half or array.width == 32, f"{array.name} := {number}"
                numbers[at] = number
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                return self.body(then if self.value(condition, env) else otherwise, env)
            case ir.Block(label=label, body=body):
                result = self.body(body, env)
                return None if result is label else result
            case ir.Loop(label=label, body=body, bound=bound):
                rounds = 0
                while True:
                    rounds += 1
                    assert bound is None or rounds <= bound + 1, f"{label.name} goes on too long"
                    result = self.body(body, env)
                    if result is not label:
                        return result
            case ir.For(local=local, start=start, end=end, body=body):
                for k in range(self.value(start, env), self.value(end, env)):
                    env[local] = k
                    result = self.body(body, env)
                    if result is not None:
                        return result
            case ir.Branch(label=label, condition=condition):
                return label if condition is None or self.value(condition, env) else None
            case ir.Switch(selector=selector, labels=labels):
                k = self.value(selector, env)
                return labels[k] if 0 <= k < len(labels) else labels[-1]
            case ir.Call(function=function, arguments=arguments, result=local):
                found = self.call(function, [self.value(one, env) for one in arguments])
                if function.result == "status":
                    if found == 1 or (found and local is None):
                        return ("return", found)
                if local is not None:
                    env[local] = found
            case ir.Return(value=value):
                return ("return", self.value(value, env) if value is not None else 0)
            case ir.Error(site=site):
                raise RuleFailed(site)
            case ir.Choose():
                return self.ask(s, env)
            case ir.Sampled(listed=listed):
                return self.body(listed, env)
            case ir.Draw(local=local, count=count):
                words = self.memory.arrays[self.program.stream]
                rng = Rng(0)
                rng.state = tuple(word & MASK32 for word in words)  # type: ignore[assignment]
                env[local] = rng.below(self.value(count, env))
                words[:] = [s32(word) for word in rng.state]
            case ir.Tell(site=site, values=values):
                self.events.append((site, tuple(self.value(one, env) for one in values)))
            case ir.Boundary():
                self.begin_at(0)
            case ir.Rest(number=number):
                self._go_on_from(0)
                self.begin_at(number)
            case ir.Save():
                self.saved.append(self.memory.copy())
            case ir.Keep():
                self.kept = self.memory.copy()
            case ir.Recall(local=local):
                env[local] = -2
            case ir.Remember():
                pass
            case ir.TakeBack():
                self.memory.put(self.kept)
            case ir.Restore():
                self.memory.put(self.saved.pop())
            case ir.InSecret() | ir.Reach() | ir.Reordered() | ir.Unlist() | ir.Note():
                pass
            case _:
                raise AssertionError(s)
        return None

    def ask(self, s: ir.Choose, env: dict[Any, Any]) -> None:
        count = self.value(s.count, env)
        assert count >= 1
        if self.at < len(self.script):
            env[s.local] = self.script[self.at]
            assert env[s.local] < count
            self.at += 1
            return
        self.offered: list[tuple[int, ...]] = []
        self.listing(s.listing, env)
        self.decision = Decision(self.value(s.seat, env), count, s.site, self.offered)
        raise Waits

    def listing(self, body: ir.Body, env: dict[Any, Any]) -> None:
        for s in body:
            match s:
                case ir.Offer(values=values):
                    self.offered.append(tuple(self.value(one, env) for one in values))
                case ir.For(local=local, start=start, end=end, body=inner):
                    for k in range(self.value(start, env), self.value(end, env)):
                        env[local] = k
                        self.listing(inner, env)
                case ir.If(condition=condition, then=then, otherwise=otherwise):
                    self.listing(then if self.value(condition, env) else otherwise, env)
                case _:
                    assert self.statement(s, env) is None

    # ------------------------------------------------------------ expressions

    def numbers(self, array: ir.Array, env: dict[Any, Any]) -> list[int]:
        found: list[int] = env[array] if array.kind == "frame" else self.memory.arrays[array]
        return found

    def value(self, e: ir.Expr, env: dict[Any, Any]) -> int:
        match e:
            case ir.Const(value=value):
                return value
            case ir.Local():
                found: int = env[e]
                return found
            case ir.Load(array=array, index=index):
                at = self.value(index, env)
                numbers = self.numbers(array, env)
                if at == -1:
                    return array.guard
                assert 0 <= at < len(numbers), f"{array.name}[{at}] is read"
                return numbers[at]
            case ir.Unary(op=op, value=inner):
                return unary(op, self.value(inner, env), inner.type)
            case ir.Binary(op=op, left=left, right=right):
                return binary(op, self.value(left, env), self.value(right, env), left.type)
            case ir.Select(condition=condition, yes=yes, no=no):
                one, other = self.value(yes, env), self.value(no, env)
                return one if self.value(condition, env) else other
            case ir.Ask(function=function, arguments=arguments):
                return self.call(function, [self.value(one, env) for one in arguments])
        raise AssertionError(e)


def unary(op: str, value: int, type_: str) -> int:
    bits = 64 if type_ == "i64" else 32
    plain = value & ((1 << bits) - 1)
    match op:
        case "eqz":
            return int(value == 0)
        case "popcount":
            return plain.bit_count()
        case "ctz":
            return (plain & -plain).bit_length() - 1 if plain else bits
        case "clz":
            return bits - plain.bit_length()
        case "wrap":
            return s32(value)
        case "extend":
            return value
        case "extend_u":
            return value & MASK32
    raise AssertionError(op)


def binary(op: str, a: int, b: int, type_: str) -> int:
    bits, mask, signed = (64, MASK64, s64) if type_ == "i64" else (32, MASK32, s32)
    ua, ub = a & mask, b & mask
    match op:
        case "add":
            return signed(a + b)
        case "sub":
            return signed(a - b)
        case "mul":
            return signed(a * b)
        case "div":
            return signed(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))
        case "rem":
            return signed(abs(a) % abs(b) * (-1 if a < 0 else 1))
        case "div_u":
            return signed(ua // ub)
        case "rem_u":
            return signed(ua % ub)
        case "and":
            return a & b
        case "or":
            return a | b
        case "xor":
            return a ^ b
        case "shl":
            return signed(ua << (ub % bits))
        case "shr":
            return signed(a >> (ub % bits))
        case "shr_u":
            return signed(ua >> (ub % bits))
        case "rotl":
            k = ub % bits
            return signed((ua << k) | (ua >> (bits - k)))
        case "rotr":
            k = ub % bits
            return signed((ua >> k) | (ua << (bits - k)))
        case "eq" | "ne":
            return int((a == b) is (op == "eq"))
        case "lt":
            return int(a < b)
        case "le":
            return int(a <= b)
        case "gt":
            return int(a > b)
        case "ge":
            return int(a >= b)
        case "lt_u":
            return int(ua < ub)
        case "le_u":
            return int(ua <= ub)
        case "gt_u":
            return int(ua > ub)
        case "ge_u":
            return int(ua >= ub)
    raise AssertionError(op)
