"""The body of a function is written with its builder, statement by statement; see `build`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.expressions import Value, add, and_, constant, eq, load, lowest, ne
from gekido_dsl.program.nodes import Array, Function, Label, Local, Type, Width

FEW = 3
"""So many cases are asked for one by one, which is quicker than a table of branches."""


class _If:
    """A condition that was just closed, and may still get its other side."""

    def __init__(self, condition: ir.Expr, then: ir.Body, ended: bool) -> None:
        self.condition = condition
        self.then = then
        self.ended = ended


class _Level:
    """A body that is being written."""

    def __init__(self, dead: bool) -> None:
        self.body: list[ir.Stmt] = []
        self.dead = dead
        """Whether nothing that is emitted here would ever run."""
        self.last: _If | None = None


class TooLong(Exception):
    """A program has more statements than there is room for."""


class Room:
    """For how many statements more there is room; so what grows beyond measure ends while it is written."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.of_one = most // 12
        """How many there may be in one function: what can be compiled has fewer by far."""


class FunctionBuilder:
    """Writes the body of a function, statement by statement."""

    def __init__(self, function: Function, room: Room | None = None) -> None:
        """Begins a function.

        Args:
            room: is taken up by each statement; None for any number.
        """
        self.function = function
        self._room = room
        self._written = 0
        self._levels = [_Level(dead=False)]
        self._reached: set[Label] = set()
        self.pure = False
        """Whether what is written here may change nothing: it is asked, or lists options."""

    @property
    def parameters(self) -> tuple[Local, ...]:
        """The parameters, as expressions."""
        return self.function.parameters

    @property
    def dead(self) -> bool:
        """Whether nothing that is emitted here would ever run."""
        return self._levels[-1].dead

    def finish(self) -> Function:
        """Gives the function its body. A function with a status goes on at its end."""
        assert len(self._levels) == 1, "something is still open"
        if self.function.result == "status":
            self.return_(0)
        self.function.body = tuple(self._levels[0].body)
        return self.function

    def emit(self, statement: ir.Stmt) -> None:
        """Puts a statement where the builder stands."""
        level = self._levels[-1]
        level.last = None
        if not level.dead:
            level.body.append(statement)
        if self._room is not None:
            self._room.left -= 1
            self._written += 1
            if self._room.left < 0 or self._written > self._room.of_one:
                raise TooLong

    def note(self, text: str) -> None:
        """Puts in something for whoever reads the printed program."""
        self.emit(ir.Note(text))

    # ------------------------------------------------------------ locals, arrays

    def local(self, name: str = "t", type: Type = "i32") -> Local:
        """Declares a local; it has to be set before it is read."""
        local = Local(name, type)
        self.function.locals.append(local)
        return local

    def let(self, value: Value, name: str = "t") -> ir.Expr:
        """Works a value out here, once, and gives what holds it. Constants and locals of `let` stay what they are."""
        given = constant(value)
        if isinstance(given, ir.Const):
            return given
        return self.variable(given, name)

    def variable(self, value: Value, name: str = "t", type: Type = "i32") -> Local:
        """Declares a local that may change, and sets it."""
        given = constant(value, type)
        local = self.local(name, given.type)
        self.emit(ir.Set(local, given))
        return local

    def set(self, local: Local, value: Value) -> None:
        """`local = value`"""
        self.emit(ir.Set(local, constant(value, local.type)))

    def store(self, array: Array, index: Value, value: Value) -> None:
        """`array[index] := value`"""
        self.emit(ir.Store(array, constant(index), constant(value, array.type)))

    def increase(self, array: Array, index: Value = 0, by: Value = 1) -> None:
        """`array[index] := array[index] + by`"""
        self.store(array, index, add(load(array, index), by))

    def frame(self, name: str, length: int, width: Width = 32) -> Array:
        """Declares an array that belongs to one call of the function: a list that it needs for a while."""
        array = Array(name, "frame", length, width)
        self.function.frame.append(array)
        return array

    # ------------------------------------------------------------ control

    @contextmanager
    def nested(self, dead: bool = False) -> Iterator[_Level]:
        """Keeps apart what is written inside, for a body of a statement.

        Args:
            dead: whether nobody comes there, so that nothing is written.
        """
        level = _Level(self.dead or dead)
        self._levels.append(level)
        yield level
        self._levels.pop()

    @contextmanager
    def listing(self) -> Iterator[_Level]:
        """Keeps apart what is written inside, which lists options and so may change nothing."""
        before, self.pure = self.pure, True
        with self.nested() as level:
            yield level
        self.pure = before

    @contextmanager
    def if_(self, condition: Value) -> Iterator[None]:
        """What follows happens only if the condition is not 0; `else_` may come next."""
        asked = constant(condition)
        with self.nested(asked == ir.Const(0)) as then:
            yield
        level = self._levels[-1]
        if not isinstance(asked, ir.Const):
            self.emit(ir.If(asked, tuple(then.body)))
        elif asked.value:
            level.body.extend(then.body)
        level.last = _If(asked, tuple(then.body), then.dead)
        if isinstance(asked, ir.Const) and asked.value:
            level.dead = then.dead

    @contextmanager
    def else_(self) -> Iterator[None]:
        """Right after `if_`: what happens otherwise."""
        level = self._levels[-1]
        first = level.last
        assert first is not None, "no `if_` comes right before"
        known = first.condition.value != 0 if isinstance(first.condition, ir.Const) else None
        if known and level.dead:
            level.dead = first.ended
        with self.nested(dead=known is True) as other:
            yield
        level.last = None
        if known is False:
            level.body.extend(other.body)
            level.dead = other.dead
        elif known is None and not level.dead:
            level.body[-1] = ir.If(first.condition, first.then, tuple(other.body))
            level.dead = first.ended and other.dead

    @contextmanager
    def block(self, name: str = "block") -> Iterator[Label]:
        """What `br` to the label leaves."""
        label = Label(name)
        with self.nested() as inner:
            yield label
        self.emit(ir.Block(label, tuple(inner.body)))
        self._levels[-1].dead |= inner.dead and label not in self._reached

    @contextmanager
    def loop(self, name: str = "loop", bound: int | None = None) -> Iterator[Label]:
        """What `br` to the label begins anew; who reaches its end leaves it.

        Args:
            bound: how many rounds it has at most, if the layout says so; without, each round takes fuel.
        """
        label = Label(name)
        with self.nested() as inner:
            yield label
        self.emit(ir.Loop(label, tuple(inner.body), bound))
        self._levels[-1].dead |= inner.dead

    @contextmanager
    def each(self, start: Value, end: Value, name: str = "i", bound: int | None = None) -> Iterator[Local]:
        """Goes through the numbers from `start` to `end - 1`; gives the local, which may not be set.

        Args:
            bound: how many they are at most, if the layout says so.
        """
        local = self.local(name)
        with self.nested() as inner:
            yield local
        self.emit(ir.For(local, constant(start), constant(end), tuple(inner.body), bound))

    @contextmanager
    def each_bit(self, bits: Value, name: str = "bit") -> Iterator[Local]:
        """Goes through the numbers in a set of 64 bits, from the lowest; the set is worked out once."""
        left = self.variable(bits, f"{name}s", "i64")
        number = self.local(name)
        with self.if_(ne(left, 0)), self.loop(name, bound=64) as again:
            self.set(number, lowest(left))
            yield number
            self.set(left, and_(left, add(left, -1)))
            self.br(again, ne(left, 0))

    def br(self, label: Label, condition: Value = 1) -> None:
        """Branches to a label, if the condition is not 0."""
        asked = constant(condition)
        if isinstance(asked, ir.Const):
            if asked.value:
                self.emit(ir.Branch(label))
                self._leave(label)
            return
        self.emit(ir.Branch(label, asked))
        if not self.dead:
            self._reached.add(label)

    def _leave(self, label: Label | None = None) -> None:
        level = self._levels[-1]
        if label is not None and not level.dead:
            self._reached.add(label)
        level.dead = True

    def switch(self, selector: Value, labels: Sequence[Label]) -> None:
        """Branches to label number `selector`, to the last one if there is no such."""
        given = constant(selector)
        if isinstance(given, ir.Const):
            self.br(labels[given.value] if 0 <= given.value < len(labels) else labels[-1])
            return
        self.emit(ir.Switch(given, tuple(labels)))
        if not self.dead:
            self._reached.update(labels)
        self._leave()

    def cases(self, selector: Value, bodies: Sequence[Callable[[], None]], every: bool = False) -> None:
        """Runs body number `selector`; none if there is no such.

        Args:
            every: whether there always is one.
        """
        given = constant(selector)
        if isinstance(given, ir.Const):
            if 0 <= given.value < len(bodies):
                bodies[given.value]()
            return
        if len(bodies) <= FEW and isinstance(given, ir.Local):
            with self.block("cases") as end:
                for number, body in enumerate(bodies):
                    with self.if_(1 if every and number == len(bodies) - 1 else eq(given, number)):
                        body()
                        self.br(end)
            return
        with self.block("cases") as end:
            self._case(given, bodies, [], end)

    def _case(
        self, selector: ir.Expr, bodies: Sequence[Callable[[], None]], labels: list[Label], end: Label
    ) -> None:
        """Opens a block per body, the last body outermost; the switch stands in the middle."""
        if len(labels) == len(bodies):
            self.switch(selector, [*reversed(labels), end])
            return
        number = len(bodies) - 1 - len(labels)
        with self.block(f"case {number}") as label:
            self._case(selector, bodies, [*labels, label], end)
        bodies[number]()
        self.br(end)

    def return_(self, value: Value | None = None) -> None:
        """Leaves the function."""
        type: Type = "i64" if self.function.result == "i64" else "i32"
        self.emit(ir.Return(None if value is None else constant(value, type)))
        self._leave()

    # ------------------------------------------------------------ calls

    def call(self, function: Function, *arguments: Value) -> None:
        """Calls; of a function with a status, whatever is not 0 is returned at once."""
        self.emit(ir.Call(function, _arguments(function, arguments)))

    def call_status(self, function: Function, *arguments: Value) -> Local:
        """Calls a function with a status and gives the status: 0, or 2 and on. A wait is returned at once."""
        result = self.local("status")
        self.emit(ir.Call(function, _arguments(function, arguments), result))
        return result

    def call_value(self, function: Function, *arguments: Value, name: str = "t") -> Local:
        """Calls a function that gives a number and may change things."""
        result = self.local(name, "i64" if function.result == "i64" else "i32")
        self.emit(ir.Call(function, _arguments(function, arguments), result))
        return result

    # ------------------------------------------------------------ a match

    def choose(
        self,
        seat: Value,
        count: Value,
        site: int,
        listing: Callable[[], None] | None = None,
        name: str = "k",
        about: Sequence[Value] = (),
    ) -> Local:
        """Asks a seat for one of `count` options (at least 1), and gives its number.

        Args:
            listing: emits code that makes an `offer` for each option, in order; it runs only when somebody is asked.
            about: things that the question is about.
        """
        local = self.local(name)
        with self.nested() as inner:
            if listing is not None:
                listing()
        things = tuple(constant(one) for one in about)
        self.emit(ir.Choose(local, constant(seat), constant(count), site, tuple(inner.body), things))
        return local

    def offer(self, *values: Value) -> None:
        """In a listing: tells an option by the values that fill the slots; none for passing and declining."""
        self.emit(ir.Offer(tuple(constant(value) for value in values)))

    def draw(self, count: Value, site: int = -1, *values: Value) -> Local:
        """Takes a number below `count` from the stream of the game, a step also for one of one.

        Args:
            values: which die or place it is, for the words when chance comes from elsewhere.
        """
        local = self.local("drawn")
        self.emit(ir.Draw(local, constant(count), site, tuple(constant(value) for value in values)))
        return local

    def tell(self, site: int, *values: Value) -> None:
        """Tells that something happened, with the numbers that its words need."""
        self.emit(ir.Tell(site, tuple(constant(value) for value in values)))

    def error(self, site: int) -> None:
        """A rule cannot be carried out."""
        self.emit(ir.Error(site))
        self._leave()

    def save(self) -> None:
        """Puts a copy of the position on a stack; nothing is told until it is taken back."""
        self.emit(ir.Save())

    def restore(self) -> None:
        """Takes the position back that was saved last."""
        self.emit(ir.Restore())

    def copy(self, target: Array, to: Value, source: Array, start: Value, size: Value) -> None:
        """Copies bytes from one array to another; positions and size are in bytes."""
        self.emit(ir.Copy(target, constant(to), source, constant(start), constant(size)))

    def trap(self) -> None:
        """Stops everything."""
        self.emit(ir.Trap())
        self._leave()

    def keep(self) -> None:
        """Keeps the position, to be taken back any number of times."""
        self.emit(ir.Keep())

    def take_back(self) -> None:
        """Makes the position what it was when it was kept."""
        self.emit(ir.TakeBack())

    def recall(self, result: Array, numbers: Sequence[Value]) -> Local:
        """Looks for what was noted of the position with some numbers; see `nodes.Recall`."""
        local = self.local("entry")
        self.emit(ir.Recall(local, result, tuple(constant(one) for one in numbers)))
        return local

    def remember(self, entry: Value, value: Value) -> None:
        """Notes a number of the position that `recall` looked for."""
        self.emit(ir.Remember(constant(entry), constant(value)))

    def reset(self) -> None:
        """State and derived state become what they are when a match starts."""
        self.emit(ir.Reset())

    def boundary(self) -> None:
        """In the entry: nothing is under way, whoever begins the entry with this state goes on from here."""
        self.emit(ir.Boundary())

    def rest(self, number: int) -> None:
        """Within a turn: nothing else is under way, whoever begins the entry with this state can go on from here."""
        self.emit(ir.Rest(number))

    def in_secret(self, player: Value) -> None:
        """From here on a player decides in secret; with none, the secret part begins."""
        self.emit(ir.InSecret(constant(player)))

    def reordered(self, local: ir.Local, place: Value) -> None:
        """Has a local be what comes at a place, where the script says in what order they decide in secret."""
        self.emit(ir.Reordered(local, constant(place)))

    def unlist(self) -> None:
        """From here on the function is no longer listed among the bodies that run."""
        self.emit(ir.Unlist())

    def reach(self, block: int, condition: ir.Expr | None = None) -> None:
        """A block of the rules begins; or an exception is in force, if that is so."""
        self.emit(ir.Reach(block, condition))


def _arguments(function: Function, values: Sequence[Value]) -> tuple[ir.Expr, ...]:
    assert len(values) == len(function.parameters), f"{function.name} takes {len(function.parameters)}"
    return tuple(
        constant(value, parameter.type) for parameter, value in zip(function.parameters, values, strict=True)
    )
