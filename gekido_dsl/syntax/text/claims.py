"""Claims become lines again."""

from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.statements import Lines


def claim(d: s.Claim) -> Lines:
    """Writes a claim."""
    found: Lines = [(0, f'claim "{d.title}"', d)]
    for one in d.given:
        if one.option is not None and one.answer is not None:
            found.append((1, f"given option {one.option.text} is {one.answer.text}", one))
        elif one.random_setup:
            found.append((1, "given a random setup", one))
        else:
            found.append((1, f"given {one.players} player{'s' if one.players != 1 else ''}", one))
    return [*found, *((1, f"then {claimed(line)}", line) for line in d.lines)]


def claimed(line: s.Claimed) -> str:
    """Writes what is claimed, without `then`."""
    often = f"{_bound(line.bound)} of {line.of} games"
    one = 1 in (line.bound.low, line.bound.high) and None in (line.bound.low, line.bound.high)
    lasts, are, end = ("lasts", "is", "ends") if one else ("last", "are", "end")
    name = line.name.text if line.name is not None else ""
    match line.kind:
        case "rows":
            return f"each {name} wins {often}"
        case "row":
            return f"{name} wins {often}"
        case "seats":
            return f"each player wins {often}"
        case "seat":
            return f"the {ORDINALS[line.seat]} player wins {often}"
        case "all":
            return f"all players win {often}"
        case "longer":
            return f"{often} {lasts} more than {line.length} {line.unit}"
        case "shorter":
            return f"{often} {lasts} less than {line.length} {line.unit}"
        case "drawn":
            return f"{often} {are} drawn"
        case "unfinished":
            return f"{often} {are} not finished"
        case "ends":
            return f"{often} {end} by {name}"
        case "mean":
            return f"a game lasts {_bound(line.bound)} {line.unit} on average"


def _bound(bound: s.Bound) -> str:
    if bound.low is None:
        return f"at most {bound.high}"
    return f"at least {bound.low}" if bound.high is None else f"{bound.low} to {bound.high}"
