"""Things become passages: kinds, dice, values, boards, places, tracks, counters, links, patterns, options.

Invariants:
    A number comes from the game; how a board is laid out comes from its text.
    Facts that only serve the machine are told in the reference alone.
"""

from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.types import (
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    TextType,
    ThingType,
)
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import led_by
from gekido_dsl.rulesdoc.english.card_patterns import melds_text, ranked_text
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.nouns import name_text
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.settling import guarded
from gekido_dsl.rulesdoc.english.steps import Step, listed
from gekido_dsl.rulesdoc.english.teller import THINGS, Teller
from gekido_dsl.syntax import nodes as s

_MANY: Final = 12
"""As many rows are still told by name."""
_TOUCH: Final = {
    4: "along their sides",
    8: "along their sides and at their corners",
    6: "along their six sides",
}
_REGIONS: Final = {
    "centre": "in the centre",
    "corners": "in the corners",
    "edges": "along the edges",
    "inner": "inside",
    "outer": "along the rim",
    "all": "on all spaces",
}
_SEEN: Final = {"deck": "nobody", "hand": "owner"}


@THINGS.of(m.Kind)
def _kind(t: Teller, kind: m.Kind, _: s.Declaration | None) -> list[str]:
    if kind.faces is not None:
        return [_die(t, kind)]
    if kind.sheet:
        return _of_each(t, "each player", "a player", _shown(t, kind))
    if kind.table:
        kept = _shown(t, kind)
        return [f"The game has: {'; '.join(_field(t, one) for one in kept)}."] if kept else []
    fields = _fields_text(t, kind) if t.answers is not None else ""
    told = en.sentence(md.escape(kind.text)) if t.whole_book and kind.text else ""
    return [text for text in (kind_count(t, kind), fields, told) if text]


@THINGS.of(m.Enum)
def _enum(t: Teller, enum: m.Enum, _: s.Declaration | None) -> list[str]:
    if enum.ranking is not None:
        return ranked_text(t, enum, enum.ranking)
    if enum.melding is not None:
        return melds_text(t, enum, enum.melding)
    return [f"{en.capital(en.a(t.w.link(enum)))} is {members(t, enum)}."]


@THINGS.of(m.Damage)
def _damage(t: Teller, damage: m.Damage, written: s.Declaration | None) -> list[str]:
    tracks = ", then its ".join(t.w.link(track) for track in damage.tracks)
    most = written.most if isinstance(written, s.Damage) else None
    limit = f" One hit reaches at most {md.counted(most, 'die', 'dice')}." if most is not None else ""
    return [f"Damage to {en.a(t.w.link(damage.kind))} hits its {tracks}.{limit}"]


def members(t: Teller, enum: m.Enum, word: str = "or") -> str:
    """Lists the values of a list."""
    return md.joined([t.w.link((enum, at), name) for at, name in enumerate(enum.members)], word)


def kind_count(t: Teller, kind: m.Kind) -> str:
    """Says how many there are."""
    several = t.w.link(kind, kind.plural)
    if kind.parent is not None:
        whole = t.w.link(kind.parent)
        if kind.lies is not None:
            return f"Each {whole} is a shape of {several}; each of them covers a space."
        if kind.column and kind.legend is not None:
            return f"The {several} of each {whole} are drawn."
        if kind.column:
            if kind.column == kind.plural:
                return f"Each {whole} has its own {several}."
            return f"Each {whole} has one {t.w.link(kind)} for each of its {md.escape(kind.column)}."
        number = kind.each_parent or 0
        return f"Each {whole} has {number} {several if number != 1 else t.w.link(kind)}."
    copies = sum(row.copies for row in kind.rows)
    if kind.each_player is not None:
        number = kind.each_player
        if kind.listed:
            each = [
                f"{row.copies} {plural(row.name)}" if row.copies > 1 else en.a(row.name) for row in kind.rows
            ]
            return f"Each player has {number} {several}: {md.joined([md.escape(row) for row in each])}."
        return f"Each player has {number} {several if number != 1 else t.w.link(kind)}."
    if kind.board is not None and kind.file is None:
        called = md.joined([md.escape(row.name) for row in kind.rows])
        which = f": {called}" if kind.listed and kind.board.is_map and kind is kind.board.space else ""
        return f"{several} are the {sort_of_spaces(kind)} of {en.the(t.w.link(kind.board))}{which}."
    if kind.combined and kind.rows:
        fields = md.joined([t.w.link(kind.fields[name]) for name in kind.combined], "and")
        every = f"There are {copies} {several}, {kind.rows[0].copies} for each {fields}"
        beside = [row for row in kind.rows if row.span is not kind.span]
        more = [md.counted(row.copies, row.name, plural(row.name)) for row in beside]
        return f"{every}{', and ' if more else ''}{md.joined(more, 'and')}."
    one = f"There is 1 {t.w.link(kind)}" if copies == 1 else f"There are {copies} {several}"
    if kind.listed:
        return f"{one}: {md.joined([f'{md.escape(row.name)} ({row.copies})' for row in kind.rows])}."
    if kind.file is None:
        return f"{one}."
    names: dict[str, list[int]] = {}
    for at, row in enumerate(kind.rows):
        names.setdefault(row.name, []).append(at)
    if len(names) <= _MANY:
        told = []
        for name, rows in names.items():
            number = sum(kind.rows[at].copies for at in rows)
            told.append(t.w.link((kind, rows[0]), name) + (f" ({number})" if number > 1 else ""))
        return f"{one}: {md.joined(told)}."
    return f"{one}{f', {len(kind.rows)} of them different' if copies != len(kind.rows) else ''}."


def _shown(t: Teller, kind: m.Kind) -> list[m.Field]:
    """Lists the facts that a book tells of; the reference tells of all."""
    return [one for one in kind.fields.values() if t.answers is None or not one.unlogged]


def _fields_text(t: Teller, kind: m.Kind) -> str:
    shown = _shown(t, kind)
    printed = [_field(t, one) for one in shown if not one.kept and not isinstance(one.type, TextType)]
    kept = [one for one in shown if one.kept]
    name = t.w.link(kind)
    texts = []
    if printed:
        texts.append(f"Printed on each {name}: {'; '.join(printed)}.")
    if kept:
        texts += _of_each(t, f"each {name}", en.a(name), kept)
    return " ".join(texts)


def _of_each(t: Teller, each: str, one: str, fields: list[m.Field]) -> list[str]:
    """Writes what changes on a thing or of a player: what it has, and what it can become."""
    sorts = [field for field in fields if field in t.sorts]
    fields = [field for field in fields if field not in t.sorts]
    marks = [field for field in fields if isinstance(field.type, BoolType) and field.index is None]
    if t.answers is None:
        marks = []
    rest = [_field(t, field) for field in fields if field not in marks]
    texts = [f"{en.capital(each)} has: {'; '.join(rest)}."] if rest else []
    if t.whole_book and rest and not any("(" in en.plain(one) for one in rest):
        texts = [
            f"{en.capital(each)} has {md.joined([_counted(t, one) for one in fields if one not in marks])}."
        ]
    for field in sorts:
        assert isinstance(field.type, EnumType)
        texts.append(f"{en.capital(each)} is {en.a(members(t, field.type.enum))}; the picture shows which.")
    for begins in (False, True):
        names = [
            en.state(field.name, t.w.link(field))
            for field in marks
            if (_started(t, field) == "yes") is begins
        ]
        if names:
            how = "begins as" if begins else "can become"
            texts.append(f"{en.capital(each if begins else one)} {how} {md.joined(names)}.")
    return texts


def _counted(t: Teller, field: m.Field) -> str:
    """Names a fact: a number of what its name says, or a thing."""
    name = t.w.link(field)
    if isinstance(field.type, IntType) and en.several(field.name):
        return f"a number of {name}"
    return name if en.several(field.name) else en.a(name)


def _field(t: Teller, field: m.Field) -> str:
    name = t.w.link(field)
    if field.index is not None:
        word = "towards" if isinstance(field.index, m.Enum) and field.index.compass else "for"
        name += f" {word} each {t.w.link(field.index)}"
    told = _holds(t, field)
    if field.start is not None:
        start = _started(t, field)
        if t.whole_book and start == "0" and isinstance(field.type, IntType):
            start = ""
        if t.answers is not None and start == "none":
            told = f"{told.removesuffix(' or none')}{', ' if told else ''}none at first"
        elif t.answers is None or start != "no":
            told += f"{', ' if told else ''}at first {start}" if start else ""
    if field.usual is not None:
        told += f"{', ' if told else ''}usually {md.escape(field.usual.span.text.strip(chr(34)))}"
    if field.seen == "owner":
        told += f"{', ' if told else ''}seen by its owner alone"
    if field.seen == "nobody":
        told += f"{', ' if told else ''}seen by nobody"
    return f"{name} ({told})" if told else name


def _started(t: Teller, field: m.Field) -> str:
    start = field.start
    if start is None:
        return ""
    text = " ".join(start.span.text.split())
    return md.escape(text)


def _holds(t: Teller, field: m.Field) -> str:
    none = " or none" if field.optional else ""
    match field.type:
        case IntType(low=low, high=high) if (
            low is not None and high is not None and high < 2**30 and low > -(2**30)
        ):
            return f"{low} to {high}{none}"
        case EnumType(enum=enum) if enum.anonymous:
            return md.joined([md.escape(member) for member in enum.members], "or") + none
        case EnumType(enum=enum):
            return f"{en.a(t.w.link(enum))}{none}" if enum.name != field.name or none else ""
        case ThingType(kind=kind):
            return f"{en.a(t.w.link(kind))}{none}" if kind.name != field.name or none else ""
        case BoolType():
            return "yes or no" if t.answers is None else ""
        case ListType() | EffectType():
            return ""
        case IntType(low=0) if t.whole_book:
            return ""
        case IntType(low=low) if low is not None and low > -(2**30):
            return f"{low} or more"
        case _:
            return ""


def _die(t: Teller, die: m.Kind) -> str:
    number = sum(row.copies for row in die.rows)
    several = t.w.link(die, die.plural)
    if die.each_player is not None:
        count = f"Each player has {die.each_player} {several if die.each_player != 1 else t.w.link(die)}"
    else:
        count = f"There {'is' if number == 1 else 'are'} {number} {several if number != 1 else t.w.link(die)}"
    if isinstance(die.faces, m.Enum):
        faces = f"the faces {members(t, die.faces, 'and')}"
    elif die.faces is not None:
        low, high = die.faces
        faces = f"the faces {low} to {high}"
    else:
        faces = ""
    text = f"{count} with {faces}."
    if isinstance(die.faces, m.Enum) and die.opposite:
        names = die.faces.members
        pairs = [
            f"{names[one]} {'lies ' if number == 0 else ''}opposite {names[other]}"
            for number, (one, other) in enumerate((a, b) for a, b in die.opposite.items() if a < b)
        ]
        text += f" {md.joined(pairs)}." if pairs else ""
    return text


def _map(t: Teller, board: m.Board, ways: m.Kind) -> list[str]:
    """Writes what a map is made of."""
    shape, spaces = board.shape, t.w.link(board.space, board.space.plural)
    assert isinstance(shape, m.Network)
    way, several = t.w.link(ways), t.w.link(ways, ways.plural)
    said = f"{en.capital(en.the(t.w.link(board)))} is a map: {len(shape.ends)} {several} join {shape.joined} {spaces}."
    near = f"{spaces} are next to each other where {en.a(way)} joins them, {several} where they meet."
    ends = f"from its {board.ends[0].name} to its {board.ends[1].name} alone"
    some = [ways.rows[number].name for number in sorted(shape.one_way)]
    one_way = f"Each {way} leads {ends}."
    if 0 < len(some) < len(shape.ends):
        ends = f"lead {ends.replace('its', 'their')}" if len(some) > 1 else f"leads {ends}"
        one_way = f"{md.joined(some)} {ends}."
    texts = [f"{said} {near}" + (f" {one_way}" if shape.one_way else "")]
    if ways.listed:
        printed = [one for one in ways.fields.values() if not one.kept and one not in board.ends]
        each = [row.name + _printed(row, printed) for row in ways.rows]
        texts.append(f"The {several} are {md.joined(each)}.")
    return texts


def _printed(row: m.Row, fields: list[m.Field]) -> str:
    """Writes what a way has, in brackets: ` (Length 3, Red)`."""
    said = []
    for one in fields:
        value = row.values.get(one.name)
        if not isinstance(value, int) or value == NONE:
            continue
        if isinstance(one.type, EnumType):
            said.append(one.type.enum.members[value])
        elif isinstance(one.type, BoolType):
            said += [one.name] if value else []
        else:
            said.append(f"{one.name} {value}")
    return f" ({', '.join(said)})" if said else ""


def sort_of_spaces(kind: m.Kind) -> str:
    """Says what the things of a kind are on their board: its spaces, its corners or its edges."""
    board = kind.board
    if board is not None and board.is_map and kind is board.ways:
        return "ways"
    if board is None or kind not in board.sides or not isinstance(board.shape, m.Mesh):
        return "spaces"
    return "corners" if kind is board.sides[0] and board.shape.corners else "edges"


def _row_lengths(board: m.Board) -> list[int]:
    """Lists how many hexagons each row has, where rows have lengths of their own."""
    shape = board.shape
    if not isinstance(shape, m.Mesh) or not shape.grid.starts:
        return []
    rows = [shape.row(spot) for spot in shape.grid.spots]
    return [rows.count(row) for row in range(shape.rows)]


def _outline(lengths: list[int]) -> str:
    """Writes as what hexagons lie: a hexagon, a triangle, or rows of these lengths."""
    side = lengths[0]
    if side > 1 and lengths == [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]:
        return f"a hexagon of hexagons of side {side}"
    if len(lengths) > 1 and lengths == [*range(1, len(lengths) + 1)]:
        return f"a triangle of hexagons of side {len(lengths)}"
    return f"hexagons in rows of {md.joined([str(one) for one in lengths])}"


def _rings(board: m.Board, spaces: str) -> str:
    """Writes as what a board lies whose spaces are in rings or in a spiral."""
    rows, columns, shape = board.shape.rows, board.shape.columns, board.shape.round
    if shape is not None and shape.spiral:
        return f"a spiral of {columns} {spaces} from the outside in"
    if rows == 1:
        return f"a ring of {columns} {spaces}"
    return f"{rows} rings of {columns} {spaces}, one inside the other; row 1 is the outermost"


def _corners_and_edges(t: Teller, board: m.Board) -> list[str]:
    """Writes which corners and edges of a board are spaces, and what they touch."""
    shape = board.shape
    if not isinstance(shape, m.Mesh) or not board.sides:
        return []
    spaces = t.w.link(board.space, board.space.plural)
    one, other = board.sides[0], board.sides[-1]
    if len(board.sides) == 2:
        spot, road = t.w.link(one), t.w.link(other)
        spots, roads = t.w.link(one, one.plural), t.w.link(other, other.plural)
        return [
            f"Its corners are {len(shape.corners)} {spots}, its edges {len(shape.edges)} {roads}.",
            f"{en.capital(en.a(spot))} is next to the {spaces} around it, the {roads} that end there and the "
            f"{spots} at their other ends; {en.a(road)} to the {spaces} beside it, its two {spots} and the "
            f"{roads} that it meets.",
        ]
    several = t.w.link(one, one.plural)
    if shape.corners:
        return [
            f"Its corners are {len(shape.corners)} {several}, each next to the {spaces} around it and the {several} "
            "one edge away."
        ]
    return [
        f"Its edges are {len(shape.edges)} {several}, each next to the {spaces} beside it and the {several} that "
        "it meets."
    ]


@THINGS.of(m.Board)
def _board(t: Teller, board: m.Board, written: s.Declaration | None) -> list[str]:
    spaces = t.w.link(board.space, board.space.plural)
    if board.is_map and board.ways is not None:
        return _map(t, board, board.ways)
    size = f"a board of {board.shape.rows} by {board.shape.columns} {spaces}"
    lengths = _row_lengths(board)
    if lengths:
        size = f"a board of {sum(lengths)} {spaces}, {_outline(lengths)}"
    if board.shape.round is not None:
        size = _rings(board, spaces)
    if t.whole_book and board.shape.rows == 1 and board.shape.round is None and not lengths:
        size = f"a row of {board.shape.columns} {spaces}"
    name = en.the(t.w.link(board))
    texts = [
        f"Each player has {size}, their {t.w.link(board)}."
        if board.each_player
        else f"{en.capital(name)} is {size}."
    ]
    if board.shape.holes and not lengths:
        texts.append(f"{len(board.shape.holes)} places of it are left out.")
    touch = (
        "along the lines that are drawn"
        if board.shape.links is not None
        else _TOUCH.get(board.shape.directions, "")
    )
    if board.shape.round is not None:
        touch = "the ones before and after them"
        touch += " and those of the next ring beside them" if board.shape.rows > 1 else ""
        touch += ", slanted, too" if board.shape.rows > 1 and board.shape.directions == 8 else ""
    texts.append(f"{spaces} touch {touch}.")
    if board.shape.rim is not None:
        way = "clockwise" if board.shape.rim.clockwise else "anticlockwise"
        back = ", and the first follows the last" if board.shape.rim.closed else ""
        texts.append(f"They follow one another {way} round the board{back}.")
    down, across = board.shape.wraps
    if (down or across) and board.shape.round is None:
        ends = ["the last column lies the first"] * across + ["the bottom row lies the top row"] * down
        back = "sideways" if not down else "up and down" if not across else "in every direction"
        texts.append(f"The board wraps round {back}: beyond {' and beyond '.join(ends)}.")
    texts += _corners_and_edges(t, board)
    if board.parted:
        parts = md.joined([t.w.link(field) for field in board.parted], "or")
        texts.append(f"Nothing goes across a border with {parts}.")
    if board.from_bottom:
        told = "Rows are counted from the bottom."
        if t.game.facing:
            told = "Each player counts rows from their own side; “ahead” is away from it."
        texts.append(told)
    if board.seen == "owner":
        texts.append("Only its owner sees it.")
    if board.seen == "nobody":
        texts.append("Nobody sees it.")
    steps = []
    for line in written.layout if isinstance(written, s.Board) else ():
        guard = guarded(t, line.guard)
        if guard is False:
            continue
        when = f", {guard_text(t, guard)}" if isinstance(guard, s.Guard) else ""
        where = md.joined([_REGIONS[region] for region in line.regions])
        shuffled = ", shuffled" if line.shuffled else ""
        steps.append(Step(f"{en.capital(where)}: {phrase_text(t, line.phrase)}{shuffled}{when}."))
    blocks = [" ".join(texts)]
    return [*blocks, "It is laid out so:", listed(steps, numbered=False)] if steps else blocks


def _owner(t: Teller, owner: m.Kind | str | None) -> str:
    return f"each {t.w.link(owner)}" if isinstance(owner, m.Kind) else "each player"


@THINGS.of(m.Place)
def _place(t: Teller, place: m.Place, written: s.Declaration | None) -> list[str]:
    holds = t.w.link(place.holds, place.holds.plural)
    link, word = t.w.link(place), place.word
    told = word in place.name.casefold().split()
    if place.owner is not None:
        who = en.capital(_owner(t, place.owner))
        if told or en.describes(place.name):
            text = f"{who} has {en.a(link if told else f'{link} {word}')} of {holds}"
        else:
            text = f"{who} has {en.a(word)} of {holds}, {_its(place.owner)} {link}"
    else:
        all_of = f"{'all ' if place.full else ''}{holds}"
        name = en.capital(en.the(f"{link} {word}" if en.describes(place.name) else link))
        if told or en.describes(place.name):
            text = f"{name} holds {all_of}"
        else:
            text = f"{name} {'are' if en.several(place.name) else 'is'} {en.a(word)} of {all_of}"
    texts = [text + (", shuffled." if place.shuffled else ".")]
    if place.full and place.owner is not None:
        own = place.owner == "player" and place.holds.each_player is not None
        texts.append(f"At the start it holds all {'of their ' if own else ''}{holds}.")
    if place.seen != _SEEN.get(place.word, "everyone") or place.word in _SEEN:
        texts.append(
            {
                "everyone": "Everyone sees what lies in it.",
                "owner": "Only its owner sees what lies in it.",
                "nobody": "Nobody sees what lies in it.",
            }[place.seen]
        )
    if place.text:
        texts[0] = f"{texts[0][:-1]}: {en.small(md.escape(place.text)).rstrip('.')}."
    if place.pile is not None:
        pile = t.w.link(place.pile)
        goal = en.the(pile) if place.pile.owner is None else f"its owner's {pile}"
        texts.append(f"What is discarded goes to {goal}.")
    if isinstance(written, s.Place):
        if written.limit is not None:
            late = guarded(t, written.late.guard) if written.late is not None else False
            check = "" if late is False else ", counted once all are drawn"
            check += f" {guard_text(t, late)}" if isinstance(late, s.Guard) else ""
            most = "at most as many as" if not isinstance(written.limit, s.Num) else "at most"
            texts.append(f"It holds {most} {t.expr(written.limit)}{check}.")
        if written.refill is not None:
            steps = t.statement(written.refill)
            if steps:
                texts.append(led_by("when it is empty", steps).text)
        if written.carried:
            texts.append("What lies in it stays there from one game to the next.")
    return [" ".join(texts)]


@THINGS.of(m.Track)
def _track_passage(t: Teller, track: m.Track, written: s.Declaration | None) -> list[str]:
    die = t.w.link(track.die)
    dice = t.w.link(track.die, track.die.plural)
    who = en.capital(_owner(t, track.owner))
    texts = [f"{who} has a row of {dice}, {_its(track.owner)} {t.w.link(track)}."]
    if track.rows is not None:
        texts.append(
            f"In full it is one {die} showing {track.showing} for each of its {t.w.link(track.rows)}."
        )
    if isinstance(written, s.Track) and written.spaces is not None:
        texts.append(f"It has room for up to {t.expr(written.spaces)} {dice}.")
    texts.append(f"They come from {en.the(t.w.link(track.supply))}; those that are lost go back there.")
    return [" ".join([*texts, *_hidden(t, track.seen)])]


def _hidden(t: Teller, seen: str) -> list[str]:
    return {"owner": ["Only its owner sees it."], "nobody": ["Nobody sees it."]}.get(seen, [])


@THINGS.of(m.Counter)
def _counter(t: Teller, counter: m.Counter, _: s.Declaration | None) -> list[str]:
    die = en.a(t.w.link(counter.die))
    name = t.w.link(counter) if en.several(counter.name) else en.a(t.w.link(counter))
    texts = [
        f"{en.capital(_owner(t, counter.owner))} has {name} from {counter.low} to "
        f"{counter.high}, shown by {die} from {en.the(t.w.link(counter.supply))}."
    ]
    if counter.kept is not None:
        texts.append(f"At {counter.kept} the die stays.")
    return [" ".join([*texts, *_hidden(t, counter.seen)])]


@THINGS.of(m.Link)
def _link(t: Teller, link: m.Link, _: s.Declaration | None) -> list[str]:
    sides = md.joined([md.escape(side) for side in link.sides.members], "or")
    start = md.escape(link.sides.members[link.start])
    texts = [
        f"{en.capital(_owner(t, link.origin))} has {en.a(t.w.link(link))} token for each "
        f"{'enemy' if link.enemy else 'other'} {t.w.link(link.goal)}. It shows {sides}, and {start} at first."
    ]
    if link.number is not None:
        texts.append(f"Each {t.w.link(link.origin)} has {link.number} of them.")
    return [" ".join([*texts, *_hidden(t, link.seen)])]


@THINGS.of(m.PatternSet)
def _patterns(t: Teller, patterns: m.PatternSet, written: s.Declaration | None) -> list[str]:
    if not isinstance(written, s.Patterns):
        return []
    dice = t.w.link(patterns.die, patterns.die.plural)
    steps = []
    for number, pattern in enumerate(written.patterns):
        text = needed(t, pattern)
        name = t.w.link((patterns.enum, number), pattern.name.text)
        steps.append(Step(f"**{name}**: {text}."))
    return [
        f"{en.capital(en.a(t.w.link(patterns)))} is made of {dice}:",
        listed(steps, numbered=False),
    ]


def needed(t: Teller, pattern: s.Pattern) -> str:
    """Writes which dice make a pattern."""
    text = _groups(t, pattern.groups)
    if pattern.never is not None:
        text += f", none of them showing {t.expr(pattern.never)}"
    guard = guarded(t, pattern.other_guard)
    if pattern.other and guard is not False:
        text += f", or {_groups(t, pattern.other)}"
        text += f" {guard_text(t, guard)}" if isinstance(guard, s.Guard) else ""
    return text


def _groups(t: Teller, groups: tuple[s.Group, ...]) -> str:
    texts = []
    for number, group in enumerate(groups):
        word = "alike" if group.alike else "different"
        texts.append(f"{group.number} {'dice ' if number == 0 else 'others '}{word}")
    return md.joined(texts)


@THINGS.of(m.Report)
def _report(t: Teller, _: m.Report, it: s.Declaration | None) -> list[str]:
    if not isinstance(it, s.Report) or t.answers is not None:
        return []
    who = t.linked(it.kind) if it.kind is not None else "player"
    steps = []
    with t.acting("they"):
        for line in it.lines:
            told = f"what {md.joined([t.linked(one) for one in line.did])} did"
            if line.phrase is not None:
                told = phrase_text(t, line.phrase)
            steps.append(Step(f"{md.escape(line.title)}: {told}."))
    lead = f"A column for each {who}, each time {name_text(t, it.when)} ends:"
    return [lead, listed(steps, numbered=False)]


def _its(owner: m.Kind | str | None) -> str:
    """Writes whose something is that each of the owners has."""
    return "its" if isinstance(owner, m.Kind) else "their"
