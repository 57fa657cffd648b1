"""Functions of the program that are no body of a declaration: windows, damage, drawing, what effects could do."""

from collections.abc import Callable, Hashable, Sequence

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir


def function_of(
    lowering: Lowering,
    key: Hashable,
    name: str,
    parameters: Sequence[str | tuple[str, ir.Type]],
    result: ir.Result | None,
    decl: m.Decl | None,
    write: Callable[[Writer], None],
) -> ir.Function:
    """Gives a function by its key, written when it is first asked for. Its parameters are the first locals."""
    if key not in lowering.functions:
        builder = lowering.functions[key] = lowering.program.function(name, parameters, result)
        held: dict[int, Held] = dict(enumerate(builder.parameters))
        w = Writer(lowering, builder, decl, held, decl.name if decl is not None else name)
        outside, lowering.within = lowering.within, []
        write(w)
        lowering.within = outside
        w.finish()
    return lowering.functions[key].function
