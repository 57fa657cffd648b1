"""What every expression has: the record of its operator, and its operands in the order of the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, TypeVar, dataclass_transform

from gekido_dsl.model.kernel.operator import Operator

if TYPE_CHECKING:
    from gekido_dsl.model.types import Type
    from gekido_dsl.source import Span

OPERATORS: Final[dict[str, type[Expr]]] = {}
"""The class of each operator, by its name."""
Made = TypeVar("Made", bound="Expr")
_CARRIED: Final = ("ref", "value")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class _Node:
    """What a node keeps. Classes say by annotations which fields they have; whoever makes one has to name them."""

    __slots__ = ("_hash", "args", "ref", "span", "type", "value")
    _hash: int
    """Kept, as what is known of a node is asked again and again, and a node never changes."""
    args: tuple[Expr, ...]
    """The operands that are there, in order."""
    ref: Any
    """The declaration that the operator is about, where it needs one."""
    value: int
    """The constant, the number of a local, or how many."""


class Expr(_Node):
    """An operator of the kernel with its operands, as `docs/design/kernel.md` explains them.

    Each operator is a class of its own, with a field for each operand. Nodes never change; they are the same if all
    is the same but where they were written. Operands are kept in one tuple: what walks through expressions of every
    class needs them more often than what knows the class.
    """

    __slots__ = ()
    record: ClassVar[Operator]
    op: ClassVar[str]
    """The name of the operator."""
    _defaults: ClassVar[dict[str, Any]]
    if TYPE_CHECKING:
        type: Type = field(kw_only=False)
        span: Span = field(kw_only=False)

    def __init_subclass__(cls, *, record: Operator) -> None:
        named = tuple(name for name in cls.__annotations__ if name not in _CARRIED)
        assert named == tuple(record.operands), (record.name, named)
        before = list(record.operands.values())[:-1]
        assert not any(one.optional or one.repeated for one in before), (
            f"of {record.name} a place says too little"
        )
        assert record.name not in OPERATORS, record.name
        cls.record, cls.op = record, record.name
        cls._defaults = {name: cls.__dict__[name] for name in cls.__annotations__ if name in cls.__dict__}
        for name in _CARRIED:
            if name in cls._defaults:
                delattr(cls, name)
        for place, (name, operand) in enumerate(record.operands.items()):
            setattr(cls, name, property(_reader(place, optional=operand.optional, repeated=operand.repeated)))
        OPERATORS[record.name] = cls

    if not TYPE_CHECKING:

        def __init__(self, type: Type, span: Span, *, ref: Any = None, value: int = 0, **named: Any) -> None:
            args: list[Expr] = []
            for name, operand in self.record.operands.items():
                given = named.pop(name) if name in named else self._defaults[name]
                if operand.repeated:
                    args += given
                elif given is not None:
                    args.append(given)
            if named:
                raise TypeError(f"`{self.op}` has no {', '.join(named)}")
            _keep(self, type, span, tuple(args), ref, value)

        def __setattr__(self, name: str, value: Any) -> NoReturn:
            raise AttributeError(f"a node never changes, nor its {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or not isinstance(other, Expr):
            return NotImplemented
        return (self.value, self.type, self.ref, self.args) == (
            other.value,
            other.type,
            other.ref,
            other.args,
        )

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            found = hash((self.op, self.type, self.args, self.ref, self.value))
            _set_hash(self, found)
            return found

    def __repr__(self) -> str:
        said = [repr(self.type), *map(repr, self.args)]
        said += [
            f"{name}={kept!r}"
            for name in _CARRIED
            if (kept := getattr(self, name)) or name in self.__annotations__
        ]
        return f"{type(self).__name__}({', '.join(said)})"

    def __getstate__(self) -> tuple[Any, ...]:
        return self.type, self.span, self.args, self.ref, self.value

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        _keep(self, *kept)

    def with_args(self, args: tuple[Expr, ...]) -> Self:
        """Gives the same with other operands."""
        return _made(type(self), self.type, self.span, args, self.ref, self.value)

    def written_at(self, span: Span) -> Self:
        """Gives the same, written elsewhere."""
        return _made(type(self), self.type, span, self.args, self.ref, self.value)


_set_hash = _Node.__dict__["_hash"].__set__
_set_type, _set_span, _set_args, _set_ref, _set_value = (
    _Node.__dict__[name].__set__ for name in ("type", "span", "args", "ref", "value")
)


def _keep(node: Expr, type: Type, span: Span, args: tuple[Expr, ...], ref: Any, value: int) -> None:
    _set_type(node, type)
    _set_span(node, span)
    _set_args(node, args)
    _set_ref(node, ref)
    _set_value(node, value)


def _made(cls: type[Made], type: Type, span: Span, args: tuple[Expr, ...], ref: Any, value: int) -> Made:
    node = object.__new__(cls)
    _keep(node, type, span, args, ref, value)
    return node


def made(
    name: str, type: Type, span: Span, args: tuple[Expr, ...] = (), ref: Any = None, value: int = 0
) -> Expr:
    """Makes a node of an operator that only its name tells: a word of the language that is one, or its opposite."""
    return _made(OPERATORS[name], type, span, args, ref, value)


def _reader(place: int, *, optional: bool, repeated: bool) -> Callable[[Expr], Any]:
    """Gives what reads an operand."""
    if repeated:
        return lambda node: node.args[place:]
    if optional:
        return lambda node: node.args[place] if len(node.args) > place else None
    return lambda node: node.args[place]
