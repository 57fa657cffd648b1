"""What a loop changes where another round may follow: what is changed on the way out of a loop breaks nothing in it."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.facts import Fact, Facts

_Ways = tuple[frozenset[Fact], bool]
"""What is changed on the ways to another round, and whether there is such a way."""
_NOTHING: frozenset[Fact] = frozenset()


def changed(known: Facts, body: tuple[m.Statement, ...]) -> frozenset[Fact]:
    """Gives the facts that the body of a loop changes where another round may follow."""
    return _block(known, body, 0, True)[0]


def told_by(body: tuple[m.Statement, ...]) -> int | None:
    """Gives the local that is made false before each way out of a loop: where it is true, all rounds were played."""
    noted = _noted(body, 0, None)
    return next(iter(noted)) if noted is not None and len(noted) == 1 else None


def _noted(block: tuple[m.Statement, ...], inside: int, noted: int | None) -> set[int] | None:
    """Gives the locals made false before the ways out of a loop; None where one goes out without."""
    found: set[int] = set()
    for one in block:
        match one:
            case m.Sentence(act=m.acts.Bind(found=m.ops.Const(value=0), local=local), condition=None):
                noted = local
            case m.Sentence(act=m.acts.Bind(local=local)) if local == noted:
                noted = None
            case m.Sentence(act=m.acts.Stop(depth=depth)) if depth == inside:
                if noted is None:
                    return None
                found.add(noted)
            case _:
                pass
        again = noted is not None and any(_sets(inner, noted) for inner in one.blocks)
        before = None if again and one.record.repeats else noted  # a round before may have set it
        for inner in one.blocks:
            more = _noted(inner, inside + one.record.repeats, before)
            if more is None:
                return None
            found |= more
        if again:
            noted = None
    return found


def _sets(block: tuple[m.Statement, ...], local: int) -> bool:
    """Tells whether a block may make a local anything but false."""
    for one in block:
        match one:
            case m.Sentence(act=m.acts.Bind(found=m.ops.Const(value=0), local=bound)) if bound == local:
                pass
            case m.Sentence(act=m.acts.Bind(local=bound)) if bound == local:
                return True
        if any(_sets(inner, local) for inner in one.blocks):
            return True
    return False


def _block(known: Facts, block: tuple[m.Statement, ...], inside: int, on: bool) -> _Ways:
    """Follows a block from its end to its beginning.

    Args:
        inside: how many loops stand between the block and the loop.
        on: whether another round may follow behind the block.
    """
    found = _NOTHING
    for statement in reversed(block):
        more, on = _statement(known, statement, inside, on)
        found |= more
    return found, on


def _statement(known: Facts, statement: m.Statement, inside: int, on: bool) -> _Ways:
    inner = inside + statement.record.repeats
    # Behind a round of a loop comes its next one, which may skip to another round of the loop around.
    behind = on or (statement.record.repeats and _skips(statement, inside))
    ways = [_block(known, block, inner, behind) for block in statement.blocks]
    found = _NOTHING.union(*(changes for changes, _ in ways))
    comes = any(way for _, way in ways)
    match statement:
        case m.Sentence(act=act, condition=condition):
            after = _after(act, inside, on)
            unsure = condition is not None or statement.if_possible or statement.decision is not None
            own = known.changed_in((statement,)) if after else _NOTHING
            return found | own, after or comes or (on and unsure)
        case m.If():
            return found, comes
        case _:
            return found | (
                known.changed_in((statement,)) if behind and inner > inside else _NOTHING
            ), on or comes


def _after(act: m.Act, inside: int, on: bool) -> bool:
    """Tells whether another round may follow an act."""
    match act:
        case m.acts.Skip(depth=depth):
            return on if depth < inside else depth == inside
        case m.acts.Stop(depth=depth):
            return on and depth < inside
        case _:
            return on and not act.record.then.leaves


def _skips(loop: m.Statement, inside: int) -> bool:
    """Tells whether something in a loop begins the next round of the loop around it, or of this one."""
    depth = inside + 1
    return any(_has_skip(block, depth) for block in loop.blocks)


def _has_skip(block: tuple[m.Statement, ...], inside: int) -> bool:
    return any(
        (isinstance(one, m.Sentence) and _after(one.act, inside, False))
        or any(_has_skip(inner, inside + one.record.repeats) for inner in one.blocks)
        for one in block
    )
