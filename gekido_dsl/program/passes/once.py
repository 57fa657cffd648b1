"""What comes to the same in every round of a loop is worked out in the first round that needs it.

Invariants:
    Only what has loops of its own moves: asking whether it is known costs as much as anything shorter.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Array, Body, Expr, Function, Label, Local, Stmt

_BEFORE = 6
"""How many statements before a loop may set locals for it."""


def once(function: Function) -> dict[Local, set[Local]]:
    """Has a function work out once in a loop what does not change in it.

    Returns:
        by local that keeps what was worked out for later rounds: those that tell whether it was, of each loop for which
        it does.
    """
    changing = _Once(function)
    function.body = changing.body(function.body, None)
    reads = _reads(function.body)
    return {
        local: {known for known, inside in runs if reads[local] > inside}
        for local, runs in changing.found.items()
    }


def _reads(body: Body) -> Counter[Local]:
    return Counter(one for one in walk.all_expressions(body) if isinstance(one, ir.Local))


@dataclass(slots=True)
class _Around:
    """A loop, and what is in it."""

    sets: "Counter[Local]"
    stores: set[Array]
    known: list[Local] = field(default_factory=list)
    """Locals that tell whether something was worked out since the loop began."""


def _around(loop: Stmt) -> _Around | None:
    """Looks at a loop; gives None where it may change anything."""
    sets: Counter[Local] = Counter()
    stores: set[Array] = set()
    for statement in walk.statements((loop,)):
        match statement:
            case ir.Store(array=array):
                stores.add(array)
            case ir.Set() | ir.If() | ir.Block() | ir.Loop() | ir.For() | ir.Branch() | ir.Switch():
                pass
            case ir.Return() | ir.Error() | ir.Trap() | ir.Note():
                pass
            case _:
                return None
        local = walk.written(statement)
        if local is not None:
            sets[local] += 1
    return _Around(sets, stores)


class _Once:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.found: defaultdict[Local, list[tuple[Local, int]]] = defaultdict(list)
        """By local that is worked out once: what tells whether it was, and how often it is read where that is done.

        What is worked out once in a loop may be so in one around it, too."""

    def body(self, body: Body, around: _Around | None) -> Body:
        """Gives statements, of a loop or not, with what need not be worked out again asked for once."""
        out: list[Stmt] = []
        for statement in body:
            out.append(statement)
            if not isinstance(statement, ir.Block | ir.Loop | ir.For):
                out[-1] = walk.with_bodies(statement, lambda one: self.body(one, around))
                continue
            begin = None if around is None else _begin(out, around)
            if around is not None and begin is not None:
                run = tuple(out[begin:])
                known = Local("known")
                self.function.locals.append(known)
                around.known.append(known)
                reads, written = _reads(run), map(walk.written, walk.statements(run))
                for one in {one for one in written if one is not None}:
                    self.found[one].append((known, reads[one]))
                del out[begin:]
                out.append(ir.If(e.not_(known), (*run, ir.Set(known, ir.Const(1)))))
            elif isinstance(statement, ir.Block):
                out[-1] = walk.with_bodies(statement, lambda one: self.body(one, around))
            else:
                out[-1:] = self._loop(statement, around)
        return tuple(out)

    def _loop(self, loop: ir.Loop | ir.For, around: _Around | None) -> list[Stmt]:
        """Gives a loop; what can be asked once of the loop around it is."""
        own = _around(loop) if around is None else None
        if own is None:
            return [walk.with_bodies(loop, lambda one: self.body(one, around))]
        changed = walk.with_bodies(loop, lambda one: self.body(one, own))
        again = walk.with_bodies(changed, lambda one: self.body(one, None))
        return [*(ir.Set(one, ir.Const(0)) for one in own.known), again]


def _begin(out: list[Stmt], around: _Around) -> int | None:
    """Tells where statements begin whose last is a loop, and that do the same whenever they run in the loop around."""
    last = out[-1]
    if not any(isinstance(one, ir.Loop | ir.For) for one in walk.statements((last,))):
        return None
    for begin in range(len(out) - 1, max(len(out) - 2 - _BEFORE, -1), -1):
        if begin < len(out) - 1 and not isinstance(out[begin], ir.Set):
            return None
        found = _Run(around)
        if not found.body(tuple(out[begin:]), set()):
            return None
        if found.sets & found.open:
            # It goes on from what it came to the last time, unless that is set before.
            continue
        if not found.open:
            inside: Counter[Local] = Counter()
            for statement in walk.statements(tuple(out[begin:])):
                local = walk.written(statement)
                if local is not None:
                    inside[local] += 1
            return begin if all(around.sets[one] == times for one, times in inside.items()) else None
    return None


class _Run:
    """What statements read that may be another thing in each round."""

    def __init__(self, around: _Around) -> None:
        self.around = around
        self.open: set[Local] = set()
        self.sets: set[Local] = set()
        self.labels: set[Label] = set()

    def body(self, body: Body, done: set[Local]) -> bool:
        """Goes through statements, of which some locals are set before; tells whether they may be left out."""
        for statement in body:
            if not all(self._reads(value, done) for value in walk.operands(statement)):
                return False
            match statement:
                case ir.Set(local=local):
                    self.sets.add(local)
                    done.add(local)
                case ir.If(then=then, otherwise=otherwise):
                    one, other = set(done), set(done)
                    if not self.body(then, one) or not self.body(otherwise, other):
                        return False
                    done |= one & other
                case ir.Block(label=label, body=inner) | ir.Loop(label=label, body=inner):
                    self.labels.add(label)
                    if not self.body(inner, set(done)):
                        return False
                case ir.For(local=local, body=inner):
                    self.sets.add(local)
                    if not self.body(inner, {*done, local}):
                        return False
                case ir.Branch(label=label) if label in self.labels:
                    pass
                case _:
                    return False
        return True

    def _reads(self, value: Expr, done: set[Local]) -> bool:
        for one in walk.expressions([value]):
            match one:
                case ir.Local():
                    if one not in done and self.around.sets[one]:
                        self.open.add(one)
                case ir.Load(array=array) if array in self.around.stores:
                    return False
                case ir.Ask():
                    return False
        return True
