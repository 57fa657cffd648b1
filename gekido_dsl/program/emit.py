"""A program whose statements have one meaning alone becomes a WebAssembly module.

`Choose`, `Draw`, `Tell`, `Offer`, `Save`, `Restore`, `Boundary` and `Error` have been replaced before, by `backend`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk, wasm
from gekido_dsl.program.addresses import Addresses, lay_out, step
from gekido_dsl.program.frames import Frames, place_frames
from gekido_dsl.program.nodes import Array, Expr, Function, Label, Local, Type
from gekido_dsl.program.signs import Signs
from gekido_dsl.program.statuses import gives_status

_SHORT_COPY: Final = 512
"""Copies up to so many bytes are written out."""
_SHIFTS = {1: 0, 2: 1, 4: 2, 8: 3}


@dataclass(frozen=True, slots=True)
class Module:
    """WebAssembly, and where things lie in its memory."""

    code: bytes
    addresses: Addresses


def emit(
    arrays: Sequence[Array], exports: Mapping[str, Function], pointer: Array, stack: int = 1 << 18
) -> Module:
    """Makes a module of the functions that the exported ones need.

    Args:
        pointer: control of length 1; where in the stack of lists the next frame of a function that may call itself
            begins, in bytes. The host sets it to 0 before each call.
        stack: how many bytes such frames may need together.
    """
    functions = walk.reachable(exports.values())
    frames = place_frames(functions, stack)
    room = Array("stack", "scratch", frames.size, 8)
    addresses = lay_out([*arrays, room])
    numbers = {function: number for number, function in enumerate(functions)}
    signs = Signs(functions, exports.values())
    giving = gives_status(functions) | set(exports.values())
    signatures: dict[wasm.Signature, int] = {}
    codes: list[tuple[int, bytes]] = []
    context = _Context(addresses.by_array, addresses.by_array[room], pointer, frames, numbers, signs, giving)
    for function in functions:
        signature = context.signature(function)
        number = signatures.setdefault(signature, len(signatures))
        codes.append((number, _FunctionWriter(context, function).write()))
    pages = -(-addresses.size // wasm.PAGE)
    named = [(name, numbers[function]) for name, function in exports.items()]
    return Module(wasm.module(list(signatures), codes, named, pages, addresses.data), addresses)


@dataclass(frozen=True, slots=True)
class _Context:
    """What the writers of all functions share."""

    address: dict[Array, int]
    room: int
    pointer: Array
    frames: Frames
    numbers: dict[Function, int]
    signs: Signs
    giving: set[Function]
    """Functions of which the status can be something but 0; others give none."""

    def result(self, function: Function) -> Type | None:
        """What a function gives in the module."""
        if function.result == "status":
            return "i32" if function in self.giving else None
        return function.result

    def signature(self, function: Function) -> wasm.Signature:
        """What a function takes and gives in the module."""
        return tuple(one.type for one in function.parameters), self.result(function)


class _FunctionWriter:
    """Writes one function."""

    def __init__(self, context: _Context, function: Function) -> None:
        self.context = context
        self.function = function
        self.result = context.result(function)
        self.own = list(function.locals)
        self.base: Local | None = None
        if function in context.frames.moving and function.frame:
            self.base = self._more("i32")
        self.status: Local | None = None
        self.limits: dict[int, Local] = {}
        for statement in walk.statements(function.body):
            match statement:
                case ir.Call(function=called, result=None) if context.result(called) and self.status is None:
                    self.status = self._more("i32")
                case ir.For(end=end) if not isinstance(end, ir.Const):
                    self.limits[id(statement)] = self._more("i32")
        self.runs: dict[Type, list[Local]] = {"i32": [], "i64": []}
        for local in self.own:
            self.runs[local.type].append(local)
        ordered = [*function.parameters, *self.runs["i32"], *self.runs["i64"]]
        self.index = {local: wasm.unsigned(number) for number, local in enumerate(ordered)}
        self.out = bytearray()
        self.labels: list[Label | None] = []

    def _more(self, type: Type) -> Local:
        local = Local("", type)
        self.own.append(local)
        return local

    def write(self) -> bytes:
        """Gives the code."""
        body = self.function.body
        if self.base is not None:
            self._enter(self.base)
        self.body(body)
        ends = bool(body) and isinstance(body[-1], ir.Return)
        if not ends and self.base is not None:
            self._leave()
        if not ends and self.result is not None:
            self.out.append(wasm.UNREACHABLE)
        types: tuple[Type, ...] = ("i32", "i64")
        return wasm.code([(len(self.runs[type]), type) for type in types], bytes(self.out))

    def _enter(self, base: Local) -> None:
        """Takes a frame from the stack of lists."""
        context, out = self.context, self.out
        pointer = context.address[context.pointer]
        size = context.frames.sizes[self.function]
        self.constant(0)
        self._load(32, pointer)
        out.append(wasm.LOCAL_TEE)
        out += self.index[base]
        self.constant(context.frames.limit - size)
        out.append(wasm.BINARY["gt", "i32"])
        out += bytes((wasm.IF, wasm.NO_RESULT, wasm.UNREACHABLE, wasm.END))
        self.constant(0)
        self.expression(base)
        self.constant(size)
        out.append(wasm.BINARY["add", "i32"])
        self._store(32, pointer)

    def _leave(self) -> None:
        assert self.base is not None
        self.constant(0)
        self.expression(self.base)
        self._store(32, self.context.address[self.context.pointer])

    # ------------------------------------------------------------ statements

    def body(self, body: ir.Body) -> None:
        """Writes statements one after the other."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: ir.Stmt) -> None:
        """Writes a statement."""
        out = self.out
        match statement:
            case ir.Set(local=local, value=value):
                self.expression(value)
                self.set(local)
            case ir.Store(array=array, index=index, value=value):
                offset = self.address(array, index)
                self.expression(value)
                self._store(array.width, offset)
            case ir.If(condition=condition, then=(ir.Branch(label=label, condition=None),), otherwise=()):
                self.expression(condition)
                self.branch(wasm.BR_IF, label)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                self.if_(condition, then, otherwise)
            case ir.Block(label=label, body=body):
                self.open(wasm.BLOCK, label)
                self.body(body)
                self.close()
            case ir.Loop(label=label, body=body):
                self.open(wasm.LOOP, label)
                self.body(body)
                self.close()
            case ir.For():
                self.for_(statement)
            case ir.Branch(label=label, condition=asked):
                if asked is not None:
                    self.expression(asked)
                self.branch(wasm.BR if asked is None else wasm.BR_IF, label)
            case ir.Switch(selector=selector, labels=labels):
                self.expression(selector)
                out.append(wasm.BR_TABLE)
                out += wasm.unsigned(len(labels) - 1)
                for label in labels:
                    out += wasm.unsigned(self.depth(label))
            case ir.Call():
                self.call(statement)
            case ir.Return(value=value):
                self.return_(value)
            case ir.Copy(
                target=target, to=ir.Const(), source=source, start=ir.Const(), size=ir.Const(value=size)
            ) if size <= _SHORT_COPY and size % 8 == 0 and target is not source:
                self.copy_words(statement, size)
            case ir.Copy(target=target, to=to, source=source, start=start, size=size):
                self._place(target, to)
                self._place(source, start)
                self.expression(size)
                out += wasm.MEMORY_COPY
            case ir.Trap():
                out.append(wasm.UNREACHABLE)
            case ir.Note():
                pass
            case _:
                raise TypeError(f"{type(statement).__name__} means nothing in a module")

    def copy_words(self, copy: ir.Copy, size: int) -> None:
        """Writes a short copy word by word, which is quicker than to call what copies any number of bytes."""
        assert isinstance(copy.to, ir.Const) and isinstance(copy.start, ir.Const)
        goal = self.context.address[copy.target] + copy.to.value
        origin = self.context.address[copy.source] + copy.start.value
        for word in range(0, size, 8):
            self.constant(0)
            self.constant(0)
            self._access(wasm.LOADS[64], 8, origin + word)
            self._access(wasm.STORES[64], 8, goal + word)

    def set(self, local: Local) -> None:
        """Sets a local to what is on the stack."""
        self.out.append(wasm.LOCAL_SET)
        self.out += self.index[local]

    def open(self, opcode: int, label: Label | None) -> None:
        """Begins a block, loop or condition."""
        self.out.append(opcode)
        self.out.append(wasm.NO_RESULT)
        self.labels.append(label)

    def close(self) -> None:
        """Ends what was opened last."""
        self.out.append(wasm.END)
        self.labels.pop()

    def depth(self, label: Label) -> int:
        """How many open blocks lie between here and a label."""
        return self.labels[::-1].index(label)

    def branch(self, opcode: int, label: Label) -> None:
        """Branches, with the condition on the stack if there is one."""
        self.out.append(opcode)
        self.out += wasm.unsigned(self.depth(label))

    def if_(self, condition: Expr, then: ir.Body, otherwise: ir.Body) -> None:
        """Writes a condition and what hangs on it."""
        self.expression(condition)
        self.open(wasm.IF, None)
        self.body(then)
        if otherwise:
            self.out.append(wasm.ELSE)
            self.body(otherwise)
        self.close()

    def for_(self, loop: ir.For) -> None:
        """Writes a counted loop; the test stands at its end."""
        start, end, local = loop.start, loop.end, loop.local
        rounds = (
            end.value - start.value if isinstance(start, ir.Const) and isinstance(end, ir.Const) else None
        )
        if rounds is not None and rounds <= 0:
            return
        limit: Expr = end
        if id(loop) in self.limits:
            limit = self.limits[id(loop)]
            self.expression(end)
            self.set(self.limits[id(loop)])
        self.expression(start)
        self.set(local)
        if rounds is None:
            self.compare("lt", local, limit)
            self.open(wasm.IF, None)
        self.open(wasm.LOOP, None)
        self.body(loop.body)
        self.expression(local)
        self.constant(1)
        self.out.append(wasm.BINARY["add", "i32"])
        self.out.append(wasm.LOCAL_TEE)
        self.out += self.index[local]
        self.expression(limit)
        self.out.append(wasm.BINARY["lt", "i32"])
        self.out += bytes((wasm.BR_IF, 0))
        self.close()
        if rounds is None:
            self.close()

    def compare(self, op: str, left: Expr, right: Expr) -> None:
        """Writes a comparison of 32-bit numbers."""
        self.expression(left)
        self.expression(right)
        self.out.append(wasm.BINARY[op, "i32"])

    def call(self, call: ir.Call) -> None:
        """Writes a call; a status that ends the caller is passed on."""
        out, called, result = self.out, call.function, call.result
        for argument in call.arguments:
            self.expression(argument)
        out.append(wasm.CALL)
        out += wasm.unsigned(self.context.numbers[called])
        given = self.context.result(called)
        if called.result != "status":
            if given is not None:
                out.append(wasm.DROP) if result is None else self.set(result)
            return
        if given is None:
            if result is not None:
                self.constant(0)
                self.set(result)
            return
        kept = result or self.status
        assert kept is not None
        out.append(wasm.LOCAL_TEE)
        out += self.index[kept]
        if result is not None:
            self.constant(ir.WAITS)
            out.append(wasm.BINARY["eq", "i32"])
        self.open(wasm.IF, None)
        self.return_(kept)
        self.close()

    def return_(self, value: Expr | None) -> None:
        """Leaves the function; one that gives no status in this module drops it."""
        if value is not None and self.result is not None:
            self.expression(value)
        if self.base is not None:
            self._leave()
        self.out.append(wasm.RETURN)

    # ------------------------------------------------------------ memory

    def address(self, array: Array, index: Expr) -> int:
        """Writes what is added to the fixed part of an address, and gives that part."""
        if array.kind == "frame":
            inside = self.context.frames.offsets[array]
            base = self.context.room + inside
            if self.base is not None:
                self._scaled(index, step(array))
                self.expression(self.base)
                self.out.append(wasm.BINARY["add", "i32"])
                if self._natural(index):
                    return base
                # The fixed part is added without bound, so an index of -1 is brought back by what is added here.
                self.constant(base)
                self.out.append(wasm.BINARY["add", "i32"])
                return 0
        else:
            base = self.context.address[array]
        size = step(array)
        match index:
            case ir.Const(value=number):
                self.constant(0)
                return base + number * size
            case ir.Binary(op="add", left=left, right=ir.Const(value=more)) if more >= 0 and self._natural(
                left
            ):
                self._scaled(left, size)
                return base + more * size
            case ir.Binary(op="add", left=left, right=ir.Const(value=more)) if not self._natural(index):
                self._scaled(left, size)
                self.constant(base + more * size)
            case _:
                self._scaled(index, size)
                if self._natural(index):
                    return base
                self.constant(base)
        self.out.append(wasm.BINARY["add", "i32"])
        return 0

    def _natural(self, value: Expr) -> bool:
        return self.context.signs.natural(value)

    def _scaled(self, index: Expr, size: int) -> None:
        self.expression(index)
        if size > 1:
            self.constant(_SHIFTS[size])
            self.out.append(wasm.BINARY["shl", "i32"])

    def _place(self, array: Array, position: Expr) -> None:
        """Writes the address of a byte of an array."""
        base = self.context.address[array]
        if isinstance(position, ir.Const):
            self.constant(base + position.value)
            return
        self.expression(position)
        self.constant(base)
        self.out.append(wasm.BINARY["add", "i32"])

    def _load(self, width: int, offset: int) -> None:
        self._access(wasm.LOADS[width], width, offset)

    def _store(self, width: int, offset: int) -> None:
        self._access(wasm.STORES[width], width, offset)

    def _access(self, opcode: int, width: int, offset: int) -> None:
        self.out.append(opcode)
        self.out.append(_SHIFTS[width // 8])
        self.out += wasm.unsigned(offset)

    # ------------------------------------------------------------ expressions

    def constant(self, value: int) -> None:
        """Writes a 32-bit constant."""
        self.out.append(wasm.I32_CONST)
        self.out += wasm.signed(value)

    def expression(self, value: Expr) -> None:
        """Writes what leaves one number on the stack."""
        out = self.out
        match value:
            case ir.Const(value=number, type=type):
                out.append(wasm.I32_CONST if type == "i32" else wasm.I64_CONST)
                out += wasm.signed(number)
            case ir.Local():
                out.append(wasm.LOCAL_GET)
                out += self.index[value]
            case ir.Load(array=array, index=index):
                self._load(array.width, self.address(array, index))
            case ir.Unary(op=op, value=inner):
                self.expression(inner)
                out.append(wasm.UNARY[op, inner.type])
            case ir.Binary(op=op, left=left, right=right):
                self.expression(left)
                self.expression(right)
                out.append(wasm.BINARY[op, left.type])
            case ir.Select(condition=condition, yes=yes, no=no):
                self.expression(yes)
                self.expression(no)
                self.expression(condition)
                out.append(wasm.SELECT)
            case ir.Ask(function=function, arguments=arguments):
                for argument in arguments:
                    self.expression(argument)
                out.append(wasm.CALL)
                out += wasm.unsigned(self.context.numbers[function])
