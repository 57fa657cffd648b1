"""A ruleset without a book gets one: its chapters, in the order of reading, made of generated passages."""

from typing import TYPE_CHECKING

from gekido_dsl.book import generated
from gekido_dsl.book.parts import Parts
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import Key

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_Chapter = tuple[str, str, list["str | Key"]]


def chapters_of(expander: "Expander") -> list[_Chapter]:
    """Lists the chapters: slug, title, and texts and declarations in their order."""
    game = expander.game
    needed = set(Parts(game).needed())

    def those(*groups: object) -> list["str | Key"]:
        found: list[str | Key] = []
        for group in groups:
            decls = group.values() if isinstance(group, dict) else group
            assert hasattr(decls, "__iter__")
            found += [decl for decl in decls if decl in needed and decl in expander.naming.names]
        return found

    in_turn: list[m.Procedure] = []
    for line in game.turn.lines if game.turn is not None else ():
        in_turn += [line.phase, *line.steps]
    others = [phase for phase in game.phases.values() if phase not in in_turn]
    chapters: list[_Chapter] = [
        ("overview", game.title, [_overview(expander), *those([game.aim] if game.aim else [])]),
        (
            "components",
            "Components",
            those(
                game.kinds,
                game.enums,
                game.boards,
                game.places,
                game.tracks,
                game.counters,
                game.links,
                game.damages,
            ),
        ),
        ("setup", "Set-up", those([game.setup] if game.setup else [])),
        ("turn", "The turn", those([game.turn] if game.turn else [], list(dict.fromkeys(in_turn)), others)),
        ("actions", "Actions", those(game.windows, game.actions)),
        ("rules", "Rules", those(game.rules, game.triggers, game.replacements, game.effects)),
        ("words", "Words and numbers", those(game.patterns, game.definitions, game.properties, game.amounts)),
        ("end", "The end of the game", those(game.ends)),
        ("options", "Options", those(game.options)),
    ]
    if game.rulings:
        chapters.append(("faq", "Questions and answers", [generated.rulings(expander)]))
    chapters.append(("glossary", "Glossary", [generated.glossary(expander)]))
    return [chapter for chapter in chapters if any(chapter[2])]


def _overview(expander: "Expander") -> str:
    game = expander.game
    players = f"{game.least_players}"
    if game.most_players != game.least_players:
        players += f" to {game.most_players}"
    noun = "player" if game.most_players == 1 else "players"
    return md.escape(f"{game.title} is a game for {players} {noun}.")
