"""A game becomes what lies in its box: groups of things with their pictures, their size, and how many there are.

Invariants:
    Quantities are the ruleset's own: the copies of a row, for each player where each has its own.
    Whatever is not printed is told, with its number and why.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from gekido_dsl import drawing
from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.cards import WIDTH as CARD_WIDTH
from gekido_dsl.drawing.faces import Shape, faced
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.squares import SPACE
from gekido_dsl.drawing.tokens import TILE
from gekido_dsl.drawing.values import columns, index_names, said
from gekido_dsl.languages import plural, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType
from gekido_dsl.printing import nets, pieces, plans
from gekido_dsl.printing.box import Group, Item, Size, Stock, Wish
from gekido_dsl.printing.sorts import (
    Sort,
    bears_dice,
    dealt,
    holds_dice,
    is_hidden,
    lies_on_spaces,
    lies_under_dice,
    printed,
    sided,
    sorts,
    standing,
)

_TOKEN: Final = 0.7
"""How wide a token is, as a part of the space that it stands on."""
_CHIT: Final = 25.0
_BENEATH: Final = 2.0
"""By how much what lies beneath a die is less wide."""
_BESIDE: Final = 1.0
"""By how much a space is wider than what stands on it."""
_LINK: Final = 20.0
"""How wide tokens of links are, where no others are about as wide."""
_LEAST_TOKEN: Final = 12.0
CUT_ALIKE: Final = frozenset({"cards", "tiles", "tokens"})
"""What is cut to one size, one beside the other."""
_LEAST_CARD: Final = 50.0
_MOST_CARD: Final = 190.0
"""How high a card is drawn for its width of 63 mm; one of another shape stands in the middle of its paper."""
_RIM: Final = 2.0
"""What of a board is above the words that explain its signs."""
_KEY: Final = 90.0
"""How wide the explanation of the signs of a board is at least."""
_ART_HEIGHTS: Final = (44.0, 30.0, 18.0, 0.0)
"""How high artwork on a panel may be; the first that leaves room for all else is taken."""
_TEXTS: Final = 80.0
"""How much room the texts of a panel need beside its dice."""


Draw = Callable[[m.Game, m.Kind, int, Look], drawing.Picture]


@dataclass(slots=True)
class _Maker:
    """Makes the groups of a game."""

    game: m.Game
    wish: Wish
    players: int
    look: Look
    groups: list[Group] = field(default_factory=list)
    besides: list[str] = field(default_factory=list)
    space: float = 0.0

    def wanted(self, sort: Sort) -> bool:
        return not self.wish.only or sort in self.wish.only

    def art(self, kind: m.Kind, number: int) -> Art | None:
        """Gives artwork of the designer's own."""
        return self.look.art.get((kind.name, kind.rows[number].name))

    def with_art(self, kind: m.Kind, number: int, draw: Draw) -> drawing.Picture:
        """Draws a row, or takes artwork in its place."""
        own = drawing.on_own_face(self.game, kind, number, self.look)
        if own is not None:
            return own
        return drawing.in_place(draw(self.game, kind, number, self.look), self.art(kind, number))

    def copies(self, kind: m.Kind, row: m.Row) -> int:
        """Gives how many there are of a row, over all players."""
        return row.copies * (self.players if kind.each_player is not None else 1)


def stock(game: m.Game, wish: Wish, look: Look = PLAIN) -> Stock:
    """Lists what a game is made of.

    Args:
        look: its colours, signs and artwork.
    """
    players = game.most_players if wish.players is None else wish.players
    maker = _Maker(game, wish, players, look)
    _boards(maker)
    makers: Mapping[Sort, Callable[[_Maker, m.Kind], None]] = {
        "tiles": _tiles, "panels": _panels, "cards": _cards, "tokens": _tokens, "dice": _dice, "sheets": _sheets,
    }  # fmt: skip
    known = sorts(game)
    for sort, make in makers.items():
        if maker.wanted(sort):
            for kind in game.kinds.values():
                if sort in known[kind.name]:
                    make(maker, kind)
            if sort == "tokens":
                _links(maker)
    groups = [group for group in maker.groups if group.number]
    if wish.bleed:
        groups = [_bleeding(group, wish.bleed) if group.sort in CUT_ALIKE else group for group in groups]
    return Stock(tuple(groups), tuple(maker.besides), players)


def _bleeding(group: Group, bleed: float) -> Group:
    """Lets what things are filled with go on beyond where they are cut."""
    cut = Shape(group.size.width, group.size.height)
    items = [replace(item, front=faced(item.front, cut, bleed), bleed=bleed) for item in group.items]
    return replace(group, items=tuple(items))


# ---------------------------------------------------------------- boards, tiles and panels


def _boards(maker: _Maker) -> None:
    """Prints every board as large as fits a page, within what figures need, and what its signs mean."""
    keys: list[Item] = []
    for one in plans.plans(maker.game, maker.look):
        whole = not one.has_key or _best(one.whole, maker.wish.fits) * SPACE >= (maker.wish.space or SPACE)
        picture = one.whole if whole else one.bare
        usual = max(SPACE, min(_CHIT, _best(picture, maker.wish.fits) * SPACE), _standing_room(maker))
        scale = (maker.wish.space or usual) / SPACE
        maker.space = min(maker.space or SPACE * scale, SPACE * scale)
        if not maker.wanted("boards"):
            continue
        each = one.board.each_player or (one.table is not None and one.table.each_player is not None)
        item = Item(one.name, one.board.name, maker.players if each else 1, picture)
        size = Size(picture.width * scale, picture.height * scale)
        maker.groups.append(
            Group(
                one.name, "boards", size, (item,), text("spaces {size} mm wide", size=f"{SPACE * scale:.3g}")
            )
        )
        if not whole:
            below = (0.0, one.bare.height - _RIM, one.whole.width, one.whole.height - one.bare.height + _RIM)
            keys.append(Item(text("Key to {name}", name=one.name), one.board.name, 1, one.whole, part=below))
    if keys:
        parts = [one.part for one in keys if one.part is not None]
        wide = max(_KEY, min(max(part[2] for part in parts), maker.wish.fits.width))
        high = max(wide * part[3] / part[2] for part in parts)
        maker.groups.append(Group(text("What the signs mean"), "boards", Size(wide, high), tuple(keys)))


def _standing_room(maker: _Maker) -> float:
    """Tells how wide a space has to be for tokens with dice on them; 0 where none stands on a board."""
    game = maker.game
    kinds = [game.kinds[name] for name in sorted(standing(game))]
    return max(
        (_token_size(maker, one, 0.0) + _BESIDE for one in kinds if bears_dice(game, one)), default=0.0
    )


def _best(picture: drawing.Picture, page: Size) -> float:
    """Tells how often a picture fits a page, upright or lying."""
    upright = min(page.width / picture.width, page.height / picture.height)
    return max(upright, min(page.height / picture.width, page.width / picture.height))


def _tiles(maker: _Maker, kind: m.Kind) -> None:
    size = maker.wish.tile
    reverse = pieces.back(maker.game.title, kind.plural, size.width, size.height, maker.wish.back_bleed)
    items = [
        _item(maker, kind, number, _laid(maker, kind, number), reverse) for number in range(len(kind.rows))
    ]
    maker.groups.append(Group(kind.plural, "tiles", size, tuple(items)))


def _laid(maker: _Maker, kind: m.Kind, number: int) -> drawing.Picture:
    """Draws a tile: as its parts lie where they reach to its sides, else with what its table says."""
    own = drawing.on_own_face(maker.game, kind, number, maker.look)
    if own is not None:
        return own
    lies = pieces.sided(maker.game, kind, number, TILE, maker.look) if sided(maker.game, kind) else None
    if lies is not None:
        return drawing.in_place(lies, maker.art(kind, number))
    drawn = drawing.tile(maker.game, kind, number, maker.look)
    return drawing.in_place(drawn, maker.art(kind, number)) if kind.rows[number].art else drawn


def _panels(maker: _Maker, kind: m.Kind) -> None:
    """Prints panels, those that dice lie on with room for these."""
    game = maker.game
    dice = holds_dice(game, kind)
    drawn = (
        _with_dice(maker, kind)
        if dice
        else [drawing.thing(game, kind, at, maker.look) for at in range(len(kind.rows))]
    )
    items = [_item(maker, kind, at, picture) for at, picture in enumerate(drawn)]
    size = Size(max(one.width for one in drawn), max(one.height for one in drawn))
    scale, note = 1.0, ""
    if maker.wish.panel is not None:
        scale = maker.wish.panel / size.width
    if dice:
        fits = min(1.0, _best(max(drawn, key=lambda one: one.height), maker.wish.fits) / scale)
        note = text("for dice up to {number} mm wide", number=f"{maker.wish.die * scale * fits:.3g}")
    size = Size(size.width * scale, size.height * scale)
    maker.groups.append(Group(text("{kind} panels", kind=kind.name), "panels", size, tuple(items), note))


def _with_dice(maker: _Maker, kind: m.Kind) -> list[drawing.Picture]:
    """Draws panels with places for dice of the size wished for; artwork gives way to them."""
    fits, die = maker.wish.fits, maker.wish.die
    width = max(maker.wish.panel or fits.width, 2 * die + _TEXTS)

    def drawn(room: drawing.Room) -> list[drawing.Picture]:
        return [
            drawing.panel(maker.game, kind, at, maker.look, maker.art(kind, at), room)
            for at in range(len(kind.rows))
        ]

    made: list[drawing.Picture] = []
    for patterns, art in product((True, False), _ART_HEIGHTS):
        room = drawing.Room(width, die, art, patterns)
        height = max(one.height for one in drawn(room))
        made = drawn(replace(room, height=max(height, maker.wish.panel_height)))
        if height <= fits.height:
            break
    return made


def _item(
    maker: _Maker, kind: m.Kind, number: int, front: drawing.Picture, reverse: drawing.Picture | None = None
) -> Item:
    row = kind.rows[number]
    game = maker.game
    fields = []
    for column in columns(kind):
        value = row.values.get(column.name)
        if column.index is not None:
            names, values = index_names(column.index), value if isinstance(value, tuple) else ()
            text = ", ".join(
                f"{name} {said(game, column.type, one)}" for name, one in zip(names, values, strict=False)
            )
        else:
            text = said(game, column.type, value)
        fields.append((column.name, text))
    return Item(
        row.name,
        kind.name,
        maker.copies(kind, row),
        front,
        reverse,
        fields=tuple(fields),
        text=row.text or "",
        back_bleed=maker.wish.back_bleed if reverse is not None else 0.0,
    )


# ---------------------------------------------------------------- cards


def _cards(maker: _Maker, kind: m.Kind) -> None:
    """Makes cards of rows; a kind that each row of another has several of shows the rows of that one."""
    shown = kind
    times = 1
    if kind.parent is not None and not printed(kind):
        shown, times = kind.parent, kind.each_parent or 1
    size = maker.wish.card
    reverse = pieces.back(maker.game.title, kind.plural, size.width, size.height, maker.wish.back_bleed)
    high = min(max(CARD_WIDTH * size.height / size.width, _LEAST_CARD), _MOST_CARD)
    items = []
    for number, row in enumerate(shown.rows):
        front = drawing.illustrated(maker.game, shown, number, maker.look, high)
        item = _item(maker, shown, number, front, reverse)
        copies = maker.copies(shown, row) * times
        items.append(replace(item, kind=kind.name, copies=copies))
    maker.groups.append(Group(kind.plural, "cards", size, tuple(items)))


# ---------------------------------------------------------------- tokens


def _tokens(maker: _Maker, kind: m.Kind) -> None:
    told = any(row.text for row in kind.rows) or bool(printed(kind))
    plain = len(kind.rows) == 1 and not told and not lies_on_spaces(maker.game, kind)
    stands = len(sorts(maker.game)[kind.name]) > 1
    bearing = bears_dice(maker.game, kind)
    if not plain and not stands and not bearing and kind.each_player is None:
        size = _token_size(maker, kind, _CHIT)
        lying = lies_on_spaces(maker.game, kind)
        reverse = (
            pieces.back(maker.game.title, kind.plural, size, size, maker.wish.back_bleed)
            if lying and is_hidden(maker.game, kind)
            else None
        )
        written = lying or any(row.text for row in kind.rows)
        items = [
            _item(
                maker,
                kind,
                at,
                pieces.chit(maker.game, kind, at, size, maker.look)
                if written
                else maker.with_art(kind, at, drawing.token),
                reverse,
            )
            for at in range(len(kind.rows))
        ]
        maker.groups.append(Group(kind.plural, "tokens", Size(size, size), tuple(items)))
        return
    size = _token_size(maker, kind, max(_LEAST_TOKEN, (maker.space or _CHIT) * _TOKEN))
    everyone: Sequence[int | None] = range(maker.players) if kind.each_player is not None else [None]
    share = -(-len(kind.rows) // maker.players) if dealt(maker.game, kind) else 0
    items = []
    facing = bool(kind.facings())
    standing_up = maker.wish.standees and all((kind.name, row.name) in maker.look.art for row in kind.rows)
    for at, row in enumerate(kind.rows):
        name = "" if plain and row.name == kind.name else row.name
        seats = [at // share] if share else everyone
        own = maker.look.owners.get((kind.name, row.name))
        for seat in seats:
            number = str(seat + 1) if seat is not None else ""
            sign = _sign(kind, row)
            if bearing:
                front = pieces.bearer(size, maker.wish.die, name or kind.name, seat, own, facing=facing)
                items.append(Item(row.name, kind.name, row.copies, front, seat=seat))
                continue
            art = maker.look.art.get((kind.name, row.name))
            if standing_up and art is not None:
                front = pieces.standee(size, name or kind.name, art, seat=seat, own=own, facing=facing)
                items.append(Item(row.name, kind.name, row.copies, front, seat=seat))
                continue
            front = pieces.disc(
                size,
                name or number or kind.name,
                seat=seat,
                sign=sign,
                below=number if name and number else name if sign else "",
                art=art,
                facing=facing,
                own=own,
            )
            items.append(
                Item(
                    row.name,
                    kind.name,
                    row.copies,
                    front,
                    _other_side(maker, kind, row, seat, size),
                    seat=seat,
                    back_bleed=maker.wish.back_bleed,
                )
            )
    if standing_up and items and not bearing:
        cut = Size(size, items[0].front.height)
        name = text("{things}, to fold", things=kind.plural)
        maker.groups.append(Group(name, "tokens", cut, tuple(items)))
        return
    if plain and kind.each_player is None:
        items = _claimed(maker, kind, items, size)
    maker.groups.append(Group(kind.plural, "tokens", Size(size, size), tuple(items)))


def _token_size(maker: _Maker, kind: m.Kind, usual: float) -> float:
    """Tells how wide the tokens of a kind are: those with a die on them as it needs, what lies beneath it no wider."""
    if bears_dice(maker.game, kind):
        return maker.wish.die + 2 * pieces.AROUND_DIE
    if maker.wish.token is None and lies_under_dice(maker.game, kind):
        return min(usual, maker.wish.die - _BENEATH)
    if maker.wish.token is None and maker.space and lies_on_spaces(maker.game, kind):
        return min(usual, maker.space - _BESIDE)
    return maker.wish.token or usual


def _sign(kind: m.Kind, row: m.Row) -> str:
    """Finds the sign that a thing is known by; none when several could be meant."""
    signs = [
        column.type.enum.glyphs[value]
        for column in columns(kind)
        if isinstance(column.type, EnumType) and column.type.enum.glyphs and column.index is None
        and isinstance(value := row.values.get(column.name), int) and 0 <= value < len(column.type.enum.glyphs)
    ]  # fmt: skip
    return signs[0] if len(signs) == 1 else ""


def _other_side(
    maker: _Maker, kind: m.Kind, row: m.Row, seat: int | None, size: float
) -> drawing.Picture | None:
    """Draws the other side of a token, for its one fact of yes or no."""
    facts = [
        one for one in kind.fields.values() if one.kept and str(one.type) == "yes or no" and one.index is None
    ]
    if len(facts) != 1 or len([one for one in kind.fields.values() if one.kept]) != 1:
        return None
    below = str(seat + 1) if seat is not None else row.name
    return pieces.behind(pieces.disc(size, facts[0].name, seat=seat, below=below), maker.wish.back_bleed)


def _claimed(maker: _Maker, kind: m.Kind, items: list[Item], size: float) -> list[Item]:
    """Gives things that stand for players their numbers: of two players one on each side, else as many of each.

    A thing that nobody has from the start, and that a rule gives to a player, changes hands on the board.
    """
    if not _changes_hands(maker.game, kind):
        return items
    number = sum(item.copies for item in items)
    if maker.players == 2:
        one, other = (pieces.disc(size, str(seat + 1), seat=seat) for seat in range(2))
        return [
            Item(
                kind.name,
                kind.name,
                number,
                one,
                pieces.behind(other, maker.wish.back_bleed),
                back_bleed=maker.wish.back_bleed,
            )
        ]
    share = [number // maker.players + (seat < number % maker.players) for seat in range(maker.players)]
    return [
        Item(kind.name, kind.name, copies, pieces.disc(size, str(seat + 1), seat=seat), seat=seat)
        for seat, copies in enumerate(share)
    ]


def _changes_hands(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether a rule has a player take things of a kind that are nobody's."""
    from gekido_dsl.model import walk
    from gekido_dsl.model.types import SetType, ThingType

    for decl in walk.declarations(game):
        for node in walk.nodes(decl):
            if isinstance(node, m.acts.Take):
                what = node.things.type
                what = what.item if isinstance(what, SetType) else what
                if isinstance(what, ThingType) and what.kind is kind:
                    return True
    return False


def _links(maker: _Maker) -> None:
    """Prints the two-sided tokens between things: for each thing that they lead to, as many as there are."""
    for link in maker.game.links.values():
        near = [one.size.width for one in maker.groups if one.sort == "tokens"]
        alike = [width for width in near if _LINK * 0.8 <= width <= _LINK * 1.1]
        size = maker.wish.token or (alike[-1] if alike else _LINK)  # of one size they share a sheet
        front, behind = link.start, 1 - link.start if len(link.sides.members) == 2 else link.start
        items = []
        for row in link.goal.rows:
            sign = _sign(link.goal, row)
            first, second = (
                pieces.disc(size, row.name, sign=sign, below=link.sides.members[side])
                for side in (front, behind)
            )
            copies = link.number if link.number is not None else max(maker.players - 1, 1)
            items.append(
                Item(
                    row.name,
                    link.name,
                    copies,
                    first,
                    pieces.behind(second, maker.wish.back_bleed),
                    back_bleed=maker.wish.back_bleed,
                )
            )
        maker.groups.append(
            Group(text("{kind} tokens", kind=link.name), "tokens", Size(size, size), tuple(items))
        )


# ---------------------------------------------------------------- dice and score sheets


def _dice(maker: _Maker, die: m.Kind) -> None:
    number = sum(maker.copies(die, row) for row in die.rows)
    if nets.is_ordinary(die) and not maker.wish.ordinary_dice:
        maker.besides.append(
            plural(
                "{count} ordinary die with the numbers 1 to 6 ({dice})",
                "{count} ordinary dice with the numbers 1 to 6 ({dice})",
                number,
                dice=die.plural,
            )
        )
        return
    if nets.is_cube(die):
        picture = nets.net(die, maker.wish.die)
        items: tuple[Item, ...] = (Item(die.name, die.name, number, picture),)
        maker.groups.append(
            Group(
                text("{things}, to fold", things=die.plural),
                "dice",
                Size(picture.width, picture.height),
                items,
            )
        )
        return
    size = maker.wish.token or _CHIT
    drawn = nets.chits(die, size)
    items = tuple(Item(picture.title, die.name, number, picture) for picture in drawn)
    note = text("no cube: draw one from a bag and put it back")
    maker.groups.append(
        Group(text("{things}, as chits", things=die.plural), "dice", Size(size, size), items, note)
    )


def _sheets(maker: _Maker, kind: m.Kind) -> None:
    """Prints a sheet to write on for each player, or one for all."""
    if not pieces.noted(kind, maker.look):
        return
    items = []
    for row in kind.rows:
        title = row.name if row.name != kind.name else kind.name
        items.append(
            Item(title, kind.name, maker.copies(kind, row), pieces.score_sheet(kind, title, maker.look))
        )
    size = Size(max(one.front.width for one in items), max(one.front.height for one in items))
    maker.groups.append(
        Group(text("{things}, to write on", things=kind.plural), "sheets", size, tuple(items))
    )
