"""What happens becomes counts of a simulation: something, with a thing of a kind and a name, by a seat.

It is known where an event is told, or where a player is asked; `backend.counting` counts the same in a module, and
`simulate.tallies` and `ground.blocks` say what is counted.
"""

from typing import Any

from gekido_dsl.ground.handling import work_of
from gekido_dsl.ground.happenings import BY_HAND, HANDS
from gekido_dsl.ground.tally_names import TallyNames
from gekido_dsl.ground.told import TOLD, About
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import hidden
from gekido_dsl.model.types import NONE, ThingType, item


def count_in_force(s: State, reached: list[int], seat: int) -> None:
    """Counts the exceptions that are in force for a player who is asked; see `ground.blocks`."""
    if s.program.in_force:
        with s.program.evaluator.apart():
            for one, condition in s.program.in_force:
                about = seat if one.of_a_player else NONE
                reached[one.block] += bool(condition(s, [seat, about, *[NONE] * one.locals]))


def notice(names: TallyNames, s: State, kind: str, args: tuple[Any, ...], actor: int) -> None:
    """Hands what has just happened to whoever counts."""
    tell = s.notice
    assert tell is not None
    work = work_of(kind, args)
    if work >= 0:
        tell(BY_HAND, "", HANDS[work], actor, 0)

    def of(happened: str, thing: int, amount: int = 0, whose: int = NONE) -> None:
        whose = s.owner(whose if whose != NONE else thing)
        sort, name = names.of[thing]
        tell(happened, sort, name, whose if whose != NONE else actor, amount)

    match kind:
        case "damage":
            thing, number, source = args
            of("damage", thing, number)
            if source != NONE:
                of("deals damage", source, number)
        case "use":
            action, value, player = args
            sort = name = ""
            if isinstance(item(action.item), ThingType) and value != NONE:
                sort, name = names.of[value]
            tell(action.name, sort, name, player, 0)
        case "announce":
            text, whom, of_type = args[:3]
            text = text.removesuffix(f" at {hidden.UNREAD}")
            if whom == NONE or of_type is None:
                tell(text, "", "", actor, 0)
            elif isinstance(item(of_type), ThingType):
                of(text, whom)
            else:
                tell(text, "", "", whom, 0)
        case "begin":
            tell("begin", "phase", args[0].name, actor, 0)
        case _:
            told = TOLD[kind]
            match told.about:
                case About.MOVED:
                    thing, before, after = args
                    of(kind, thing)
                    if 0 <= after < names.layout.count and after != before:
                        of("is entered", after, whose=thing)
                case About.THING:
                    of(kind, args[0], args[told.amount] if told.amount else 0)
                case About.PLAYER:
                    tell(kind, "", "", args[0], 0)
                case About.ELSE:
                    pass
