"""Whoever leaves a block with a number that is asked for right behind it goes on from where the answer leads.

What a function that was put in place gave is a local that is set before each branch out of its block; where all that
follows is asked of that local alone, the branch goes there, and nobody asks.
"""

from collections import Counter
from collections.abc import Callable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Expr, Function, Label, Local, Stmt
from gekido_dsl.program.passes.sizes import size

_SHORT = 12
"""So many nodes of what the answer leads to are copied."""


def jump(function: Function) -> None:
    """Has branches of a function go on from where they lead."""
    reads: Counter[Local] = Counter()
    for statement in walk.statements(function.body):
        reads.update(v for v in walk.expressions(walk.operands(statement)) if isinstance(v, Local))
    function.body = _Jumps(reads).body(function.body)


class _Jumps:
    def __init__(self, reads: Counter[Local]) -> None:
        self.reads = reads

    def body(self, body: Body) -> Body:
        """Gives statements, those within them first."""
        out: list[Stmt] = []
        left = [walk.with_bodies(statement, self.body) for statement in body]
        while left:
            statement = left.pop(0)
            following = left[0] if left else None
            if isinstance(statement, ir.Block) and isinstance(following, ir.If) and not following.otherwise:
                asked = self._asked(following)
                if asked is not None:
                    led = _Leading(statement.label, asked, following)
                    inner = led.leading(statement.body)
                    if led.led:
                        left.pop(0)
                        inner = (ir.Block(statement.label, inner), following)
                        out.append(ir.Block(led.beyond, inner))
                        continue
            out.append(statement)
        return tuple(out)

    def _asked(self, following: ir.If) -> Local | None:
        """Gives the local that a condition and all in it ask for, and nobody else does."""
        values = [*walk.expressions([following.condition]), *walk.all_expressions(following.then)]
        locals_ = [one for one in values if isinstance(one, Local)]
        if not locals_ or size(following.then) > _SHORT or any(one is not locals_[0] for one in locals_):
            return None
        inside = walk.statements(following.then)
        if any(isinstance(one, ir.Block | ir.Loop | ir.For) for one in inside):
            return None
        if locals_[0] in map(walk.written, inside):
            return None
        return locals_[0] if self.reads[locals_[0]] == len(locals_) else None


class _Leading:
    """The body of a block, with branches out of it that go on from where they lead."""

    def __init__(self, label: Label, asked: Local, following: ir.If) -> None:
        self.label = label
        self.asked = asked
        self.following = following
        self.beyond = Label("beyond")
        self.led = False

    def leading(self, body: Body, outermost: bool = True) -> Body:
        """Gives statements; at the end of the outermost body the block is left as well."""
        out: list[Stmt] = []
        for at, statement in enumerate(body):
            new = walk.with_bodies(statement, lambda inner: self.leading(inner, outermost=False))
            last = out[-1] if out else None
            if isinstance(last, ir.Set) and last.local is self.asked and isinstance(last.value, ir.Const):
                if isinstance(new, ir.Branch) and new.label is self.label and new.condition is None:
                    out[-1:] = self._on(last.value)
                    return tuple(out)
            out.append(new)
            if outermost and at == len(body) - 1:
                if isinstance(new, ir.Set) and new.local is self.asked and isinstance(new.value, ir.Const):
                    out[-1:] = self._on(new.value)
        return tuple(out)

    def _on(self, value: ir.Const) -> list[Stmt]:
        """Gives what follows where the local holds a number."""
        self.led = True

        def known(one: Expr) -> Expr:
            return value if one is self.asked else walk.rebuilt(one, known)

        found = _folded((ir.If(known(self.following.condition), self.following.then),), known)
        if not found or not _leaves(found[-1]):
            found.append(ir.Branch(self.beyond))
        return found


def _folded(body: Body, known: Callable[[Expr], Expr]) -> list[Stmt]:
    """Gives statements with their expressions changed, without what then never runs."""
    found: list[Stmt] = []
    for old in body:
        statement = walk.with_operands(old, known)
        match statement:
            case ir.If(condition=ir.Const(value=value), then=then, otherwise=otherwise):
                found += _folded(then if value else otherwise, known)
            case ir.Branch(label=label, condition=ir.Const(value=value)):
                if value:
                    found.append(ir.Branch(label))
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                found.append(ir.If(condition, tuple(_folded(then, known)), tuple(_folded(otherwise, known))))
            case _:
                found.append(statement)
        if found and _leaves(found[-1]):
            break
    return found


def _leaves(statement: Stmt) -> bool:
    """Tells whether nothing that follows a statement runs."""
    return isinstance(statement, ir.Return | ir.Trap | ir.Switch) or (
        isinstance(statement, ir.Branch) and statement.condition is None
    )
