"""Components become a page: kinds, dice, values, boards, places, tracks, counters, links, damage."""

from gekido_dsl import drawing
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.rulesdoc.english.things import sort_of_spaces
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.writer import Writer


def page(w: Writer) -> list[str]:
    """Writes the page."""
    game = w.game
    parts = [w.heading(1, PAGES["components"], "page-components")]
    groups: list[tuple[str, str, list[list[str]]]] = [
        (
            text("Kinds of things"),
            "kinds",
            [_kind(w, kind) for kind in game.kinds.values() if kind.faces is None],
        ),
        (text("Dice"), "dice", [_die(w, kind) for kind in game.kinds.values() if kind.faces is not None]),
        (text("Values"), "values", [_enum(w, enum) for enum in game.enums.values()]),
        (text("Boards"), "boards", [_board(w, board) for board in game.boards.values()]),
        (text("Places"), "places", [_place(w, place) for place in game.places.values()]),
        (text("Tracks"), "tracks", [_track(w, track) for track in game.tracks.values()]),
        (text("Counters"), "counters", [_counter(w, counter) for counter in game.counters.values()]),
        (text("Links"), "links", [_link(w, link) for link in game.links.values()]),
        (text("The order of damage"), "damage", [_damage(w, damage) for damage in game.damages]),
    ]
    for title, slug, sections in groups:
        if sections:
            parts.append(w.heading(2, title, f"part-{slug}"))
            for section in sections:
                parts += section
    return parts


def _section(w: Writer, decl: m.Decl, facts: list[str]) -> list[str]:
    listed = md.listed([(0, fact) for fact in facts], numbered=False)
    parts = [w.titled(3, decl), *w.text(decl), *w.entry(decl), listed]
    return [part for part in (*parts, *w.as_written(decl), w.source(decl)) if part]


def _enum(w: Writer, enum: m.Enum) -> list[str]:
    with w.about(enum):
        members = [f"{w.anchor((enum, number))}{md.escape(name)}" for number, name in enumerate(enum.members)]
        return _section(w, enum, [f"{md.counted(len(members), 'value')}: {', '.join(members)}."])


def _kind(w: Writer, kind: m.Kind) -> list[str]:
    with w.about(kind):
        facts = []
        if kind.file is not None:
            table = f"[its table]({w.href('tables', 'table-' + w.names[kind].slug)})"
            facts.append(f"{md.counted(len(kind.rows), 'row')} of {table}, `{kind.file}`.")
        if not kind.blocking:
            facts.append("A space where nothing else stands counts as empty.")
        if kind.board is not None:
            facts.append(f"These are the {sort_of_spaces(kind)} of {w.link(kind.board)}.")
        parts = _section(w, kind, facts)
        if kind.fields:
            at = next((at for at, part in enumerate(parts) if part.startswith("<details")), len(parts))
            parts.insert(at, w.fields(kind.fields.values()))
        return parts


def _die(w: Writer, die: m.Kind) -> list[str]:
    with w.about(die):
        facts = []
        if isinstance(die.faces, tuple):
            facts.append(f"Opposite faces add up to {sum(die.faces)}.")
        parts = _section(w, die, facts)
        parts.insert(2, pictures.figure(w, drawing.die_faces(die)))
        if die.fields:
            parts.append(w.fields(die.fields.values()))
        return parts


def _board(w: Writer, board: m.Board) -> list[str]:
    with w.about(board):
        parts = _section(w, board, [])
        view = w.boards.get(board.name)
        if view is not None and not w.single:
            parts.append("As it lies when a match begins, with its rows and columns:")
            parts.append(pictures.figure(w, drawing.board(view, look=w.look)))
        return parts


def _place(w: Writer, place: m.Place) -> list[str]:
    with w.about(place):
        return _section(w, place, [])


def _track(w: Writer, track: m.Track) -> list[str]:
    with w.about(track):
        return _section(w, track, ["Damage hits its first die first."])


def _counter(w: Writer, counter: m.Counter) -> list[str]:
    with w.about(counter):
        return _section(w, counter, [])


def _link(w: Writer, link: m.Link) -> list[str]:
    with w.about(link):
        return _section(w, link, [])


def _damage(w: Writer, damage: m.Damage) -> list[str]:
    with w.about(damage):
        parts = _section(w, damage, [])
        parts[0] = w.titled(3, damage, title=damage.name[:1].upper() + damage.name[1:])
        return parts
