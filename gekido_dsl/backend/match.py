"""The module that plays one match, choice by choice, from the last boundary.

Where a match stands is the position at the boundary, and the script: what was chosen since. To go on is to take the
boundary back and to run the turn again, with one choice more.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from gekido_dsl.backend.batch import PLAYER
from gekido_dsl.backend.control import SCRIPT, Control
from gekido_dsl.backend.parts import NO_ROOM
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.collecting import no_collecting
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program.emit import Module, emit
from gekido_dsl.program.nodes import Array, Function, Program
from gekido_dsl.program.passes import improve_all
from gekido_dsl.program.statuses import gives_status


@dataclass(frozen=True, slots=True)
class MatchModule:
    """Exports `start(seed)`, `go()`, `apply(choice)`, `rollout(seed, decisions)` and `game(seed, decisions)`."""

    module: Module
    traced: bool
    program: Program
    control: Control
    position: Array
    boundary: Array
    size: int
    """Of a position, in bytes."""
    moment: int
    """Of what is kept at a moment, in bytes: the position, then `Control.running`."""
    moments: Array
    """What was kept at moments; see `Control.kept_from` and `Control.deciding`."""
    worlds: Array
    """Positions that the script may go to."""
    error: Array


def _go(maker: Maker) -> Function:
    """Makes the function that runs from the boundary to a decision or the end."""
    f = maker.b.function("go")
    parts, c = maker.parts, maker.control
    maker.set_out(f)
    for array in (c.told_length, c.told_count, c.offers_length):
        f.store(array, 0, 0)
    f.store(c.waiting, 1, 0)
    f.store(c.running, 0, 0)
    f.store(c.moved, 0, 0)
    maker.before_run(f)
    parts.begin(f)
    run = maker.b.function("run", result="i32")
    run.call(parts.program.entry)
    run.return_(0)
    f.call(run.finish())
    with f.if_(e.load(c.moved)):
        f.copy(maker.boundary, 0, maker.pending, 0, parts.size)
        for array, length, mark in (
            (c.script, c.script_length, e.load(c.moved, 1)),
            (c.chances, c.chances_length, e.load(c.moved, 2)),
        ):
            taken = f.let(e.select(e.lt(mark, e.load(length)), mark, e.load(length)), "taken")
            left = f.let(e.sub(e.load(length), taken), "left")
            f.copy(array, 0, array, e.shl(taken, 2), e.shl(left, 2))
            f.store(length, 0, left)
        f.increase(c.chances_at, 0, e.sub(0, e.load(c.moved, 2)))
        maker.moved_on(f)
    return f.finish()


def _start(maker: Maker, go: Function) -> Function:
    """Makes the function that begins a match."""
    f = maker.b.function("start", [("seed", "i64")])
    parts = maker.parts
    f.reset()
    f.call(parts.seed, f.parameters[0])
    f.copy(maker.boundary, 0, parts.position, 0, parts.size)
    f.store(maker.control.script_length, 0, 0)
    f.store(maker.control.auto, 0, 0)
    f.call(go)
    return f.finish()


def _apply(maker: Maker, go: Function) -> Function:
    """Makes the function that takes a choice."""
    f = maker.b.function("apply", ["choice"])
    end = f.let(e.load(maker.control.script_length), "end")
    with f.if_(e.ge(end, SCRIPT)):
        maker._fail(f, NO_ROOM)
    f.store(maker.control.script, end, f.parameters[0])
    f.store(maker.control.script_length, 0, e.add(end, 1))
    f.store(maker.control.auto, 0, 0)
    f.call(go)
    return f.finish()


def _rollout(maker: Maker, go: Function) -> Function:
    """Makes the function that goes on at random, with chance anew; the boundary and the script stay."""
    f = maker.b.function("rollout", [("seed", "i64"), "decisions"])
    seed, decisions = f.parameters
    f.store(maker.control.auto, 0, decisions)
    f.store(maker.reseed, 0, 1)
    f.store(maker.reseed, 1, seed)
    f.call(maker.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
    f.call(go)
    f.store(maker.control.auto, 0, 0)
    f.store(maker.reseed, 0, 0)
    return f.finish()


def _game(maker: Maker, go: Function) -> Function:
    """Makes the function that plays a game as a batch does, up to a number of decisions."""
    f = maker.b.function("game", [("seed", "i64"), "decisions"])
    seed, decisions = f.parameters
    parts, c = maker.parts, maker.control
    f.reset()
    f.call(parts.seed, seed)
    f.copy(maker.boundary, 0, parts.position, 0, parts.size)
    for array in (c.script_length, c.chances_length, c.elsewhere, c.most, maker.reseed):
        f.store(array, 0, 0)
    f.store(c.auto, 0, decisions)
    f.call(maker.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
    f.call(go)
    return f.finish()


def bare(module: MatchModule) -> MatchModule:
    """Gives a module with what is needed to run it alone: no functions, and no tables but in its code."""
    program, addresses = module.program, module.module.addresses
    by_array = {array: at for array, at in addresses.by_array.items() if array.kind not in ("table", "frame")}
    return replace(
        module,
        module=replace(module.module, addresses=replace(addresses, by_array=by_array, data=())),
        program=replace(
            program,
            entry=Function(program.entry.name, (), program.entry.result),
            arrays=tuple(program.state()),
            functions=(),
            also=(),
        ),
    )


@no_collecting()
def match_module(program: Program, traced: bool = False) -> MatchModule:
    """Makes the module.

    Args:
        traced: whether it tells what happens.
    """
    return made(Maker(program, traced))


def made(
    maker: Maker,
    more: Callable[[Function], dict[str, Function]] | None = None,
    kept: Iterable[Array] | None = None,
) -> MatchModule:
    """Makes the module of a maker.

    Args:
        more: gives what else it exports, by the function that runs from the boundary to a decision.
        kept: what the host reads of the state, of a module that is made faster, which takes longer to make; None
            for one that is not.
    """
    exports = functions_of(maker)
    if more is not None:
        exports |= more(exports["go"])
    if kept is not None:
        improve_all(exports.values(), kept)
    return module_of(maker, exports)


def functions_of(maker: Maker) -> dict[str, Function]:
    """Gives the functions that every match module exports."""
    maker.giving = gives_status(walk.reachable([maker.parts.program.entry]))
    maker.parts.expand(maker.special)
    maker.list_bodies()
    maker.follow_holders()
    go = _go(maker)
    return {
        "start": _start(maker, go),
        "go": go,
        "apply": _apply(maker, go),
        "rollout": _rollout(maker, go),
        "game": _game(maker, go),
    }


def module_of(maker: Maker, exports: dict[str, Function]) -> MatchModule:
    """Makes the module of a maker that exports some functions."""
    maker.parts.expand_saves(walk.reachable(exports.values()))
    return MatchModule(
        emit(maker.b.ordered(), exports, maker.parts.pointer),
        maker.traced,
        maker.program,
        maker.control,
        maker.parts.position,
        maker.boundary,
        maker.parts.size,
        maker.moment,
        maker.moments,
        maker.worlds,
        maker.parts.error,
    )
