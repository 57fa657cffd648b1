"""A program in a form that people read. Nothing reads it back."""

from collections.abc import Iterator

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.nodes import Array, Body, Expr, Function, Local, Program

_SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "rem": "%",
    "and": "&",
    "or": "|",
    "xor": "^",
    "shl": "<<",
    "shr": ">>",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}


def program_text(program: Program) -> str:
    """Writes a program."""
    parts = ["\n".join(_array(array) for array in program.arrays)]
    parts += [function_text(function) for function in program.functions]
    return "\n\n".join(parts) + "\n"


def _array(array: Array) -> str:
    start = ""
    if array.contents:
        shown = " ".join(map(str, array.contents[:16]))
        start = f" = {shown}{' ...' if len(array.contents) > 16 else ''}"
    elif array.fill:
        start = f" = {array.fill} ..."
    return f"{array.kind} {array.name}[{array.length}] {array.width} bits{start}"


def function_text(function: Function) -> str:
    """Writes a function."""
    return "\n".join(_Writer(function).lines())


class _Writer:
    """Writes one function; locals of one name are numbered."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.names: dict[Local, str] = {}
        used: dict[str, int] = {}
        for local in (*function.parameters, *function.locals):
            count = used.get(local.name, 0)
            used[local.name] = count + 1
            self.names[local] = f"{local.name}{count + 1}" if count else local.name

    def lines(self) -> Iterator[str]:
        """The function, line by line."""
        function = self.function
        parameters = ", ".join(self.names[one] for one in function.parameters)
        result = f" {function.result}" if function.result else ""
        note = f"  # {function.note}" if function.note else ""
        yield f"func {function.name}({parameters}){result}{note}"
        for array in function.frame:
            yield f"  list {array.name}[{array.length}] {array.width} bits"
        yield from self.body(function.body, "  ")

    def body(self, body: Body, indent: str) -> Iterator[str]:
        """Statements, each on its line."""
        for statement in body:
            yield from self.statement(statement, indent)

    def statement(self, statement: ir.Stmt, indent: str) -> Iterator[str]:
        """A statement and what is in it."""
        inner = indent + "  "
        match statement:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                yield f"{indent}if {self.text(condition)}"
                yield from self.body(then, inner)
                if otherwise:
                    yield f"{indent}else"
                    yield from self.body(otherwise, inner)
            case ir.Block(label=label, body=body):
                yield f"{indent}block {label.name}"
                yield from self.body(body, inner)
            case ir.Loop(label=label, body=body, bound=bound):
                yield f"{indent}loop {label.name}{'' if bound is None else f' at most {bound}'}"
                yield from self.body(body, inner)
            case ir.For(local=local, start=start, end=end, body=body):
                yield f"{indent}for {self.names[local]} from {self.text(start)} to {self.text(end)} - 1"
                yield from self.body(body, inner)
            case ir.Sampled(drawn=drawn, listed=listed):
                yield f"{indent}drawn"
                yield from self.body(drawn, inner)
                yield f"{indent}or listed"
                yield from self.body(listed, inner)
            case ir.Choose(listing=listing) if listing:
                yield indent + self.line(statement)
                yield from self.body(listing, inner)
            case _:
                yield indent + self.line(statement)

    def line(self, statement: ir.Stmt) -> str:
        """A statement that takes one line."""
        match statement:
            case ir.Set(local=local, value=value):
                return f"{self.names[local]} = {self.text(value)}"
            case ir.Store(array=array, index=index, value=value):
                return f"{array.name}[{self.text(index)}] := {self.text(value)}"
            case ir.Branch(label=label, condition=asked):
                return f"br {label.name}" + ("" if asked is None else f" if {self.text(asked)}")
            case ir.Switch(selector=selector, labels=labels):
                return f"br {self.text(selector)} of {', '.join(label.name for label in labels)}"
            case ir.Call(function=function, arguments=arguments, result=result):
                given = "" if result is None else f"{self.names[result]} = "
                return f"{given}{function.name}({self.texts(arguments)})"
            case ir.Return(value=value):
                return "return" if value is None else f"return {self.text(value)}"
            case ir.Error(site=site):
                return f"error {site}"
            case ir.Choose(local=local, seat=seat, count=count, site=site):
                return f"{self.names[local]} = choose({self.text(seat)}, {self.text(count)})  # {site}"
            case ir.Pick(local=local, count=count):
                return f"{self.names[local]} = pick({self.text(count)})"
            case ir.Picked(count=count):
                return f"picked of {self.text(count)}"
            case ir.Picking():
                return "picking"
            case ir.Unpicked():
                return "unpicked"
            case ir.Draw(local=local, count=count, site=site, values=values):
                about = f" of {self.texts(values)}" if values else ""
                return f"{self.names[local]} = draw({self.text(count)}){about}  # {site}"
            case ir.Recall(local=local, result=result_, numbers=numbers):
                return f"{self.names[local]} = recall({self.texts(numbers)}) into {result_.name}[0]"
            case ir.Remember(entry=entry, value=value):
                return f"remember {self.text(entry)}: {self.text(value)}"
            case ir.Tell(site=site, values=values):
                return f"tell {site}({self.texts(values)})"
            case ir.Reordered(local=local, place=place):
                return f"{self.names[local]} = in order {self.text(place)}"
            case ir.InSecret(player=player):
                return f"in secret {self.text(player)}"
            case ir.Offer(values=values):
                return f"offer({self.texts(values)})"
            case ir.Copy(target=target, to=to, source=source, start=start, size=size):
                return (
                    f"copy {self.text(size)} bytes of {source.name} from {self.text(start)}"
                    f" to {target.name} from {self.text(to)}"
                )
            case ir.Reach(block=block, condition=condition):
                return f"reach {block}" + (f" if {self.text(condition)}" if condition is not None else "")
            case ir.Rest(number=number):
                return f"rest {number}"
            case ir.Note(text=text):
                return f"# {text}"
            case _:
                return type(statement).__name__.lower()

    def texts(self, values: tuple[Expr, ...]) -> str:
        """Expressions with commas between."""
        return ", ".join(map(self.text, values))

    def text(self, value: Expr) -> str:
        """An expression."""
        match value:
            case ir.Const(value=number):
                return str(number)
            case ir.Local():
                return self.names.get(value, value.name)
            case ir.Load(array=array, index=index):
                return f"{array.name}[{self.text(index)}]"
            case ir.Unary(op="eqz", value=inner):
                return f"not {self.inner(inner)}"
            case ir.Unary(op=op, value=inner):
                return f"{op}({self.text(inner)})"
            case ir.Binary(op=op, left=left, right=right) if op in _SIGNS:
                return f"{self.inner(left)} {_SIGNS[op]} {self.inner(right)}"
            case ir.Binary(op=op, left=left, right=right):
                return f"{op}({self.text(left)}, {self.text(right)})"
            case ir.Select(condition=condition, yes=yes, no=no):
                return f"select({self.text(condition)}, {self.text(yes)}, {self.text(no)})"
            case ir.Ask(function=function, arguments=arguments):
                return f"{function.name}({self.texts(arguments)})"

    def inner(self, value: Expr) -> str:
        """An expression inside another."""
        text = self.text(value)
        return f"({text})" if isinstance(value, ir.Binary) and value.op in _SIGNS else text
