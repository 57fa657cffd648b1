"""What may be worked out where it is not asked for, and how long that takes."""

from gekido_dsl.program import nodes as ir


def size(e: ir.Expr) -> int:
    """Gives how many nodes an expression has; a call counts for very many."""
    match e:
        case ir.Load():
            return 1 + size(e.index)
        case ir.Unary():
            return 1 + size(e.value)
        case ir.Binary():
            return 1 + size(e.left) + size(e.right)
        case ir.Select():
            return 1 + size(e.condition) + size(e.yes) + size(e.no)
        case ir.Ask():
            return 1000
        case _:
            return 1


def harmless(e: ir.Expr) -> bool:
    """Tells whether an expression may be worked out where it is not asked for: it cannot fail or read outside.

    A place in an array is safe to read where it is known, or a local: what locals hold that are read alone lies inside
    or is none.
    """
    match e:
        case ir.Load(index=ir.Const() | ir.Local()):
            return True
        case ir.Load(index=ir.Load()):
            return harmless(e.index)
        case ir.Load():
            return False
        case ir.Unary():
            return harmless(e.value)
        case ir.Binary(op="div" | "rem" | "div_u" | "rem_u"):
            return False
        case ir.Binary():
            return harmless(e.left) and harmless(e.right)
        case ir.Select():
            return harmless(e.condition) and harmless(e.yes) and harmless(e.no)
        case ir.Ask():
            return False
        case _:
            return True
