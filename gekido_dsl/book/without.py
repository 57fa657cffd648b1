"""A ruleset without a book gets one: its chapters, in the order of reading, made of generated passages."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from gekido_dsl.book import generated, tables
from gekido_dsl.book.nodes import Listed, Untitled
from gekido_dsl.languages import authored, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.rulesdoc.english import Teller
from gekido_dsl.rulesdoc.english.ends import ends_alike
from gekido_dsl.rulesdoc.english.goals import decided_at_once, goal_lines
from gekido_dsl.rulesdoc.english.standing import standing_lines
from gekido_dsl.rulesdoc.english.words import plain
from gekido_dsl.rulesdoc.names import Key

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_SET_UPS: Final = 3
"""For so many numbers of players the set-up is drawn; where there are more, for the fewest and for the most."""
_EXPLAINED: Final = 200
"""How long the explanation of a word is at most that stands where one reads how to win."""
_MOST_ROWS: Final = 30
"""The most rows of a table that are drawn."""
_Part = str | Key | Listed | Untitled
_Chapter = tuple[str, str, list[_Part]]


def chapters_of(expander: "Expander") -> list[_Chapter]:
    """Lists the chapters: slug, title, and texts and declarations in their order."""
    game = expander.game
    teller = expander.writer.players
    needed = set(expander.parts.needed()) - teller.helpers - set(teller.numbers_of) - teller.asleep

    def those(*groups: Iterable[m.Decl]) -> list[_Part]:
        found: list[_Part] = []
        for group in groups:
            found += [
                decl
                for decl in group
                if decl in needed and decl in expander.naming.names and not _told_beneath(expander, decl)
            ]
        return found

    in_turn: list[m.Decl] = []
    for line in game.turn.lines if game.turn is not None else ():
        in_turn += [line.phase, *line.steps]
    others = [phase for phase in game.phases.values() if phase not in in_turn]
    only = list(dict.fromkeys(in_turn))
    one_phase = len(only) == 1 and not others
    things = [
        *(kind for kind in game.kinds.values() if not _plain_spaces(kind)), *game.enums.values(),
        *game.boards.values(), *game.places.values(),
        *game.tracks.values(), *game.counters.values(), *game.links.values(), *game.damages,
    ]  # fmt: skip
    rules = [*game.rules.values(), *game.triggers, *game.replacements, *game.effects.values()]
    words = [
        *game.patterns.values(), *game.definitions.values(), *game.properties.values(), *game.amounts.values()
    ]  # fmt: skip
    words = [*([game.position] if game.position is not None else []), *words]
    set_up: list[_Part] = [Untitled(one) for one in those([game.setup] if game.setup is not None else [])]
    turn: list[_Part] = [Untitled(one) for one in those([game.turn] if game.turn is not None else [])]
    phases = those(only, others)
    windows = [one for one in game.windows.values() if not _told_where_open(expander, one)]
    chapters: list[_Chapter] = [
        ("overview", authored(game.title, "game"), [_overview(expander), *_goal(expander)]),
        ("components", text("Components"), _components(expander, those(things))),
        (
            "setup",
            text("Set-up"),
            [*_standing(expander), *set_up, *_pictures(expander, "set-up with ", _SET_UPS)],
        ),
        (
            "turn",
            text("The turn"),
            [
                *([] if one_phase else _pictures(expander, "turn", 1)),
                *turn,
                *([Untitled(one) for one in phases] if one_phase else phases),
            ],
        ),
        ("actions", text("Actions"), those(windows, game.actions.values())),
        ("rules", text("Rules"), those(rules)),
        ("words", text("Words and numbers"), _pictured(expander, those(words))),
        ("end", text("The end of the game"), [*_ends(teller, those(game.ends)), *decided_at_once(teller)]),
        ("options", text("Options"), [_options(expander)]),
        ("faq", text("Questions and answers"), [generated.rulings(expander)]),
    ]
    return [chapter for chapter in chapters if any(chapter[2])]


def _ends(teller: Teller, ends: list[_Part]) -> list[_Part]:
    """Lists how the game ends; several ends have headings, unless they are told at once."""
    named = [one for one in ends if isinstance(one, m.Decl) and not one.name.startswith(m.GAME_END)]
    apart = named == ends and len(ends) > 1 and not ends_alike(teller)
    return ends if apart else [Untitled(one) for one in ends]


def _told_where_open(expander: "Expander", window: m.Window) -> bool:
    """Tells whether what may be done in a window is told where the only rule opens it."""
    users = [one for one in expander.parts.users.get(window, ()) if one not in expander.parts.machine]
    told = generated.rule(expander, window)
    return (
        len(users) == 1 and isinstance(users[0], m.Procedure) and "\n" not in told and told.count(". ") == 0
    )


def _plain_spaces(kind: m.Kind) -> bool:
    """Tells whether the passage of a board says all there is to say of its spaces."""
    spaces = kind.board is not None and kind is kind.board.space and not kind.board.is_map
    return spaces and not kind.fields and not kind.listed and kind.file is None


def _told_beneath(expander: "Expander", decl: m.Decl) -> bool:
    """Tells whether a word is told beneath what uses it: a passage of its own, not one of another chapter's helper."""
    above = expander.parts.above(decl)
    helpers = expander.writer.players.helpers
    while above is not None and above in helpers:
        above = expander.parts.part_of.get(above)
    return above is not None


def _components(expander: "Expander", items: list[_Part]) -> list[_Part]:
    """Lists what is on the table: what one line tells of in a list, all else under headings, with pictures."""
    made: list[_Part] = []
    short: list[Key] = []
    long: list[_Part] = []
    seen = {f"board {name}" for name in expander.game.boards} if expander.game.setup is None else set()
    for item in items:
        table = _table(expander, item)
        shown = [one for one in _pictured(expander, [item], without=seen)[1:] if one]
        told = generated.rule(expander, item) if isinstance(item, m.Decl) else ""
        if not told:
            continue
        shown = [table, *shown] if table else shown
        listed = any(line.startswith(("- ", "1. ", "|", "<")) for line in told.split("\n"))
        if shown or listed or expander.parts.beneath(item):
            long += [item, *shown]
        else:
            short.append(item)
    if short:
        made.append(Listed(tuple(short)))
    return [*made, *long]


def _standing(expander: "Expander") -> list[_Part]:
    """Lists what stands on boards that are drawn."""
    made: list[_Part] = []
    for board in expander.game.boards.values():
        lines = standing_lines(expander.writer.players, board)
        if lines:
            made.append(f"On the {md.escape(board.name)} stand:")
            made.append("\n".join(f"- {line}" for line in lines))
    return made


def _table(expander: "Expander", item: _Part) -> str:
    """Writes the rows of a table with what is printed on them, as long as they are few."""
    if (
        not isinstance(item, m.Kind)
        or not item.file
        or item.legend is not None
        or not 1 < len(item.rows) <= _MOST_ROWS
    ):
        return ""
    names = [row.name for row in item.rows]
    if len(set(names)) < len(names) or not any(not one.kept for one in item.fields.values()):
        return ""
    return tables.whole(expander, item)


def _goal(expander: "Expander") -> list[_Part]:
    """Says how one wins, in a paragraph or a list."""
    lines = goal_lines(expander.writer.players)
    said = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)
    return [said, *_words_in(expander, said)] if said else []


def _words_in(expander: "Expander", said: str) -> list[_Part]:
    """Explains the words by which one wins, where a sentence does that."""
    found: list[_Part] = []
    for decl in expander.game.definitions.values():
        if decl in expander.naming.names and f"#{expander.naming.target(decl).slug})" in said:
            told = generated.rule(expander, decl)
            if told and "\n" not in told and len(plain(told)) <= _EXPLAINED:
                found.append(Untitled(decl))
    return found


def _pictured(
    expander: "Expander", items: list[_Part], without: frozenset[str] | set[str] = frozenset()
) -> list[_Part]:
    """Puts a picture behind each thing that has one: of a table, all its rows, as long as they are few.

    Args:
        without: the pictures that another chapter has.
    """
    made: list[_Part] = []
    for item in items:
        made.append(item)
        match item:
            case m.Kind(rows=rows, board=None) if item.faces is not None or (
                item.file and len(rows) <= _MOST_ROWS
            ):
                made.append(_shown(expander, f"{'die' if item.faces is not None else 'kind'} {item.name}"))
            case m.Enum(glyphs=signs) if signs:
                made.append(_shown(expander, f"values {item.name}"))
            case m.Board() if f"board {item.name}" not in without:
                made.append(_shown(expander, f"board {item.name}"))
            case m.PatternSet():
                made.append(_shown(expander, f"patterns {item.name}"))
    return made


def _shown(expander: "Expander", subject: str) -> str:
    """Refers to a picture, where there is one."""
    made = pictures.picture(expander.compilation, subject) if expander.drawn else None
    return "" if made is None else generated.refer(expander, md.slug(subject), made)


def _pictures(expander: "Expander", begins: str, most: int) -> list[_Part]:
    """Refers to the pictures whose names begin so."""
    if not expander.drawn:
        return []
    found: list[_Part] = []
    for subject in _fewest_and_most([one for one in expander.subjects if one.startswith(begins)], most):
        made = pictures.picture(expander.compilation, subject)
        if made is not None:
            heading = f"**{subject.capitalize()}**\n\n" if most > 1 else ""
            found.append(heading + generated.refer(expander, md.slug(subject), made))
    return found


def _fewest_and_most(subjects: list[str], most: int) -> list[str]:
    """Gives all subjects of pictures, or the first and the last of too many."""
    return subjects if len(subjects) <= most else list(dict.fromkeys((subjects[0], subjects[-1])))[:most]


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
