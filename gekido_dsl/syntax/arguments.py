"""What a phrase is asked with, `its Row towards the way`: handed to the name that takes it, and taken off again."""

from dataclasses import replace

from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def with_arguments(base: s.Expr, arguments: tuple[s.Argument, ...], span: Span) -> s.Expr:
    """Hands arguments to the name at the end of a phrase."""
    match base:
        case s.Of():
            return replace(base, span=span, attribute=replace(base.attribute, arguments=arguments))
        case s.Noun():
            return replace(base, span=span, arguments=arguments)
        case s.Indefinite() | s.Several():
            return replace(base, span=span, noun=replace(base.noun, arguments=arguments))
        case _:
            return s.Asked(span, base, arguments)


def without_arguments(written: s.Expr, number: int | None = None) -> tuple[s.Expr, tuple[s.Argument, ...]]:
    """Parts a phrase from the arguments at its end, or from the last few of them."""
    parted: s.Expr
    match written:
        case s.Asked(base=parted, arguments=arguments):
            pass
        case s.Of(attribute=s.Attribute(arguments=arguments) as attribute):
            parted = replace(written, attribute=replace(attribute, arguments=()))
        case s.Noun(arguments=arguments):
            parted = replace(written, arguments=())
        case s.Indefinite(noun=noun) | s.Several(noun=noun):
            parted, arguments = replace(written, noun=replace(noun, arguments=())), noun.arguments
        case s.Located(where=where):
            inner, arguments = without_arguments(where, number)
            return replace(written, where=inner), arguments
        case s.Arithmetic():
            return _parted(written, number)
        case _:
            return written, ()
    kept = 0 if number is None else max(0, len(arguments) - number)
    first, last = arguments[:kept], arguments[kept:]
    return (with_arguments(parted, first, written.span) if first else parted), last


def _parted(written: s.Arithmetic, number: int | None) -> tuple[s.Expr, tuple[s.Argument, ...]]:
    """Parts a sum from the arguments of the last of its parts that has some, with what is reckoned behind them."""
    inner, arguments = without_arguments(written.right, number)
    if arguments:
        return replace(written, right=inner), arguments
    inner, arguments = without_arguments(written.left, number)
    if not arguments:
        return written, ()
    last = arguments[-1]
    value = replace(written, span=last.value.span.cover(written.right.span), left=last.value)
    return inner, (*arguments[:-1], replace(last, span=last.span.cover(written.right.span), value=value))


def reckoned_in_argument(head: s.Expr) -> s.Expr:
    """Reads `Flood for the Turn minus 25` as a rule that is given what is left of 25: nothing is counted with rules."""

    def name_of(head: s.Expr) -> s.Noun | None:
        match head:
            case s.Noun(name=s.Name(), arguments=arguments) if arguments:
                return head
            case s.Arithmetic(left=inner) | s.Located(things=inner):
                return name_of(inner)
            case _:
                return None

    def value(head: s.Expr) -> s.Expr:
        match head:
            case s.Arithmetic(left=inner):
                left = value(inner)
                return replace(head, left=left, span=replace(head.span, start=left.span.start))
            case s.Located(things=inner):
                things = value(inner)
                return replace(head, things=things, span=replace(head.span, start=things.span.start))
            case _:
                assert isinstance(head, s.Noun)
                return head.arguments[-1].value

    name = name_of(head)
    if name is None or name is head:
        return head
    last = replace(name.arguments[-1], value=value(head))
    return replace(name, span=head.span, arguments=(*name.arguments[:-1], last))
