"""Components become a page: kinds, dice, values, boards, places, tracks, counters, links, damage."""

from typing import Final

from gekido_dsl import drawing
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.rulesdoc.writer import Writer


def page(w: Writer) -> list[str]:
    """Writes the page."""
    game = w.game
    parts = [w.heading(1, "Components", "page-components")]
    groups: list[tuple[str, str, list[list[str]]]] = [
        ("Kinds of things", "kinds", [_kind(w, kind) for kind in game.kinds.values() if kind.faces is None]),
        ("Dice", "dice", [_die(w, kind) for kind in game.kinds.values() if kind.faces is not None]),
        ("Values", "values", [_enum(w, enum) for enum in game.enums.values()]),
        ("Boards", "boards", [_board(w, board) for board in game.boards.values()]),
        ("Places", "places", [_place(w, place) for place in game.places.values()]),
        ("Tracks", "tracks", [_track(w, track) for track in game.tracks.values()]),
        ("Counters", "counters", [_counter(w, counter) for counter in game.counters.values()]),
        ("Links", "links", [_link(w, link) for link in game.links.values()]),
        ("The order of damage", "damage", [_damage(w, damage) for damage in game.damages]),
    ]
    for title, slug, sections in groups:
        if sections:
            parts.append(w.heading(2, title, f"part-{slug}"))
            for section in sections:
                parts += section
    return parts


def _section(w: Writer, decl: m.Decl, facts: list[str]) -> list[str]:
    source = w.source(decl)
    parts = [w.titled(3, decl), *w.text(decl), md.listed([(0, fact) for fact in facts], numbered=False)]
    return [*parts, source] if source else parts


def _each(w: Writer, owner: m.Kind | str | None) -> str:
    return f"each {w.link(owner)}" if isinstance(owner, m.Kind) else "each player"


def _enum(w: Writer, enum: m.Enum) -> list[str]:
    with w.about(enum):
        members = [f"{w.anchor((enum, number))}{md.escape(name)}" for number, name in enumerate(enum.members)]
        return _section(w, enum, [f"One of {md.counted(len(members), 'value')}: {', '.join(members)}."])


def _number(w: Writer, kind: m.Kind) -> str:
    if kind.parent is not None and kind.column:
        how = "drawn" if kind.legend is not None else "listed"
        listed = f"{how} as {md.escape(kind.column)} of each {w.link(kind.parent)}"
        return f"There are {len(kind.rows)}, {listed}."
    if kind.parent is not None:
        return f"Each {w.link(kind.parent)} has {kind.each_parent}."
    copies = sum(row.copies for row in kind.rows)
    if kind.combined and kind.rows:
        fields = md.joined([w.link(kind.fields[name]) for name in kind.combined], "and")
        return f"There are {copies}: {kind.rows[0].copies} for each {fields}."
    if kind.each_player is not None:
        return f"Each player has {kind.each_player} of their own."
    if kind.file is not None:
        rows = md.counted(len(kind.rows), "row")
        table = f"[its table]({w.href('tables', 'table-' + w.names[kind].slug)})"
        return f"There {'is' if copies == 1 else 'are'} {copies}: {rows} of {table}, `{kind.file}`."
    return f"There {'is' if copies == 1 else 'are'} {copies}."


def _kind(w: Writer, kind: m.Kind) -> list[str]:
    with w.about(kind):
        facts = [_number(w, kind)]
        if kind.plural != f"{kind.name}s":
            facts.append(f"Several are called {md.escape(kind.plural)}.")
        if kind.board is not None:
            facts.append(f"These are the spaces of {w.link(kind.board)}.")
        inner = [other for other in w.game.kinds.values() if other.parent is kind and other.column]
        for other in inner:
            verb = "draws" if other.legend is not None else "lists"
            facts.append(f"Each {verb} its {w.link(other, other.plural)} as {md.escape(other.column)}.")
        parts = _section(w, kind, facts)
        if kind.fields:
            parts.append(w.fields(kind.fields.values()))
        return parts


def _die(w: Writer, die: m.Kind) -> list[str]:
    with w.about(die):
        facts = [_number(w, die)]
        if isinstance(die.faces, m.Enum):
            faces = [w.link((die.faces, number), name) for number, name in enumerate(die.faces.members)]
            facts.append(f"Its faces are those of {w.link(die.faces)}: {', '.join(faces)}.")
            pairs = [
                f"{w.link((die.faces, one), die.faces.members[one])} and "
                f"{w.link((die.faces, other), die.faces.members[other])}"
                for one, other in die.opposite.items()
                if one < other
            ]
            if pairs:
                facts.append(f"Opposite each other: {'; '.join(pairs)}.{_opposites_mark(w, die)}")
        elif die.faces is not None:
            low, high = die.faces
            facts.append(f"Its faces are the numbers {low} to {high}.")
            facts.append(f"Opposite faces add up to {low + high}.")
        if die.plural != f"{die.name}s":
            facts.append(f"Several are called {md.escape(die.plural)}.")
        parts = _section(w, die, facts)
        parts.append(pictures.figure(w, drawing.faces(die)))
        if die.fields:
            parts.append(w.fields(die.fields.values()))
        return parts


def _opposites_mark(w: Writer, die: m.Kind) -> str:
    """Repeats the marks of the line that says which faces are opposite."""
    marks = [
        piece.text[1:-1]
        for piece in w.pieces_of(die.span)
        if piece.kind == "cite" and piece.start > die.span.start + len(die.span.text.partition("\n")[0])
    ]
    return f" *({w.marks(marks)})*" if marks else ""


def _board(w: Writer, board: m.Board) -> list[str]:
    with w.about(board):
        size = f"{board.rows} by {board.columns} spaces"
        if board.holes:
            size += f", {len(board.holes)} of them left out"
        touching = (
            f"in {board.directions} directions" if board.links is None else "along the lines that are drawn"
        )
        facts = [f"{size}; each is a {w.link(board.space)}.", f"Spaces touch {touching}."]
        if board.each_player:
            facts.append("Each player has one.")
        if board.parted:
            fields = md.joined([w.link(field) for field in board.parted], "or")
            facts.append(f"No step, line or distance crosses a border with {fields}.")
        if board.from_bottom:
            facts.append("Rows are counted from the bottom.")
        parts = _section(w, board, [*facts, *_seen(board)])
        if board.layout:
            parts.append("How it is laid out:")
            parts.append(
                md.listed([line for each in board.layout for line in w.lines(each.span)], numbered=True)
            )
        view = w.boards.get(board.name)
        if view is not None and not w.single:
            parts.append("As it lies when a match begins, with its rows and columns:")
            parts.append(pictures.figure(w, drawing.board(view)))
        return parts


_SEEN: Final = {"owner": "Only its owner sees it.", "nobody": "Nobody sees it."}


def _seen(decl: m.Board | m.Track | m.Counter | m.Link) -> list[str]:
    """Says who sees it, where that is not everybody."""
    return [_SEEN[decl.seen]] if decl.seen in _SEEN else []


def _place(w: Writer, place: m.Place) -> list[str]:
    with w.about(place):
        holds = w.link(place.holds, place.holds.plural)
        whose = f" of {_each(w, place.owner)}" if place.owner is not None else ""
        facts = [f"A {place.word}{whose}, for {holds}."]
        if place.full:
            facts.append(f"At the start it holds all {holds}{', shuffled' if place.shuffled else ''}.")
        seen = {
            "everyone": "Everyone sees what lies in it.",
            "owner": "Only its owner sees what lies in it; all see how many there are.",
            "nobody": "Nobody sees what lies in it; all see how many there are.",
        }
        facts.append(seen[place.seen])
        if place.pile is not None:
            facts.append(f"Its pile is {w.link(place.pile)}: what is discarded from it lies there.")
        if place.limit is not None:
            facts.append(f"Limit: {w.said(place.limit.span)}.{_line_mark(w, place.limit)}")
        if place.refill is not None:
            facts += [f"When it is empty: {text}" for _, text in w.lines(place.refill.span)]
        return _section(w, place, facts)


def _line_mark(w: Writer, expr: m.Expr) -> str:
    """Repeats the marks at the end of the line of an expression."""
    source = expr.span.source
    line0, _ = source.position(expr.span.end)
    rest = w.between(source, expr.span.end, source.offset(line0, len(source.line(line0))))
    marks = [piece.text[1:-1] for piece in rest if piece.kind == "cite"]
    return f" *({w.marks(marks)})*" if marks else ""


def _track(w: Writer, track: m.Track) -> list[str]:
    with w.about(track):
        dice = w.link(track.die, track.die.plural)
        facts = [f"A track of {_each(w, track.owner)}: a row of {dice} that is hit from the first."]
        if track.rows is not None:
            facts.append(
                f"It is filled with one {w.link(track.die)} showing {track.showing} for each entry of "
                f"{w.link(track.rows)}."
            )
        if track.spaces is not None:
            facts.append(f"It has room for up to {w.said(track.spaces.span)} {dice}.")
        facts.append(f"Its dice come from {w.link(track.supply)} and go back there.")
        return _section(w, track, [*facts, *_seen(track)])


def _counter(w: Writer, counter: m.Counter) -> list[str]:
    with w.about(counter):
        facts = [
            f"A counter of {_each(w, counter.owner)}: a number from {counter.low} to {counter.high}, "
            f"shown by a {w.link(counter.die)}.",
            f"Its die comes from {w.link(counter.supply)} and goes back there.",
        ]
        if counter.kept is not None:
            facts.append(f"At {counter.kept} the die stays where it is.")
        return _section(w, counter, [*facts, *_seen(counter)])


def _link(w: Writer, link: m.Link) -> list[str]:
    with w.about(link):
        sides = md.joined([md.escape(side) for side in link.sides.members], "or")
        facts = [
            f"A token from each {w.link(link.origin)} to each other {w.link(link.goal)}. It shows {sides}.",
            f"It starts {md.escape(link.sides.members[link.start])}.",
        ]
        if link.number is not None:
            facts.append(f"There are {link.number} of each.")
        return _section(w, link, [*facts, *_seen(link)])


def _damage(w: Writer, damage: m.Damage) -> list[str]:
    with w.about(damage):
        order = ", then ".join(w.link(track) for track in damage.tracks)
        parts = _section(w, damage, [f"Damage to a {w.link(damage.kind)} hits {order}."])
        parts[0] = w.titled(3, damage, title=damage.name[:1].upper() + damage.name[1:])
        return parts
