"""Names: every declaration is made and put under its name, before anything is resolved."""

from typing import Any, Final

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import meshes, rounds
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import EDITION, Draft
from gekido_dsl.model.english import plural
from gekido_dsl.model.game_lines import LINES
from gekido_dsl.model.handlers import PATCHES, Handlers
from gekido_dsl.model.scope import Member
from gekido_dsl.syntax import heads
from gekido_dsl.syntax import nodes as s

NAMES: Final = Handlers()
"""What is declared under a name, by the class of what is written."""
SIDE_LIMIT: Final = 40
"""How many rows and columns a board has at most; a larger one is refused, and then taken as so large."""


def _add(draft: Draft, group: dict[str, Any], decl: Any, name: s.Name, *, with_plural: bool = False) -> bool:
    """Adds a declaration under its name, unless the name is taken by one of its sort."""
    clash = next(
        (x for x in draft.index.meanings(name.text) if isinstance(x, m.Decl) and _clash(x, decl)), None
    )
    if clash is not None:
        draft.index.taken(name.text, name.span, clash)
        return False
    if isinstance(decl, m.Kind) and with_plural:
        # All things of a kind and a place are asked for alike; the other way round, the plural is known already.
        for other in draft.index.meanings(several := plural(name.text)):
            if isinstance(other, m.Board | m.Place) and other.name == several:
                draft.index.taken(several, name.span, other)
                return False
    group[name.text] = decl
    draft.index.add(name.text, decl, with_plural=with_plural)
    return True


def enum_of(
    draft: Draft, name: str, members: tuple[s.Name, ...], basics: dict[str, Any], *, anonymous: bool = False
) -> m.Enum:
    seen: dict[str, s.Name] = {}
    for one in members:
        if one.text in seen:
            draft.index.report(
                codes.DUPLICATE_NAME,
                f"`{one.text}` appears twice in the same list",
                one.span,
                "again",
                Label(seen[one.text].span, "first here"),
                help="remove one of them or rename it",
            )
        seen.setdefault(one.text, one)
    spans = tuple(one.span for one in seen.values())
    enum = m.Enum(name, **basics, members=tuple(seen), member_spans=spans, anonymous=anonymous)
    for value, member in enumerate(enum.members):
        draft.index.add(member, Member(enum, value))
    return enum


def declare(draft: Draft, d: s.Declaration) -> None:
    """Makes what a node declares and puts it under its name."""
    NAMES.give(draft, d)


@NAMES.takes(s.Edition)
def _declare_edition(draft: Draft, d: s.Edition) -> None:
    game = draft.game
    number = d.number
    game.edition = number
    if number != EDITION:
        draft.index.report(
            codes.WRONG_EDITION,
            f"edition {number} is not known",
            d.span,
            f"this is edition {EDITION}",
            help=f"write `edition {EDITION}`; a later edition needs a newer program",
        )


@NAMES.takes(s.Game)
def _declare_game(draft: Draft, d: s.Game) -> None:
    game = draft.game
    title = d.title
    lines = d.lines
    game.title, game.span = title, d.span
    game.base = ", ".join(name.text for name in d.changes) or None
    for line in lines:
        LINES.give(draft, line)


@NAMES.takes(s.Option)
def _declare_option(draft: Draft, d: s.Option) -> None:
    game = draft.game
    name = d.name
    answers = d.answers
    basics = draft.basics(d)
    enum = enum_of(draft, name.text, answers, basics, anonymous=True)
    option = m.Option(name.text, **basics, answers=enum, title=d.title)
    _add(draft, game.options, option, name)


@NAMES.takes(s.NamedNumber)
def _declare_number(draft: Draft, d: s.NamedNumber) -> None:
    """Keeps a number; that its name is nothing else's was seen when the files were read."""
    draft.game.numbers[d.name.text] = m.NamedNumber(
        d.name.text, **draft.basics(d), value=d.number, once=d.once
    )


@NAMES.takes(s.Values)
def _declare_values(draft: Draft, d: s.Values) -> None:
    game = draft.game
    name = d.name
    members = d.members
    enum = enum_of(draft, name.text, members, draft.basics(d))
    enum.compass = d.compass
    if d.compass and len(enum.members) not in (4, 6, 8):
        draft.index.report(
            codes.WRONG_COMPASS,
            f"a compass has 4, 6 or 8 directions, and `{name.text}` has {len(enum.members)}",
            name.span,
            "not a compass",
            help="name them from the top clockwise, one for each step to a touching space",
        )
    if len(members) == 1 and len(words := members[0].text.split()) > 2:
        draft.index.report(
            codes.SYNTAX_ERROR,
            f"`{name.text}` has a single value, `{members[0].text}`",
            members[0].span,
            "one name",
            help=f"put commas between the values: `values {name.text}: {', '.join(words)}`",
        )
    if d.glyphs is not None and len(d.glyphs) != len(enum.members):
        draft.index.report(
            codes.WRONG_DRAWING,
            f"`{name.text}` has {len(enum.members)} values, and {len(d.glyphs)} signs are drawn",
            d.span,
            "one sign for each value",
        )
    else:
        enum.glyphs = d.glyphs or ""
    _add(draft, game.enums, enum, name, with_plural=True)


@NAMES.takes(s.Die)
def _declare_die(draft: Draft, d: s.Die) -> None:
    game = draft.game
    name = d.name
    kind = m.Kind(
        name.text,
        **draft.basics(d),
        plural=plural(name.text),
        blocking=getattr(d, "blocking", True),
    )
    _copies(draft, kind, d)
    _add(draft, game.kinds, kind, name, with_plural=True)


@NAMES.takes(s.Kind)
def _declare_kind(draft: Draft, d: s.Kind) -> None:
    game = draft.game
    name = d.name
    kind = m.Kind(
        name.text,
        **draft.basics(d),
        plural=plural(name.text),
        blocking=getattr(d, "blocking", True),
    )
    kind.sheet, kind.table = d.sheet, d.table
    _copies(draft, kind, d)
    _add(draft, game.kinds, kind, name, with_plural=not (d.sheet or d.table))


@NAMES.takes(s.Board)
def _declare_board(draft: Draft, d: s.Board) -> None:
    game = draft.game
    name = d.name
    if d.ways is not None:
        _add(draft, game.boards, m.Board(name.text, **draft.basics(d)), name)
        return
    rows, columns = (min(max(size, 1), SIDE_LIMIT) for size in (d.rows, d.columns))
    rim = None if d.rim is None else m.Rim(d.rim.closed, d.rim.clockwise)
    wraps = (False, False) if d.wraps is None else (d.wraps.down, d.wraps.across)
    shape = m.Grid(rows, columns, d.directions, rim=rim, wraps=wraps)
    if d.rounds is not None:
        shape = rounds.shape(draft, d, d.rounds)
    if d.lengths and (d.rows, d.columns) == (rows, columns) and min(d.lengths):
        shape = meshes.rows(draft, d)
    board = m.Board(
        name.text,
        **draft.basics(d),
        shape=shape,
        from_bottom=d.from_bottom,
        each_player=d.each_player,
    )
    _add(draft, game.boards, board, name)
    if d.directions not in (4, 6, 8):
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            "spaces touch in 4, 6 or 8 directions",
            d.name.span,
            f"{d.directions} directions",
            help="4 are beside, above and below; 8 take the corners in; 6 are those of hexagons",
        )
    if d.rounds is None and ((d.rows, d.columns) != (rows, columns) or 0 in d.lengths):
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"a board has 1 by 1 to {SIDE_LIMIT} by {SIDE_LIMIT} spaces",
            d.name.span,
            f"{d.rows} by {d.columns}" if d.outline is None else f"side {d.outline[1]}",
            help="write how many rows and columns there are, as in `8 by 8`"
            if d.outline is None
            else f"write how long a side is, as in `in a {d.outline[0]} of side 5`",
        )


@NAMES.takes(s.Place)
def _declare_place(draft: Draft, d: s.Place) -> None:
    game = draft.game
    name = d.name
    place = m.Place(name.text, **draft.basics(d), word=d.word, full=d.full, shuffled=d.shuffled)  # type: ignore[arg-type]
    place.carried = d.carried
    if d.carried:
        draft.later.append(lambda: draft.carried_over(name, True))
    _add(draft, game.places, place, name, with_plural=d.owner is not None)


@NAMES.takes(s.Track)
def _declare_track(draft: Draft, d: s.Track) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.tracks, m.Track(name.text, **draft.basics(d), showing=d.showing), name)


@NAMES.takes(s.Counter)
def _declare_counter(draft: Draft, d: s.Counter) -> None:
    game = draft.game
    name = d.name
    counter = m.Counter(name.text, **draft.basics(d), low=d.low, high=d.high, kept=d.kept)
    _add(draft, game.counters, counter, name)


@NAMES.takes(s.Link)
def _declare_link(draft: Draft, d: s.Link) -> None:
    game = draft.game
    name = d.name
    link = m.Link(name.text, **draft.basics(d), number=d.number, enemy=d.enemy)
    link.sides = enum_of(draft, name.text, d.sides, draft.basics(d), anonymous=True)
    _add(draft, game.links, link, name, with_plural=True)


@NAMES.takes(s.Patterns)
def _declare_patterns(draft: Draft, d: s.Patterns) -> None:
    game = draft.game
    name = d.name
    patterns = d.patterns
    enum = enum_of(draft, name.text, tuple(one.name for one in patterns), draft.basics(d))
    if d.place is None:
        _add(draft, game.enums, enum, name, with_plural=True)
        return
    _add(
        draft,
        game.patterns,
        m.PatternSet(name.text, **draft.basics(d), enum=enum),
        name,
        with_plural=True,
    )


@NAMES.takes(s.Definition)
def _declare_definition(draft: Draft, d: s.Definition) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.definitions, m.Definition(name.text, **draft.basics(d)), name, with_plural=True)


@NAMES.takes(s.Cluster)
def _declare_cluster(draft: Draft, d: s.Cluster) -> None:
    game, name, basics = draft.game, d.name, draft.basics(d)
    members = m.Property(name.text, **basics)
    members.used = True
    definition = m.Definition(name.text, **basics, members=members)
    _add(draft, game.definitions, definition, name, with_plural=True)


@NAMES.takes(s.Property)
def _declare_property(draft: Draft, d: s.Property) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.properties, m.Property(name.text, **draft.basics(d)), name)


@NAMES.takes(s.Amount)
def _declare_amount(draft: Draft, d: s.Amount) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.amounts, m.Amount(name.text, **draft.basics(d)), name)


@NAMES.takes(s.Report)
def _declare_report(draft: Draft, d: s.Report) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.reports, m.Report(name.text, **draft.basics(d)), name)


@NAMES.takes(s.Phase)
def _declare_phase(draft: Draft, d: s.Phase) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.phases, _procedure(draft, d, "phase", name), name)


@NAMES.takes(s.Procedure)
def _declare_procedure(draft: Draft, d: s.Procedure) -> None:
    game = draft.game
    name = d.name
    word = d.word
    group = game.rules if word == "rule" else game.effects
    _add(draft, group, _procedure(draft, d, word, name), name)


@NAMES.takes(s.Action)
def _declare_action(draft: Draft, d: s.Action) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.actions, _procedure(draft, d, "action", name), name)


@NAMES.takes(s.Window)
def _declare_window(draft: Draft, d: s.Window) -> None:
    game = draft.game
    name = d.name
    _add(draft, game.windows, m.Window(name.text, **draft.basics(d), index=len(game.windows)), name)


def _copies(draft: Draft, kind: m.Kind, d: s.Kind | s.Die) -> None:
    """Notes how many of a kind there are; less than one is a mistake."""
    if d.total is None:
        return
    at = d.total.span
    number = str(d.total.number)
    if at.text.startswith(number):
        kind.total_at = at.source.span(at.start, at.start + len(number))
    if d.total.number < 1:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"there are {d.total.number} {kind.plural}",
            d.name.span,
            "at least 1 is needed",
            help="write how many there are, from 1",
        )
    elif d.total.each:
        kind.each_parent = d.total.number
    elif d.total.each_player:
        kind.each_player = d.total.number
    else:
        kind.total = d.total.number


def _procedure(draft: Draft, d: Any, word: Any, name: s.Name) -> m.Procedure:
    return m.Procedure(name.text, **draft.basics(d), word=word, title=getattr(d, "title", None))


def need(draft: Draft, declarations: list[s.Declaration]) -> None:
    """Reports what every ruleset has to say."""
    aims = [one for one in declarations if isinstance(one, s.Aim)]
    for again in aims[1:]:
        _twice(draft, "the aim of each player", again, aims[0], "a game has one aim; take one of them out")
    needed = {s.Edition: "`edition 1`", s.Game: '`game "..."`', s.Turn: "`turn of each player`"}
    for sort, text in needed.items():
        have = [one for one in declarations if isinstance(one, sort)]
        torn = any(heads.HEADS[word].sort is sort for word in draft.index.lost & heads.HEADS.keys())
        if not have and not torn:
            draft.index.report(
                codes.NO_GAME,
                f"the ruleset has no {text}",
                draft.game.span,
                "add it to this file",
                help=_HOW[sort],
            )
        for extra in have[1:]:
            help_ = "remove one of them; another game needs its own file"
            _twice(draft, text, extra, have[0], help_)


def _twice(draft: Draft, what: str, extra: s.Declaration, one: s.Declaration, help_: str) -> None:
    """Reports what a ruleset says once and stands there again."""
    draft.index.report(
        codes.DUPLICATE_NAME,
        f"{what} appears twice",
        extra.span,
        "again",
        Label(one.span, "first here"),
        help=help_,
    )


_HOW: dict[type, str] = {
    s.Edition: "write `edition 1` as the first line",
    s.Game: 'write a line such as `game "My Game"`, and under it `  players 2 to 4`',
    s.Turn: "write `turn of each player`, or `turn of all players` for rounds, and list the phases below it, one on "
    "each line",
}
"""How to say what every ruleset has to say."""


def _clash(known: m.Decl, new: m.Decl) -> bool:
    """Tells whether two declarations of one name get in each other's way."""
    if isinstance(known, m.Field):
        return False
    return not (isinstance(known, m.Enum) and known.anonymous)


NAMES.passes_over(
    s.Use, s.Rulings, s.Book, s.Theme, s.Translation, s.Damage, s.Turn, s.Setup, s.Trigger, s.Replacement, s.Exception_,
    s.GameEnd, s.Aim, s.Position, s.Scenario, s.Claim, *PATCHES,
)  # fmt: skip
