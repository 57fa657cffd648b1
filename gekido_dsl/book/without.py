"""A ruleset without a book gets one: its chapters, in the order of reading, made of generated passages."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from gekido_dsl.book import generated
from gekido_dsl.languages import authored, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.rulesdoc.names import Key

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_SET_UPS: Final = 4
"""For how many numbers of players the set-up is drawn."""
_MOST_ROWS: Final = 30
"""The most rows of a table that are drawn."""
_Chapter = tuple[str, str, list["str | Key"]]


def chapters_of(expander: "Expander") -> list[_Chapter]:
    """Lists the chapters: slug, title, and texts and declarations in their order."""
    game = expander.game
    needed = set(expander.parts.needed())

    def those(*groups: Iterable[m.Decl]) -> list["str | Key"]:
        found: list[str | Key] = []
        for group in groups:
            found += [
                decl
                for decl in group
                if decl in needed and decl in expander.naming.names and not expander.parts.above(decl)
            ]
        return found

    in_turn: list[m.Decl] = []
    for line in game.turn.lines if game.turn is not None else ():
        in_turn += [line.phase, *line.steps]
    others = [phase for phase in game.phases.values() if phase not in in_turn]
    things = [
        *game.kinds.values(), *game.enums.values(), *game.boards.values(), *game.places.values(),
        *game.tracks.values(), *game.counters.values(), *game.links.values(), *game.damages,
    ]  # fmt: skip
    rules = [*game.rules.values(), *game.triggers, *game.replacements, *game.effects.values()]
    words = [
        *game.patterns.values(), *game.definitions.values(), *game.properties.values(), *game.amounts.values()
    ]  # fmt: skip
    words = [*([game.position] if game.position is not None else []), *words]
    set_up = [game.setup] if game.setup is not None else []
    turn = [game.turn] if game.turn is not None else []
    chapters: list[_Chapter] = [
        ("overview", authored(game.title, "game"), [_overview(expander)]),
        ("components", text("Components"), _pictured(expander, those(things))),
        ("setup", text("Set-up"), [*those(set_up), *_pictures(expander, "set-up with ", _SET_UPS)]),
        (
            "turn",
            text("The turn"),
            [*_pictures(expander, "turn", 1), *those(turn, dict.fromkeys(in_turn), others)],
        ),
        ("actions", text("Actions"), those(game.windows.values(), game.actions.values())),
        ("rules", text("Rules"), those(rules)),
        ("words", text("Words and numbers"), _pictured(expander, those(words))),
        ("end", text("The end of the game"), those(game.ends)),
        ("options", text("Options"), [_options(expander)]),
        ("faq", text("Questions and answers"), [generated.rulings(expander)]),
        ("glossary", text("Glossary"), [generated.glossary(expander)]),
    ]
    return [chapter for chapter in chapters if any(chapter[2])]


def _pictured(expander: "Expander", items: list["str | Key"]) -> list["str | Key"]:
    """Puts a picture behind each thing that has one: of a table, all its rows, as long as they are few."""
    made: list[str | Key] = []
    for item in items:
        made.append(item)
        match item:
            case m.Kind(rows=rows, board=None) if item.faces is not None or (
                item.file and len(rows) <= _MOST_ROWS
            ):
                made.append(_shown(expander, f"{'die' if item.faces is not None else 'kind'} {item.name}"))
            case m.Enum(glyphs=signs) if signs:
                made.append(_shown(expander, f"values {item.name}"))
            case m.Board():
                made.append(_shown(expander, f"board {item.name}"))
            case m.PatternSet():
                made.append(_shown(expander, f"patterns {item.name}"))
    return made


def _shown(expander: "Expander", subject: str) -> str:
    """Refers to a picture, where there is one."""
    made = pictures.picture(expander.compilation, subject) if expander.drawn else None
    return "" if made is None else generated.refer(expander, md.slug(subject), made)


def _pictures(expander: "Expander", begins: str, most: int) -> list["str | Key"]:
    """Refers to the pictures whose names begin so."""
    if not expander.drawn:
        return []
    found: list[str | Key] = []
    for subject in [one for one in expander.subjects if one.startswith(begins)][:most]:
        made = pictures.picture(expander.compilation, subject)
        if made is not None:
            heading = f"**{subject.capitalize()}**\n\n" if most > 1 else ""
            found.append(heading + generated.refer(expander, md.slug(subject), made))
    return found


def _options(expander: "Expander") -> str:
    """Writes what players may agree on, as a table."""
    rows = []
    for option in expander.game.options.values():
        chosen = expander.options.get(option.name, option.answers.members[0])
        others = [md.escape(answer) for answer in option.answers.members if answer != chosen]
        rows.append((md.escape(option.title or option.name), md.escape(chosen), md.joined(others, "or")))
    if not rows:
        return ""
    table = md.table(("What it settles", "As this book has it", "Instead"), rows)
    return f"What you may agree on before you begin.\n\n{table}"


def _overview(expander: "Expander") -> str:
    game = expander.game
    players = f"{game.least_players}"
    if game.most_players != game.least_players:
        players += f" to {game.most_players}"
    noun = "player" if game.most_players == 1 else "players"
    return md.escape(f"{game.title} is a game for {players} {noun}.")
