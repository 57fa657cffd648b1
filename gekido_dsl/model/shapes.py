"""Shapes: types, fields, owners and parameters are resolved; tables and phrases depend on them."""

from typing import Any, Final, Literal

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import combined, pictures, sizes, solid
from gekido_dsl.model import nodes as m
from gekido_dsl.model.fields import Fielder
from gekido_dsl.model.handlers import PATCHES, Handlers
from gekido_dsl.model.scope import Member
from gekido_dsl.model.types import (
    PLAYER,
    IntType,
    Type,
)
from gekido_dsl.syntax import nodes as s

_SEEN: Final[dict[str | None, Literal["everyone", "owner", "nobody"]]] = {
    None: "everyone", "everyone": "everyone", "its owner": "owner", "nobody": "nobody",
}  # fmt: skip
"""Who sees something, by the words for it."""

SHAPES: Final = Handlers()
"""What is resolved of a declaration before tables and phrases, by its class."""


class Shaper(Fielder):
    """Gives declarations their types."""

    def _shape(self, d: s.Declaration) -> None:
        """Resolves what tables and phrases depend on: types, fields, owners, parameters."""
        SHAPES.give(self, d)

    @SHAPES.takes(s.Die)
    def _shape_die(self, d: s.Die) -> None:
        game, index = self.game, self.index
        kind = self._own(d, game.kinds)
        if kind is None:
            return
        if isinstance(d.faces, s.Name):
            kind.faces = index.find(d.faces, m.Enum, "list of values")
        else:
            kind.faces = d.faces
        if isinstance(kind.faces, m.Enum):
            for left, right in d.opposites:
                values = [
                    kind.faces.members.index(x.text) for x in (left, right) if x.text in kind.faces.members
                ]
                if len(values) == 2:
                    kind.opposite |= {values[0]: values[1], values[1]: values[0]}
                else:
                    index.unknown(left if left.text not in kind.faces.members else right, Member, "face")
        elif isinstance(kind.faces, tuple):
            low, high = self._faces(kind.faces, d)
            kind.faces = (low, high)
            kind.opposite = {face: low + high - face for face in range(low, high + 1)}
        kind.rings = solid.rings(kind, d.rings, index)
        if d.rings:
            kind.fields |= solid.facing(kind, game)
        if kind.each_player is None and kind.total is None:
            kind.total = 1
        kind.rows = [m.Row(kind.name, d.span, kind.total or kind.each_player or 1)]

    @SHAPES.takes(s.Kind)
    def _shape_kind(self, d: s.Kind) -> None:
        game, index = self.game, self.index
        kind = self._own(d, game.kinds)
        if kind is None:
            return
        if d.rows is not None:
            kind.legend, kind.table_at = d.rows.signs, d.rows.span
        for field in d.fields:
            if field.name.text in kind.fields:
                index.report(
                    codes.DUPLICATE_NAME,
                    f"`{field.name.text}` is declared twice for `{kind.name}`",
                    field.name.span,
                    "again",
                    Label(kind.fields[field.name.text].name_span, "first here"),
                )
                continue
            kind.fields[field.name.text] = self._field(field, kind, phase=False)
        if d.total is not None and d.total.each:
            self._for_each(kind, d, d.total)
        if d.rows is not None and d.rows.parent is not None and d.rows.column is not None:
            kind.parent = index.find(d.rows.parent, m.Kind, "kind")
            kind.column = d.rows.column.text
        elif d.rows is not None:
            kind.file = d.rows.file
        elif not kind.combined:
            kind.rows = [m.Row(kind.name, d.span, kind.total or kind.each_player or kind.each_parent or 1)]

    @SHAPES.takes(s.Board)
    def _shape_board(self, d: s.Board) -> None:
        game, index = self.game, self.index
        board = self._own(d, game.boards)
        if board is None:
            return
        space = index.find(d.space, m.Kind, "kind")
        if space is None:
            return
        board.space = space
        space.board = board
        board.seen = _SEEN[d.seen]
        pictures.read(board, d, index.report)

    @SHAPES.takes(s.Place)
    def _shape_place(self, d: s.Place) -> None:
        game, index = self.game, self.index
        place = self._own(d, game.places)
        if place is None:
            return
        place.holds = index.find(d.holds, m.Kind, "kind")
        if place.holds is None:
            return
        if d.owner is not None:
            place.owner = "player" if d.owner.kind is None else index.find(d.owner.kind, m.Kind, "kind")
        default = {"deck": "nobody", "hand": "owner"}.get(d.word, "everyone")
        place.seen = {"its owner": "owner", None: default}.get(d.seen, d.seen)
        if d.pile is not None:
            place.pile = self._pile(d.pile, d.own_pile)

    def _pile(self, name: s.Name, own: bool) -> m.Place | None:
        """Finds the pile that discards go to: one for all, or with `my` that of each player."""
        found: m.Place | None = self.index.find(name, m.Place, "pile")
        if found is not None:
            self.piles.append((found, name, own))
        return found

    @SHAPES.takes(s.Track)
    def _shape_track(self, d: s.Track) -> None:
        game, index = self.game, self.index
        track = self._own(d, game.tracks)
        if track is not None:
            track.seen = _SEEN[d.seen]
            self._owned(track, d, game.tracks)
            faces = track.die.faces if track.die is not None else None
            if d.rows is not None and isinstance(faces, tuple) and not faces[0] <= d.showing <= faces[1]:
                self.index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    f"a {track.die.name} shows {faces[0]} to {faces[1]}, never {d.showing}",
                    d.span,
                    f"showing {d.showing}",
                    Label(track.die.name_span, "declared here"),
                )
            if d.rows is not None and track.owner is not None:
                track.rows = track.owner.fields.get(d.rows.text)
                if track.rows is None:
                    index.unknown(d.rows, m.Field, "list")
                else:
                    track.rows.used = True

    @SHAPES.takes(s.Counter)
    def _shape_counter(self, d: s.Counter) -> None:
        game = self.game
        counter = self._own(d, game.counters)
        if counter is not None:
            counter.seen = _SEEN[d.seen]
            self._owned(counter, d, game.counters)
        if d.kept is not None and not d.low <= d.kept <= d.high:
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"`{d.name.text}` goes from {d.low} to {d.high} and is kept at {d.kept}",
                d.span,
                "outside the range",
            )

    @SHAPES.takes(s.Link)
    def _shape_link(self, d: s.Link) -> None:
        game, index = self.game, self.index
        link = self._own(d, game.links)
        if link is None:
            return
        link.seen = _SEEN[d.seen]
        link.origin = index.find(d.origin, m.Kind, "kind")
        link.goal = index.find(d.goal, m.Kind, "kind")
        if d.start.text in link.sides.members:
            link.start = link.sides.members.index(d.start.text)
            link.sides.used_members.add(link.start)
        else:
            index.unknown(d.start, Member, "side")

    @SHAPES.takes(s.Damage)
    def _shape_damage(self, d: s.Damage) -> None:
        game, index = self.game, self.index
        found = index.find(d.kind, m.Kind, "kind")
        tracks = [index.find(name, m.Track, "track") for name in d.tracks]
        twin = next((one for one in game.damages if one.kind is found), None)
        if found is not None and twin is not None:
            index.report(
                codes.DUPLICATE_NAME, f"the damage to a {found.name} is declared twice", d.span, "again",
                Label(twin.span, "first here"),
            )  # fmt: skip
        elif found is not None:
            made = m.Damage(f"damage to {found.name}", **self._basics(d) | {"name_span": d.span}, kind=found)
            made.tracks = tuple(track for track in tracks if track is not None)
            made.most = d.most
            if d.most is not None and d.most < 1:
                index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    "a hit takes at least 1 die",
                    d.span,
                    f"{d.most} dice a hit",
                )
            game.damages.append(made)

    @SHAPES.takes(s.Patterns)
    def _shape_patterns(self, d: s.Patterns) -> None:
        game, index = self.game, self.index
        patterns = self._own(d, game.patterns)
        if patterns is not None:
            patterns.die = index.find(d.die, m.Kind, "die")
            patterns.place = self._common(d.place, "place")

    @SHAPES.takes(s.Definition)
    def _shape_definition(self, d: s.Definition) -> None:
        game = self.game
        definition = self._own(d, game.definitions)
        if definition is not None:
            definition.subject = PLAYER if d.kind is None else self._subject(d.kind)
            definition.params = self._params(d.params)

    @SHAPES.takes(s.Property)
    def _shape_property(self, d: s.Property) -> None:
        game = self.game
        prop = self._own(d, game.properties)
        if prop is not None:
            prop.subject = PLAYER if d.kind is None else self._subject(d.kind)
            prop.params = self._params(d.params)

    @SHAPES.takes(s.Amount)
    def _shape_amount(self, d: s.Amount) -> None:
        game = self.game
        amount = self._own(d, game.amounts)
        if amount is not None:
            amount.params = self._params(d.params)
            if d.of is not None:
                amount.subject = PLAYER if d.of.kind is None else self._subject(d.of.kind)

    @SHAPES.takes(s.Report)
    def _shape_report(self, d: s.Report) -> None:
        game = self.game
        report = self._own(d, game.reports)
        if report is not None:
            report.subject = PLAYER if d.kind is None else self._subject(d.kind)

    @SHAPES.takes(s.Phase)
    def _shape_phase(self, d: s.Phase) -> None:
        game = self.game
        phase = self._own(d, game.phases)
        if phase is not None:
            for field in d.fields:
                phase.fields[field.name.text] = self._field(field, phase, phase=True)

    @SHAPES.takes(s.Procedure)
    def _shape_procedure(self, d: s.Procedure) -> None:
        game = self.game
        procedure = self._own(d, game.rules if d.word == "rule" else game.effects)
        if procedure is not None:
            procedure.params = self._params(d.params)

    def _for_each(self, kind: m.Kind, d: s.Kind, total: s.Total) -> None:
        """Makes a kind a part of another, or gives it a thing for each combination of values."""
        first, *more = total.each
        is_kind = any(isinstance(one, m.Kind) for one in self.index.meanings(first.text))
        if not more and (is_kind or first.text not in kind.fields):
            kind.parent = self.index.find(first, m.Kind, "kind")
            return
        kind.each_parent, kind.combined = None, tuple(name.text for name in total.each)
        kind.rows = combined.rows(kind, total.each, total.number, self.index)

    def _numbered(self, kind: m.Kind) -> None:
        """Gives the things of a kind their numbers; each becomes a row of its own."""
        fields = [field for field in kind.fields.values() if field.numbered]
        number = sum(row.copies for row in kind.rows)
        for field in fields:
            if kind.file is not None or kind.column:
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{kind.name}` has a table, which gives the values of `{field.name}`",
                    field.name_span,
                    "numbered",
                    help="leave `numbered` out, and write the numbers into the table",
                )
            elif not isinstance(field.type, IntType) or field.index is not None:
                self.index.report(
                    codes.WRONG_TYPE,
                    "only a range of numbers can be numbered",
                    field.name_span,
                    f"this is {field.type}",
                    help=f"write `{field.name}: 1 to {number}, numbered`",
                )
            elif (field.type.high or 0) - (field.type.low or 0) + 1 != number:
                self.index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    f"there are {number} {kind.plural}, and `{field.name}` goes from {field.type.low} to "
                    f"{field.type.high}",
                    field.name_span,
                    "another number of values",
                    help=f"write `1 to {number}`",
                )
            else:
                self._number_rows(kind, field, number)

    def _number_rows(self, kind: m.Kind, field: m.Field, number: int) -> None:
        low = field.type.low or 0 if isinstance(field.type, IntType) else 0
        if len(kind.rows) != number:
            span = kind.rows[0].span
            kind.rows = [
                m.Row(f"{kind.name} {low + k}", span) for k in range(min(number, sizes.THINGS_LIMIT))
            ]
        for k, row in enumerate(kind.rows):
            row.values[field.name] = low + k

    def _check_wholes(self) -> None:
        """Reports kinds that are parts of themselves, and makes them whole."""
        for kind in self.game.kinds.values():
            seen: list[m.Kind] = []
            whole: m.Kind | None = kind
            while whole is not None and whole not in seen:
                seen.append(whole)
                whole = whole.parent
            if whole is kind:
                self.index.report(
                    codes.CIRCULAR_DEFINITION,
                    f"`{kind.name}` is a part of itself",
                    kind.name_span,
                    " → ".join(one.name for one in [*seen, kind]),
                    help="let one of them be `for each player`, or say how many there are",
                )
                kind.parent = None

    def _faces(self, faces: tuple[int, int], d: s.Die) -> tuple[int, int]:
        """Gives the faces of a die; a range that cannot be one is reported and becomes a die with one face."""
        low, high = faces
        if low > high:
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"a die of {low} to {high} has no face",
                d.name.span,
                "this die",
                help=f"turn it around: `{high} to {low}`",
            )
        elif high - low >= sizes.FACES_LIMIT:
            self.index.report(
                codes.TOO_LARGE,
                f"a die has at most {sizes.FACES_LIMIT:,} faces",
                d.name.span,
                f"{high - low + 1:,} faces",
                help="write a smaller range",
            )
        else:
            return faces
        return low, low

    def _forget_broken(self) -> None:
        """Leaves out every declaration that lacks a part because of a mistake, so that nothing later meets the gap."""
        game = self.game
        needed: list[tuple[dict[str, Any], tuple[str, ...]]] = [
            (game.boards, ("space",)),
            (game.places, ("holds",)),
            (game.tracks, ("owner", "die", "supply")),
            (game.counters, ("owner", "die", "supply")),
            (game.links, ("origin", "goal")),
            (game.patterns, ("die", "place")),
        ]
        gone: set[int] = {id(None)}
        before = 0
        while len(gone) > before:
            before = len(gone)
            for group, parts in needed:
                for decl in list(group.values()):
                    if any(id(getattr(decl, part)) in gone for part in parts):
                        gone.add(id(decl))
                        del group[decl.name]
                        self.index.forget(decl)
        for place in game.places.values():
            place.pile = None if id(place.pile) in gone else place.pile
        for damage in game.damages:
            damage.tracks = tuple(track for track in damage.tracks if id(track) not in gone)

    def _subject(self, name: s.Name) -> Type:
        return self._named_type(name)

    def _owned(self, decl: Any, d: Any, group: dict[str, Any]) -> None:
        decl.owner = self.index.find(d.owner.kind, m.Kind, "kind") if d.owner.kind is not None else None
        decl.die = self.index.find(d.die, m.Kind, "die")
        decl.supply = self._common(d.supply, "place")

    def _common(self, name: s.Name, what: str) -> Any:
        """Finds a place that belongs to nobody; one that there is for each player cannot be meant."""
        found = self.index.find(name, m.Place, what)
        self.common.append((found, name))
        return found

    def _check_common(self) -> None:
        for place, name in self.common:
            if place is not None and place.owner is not None:
                self.index.report(
                    codes.WRONG_TYPE,
                    f"there are several `{name.text}`, one for each owner, and one for all is needed",
                    name.span,
                    "which of them?",
                    Label(place.name_span, "declared here"),
                    help="declare a place without `of each`",
                )

    def _check_piles(self) -> None:
        for pile, name, own in self.piles:
            if own == (pile.owner == "player") and (own or pile.owner is None):
                continue
            if own and pile.owner is None:
                what, ask = f"`{name.text}` is one pile for all, not a pile of each player", "not `my`"
                help = f"write `with pile {name.text}`, or declare `pile {name.text} of each player, of ...`"
            elif pile.owner == "player":
                what, ask = f"there are several `{name.text}`, one for each player", "which of them?"
                help = f"write `with pile my {name.text}` for the pile of whoever owns what is discarded"
            else:
                what, ask = f"`{name.text}` belongs to a thing, not to a player", "whose is it?"
                help = "declare the pile without `of each`, or write `of each player`"
            self.index.report(
                codes.WRONG_TYPE, what, name.span, ask, Label(pile.name_span, "declared here"), help=help
            )


SHAPES.passes_over(
    s.Edition, s.Game, s.Use, s.Rulings, s.Book, s.Theme, s.Option, s.Values, s.Turn, s.Setup, s.Action,
    s.Window, s.Trigger, s.Replacement, s.Exception_, s.GameEnd, s.Aim, s.Scenario, s.Claim, *PATCHES,
)  # fmt: skip
