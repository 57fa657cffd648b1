"""The table of a match becomes a picture for one screen: boards, what lies beside them, the areas of the players.

Everything that can be clicked or moves bears a name. The viewer's own area comes first, those of others are smaller. A
wide screen has boards on the left and players on the right; on a narrow one everything stands below each other.

Invariants:
    Only a view is drawn, and what differs from the view before.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from gekido_dsl.drawing.areas import common_area, player_area
from gekido_dsl.drawing.boards import board, legend
from gekido_dsl.drawing.changes import COMMON, Changes
from gekido_dsl.drawing.compass import rose
from gekido_dsl.drawing.lines_of_areas import TYPE
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.market import claims, is_market, market
from gekido_dsl.drawing.offered import offered
from gekido_dsl.drawing.playing_cards import small
from gekido_dsl.drawing.sheets import resized
from gekido_dsl.drawing.small_cards import EMPTY, SmallCards, die_shapes
from gekido_dsl.drawing.stacking import GAP, column, row_of
from gekido_dsl.drawing.stock import chosen_from, is_stock, stock
from gekido_dsl.drawing.svg import Picture, label, lines, placed, recoloured, shape, text_width
from gekido_dsl.drawing.tabletop import heap
from gekido_dsl.drawing.tags import Tag, tagged
from gekido_dsl.engine import BoardView, PlaceView, PlayerView, ThingView, View
from gekido_dsl.engine.spots import NOBODY, Address, loose
from gekido_dsl.languages import joined, spoken, text
from gekido_dsl.model import nodes as m

WIDE: Final = 250.0
"""The width of a picture for a wide screen."""
NARROW: Final = 100.0
"""The width of a picture for a phone: its type can be read at 390 pixels."""
COLUMNS: Final = {"narrow": NARROW, "middle": 145.0}
"""How wide a picture is where everything stands below each other: on a phone, and in a part of a screen."""
_BOARD_HIGH: Final = 168.0
"""A board on a wide screen is no higher, lest the screen has to be moved to see all of it."""
_ALONE: Final = 150.0
"""How wide a picture is with nothing beside its boards."""
_LEAST: Final = 92.0
"""How wide the players' areas are at least."""
_PAIRS: Final = 2
_SMALL: Final = 118.0
"""A board that is smaller is drawn larger."""
_ALL_THERE: Final = 150.0
"""As `_SMALL`, for a board that the whole game is played on."""
_MOST_GROWN: Final = 2.2
"""So many times larger at most."""
_FEW_THINGS: Final = 180.0
"""How wide a picture for a wide screen is where there are neither boards nor cards: what there is, is drawn larger."""
_LEGEND: Final = 112.0
"""How wide a legend is at most."""
_OTHERS: Final = 0.72
"""How large the boards of other players are drawn."""
_MOST_OPEN: Final = 8
"""So many cards or dice that lie open are drawn one by one; of more, how many there are."""
_MOST_LOOSE: Final = 12
_FEW_LAID_OFF: Final = 3
"""So many cards that are laid off are still drawn one by one."""
_MOST_LETTERS: Final = 24
_FEW: Final = 2
"""Of a kind with more rows than these, those that nobody has are a supply."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn besides the view."""

    names: Mapping[int, str]
    """What each player is called."""
    notes: Mapping[int, str]
    """What is said beside the name of a player."""
    playing: int | None = None
    """Whose turn it is to decide."""
    asked: Sequence[Address] = ()
    """What the choices are about that whoever looks has to make."""
    changed: Changes | None = None
    """What is another than in the picture before."""
    colours: Mapping[int, int] = field(default_factory=dict)
    """By seat, in which colour of the sheet a player is drawn, if not in that of the seat; counted from 1."""


class Live:
    """Draws the views of one match."""

    def __init__(self, game: m.Game, look: Look = PLAIN) -> None:
        self.game, self.look = game, replace(look, columns=look.coordinates)
        self.cards = SmallCards(game, look)

    def draw(self, view: View, tag: Tag, scene: Scene, room: str = "wide") -> Picture:
        """Draws a view, whose solid dice lie on their things already (see `solids.laden`).

        Args:
            room: `wide`, or `middle` or `narrow` for a column that is as wide as `COLUMNS` says.
        """
        one = _Drawing(self, view, tag, scene)
        boards = one.boards()
        facts = one.moment
        own, others = one.areas
        beside = bool(boards or one.has_common)
        if room in COLUMNS:
            width = COLUMNS[room]
            parts = [
                *one.stacked(boards, width),
                facts(width),
                *one.open_things(width),
                *own(width),
                *one.supplies(width),
                *others(width),
                *one.legends(width),
            ]
            return one.page([column(parts, width)], width)
        if not one.has_areas:
            alone = [*one.stacked(boards, _ALONE), facts(_ALONE), *one.common(_ALONE), *one.legends(_ALONE)]
            return one.page([column(alone, _ALONE)], _ALONE)
        wide = one.width
        if not beside:
            half = (wide - GAP) / 2
            left = [facts(half), *own(half)]
            return one.page([column(left, half), column(others(half), half)], wide)
        left_wide = min(wide - _LEAST - GAP, max([110.0, *(drawn.width * scale for drawn, scale in boards)]))
        right_wide = wide - left_wide - GAP
        left, common = one.stacked(boards, left_wide), one.common
        right = [facts(right_wide), *own(right_wide), *others(right_wide)]
        if column(left, left_wide).height > _BOARD_HIGH and one.has_common:
            # What is chosen from stands beside the boards, if it would be below all of them.
            right[1:1] = common(right_wide)
        else:
            left = [*left, *common(left_wide)]
        longer = column(left, left_wide).height > column(right, right_wide).height
        (right if longer else left).extend(one.legends(right_wide if longer else left_wide))
        return one.page([column(left, left_wide), column(right, right_wide)], wide)


class _Drawing:
    """Draws one view."""

    def __init__(self, live: Live, view: View, tag: Tag, scene: Scene) -> None:
        self.live, self.view, self.tag, self.scene = live, view, tag, scene
        self.game, self.look, self.cards = live.game, live.look, live.cards
        self.told: list[str] = []
        self.markets = [
            place for place in view.places if is_market(self.game, place) and not self._is_laid_off(place)
        ]
        self.stocks = [place for place in view.places if is_stock(self.game, place)]
        rest = [place for place in view.places if place not in [*self.markets, *self.stocks]]
        self.open = [place for place in rest if place.count and self._is_open(place)]
        self.heaps = [
            place
            for place in rest
            if place not in self.open
            and (place.count or place.word in ("deck", "pile"))
            and place.word != "box"
        ]
        self.boxes = [
            place for place in rest if place.word == "box" and place.count and place not in self.open
        ]
        loose_things = view.things if len(view.things) <= _MOST_LOOSE else ()
        self.supply = [one for one in loose_things if self._is_supply(one)]
        self.loose = [one for one in loose_things if one not in self.supply]
        self.has_common = bool(self.markets or self.stocks or self.open or self.heaps or self.loose)
        seats = [player for player in view.players if self._has_something(player)]
        self.own = [player for player in seats if player.seat == view.seat]
        self.others = [player for player in seats if player.seat != view.seat]
        self.has_areas = bool(seats)

    def _is_open(self, place: PlaceView) -> bool:
        """Tells whether it matters what lies in a place: dice, few cards that are seen, or a pool of several sorts."""
        things = place.things or ()
        if self._is_laid_off(place):
            return False
        if place.word == "pool" and len({one.name for one in things}) > 1:
            return True
        if not things or len(things) > _MOST_OPEN:
            return False
        dice = all(die_shapes(self.game, one, 1.0) is not None for one in things)
        if place.word == "box":
            return dice and not self._always_there(place)
        return dice or all(one.name not in ("", one.kind) for one in things)

    def _is_laid_off(self, place: PlaceView) -> bool:
        """Tells whether cards with texts lie on one another, out of which nobody chooses: the last one is named."""
        return (
            place.word == "pile"
            and len(place.things or ()) > _FEW_LAID_OFF
            and all(one.text for one in place.things or ())
            and place.name not in chosen_from(self.game)
        )

    def _is_supply(self, thing: ThingView) -> bool:
        """Tells whether a thing is one of several that lie ready to be taken: such are drawn as cards."""
        kind = self.game.kinds.get(thing.kind)
        return kind is not None and len(kind.rows) > _FEW and thing.name not in ("", thing.kind)

    def _always_there(self, place: PlaceView) -> bool:
        """Tells whether a box is a supply: other places hold such dice as well, and it is where they come from."""
        kinds = {thing.kind for thing in place.things or ()}
        holders = [one for one in self.game.places.values() if one.holds.name in kinds]
        tracks = [one for one in self.game.tracks.values() if one.die.name in kinds]
        return len(holders) + len(tracks) > 1

    def _has_something(self, player: PlayerView) -> bool:
        return bool(player.things) or any(place.count or place.word == "hand" for place in player.places)

    @property
    def width(self) -> float:
        """How wide a picture for a wide screen is: the same through a match."""
        return _FEW_THINGS if _is_bare(self.game) and not self.game.boards else WIDE

    # ------------------------------------------------------------ boards

    def boards(self) -> list[tuple[Picture, float]]:
        """Draws the boards: those of all and the viewer's own first; gives each with its scale on a wide screen."""
        laid = [(at, one) for at, one in enumerate(self.view.boards) if one.spaces]
        laid.sort(key=lambda pair: pair[1].owner not in (None, self.view.seat))
        made = []
        changed = self.scene.changed
        for at, one in laid:
            drawn = board(
                _without(one, _inner(self.game)),
                marked=sorted(changed.spaces[at])
                if changed is not None and len(changed.spaces[at]) < 9
                else (),
                moves=changed.moves[at] if changed is not None else (),
                legend=False,
                look=self.look,
                tag=self.tag,
            )
            wanted = _ALL_THERE if _is_bare(self.game) and len(laid) == 1 else _SMALL
            grown = min(_MOST_GROWN, max(1.0, wanted / drawn.width))
            # With nothing beside it, a picture is narrower, and so its screen shows less of its height.
            high = _BOARD_HIGH if self.has_areas else _SMALL
            scale = min(grown, 156.0 / drawn.width, high / drawn.height)
            if not self._is_own(one):
                scale *= _OTHERS
            made.append((drawn, max(scale, 0.4)))
            self.told.append(text("{name}: {told}", name=one.name, told=drawn.text))
        return made

    def legends(self, width: float) -> list[Picture]:
        """Tells what the signs on boards mean; boards with the same signs share it."""
        made: list[Picture] = []
        seen: list[tuple[object, ...]] = []
        for one in self.view.boards:
            signs = (dict(one.signs), one.edge_names)
            if one.spaces and signs not in seen and (drawn := legend(one, self.look)) is not None:
                made.append(resized(drawn, min(width, _LEGEND)))
            seen.append(signs)
        return made

    def _is_own(self, one: BoardView) -> bool:
        return one.owner in (None, self.view.seat) or self.view.seat is None

    def stacked(self, boards: Sequence[tuple[Picture, float]], width: float) -> list[Picture]:
        """Fits boards into a column; those of several players side by side where there is room."""
        made: list[Picture] = []
        row: list[tuple[Picture, float]] = []
        used = 0.0
        titled = len(boards) > 1

        def close() -> None:
            nonlocal row, used
            if row:
                made.append(row_of(row, width, titled))
            row, used = [], 0.0

        for drawn, scale in boards:
            scale = min(scale, width / drawn.width) if width > NARROW else width / drawn.width
            wide = drawn.width * scale
            if row and used + GAP + wide > width + 0.01:
                close()
            row.append((drawn, scale))
            used += wide + (GAP if len(row) > 1 else 0)
        close()
        return made

    # ------------------------------------------------------------ beside the boards

    def moment(self, width: float) -> Picture:
        """Draws what is special to this moment: facts of the phases that run, and what is offered from elsewhere."""
        parts = [self.facts(width)]
        for one in (rose(self.game, self.scene.asked), self._ready(width)):
            if one is not None:
                self.told.append(one.text)
                parts.append(one)
        drawn = column([part for part in parts if part.shapes], width)
        return drawn if drawn.shapes else replace(drawn, height=0.0)

    def _ready(self, width: float) -> Picture | None:
        """Draws what lies ready to be taken, and things among the choices that lie nowhere on the table."""
        shown = {loose(thing.kind, thing.name) for thing in self.view.things}
        wanted = [
            one
            for one in dict.fromkeys(self.scene.asked)
            if one[:2] == ("thing", str(NOBODY)) and one not in shown
        ]
        texts = {(kind.name, row.name): row.text for kind in self.game.kinds.values() for row in kind.rows}
        elsewhere = {
            " ".join(one): ThingView(one[2], one[3], text=texts[one[2], one[3]])
            for one in wanted
            if len(one) == len(loose("", "")) and (one[2], one[3]) in texts
        }
        plain = {
            self.tag(thing): replace(
                thing,
                text=texts.get((thing.kind, thing.name), ""),
                facts={name: value for name, value in thing.facts.items() if name not in thing.printed},
            )
            for thing in self.supply
        }
        ready = plain | elsewhere
        if not ready:
            return None
        return offered(self.game, self.cards, ready, width, self.tag)

    def facts(self, width: float) -> Picture:
        """Writes the facts of the phases that run."""
        facts, inner = self.view.facts, _unlogged(self.game)
        most = {f"Most {name}" for name in facts}
        told = [
            text("{name} {value} of {most}", name=name, value=value, most=facts[f"Most {name}"])
            if f"Most {name}" in facts
            else text("{name} {value}", name=name, value=value)
            for name, value in facts.items()
            if name not in inner | most and (value not in (*EMPTY, "0") or f"Most {name}" in facts)
        ]
        shapes: list[str] = []
        x, y = 0.0, 0.0
        for one in told:
            wide = text_width(one, TYPE) * 1.06 + 4.0
            if x and x + wide > width:
                x, y = 0.0, y + 7
            shapes.append(
                shape(
                    "rect",
                    "tint line-edge",
                    x=x + 0.2,
                    y=y + 0.2,
                    width=wide,
                    height=5.8,
                    rx=2.9,
                    stroke_width=0.25,
                )
            )
            shapes.append(label(one, x + wide / 2 + 0.2, y + 3.1, TYPE))
            x += wide + 1.4
        if told:
            self.told.append(joined(", ", told))
        return Picture(width, y + 6.4 if told else 0.0, tuple(shapes), "")

    def common(self, width: float) -> list[Picture]:
        """Draws what belongs to nobody."""
        return [*self.open_things(width), *self.supplies(width)]

    @property
    def _changed(self) -> Set[str]:
        changed = self.scene.changed
        return {key for seat, key in changed.values if seat == COMMON} if changed is not None else set()

    def open_things(self, width: float) -> list[Picture]:
        """Draws what lies open for everybody."""
        claimed = claims(self.game, self.view)
        made = [market(self.game, place, width, claimed, self.tag, self.look) for place in self.markets]
        made += [stock(self.cards, place, width, self.tag) for place in self.stocks]
        table = common_area(self.game, self.cards, self.open, self.loose, width, self.tag, self._changed)
        made += [table] if table is not None else []
        self.told += [one.text for one in made]
        return made

    def supplies(self, width: float) -> list[Picture]:
        """Draws decks and piles, and says what lies in boxes."""
        made = [self._heaps(width, self._changed)] if self.heaps else []
        if self.boxes:
            counted = (text("{name} {value}", name=box.name, value=box.count) for box in self.boxes)
            said = text("Supplies: {supplies}", supplies=joined(", ", counted))
            broken = lines(said, width - 2, 3.1)
            shapes = [label(line, 1, 2 + at * 4.4, 3.1, "quiet", "start") for at, line in enumerate(broken)]
            made.append(Picture(width, len(shapes) * 4.4, tuple(shapes), ""))
            self.told.append(said)
        return made

    def _heaps(self, width: float, changed: Set[str]) -> Picture:
        """Draws decks, piles and pools with their numbers."""
        across = min(len(self.heaps), max(1, int(width / 24)))
        wide = width / across
        shapes: list[str] = []
        y = 0.0
        for begin in range(0, len(self.heaps), across):
            deepest = 0.0
            for at, place in enumerate(self.heaps[begin : begin + across]):
                x = (at + 0.5) * wide
                made = heap(place.word, str(place.count), x, y) if place.count else _hole(x, y)
                top_face = self.cards.face(place.things[-1]) if place.things else None
                if top_face is not None:
                    made = [placed(small(top_face, 12.0), x - 6, y + 0.8)]
                    made.append(label(f"× {place.count}", x + 7.2, y + 9, TYPE, "quiet", "start"))
                look = "accent" if f"/{place.name}" in changed else "ink"
                broken = lines(place.name, wide - 2, TYPE)
                made += [label(line, x, y + 18.5 + n * 4.1, TYPE, look) for n, line in enumerate(broken)]
                known = [one.name for one in place.known]
                if place.things and (top := place.things[-1]).name not in ("", top.kind):
                    known = [top.name] if top_face is None else []
                if known and place.count:
                    made.append(
                        label(
                            _cut(spoken(joined(", ", known))), x, y + 18.5 + len(broken) * 4.1, 2.9, "quiet"
                        )
                    )
                    deepest = max(deepest, (len(broken) + 1) * 4.1)
                shapes.append(
                    tagged(self.tag(place), made, text("{name}: {told}", name=place.name, told=place.count))
                )
                deepest = max(deepest, len(broken) * 4.1)
            y += 18 + deepest + 1.5
        self.told.append(
            joined(
                ", ",
                (text("{place} with {number}", place=place.name, number=place.count) for place in self.heaps),
            )
        )
        return Picture(width, y, tuple(shapes), "")

    # ------------------------------------------------------------ players

    @property
    def areas(self) -> tuple[Callable[[float], list[Picture]], Callable[[float], list[Picture]]]:
        """Gives what draws the viewer's own area, and what draws those of others."""
        return (
            lambda width: [self._area(player, width, True) for player in self.own],
            lambda width: self._beside([*self.others], width),
        )

    def _beside(self, players: Sequence[PlayerView], width: float) -> list[Picture]:
        """Draws areas, two side by side where there is room."""
        if not players:
            return []
        across = 1 if width < _LEAST * 1.6 and any(self._is_wide(player) for player in players) else _PAIRS
        across = min(across, len(players)) if width > NARROW else across
        each = (width - (across - 1) * GAP) / across
        drawn = [self._area(player, each, False) for player in players]
        made = []
        for begin in range(0, len(drawn), across):
            row = drawn[begin : begin + across]
            shapes = [placed(one.shapes, at * (each + GAP), 0) for at, one in enumerate(row)]
            made.append(Picture(width, max(one.height for one in row), tuple(shapes), ""))
        return made

    def _is_wide(self, player: PlayerView) -> bool:
        """Tells whether an area needs room: tracks of dice, or parts with places."""
        return any(len(dice) > 5 for thing in player.things for dice in thing.tracks.values()) or any(
            part.places for thing in player.things for part in thing.parts
        )

    def _area(self, player: PlayerView, width: float, own: bool) -> Picture:
        changed = self.scene.changed
        marked = (
            {key for seat, key in changed.values if seat == player.seat} if changed is not None else set()
        )
        drawn = player_area(
            self.game,
            self.cards,
            player,
            width,
            self.tag,
            name=self.scene.names.get(player.seat, text("Player {number}", number=player.seat + 1)),
            note=self.scene.notes.get(player.seat, ""),
            own=own,
            marked=marked,
            playing=self.scene.playing == player.seat,
        )
        self.told.append(drawn.text)
        return drawn

    def page(self, columns: Sequence[Picture], width: float) -> Picture:
        """Puts columns beside each other."""
        shapes, x, high = [], 0.0, 1.0
        for one in columns:
            shapes.append(placed(one.shapes, x, 0))
            x += one.width + GAP
            high = max(high, one.height)
        told = joined(". ", filter(None, self.told))
        return Picture(width, high, recoloured(shapes, self.scene.colours), self.game.title, told)


@lru_cache(maxsize=8)
def _is_bare(game: m.Game) -> bool:
    """Tells whether players have neither cards nor tracks, so that their areas stay small through a match."""
    return not game.tracks and all(place.word in ("pool", "box") for place in game.places.values())


@lru_cache(maxsize=8)
def _unlogged(game: m.Game) -> Set[str]:
    """Gives the names of those facts of phases that are an aid of the rules alone."""
    return {
        field.name
        for phase in game.phases.values()
        for field in getattr(phase, "fields", {}).values()
        if field.unlogged
    }


@lru_cache(maxsize=8)
def _inner(game: m.Game) -> Set[str]:
    """Gives the names of those facts of spaces that are an aid of the rules alone."""
    kinds = {one.space.name for one in game.boards.values()}
    return {fact.name for name in kinds for fact in game.kinds[name].fields.values() if fact.unlogged}


def _without(one: BoardView, inner: Set[str]) -> BoardView:
    """Leaves out what is not shown of spaces."""
    if not inner:
        return one
    spaces = tuple(
        replace(space, changed={name: text for name, text in space.changed.items() if name not in inner})
        for space in one.spaces
    )
    return replace(one, spaces=spaces)


def _cut(said: str) -> str:
    """Leaves out what is too long to stand below a heap."""
    return said if len(said) <= _MOST_LETTERS else f"{said[: _MOST_LETTERS - 1].rstrip(' ,')}…"


def _hole(x: float, y: float) -> list[str]:
    """Draws where a heap would lie."""
    return [
        shape("rect", "tint line-edge", x=x - 5.2, y=y + 2.4, width=10.4, height=13.6, rx=1.2, stroke_width=0.3,
              stroke_dasharray="1.2 1")
    ]  # fmt: skip
