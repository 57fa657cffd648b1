"""A program is checked before anything is made of it: what is found here is a mistake of the lowering.

Checked are types, labels, that locals are set before they are read (on every way, and anew in each round of a loop),
that constant indices lie inside, what may stand where, and that what is asked changes nothing.
"""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.expressions import BITS
from gekido_dsl.program.nodes import Array, Body, Expr, Function, Label, Local, Program, Type

_OF_A_MATCH = (
    ir.Choose,
    ir.Picking,
    ir.Pick,
    ir.Picked,
    ir.Unpicked,
    ir.Draw,
    ir.Tell,
    ir.Save,
    ir.Restore,
    ir.Keep,
    ir.TakeBack,
    ir.Recall,
    ir.Remember,
    ir.Boundary,
    ir.Rest,
    ir.InSecret,
    ir.Reach,
    ir.Reordered,
)
_CHANGING = (*_OF_A_MATCH, ir.Copy)
"""The statements that a listing may not have, besides those that store."""


class Malformed(Exception):
    """A program that no module can be made of."""

    def __init__(self, findings: list[str]) -> None:
        super().__init__("\n".join(findings[:20]))
        self.findings = findings


def verify(program: Program) -> None:
    """Checks a program.

    Raises:
        Malformed: it is not what a program has to be.
    """
    findings = _arrays(program)
    functions = walk.reachable([program.entry])
    known = set(program.functions)
    if program.entry.result != "status" or program.entry.parameters:
        findings.append("the entry gives a status and takes nothing")
    changing = _changing(functions)
    for function in functions:
        if function not in known:
            findings.append(f"{function.name}: is not in the program")
        findings += _FunctionCheck(program, function, changing).findings
    if findings:
        raise Malformed(findings)


def _arrays(program: Program) -> list[str]:
    findings: list[str] = []
    for array in program.arrays:
        least, most = -(1 << (array.width - 1)), (1 << (array.width - 1)) - 1
        if array.length < 1 or len(array.contents) > array.length:
            findings.append(f"{array.name}: {len(array.contents)} numbers for {array.length} places")
        if any(not least <= number <= most for number in (*array.contents, array.fill, array.guard)):
            findings.append(f"{array.name}: a number does not fit {array.width} bits")
        if array.kind in ("frame", "region"):
            findings.append(f"{array.name}: an array of the program cannot be of the kind {array.kind}")
    if len(set(program.arrays)) < len(program.arrays):
        findings.append("an array is listed twice")
    for array in (program.stream, *program.record):
        if array.kind != "state" or array not in program.arrays:
            findings.append(f"{array.name}: is not state of the program")
    return findings


def _changing(functions: Iterable[Function]) -> set[Function]:
    """Gives the functions that change something, or depend on what changes without a statement."""
    direct = {
        function
        for function in functions
        if any(
            isinstance(one, _CHANGING) or (isinstance(one, ir.Store) and one.array.kind != "frame")
            for one in walk.statements(function.body)
        )
    }
    found = True
    while found:
        more = {
            function
            for function in functions
            if function not in direct and any(called in direct for called in walk.callees(function))
        }
        direct |= more
        found = bool(more)
    return direct


class _FunctionCheck:
    """Checks one function."""

    def __init__(self, program: Program, function: Function, changing: set[Function]) -> None:
        self.program = program
        self.function = function
        self.changing = changing
        self.findings: list[str] = []
        self.arrays = {*program.arrays, *function.frame}
        self.locals = {*function.parameters, *function.locals}
        if len(self.locals) < len(function.parameters) + len(function.locals):
            self.wrong("a local is declared twice")
        self.ready: set[Local] = set()
        """The locals that are set where the check stands."""
        self.trail: list[Local] = []
        """The same in the order in which they were set, so that a way can be gone back without a copy."""
        self.labels: dict[Label, int] = {}
        """By open label, how long the trail was where its block began."""
        self.left: dict[Label, frozenset[Local]] = {}
        """By open label, what is set since then on every way that leaves through it so far."""
        self.loops: set[Label] = set()
        self.fixed: set[Local] = set()
        """Locals of the counted loops that are open."""
        self.listing = False
        self.note(function.parameters)
        if self.body(function.body) and function.result is not None:
            self.wrong("its end can be reached without a result")

    def wrong(self, message: str) -> None:
        """Notes a finding."""
        self.findings.append(f"{self.function.name}: {message}")

    def note(self, locals_: Iterable[Local]) -> None:
        """Notes that locals are set."""
        for local in locals_:
            if local not in self.ready:
                self.ready.add(local)
                self.trail.append(local)

    def back(self, mark: int) -> frozenset[Local]:
        """Goes back to where the trail was so long, and gives what was set since."""
        since = frozenset(self.trail[mark:])
        del self.trail[mark:]
        self.ready -= since
        return since

    def body(self, body: Body) -> bool:
        """Checks statements, and tells whether somebody comes to their end."""
        reached = True
        for statement in body:
            if reached:
                reached = self.statement(statement)
            elif not isinstance(statement, ir.Note):
                self.note(self.locals)  # nobody comes here: types are checked, nothing else
                self.statement(statement)
        return reached

    def way(self, body: Body, *, first: Iterable[Local] = ()) -> frozenset[Local] | None:
        """Checks one of several ways, and gives what is set on it, None where nobody comes; then goes back."""
        mark = len(self.trail)
        self.note(first)
        reached = self.body(body)
        since = self.back(mark)
        return since if reached else None

    def either(self, one: Body, other: Body) -> bool:
        """Checks two ways of which one is gone."""
        return self.meet(self.way(one), self.way(other))

    def meet(self, one: frozenset[Local] | None, other: frozenset[Local] | None) -> bool:
        """Goes on with what is set whichever way one has come, and tells whether somebody comes."""
        ways = [way for way in (one, other) if way is not None]
        if ways:
            self.note(frozenset.intersection(*ways))
        return bool(ways)

    def statement(self, statement: ir.Stmt) -> bool:
        """Checks a statement, and tells whether somebody comes behind it."""
        for value in walk.operands(statement):
            self.expression(value)
        local = walk.written(statement)
        if local is not None:
            if local not in self.locals:
                self.wrong(f"{local.name} is not declared")
            if local in self.fixed:
                self.wrong(f"{local.name} counts a loop, and is set in it")
        match statement:
            case ir.Set(local=local, value=value):
                self.typed(value, local.type, local.name)
            case ir.Store(array=array, index=index, value=value):
                self.store(array, index, value)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                self.typed(condition, "i32", "a condition")
                return self.either(then, otherwise)
            case ir.Sampled(drawn=drawn, listed=listed):
                return self.either(drawn, listed)
            case ir.Block(label=label, body=body):
                self.labels[label] = len(self.trail)
                after = self.way(body)
                del self.labels[label]
                return self.meet(after, self.left.pop(label, None))
            case ir.Loop(label=label, body=body):
                self.labels[label] = len(self.trail)
                self.loops.add(label)
                reached = self.body(body)
                del self.labels[label]
                return reached
            case ir.For(local=local, start=start, end=end, body=body):
                for value in (start, end, local):
                    self.typed(value, "i32", "what a loop counts")
                self.fixed.add(local)
                self.way(body, first=(local,))
                self.fixed.discard(local)
                return True
            case ir.Branch(label=label, condition=asked):
                self.branch(label)
                if asked is None:
                    return False
                self.typed(asked, "i32", "a condition")
            case ir.Switch(selector=selector, labels=labels):
                self.typed(selector, "i32", "a selector")
                for label in labels:
                    self.branch(label)
                return False
            case ir.Call():
                self.call(statement)
            case ir.Return(value=given):
                self.return_(given)
                return False
            case ir.Error() | ir.Trap():
                return False
            case _ if isinstance(statement, (*_OF_A_MATCH, ir.Offer)):
                self.of_a_match(statement)
            case ir.Copy():
                for value in walk.operands(statement):
                    self.typed(value, "i32", "a position")
        if local is not None:
            self.note((local,))
        return True

    def of_a_match(self, statement: ir.Stmt) -> None:
        """Checks a statement of which the meaning depends on the module."""
        for value in walk.operands(statement):
            self.typed(value, "i32", "a number")
        if self.listing and not isinstance(statement, ir.Offer):
            self.wrong(f"{type(statement).__name__} in a listing")
        match statement:
            case ir.Choose(local=local, listing=listing):
                self.typed(local, "i32", "a choice")
                if self.function.result != "status":
                    self.wrong("chooses, but gives no status")
                self.listing = True
                self.way(listing)
                self.listing = False
            case ir.Draw(local=local) | ir.Pick(local=local) | ir.Recall(local=local):
                self.typed(local, "i32", "a draw")
            case ir.Offer() if not self.listing:
                self.wrong("an offer outside a listing")
            case ir.Boundary() if self.function is not self.program.entry:
                self.wrong("a boundary outside the entry")

    def store(self, array: Array, index: Expr, value: Expr) -> None:
        """Checks what is written."""
        self.known(array)
        self.typed(value, array.type, array.name)
        self.typed(index, "i32", f"an index of {array.name}")
        if array.kind in ("table", "region"):
            self.wrong(f"{array.name} cannot be written")
        if self.listing and array.kind != "frame":
            self.wrong(f"{array.name} is written in a listing")
        if isinstance(index, ir.Const) and not 0 <= index.value < array.length:
            self.wrong(f"{array.name}[{index.value}] is written, of {array.length}")

    def branch(self, label: Label) -> None:
        """Checks a branch."""
        if label not in self.labels:
            self.wrong(f"branches to {label.name}, which is not around it")
            return
        if label not in self.loops:
            before = self.left.get(label)
            since = self.trail[self.labels[label] :] if before is None else before & self.ready
            self.left[label] = frozenset(since)

    def call(self, call: ir.Call) -> None:
        """Checks a call."""
        called, result = call.function, call.result
        self.arguments(called, call.arguments)
        if self.listing and called in self.changing:
            self.wrong(f"{called.name} changes something, in a listing")
        if called.result == "status":
            if self.function.result not in ("status", "i32"):
                self.wrong(f"calls {called.name}, which gives a status, but gives none")
            if result is not None:
                self.typed(result, "i32", "a status")
        elif result is not None:
            if called.result is None:
                self.wrong(f"{called.name} gives nothing")
            else:
                self.typed(result, called.result, f"the result of {called.name}")

    def arguments(self, called: Function, arguments: tuple[Expr, ...]) -> None:
        """Checks what a function is called with."""
        if len(arguments) != len(called.parameters):
            self.wrong(f"{called.name} takes {len(called.parameters)}, not {len(arguments)}")
            return
        for parameter, argument in zip(called.parameters, arguments, strict=True):
            self.typed(argument, parameter.type, f"{parameter.name} of {called.name}")

    def return_(self, value: Expr | None) -> None:
        """Checks a result."""
        result = self.function.result
        if (value is None) != (result is None):
            self.wrong("returns nothing" if value is None else "returns a value, but gives none")
        elif value is not None and result is not None:
            self.typed(value, "i64" if result == "i64" else "i32", "the result")

    def expression(self, value: Expr) -> None:
        """Checks an expression and all that it is made of."""
        for one in walk.expressions([value]):
            match one:
                case ir.Local():
                    if one not in self.locals:
                        self.wrong(f"{one.name} is a local of another function")
                    elif one not in self.ready:
                        self.wrong(f"{one.name} is read before it is set")
                case ir.Load(array=array, index=index):
                    self.known(array)
                    self.typed(index, "i32", f"an index of {array.name}")
                    if isinstance(index, ir.Const) and not -1 <= index.value < array.length:
                        self.wrong(f"{array.name}[{index.value}] is read, of {array.length}")
                case ir.Const(value=number, type=type):
                    if not -(1 << (BITS[type] - 1)) <= number < 1 << (BITS[type] - 1):
                        self.wrong(f"{number} does not fit {type}")
                case ir.Unary(op=op, value=inner, type=type):
                    wanted: Type = "i64" if op.startswith("extend") else inner.type
                    wanted = "i32" if op in ("wrap", "eqz") else wanted
                    if type != wanted or (op == "wrap") > (inner.type == "i64"):
                        self.wrong(f"{op} of {inner.type} is no {type}")
                case ir.Binary(op=op, left=left, right=right, type=type):
                    if left.type != right.type:
                        self.wrong(f"{op} of {left.type} and {right.type}")
                    if type != ("i32" if op in ir.COMPARISONS else left.type):
                        self.wrong(f"{op} of {left.type} is no {type}")
                case ir.Select(condition=condition, yes=yes, no=no):
                    self.typed(condition, "i32", "a condition")
                    self.typed(yes, no.type, "one side of a selection")
                case ir.Ask(function=function, arguments=arguments):
                    self.arguments(function, arguments)
                    if function in self.changing or function.result not in ("i32", "i64"):
                        self.wrong(f"{function.name} is asked, but changes something or gives nothing")

    def known(self, array: Array) -> None:
        """Checks that an array is there."""
        if array not in self.arrays:
            self.wrong(f"{array.name} is not in the program, or a list of another function")

    def typed(self, value: Expr, type: Type, what: str) -> None:
        """Checks a type."""
        if value.type != type:
            self.wrong(f"{what} is {type}, not {value.type}")
