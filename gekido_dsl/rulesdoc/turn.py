"""The turn becomes a page: set-up, the order of play with a drawing, every phase, the end of the game."""

from collections.abc import Sequence
from itertools import pairwise

from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.writer import Writer


def page(w: Writer, drawn: bool) -> list[str]:
    """Writes the page.

    Args:
        drawn: whether a drawing lies beside it, as `assets/turn.svg`.
    """
    game = w.game
    parts = [w.heading(1, PAGES["turn"], "page-turn")]
    if game.setup is not None:
        with w.about(game.setup):
            parts += [w.titled(2, game.setup, title=text("Set-up")), *told(w, game.setup)]
    if game.turn is not None:
        parts += _turn(w, game.turn, drawn)
    if game.position is not None:
        with w.about(game.position):
            parts += [w.titled(2, game.position, title=text("The position")), *told(w, game.position)]
    parts.append(w.heading(2, text("Phases"), "part-phases"))
    for phase in _in_order(game):
        parts += _phase(w, phase)
    for end in game.ends:
        with w.about(end):
            title: str = text("The end of the game")
            if end.name != m.GAME_END:
                title = f"{spoken(title)}: {end.name}"
            parts += [w.titled(2, end, title=title), *told(w, end)]
    if game.aim is not None:
        with w.about(game.aim):
            parts += [
                w.titled(2, game.aim, title=text("What a player strives for")),
                "Computer players value positions by this; it is no rule.",
                *told(w, game.aim),
            ]
    limits = limits_of(game)
    if limits:
        parts += [
            w.heading(2, text("The longest game"), "part-limit"),
            f"After {limits} the game stops and counts as unfinished.",
        ]
    return [part for part in parts if part]


def told(w: Writer, decl: m.Decl) -> list[str]:
    """Writes a declaration in English, its text behind a fold, and where it comes from."""
    return [*w.entry(decl), *w.as_written(decl), w.source(decl)]


def limits_of(game: m.Game) -> str:
    """Says after how many turns and rounds a game is unfinished; nothing where it has no limit."""
    told = "rounds" if game.turn is not None and game.turn.together else "turns"
    limits = [f"{game.turn_limit:,} {told}"] if game.turn_limit is not None else []
    limits += [f"{game.round_limit:,} rounds"] if game.round_limit is not None else []
    return " or ".join(limits)


def _in_order(game: m.Game) -> list[m.Procedure]:
    """Lists the phases as the turn has them, then the others."""
    found: dict[str, m.Procedure] = {}
    for line in game.turn.lines if game.turn is not None else ():
        for phase in (line.phase, *line.steps):
            found.setdefault(phase.name, phase)
    return list((found | game.phases).values())


def _turn(w: Writer, turn: m.Turn, drawn: bool) -> list[str]:
    game = w.game
    with w.about(turn):
        parts = [w.titled(2, turn, title=text("The order of play"))]
        if game.partners:
            parts.append("Partners sit opposite each other.")
        if game.facing:
            parts.append("The players face each other.")
        parts += told(w, turn)
        if drawn:
            parts.append("![The phases of the turn and their steps](assets/turn.svg)")
        diagram = f"```mermaid\n{mermaid(w, turn)}```"
        parts.append(md.folded("The same for Mermaid", diagram))
        return parts


def _phase(w: Writer, phase: m.Procedure) -> list[str]:
    with w.about(phase):
        parts = [w.titled(3, phase), *w.text(phase, phase.title)]
        if not phase.in_turn:
            parts.append("This phase is not in the order of play.")
        steps = _steps(w.game, phase)
        if steps:
            parts.append("Its steps: " + ", ".join(w.link(step) for step in steps) + ".")
        parts += w.entry(phase)
        if phase.fields:
            parts += ["What is kept in mind during this phase:", w.fields(phase.fields.values())]
        for word, leads in (("begins", "When it begins"), ("ends", "When it ends")):
            found = [
                w.link(trigger)
                for trigger in w.game.triggers
                if trigger.event is not None and trigger.event.kind == word and trigger.event.subject is phase
            ]
            if found:
                parts.append(f"{leads}: {', '.join(found)}.")
        return [*parts, *w.as_written(phase), w.source(phase), *w.mentions(phase)]


def _steps(game: m.Game, phase: m.Procedure) -> list[m.Procedure]:
    return [
        step
        for line in (game.turn.lines if game.turn is not None else ())
        if line.phase is phase
        for step in line.steps
    ]


def mermaid(w: Writer, turn: m.Turn) -> str:
    """Draws the order of play; where a phase can be left out, an arrow leads past it as well."""
    lines = ["flowchart TD", f"  turn(({_quoted('turn')}))"]
    for number, line in enumerate(turn.lines):
        if not line.steps:
            lines.append(f"  p{number}[{_quoted(line.phase.name)}]")
            continue
        lines.append(f"  subgraph p{number} [{_quoted(line.phase.name)}]")
        ids = [f"p{number}s{place}" for place in range(len(line.steps))]
        lines += [f"    {one}[{_quoted(step.name)}]" for one, step in zip(ids, line.steps, strict=True)]
        lines += [f"    {one} --> {other}" for one, other in pairwise(ids)]
        lines.append("  end")
    conditions = [_condition(w, line.condition) for line in turn.lines]
    lines += _arrows(conditions)
    if w.game.ends:
        lines.append(f"  over([{_quoted('end of the game')}])")
    for end in w.game.ends:
        lines.append(f"  turn -->|{_quoted(_condition(w, end.condition))}| over")
    return "".join(f"{line}\n" for line in lines)


def _arrows(conditions: Sequence[str]) -> list[str]:
    names = ["turn", *(f"p{number}" for number in range(len(conditions))), "turn"]
    wanted = ["", *conditions, ""]
    arrows = []
    for start in range(len(names) - 1):
        for goal in range(start + 1, len(names)):
            if goal == len(names) - 1 and start == 0:
                break
            label = f"|{_quoted(wanted[goal])}|" if wanted[goal] else ""
            arrows.append(f"  {names[start]} -->{label} {names[goal]}")
            if not wanted[goal]:
                break
    return arrows


def _condition(w: Writer, condition: m.Expr | None) -> str:
    if condition is None:
        return ""
    return f"{w.lead(condition.span)} {' '.join(condition.span.text.split())}".strip()


def _quoted(text: str) -> str:
    """Writes a text in quotes, signs that mean something to Mermaid or to a page as codes."""
    return '"' + "".join(f"#{ord(sign)};" if sign in '"#<>&`' else sign for sign in text) + '"'
