"""A program: what a ruleset becomes on its way to machine code.

Invariants:
    It knows no model: arrays of small whole numbers, functions of structured statements, numbered sites.
    Every number is a signed 32-bit one; 64 bits are for sets of up to 64 spaces. -1 is none.
    Expressions have no effect, so they may be worked out earlier, later or not at all, as long as nothing that they
    read is written between.
    What the statements `Choose`, `Draw`, `Tell`, `Boundary`, `Rest`, `InSecret`, `Reordered`, `Reach` and `Unlist` do
    depends on the module that is made; see `backend`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from gekido_dsl.program.arrays import Array as Array
from gekido_dsl.program.arrays import ArrayKind as ArrayKind
from gekido_dsl.program.arrays import Type as Type
from gekido_dsl.program.arrays import Width as Width

Result = Literal["status", "i32", "i64"]
"""What a function gives. A status: 0 goes on, 1 is over or waits for a choice, 2 and on are for the callers."""

WAITS: Final = 1
"""The status of a match that waits for a choice or is over: every function returns it to its caller."""


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: int
    type: Type = "i32"


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A parameter or local of one function; as an expression, what it holds. Equal only to itself."""

    name: str
    type: Type = "i32"


@dataclass(frozen=True, slots=True)
class Load:
    """`array[index]`"""

    array: Array
    index: "Expr"

    @property
    def type(self) -> Type:
        """As the array has it."""
        return self.array.type


UnaryOp = Literal["eqz", "popcount", "ctz", "clz", "wrap", "extend", "extend_u"]


@dataclass(frozen=True, slots=True)
class Unary:
    """`op value`. `eqz` gives 0 or 1 as 32 bits; `wrap` takes the low half, `extend` and `extend_u` make 64 bits."""

    op: UnaryOp
    value: "Expr"
    type: Type


Arithmetic = Literal[
    "add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "shr_u", "rotl", "rotr"
]
Comparison = Literal["eq", "ne", "lt", "le", "gt", "ge", "lt_u", "le_u", "gt_u", "ge_u"]
BinaryOp = Arithmetic | Comparison | Literal["div_u", "rem_u"]

COMPARISONS: Final = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "lt_u", "le_u", "gt_u", "ge_u"})


@dataclass(frozen=True, slots=True)
class Binary:
    """`left op right`, both of one type. Comparisons give 0 or 1 as 32 bits; `div` and `rem` go toward zero."""

    op: BinaryOp
    left: "Expr"
    right: "Expr"
    type: Type
    """Of the result."""


@dataclass(frozen=True, slots=True)
class Select:
    """`yes if condition else no`. Both sides are worked out."""

    condition: "Expr"
    yes: "Expr"
    no: "Expr"

    @property
    def type(self) -> Type:
        """As both sides have it."""
        return self.yes.type


@dataclass(frozen=True, slots=True)
class Ask:
    """The result of a function that changes nothing (it may have locals and loops)."""

    function: "Function"
    arguments: tuple["Expr", ...]

    @property
    def type(self) -> Type:
        """As the function gives it."""
        return "i64" if self.function.result == "i64" else "i32"


Expr = Const | Local | Load | Unary | Binary | Select | Ask


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Where a branch goes: out of a block, or to the next round of a loop. Equal only to itself."""

    name: str


@dataclass(frozen=True, slots=True)
class Set:
    """`local = value`"""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """`array[index] := value`, which fits the width of the array."""

    array: Array
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """`if condition: then else: otherwise`"""

    condition: Expr
    then: "Body"
    otherwise: "Body" = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A branch to its label leaves it."""

    label: Label
    body: "Body"


@dataclass(frozen=True, slots=True)
class Loop:
    """A branch to its label begins the next round; who reaches its end leaves it."""

    label: Label
    body: "Body"
    bound: int | None = None
    """How many rounds it has at most, if the layout says so."""


@dataclass(frozen=True, slots=True)
class For:
    """`for local from start to end - 1`. Both are worked out once; the body does not set the local."""

    local: Local
    start: Expr
    end: Expr
    body: "Body"
    bound: int | None = None
    """How many rounds it has at most, if the layout says so and the ends do not."""


@dataclass(frozen=True, slots=True)
class Branch:
    """`br label [if condition]`"""

    label: Label
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """Branches to label number `selector`; to the last one if there is no such."""

    selector: Expr
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """`result = function(arguments)`.

    Of a function that gives a status and without a result: what is not 0 is returned at once. With a result: a wait
    is returned at once, and the rest is for what follows.
    """

    function: "Function"
    arguments: tuple[Expr, ...]
    result: Local | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """`return value`"""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Error:
    """A rule that cannot be carried out: the match is as it was before the last choice."""

    site: int


@dataclass(frozen=True, slots=True)
class Choose:
    """`local = ` which of `count` options (1 or more) a seat takes; in a function that gives a status."""

    local: Local
    seat: Expr
    count: Expr
    site: int
    listing: "Body" = ()
    """Offers the options one by one, in order; run only when somebody has to be asked. It changes nothing."""
    about: tuple[Expr, ...] = ()
    """Things that the question is about."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A decision whose options are tried: a module takes one of two ways to it, before it does anything else.

    What is `drawn` picks a way to fill the slots and tries that one alone, again until one passes. What is `listed`
    tries all, and lists those that pass.
    """

    drawn: "Body"
    listed: "Body"


@dataclass(frozen=True, slots=True)
class Picking:
    """In what is drawn: picks begin, and the stream of who plays at random is kept."""


@dataclass(frozen=True, slots=True)
class Pick:
    """In what is drawn: `local = ` one of `count` equally likely numbers from the stream of who plays at random."""

    local: Local
    count: Expr


@dataclass(frozen=True, slots=True)
class Picked:
    """In what is drawn: a choice was made, among so many ways that were not tried yet when the first was picked."""

    count: Expr


@dataclass(frozen=True, slots=True)
class Unpicked:
    """In what is drawn: no way passes, so nobody was asked, and the stream is what it was."""


@dataclass(frozen=True, slots=True)
class Offer:
    """In a listing: an option, by the values that fill the slots."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`local = ` one of `count` equally likely numbers from the stream of the game."""

    local: Local
    count: Expr
    site: int
    values: tuple[Expr, ...] = ()
    """Numbers that words need when somebody else is asked for chance: which die, which place."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Something that happened, with the numbers that words need."""

    site: int
    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Save:
    """Puts a copy of state, derived state and stream on a stack; nothing is told from here on."""

    arrays: tuple[Array, ...] | None = None
    """All that is written before it is taken back, where that is known."""


@dataclass(frozen=True, slots=True)
class Restore:
    """Takes back the copy that was saved last. Locals and scratch arrays keep what they hold."""

    arrays: tuple[Array, ...] | None = None
    """As when it was saved."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeps a copy of state, derived state and stream, in place of the one that was kept before."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """State, derived state and stream become what they were when they were kept. Locals and scratch stay."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Looks for what was noted of the position as it is now, together with some numbers, since the last `Keep`.

    If something was, `result[0]` is it, and the local -1. Else the local says where it is to be noted, or -2: nowhere.
    What is found was noted of exactly this position; how much is kept, and for how long, is free.
    """

    local: Local
    result: Array
    numbers: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Remember:
    """Notes a number where `Recall` said, unless that was nowhere."""

    entry: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Reset:
    """State and derived state become what they are when a match starts."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """In the entry alone: whoever begins the entry with the state as it is now goes on from here."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Whoever begins the entry with the state as it is now, and says so by this number, goes on from here."""

    number: int


@dataclass(frozen=True, slots=True)
class InSecret:
    """From here on a player decides in secret; with none, the secret part begins and nobody decides yet."""

    player: Expr


@dataclass(frozen=True, slots=True)
class Reach:
    """A block of the rules begins, or an exception is in force where somebody is asked; see `ground.blocks`."""

    block: int
    condition: Expr | None = None
    """Whether it counts."""


@dataclass(frozen=True, slots=True)
class Reordered:
    """`local = ` what comes at a place of the secret part that runs, where the script says in what order they come."""

    local: Local
    place: Expr


@dataclass(frozen=True, slots=True)
class Unlist:
    """From here on the function is no longer listed among the bodies that run."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies bytes from one array to another, or within one; both positions are in bytes."""

    target: Array
    to: Expr
    source: Array
    start: Expr
    size: Expr


@dataclass(frozen=True, slots=True)
class Trap:
    """Stops everything; the host says what that means."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something for whoever reads the printed program."""

    text: str


SILENT: Final = (Tell, Boundary, Rest, InSecret, Reach, Reordered, Unlist, Note)
"""The statements that change nothing in a match: they are for whoever follows it, goes on from it or counts."""

Stmt = (
    Set
    | Store
    | If
    | Block
    | Loop
    | For
    | Branch
    | Switch
    | Call
    | Return
    | Error
    | Choose
    | Sampled
    | Picking
    | Pick
    | Picked
    | Unpicked
    | Draw
    | Tell
    | Save
    | Restore
    | Keep
    | TakeBack
    | Recall
    | Remember
    | Reset
    | Boundary
    | Rest
    | InSecret
    | Reach
    | Reordered
    | Unlist
    | Offer
    | Copy
    | Trap
    | Note
)
Body = tuple[Stmt, ...]


@dataclass(slots=True, eq=False, repr=False)
class Function:
    """A function. Declared first and given its body later, as functions may call each other in a circle."""

    name: str
    parameters: tuple[Local, ...] = ()
    result: Result | None = None
    locals: list[Local] = field(default_factory=list)
    """Without the parameters."""
    frame: list[Array] = field(default_factory=list)
    """Its arrays of the kind `frame`."""
    body: Body = ()
    note: str = ""
    """The rule that it is made of, for whoever reads the printed program."""
    listed: int = -1
    """The number under which it is listed among the bodies that run, while it does; -1 if it is not."""
    called: "tuple[Body, list[Function]] | None" = None
    """The functions that it calls or asks, with the body they were found in; see `walk.callees`."""

    def __repr__(self) -> str:
        # What it calls calls others: the whole would never be written out.
        return f"Function({self.name!r})"


@dataclass(slots=True, eq=False)
class Program:
    """A ruleset with its options settled, ready to be made into modules."""

    entry: Function
    """Plays from the boundary to the end of the match. Gives a status, has no parameters."""
    arrays: tuple[Array, ...]
    """All but those of frames, in the order of their addresses."""
    functions: tuple[Function, ...]
    stream: Array
    """State: the four words of the stream of the game."""
    record: tuple[Array, ...] = ()
    """State of which a batch keeps, for each game, how it is at the end."""
    noted: Array | None = None
    """State of one number, which is kept for each listed body as it was when that began."""
    also: tuple[Function, ...] = ()
    """Functions that the entry does not need, and some modules do."""
    plain: bool = False
    """Whether modules remember no answers of it, whatever these cost."""

    def state(self) -> Iterator[Array]:
        """Goes through what a snapshot keeps, by address."""
        return (array for array in self.arrays if array.kind in ("state", "derived"))
