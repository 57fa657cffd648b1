"""Verbs that do something to things: move, draw, deal, shuffle, roll, flip, turn."""

from typing import Literal

from gekido_dsl.diagnostics import Missing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article, plural
from gekido_dsl.model.lain import lie_of, size_of
from gekido_dsl.model.lies import of_squares, shape_of
from gekido_dsl.model.phrases import Chosen
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import Said, means
from gekido_dsl.model.sentences.turning import Turning
from gekido_dsl.model.types import (
    INT,
    BoolType,
    EnumType,
    IntType,
    PlaceType,
    SetType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.syntax import nodes as s


class ThingVerbs(Turning):
    """Resolves what is done to cards, figures, tokens and dice."""

    @means("move", "put", "return", "lock")
    def _move(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        things = self._object(w, scope, slots)
        goal = preps.get("to") or preps.get("into") or preps.get("onto") or preps.get("under")
        if things is None or goal is None:
            if things is not None:
                self._missing(w)
            return None
        if not isinstance(item(things.type), ThingType | UnknownType):
            return self._unfit(w, things, "things")
        shaped, found = item(things.type), self.phrases.phrase(goal, scope)
        squares = shape_of(self.game, shaped.kind) if isinstance(shaped, ThingType) else None
        if squares is not None and self._on_squares(found) and "turned" not in preps:
            return self._cover(said, things, squares, goal, found)
        where = self._chosen(found, goal, scope, slots)
        if w.way is not None:
            self._wrong(w, f"`{things.span.text}` has no shape of squares that is {w.way}", things.span,
                        "draw its shape: `kind Square of each KIND, drawn below`")  # fmt: skip
            return None
        one = item(where.type)
        if isinstance(where, m.ops.Track):
            return m.acts.Move(things, where, told="lock" if w.verb == "lock" else "move", under=False)
        if "under" in preps and not isinstance(one, PlaceType | UnknownType):
            return self._unfit(w, where, "a place")
        if not (
            isinstance(one, PlaceType | UnknownType)
            or (isinstance(one, ThingType) and one.kind.board is not None)
        ):
            return self._unfit(w, where, "a place or a space")
        moved = item(things.type)
        if isinstance(moved, ThingType) and moved.kind.board is not None and isinstance(one, ThingType):
            pair = " ".join(f"{things.span.text} with {where.span.text}".split())
            self._wrong(
                w,
                f"`{things.span.text}` is a space, and only things on spaces can move",
                things.span,
                f"spaces that are laid out change places: `swap {pair}`"
                if moved.kind.board.layout and one.kind is moved.kind
                else None,
            )
            return None
        if isinstance(one, PlaceType) and isinstance(moved, ThingType) and one.holds is not moved.kind:
            self._wrong(
                w, f"`{where.span.text}` holds {one.holds.plural}, not {moved.kind.plural}", where.span
            )
            return None
        if "turned" in preps:
            return self._lay(said, things, where)
        told: Literal["lock", "move"] = "lock" if w.verb == "lock" else "move"
        return m.acts.Move(things, where, told, under="under" in preps)

    def _lay(self, said: Said, thing: m.Expr, space: m.Expr) -> m.AnyAct | None:
        """Resolves `put the tile onto a Plot, turned to a Way`."""
        w, kind = said.w, item(thing.type)
        if not isinstance(kind, ThingType) or isinstance(thing.type, SetType):
            return self._unfit(w, thing, "one thing")
        if not isinstance(space.type, ThingType):
            return self._unfit(w, space, "a space")
        facing = kind.kind.facings()
        wanted = facing[0].type if len(facing) == 1 else None
        way = self._operand(said.preps["turned"], said.scope, said.slots, wanted)
        turned = self._face(w, thing, kind.kind, way)
        if not isinstance(turned, m.acts.Face):
            return None
        return m.acts.Lay(thing, space, "move", under=False, direction=turned.direction, fact=turned.fact)

    def _things(self, w: s.Sentence, scope: Scope, slots: list[m.Slot]) -> m.Expr | None:
        """Resolves what can be nothing but things."""
        things = self._object(w, scope, slots)
        if things is not None and not isinstance(item(things.type), ThingType | UnknownType):
            self._unfit(w, things, "things")
            return None
        return things

    @means("take")
    def _take(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        things = self._things(w, scope, slots)
        if things is None or "off" not in preps:
            return None if things is None else m.acts.Take(things)
        board = self._operand(preps["off"], scope, slots)
        if not isinstance(board, m.ops.Board):
            return self._unfit(w, board, "a board after `off`")
        return m.acts.TakeOff(things, board)

    @means("swap")
    def _swap(self, said: Said) -> m.AnyAct | None:
        """Resolves two spaces that change places: those of one board that is laid out."""
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        space = self._object(w, scope, slots)
        if space is None:
            return None
        if "with" not in preps:
            return self._missing(w)
        other = self._operand(preps["with"], scope, slots)
        kinds = []
        for one in (space, other):
            if isinstance(one.type, UnknownType):
                return None
            if not isinstance(one.type, ThingType):
                return self._unfit(w, one, "one space")
            kinds.append(one.type.kind)
        board = kinds[0].board
        laid = board is not None and board.space is kinds[0] and bool(board.layout) and not board.each_player
        if not laid:
            self._wrong(
                w,
                f"`{space.span.text}` is {space.type}, and only spaces of a board that is laid out change places",
                space.span,
                "lay the spaces out from a table: write the kinds of spaces in it, and "
                "`all: Tiles, shuffled` below the board"
                if board is not None
                else "move what is on the spaces one after the other, with `move`",
            )
            return None
        if kinds[1] is not kinds[0]:
            return self._unfit(w, other, article(kinds[0].name))
        return m.acts.Swap(space, other)

    @means("discard")
    def _discard(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        things = self._things(w, scope, slots)
        if things is None:
            return None
        one = item(things.type)
        if isinstance(one, ThingType) and not self.has_pile(one.kind, w.span):
            return None
        return m.acts.Discard(things)

    @means("arrange")
    def _arrange(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        if w.object is None or "into" not in preps or "as" in preps or w.may:
            return self._missing(w)
        for phrase in (w.object, preps["into"]):
            found = self.phrases.phrase(phrase, scope)
            if isinstance(found, Chosen) and not found.every:
                self._wrong(w, "all of them take part: write `all ...`, or the name alone", phrase.span)
                return None
        things = self.phrases.several(w.object, scope)
        places = self.phrases.several(preps["into"], scope)
        one = item(things.type)
        if not isinstance(one, ThingType):
            return self._unfit(w, things, "things")
        places = self._holders(places, one.kind)
        goal = item(places.type)
        if not isinstance(goal, PlaceType):
            return self._unfit(w, places, "places")
        if goal.holds is not one.kind:
            self._wrong(
                w, f"`{places.span.text}` hold {goal.holds.plural}, not {one.kind.plural}", places.span
            )
            return None
        local = scope.fresh()
        slots.append(m.Slot(local, things, 0, None))
        return m.acts.Arrange(m.ops.Local(one, w.object.span, value=local), places)

    def _holders(self, found: m.Expr, kind: m.Kind) -> m.Expr:
        """Gives the places of things that have one for a kind; other expressions as they are."""
        one = item(found.type)
        places = [
            place
            for place in self.game.places.values()
            if isinstance(one, ThingType) and place.owner is one.kind and place.holds is kind
        ]
        if len(places) != 1:
            return found
        places[0].used = True
        return m.ops.Place(SetType(PlaceType(kind)), found.span, owner=found, ref=places[0])

    def _number_drawn(self, w: s.Sentence, scope: Scope) -> tuple[m.Expr, m.Kind] | None:
        """Resolves how many things of what kind are drawn or dealt: from the top, whatever they are."""
        found = self.phrases.phrase(w.object, scope) if w.object is not None else None
        if found is not None and isinstance(item(found.type), UnknownType):
            return None
        span = w.object.span if w.object is not None else None
        if not isinstance(found, Chosen) or not isinstance(found.type, ThingType) or found.every:
            alone = w.verb == "draw" and w.object is None and not w.preps
            help_ = "if the game ends in a draw, write `nobody wins`" if alone else None
            self._wrong(w, f"`{w.verb}` does not say how many things, as in `{w.verb} 2 Cards`", span, help_)
            return None
        if not isinstance(found.candidates, m.ops.Things):
            help_ = "to take the next that fits, write `move the next ... that is ... to ...`"
            self._wrong(w, f"`{w.verb}` always takes the next things from the top", span, help_)
            return None
        if found.random or (found.as_many is None and found.least != found.most):
            help_ = (
                "choose before: `choose a number from 0 to 2 as the number`, then `as many ... as the number`"
            )
            self._wrong(w, f"`{w.verb}` leaves no choice of how many or of which", span, help_)
            return None
        number = m.ops.Const(IntType(found.least, found.least), w.span, value=found.least)
        return found.as_many or number, found.type.kind

    @means("draw")
    def _draw(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        found = self._number_drawn(w, scope)
        if found is None:
            return None
        number, kind = found
        origin = self._place(w, preps.get("from"), kind, scope, "deck")
        goal = (
            self._place(w, preps.get("into") or preps.get("to"), kind, scope, "hand")
            if origin is not None
            else None
        )
        if origin is None or goal is None:
            return None
        keep = self._operand(preps["keeping"], scope, slots) if "keeping" in preps else None
        if keep is not None:
            self.has_pile(kind, preps["keeping"].span)
        if (
            keep is not None
            and isinstance(keep, m.ops.Const)
            and isinstance(number, m.ops.Const)
            and keep.value > number.value
        ):
            self._wrong(w, f"{keep.value} are kept of {number.value} that are drawn", keep.span)
        keeping = self.phrases.expect(keep, INT) if keep is not None else None
        return m.acts.Draw(number, origin, goal, keeping, kind)

    @means("deal")
    def _deal(self, said: Said) -> m.AnyAct | None:
        w, preps, scope = said.w, said.preps, said.scope
        if "to" not in preps:
            return self._missing(w)
        found = self._number_drawn(w, scope)
        if found is None:
            return None
        number, kind = found
        players = self.phrases.every_one(preps["to"], scope)
        origin = self._place(w, preps.get("from"), kind, scope, "deck")
        goal = self._dealt_into(w, preps.get("into"), kind)
        if origin is None or goal is None:
            return None
        goal.used = True
        return m.acts.Deal(number, origin, self._players(players), goal)

    def _dealt_into(self, w: s.Sentence, into: s.Phrase | None, kind: m.Kind) -> m.Place | None:
        """Finds the place of each player that things are dealt into: the one that is named, else their only hand."""
        places = [p for p in self.game.places.values() if p.holds is kind and p.owner == "player"]
        if into is not None:
            head = into.head
            name = head.name.text if isinstance(head, s.Noun) and head.name is not None else ""
            meant = next((place for place in places if name in (place.name, plural(place.name))), None)
            if meant is None:
                known = " or ".join(f"`{place.name}`" for place in places)
                help_ = f"players have {known}" if places else None
                self._wrong(w, f"no place of a player for {kind.plural} is called so", into.span, help_)
            return meant
        hands = [place for place in places if place.word == "hand"]
        if len(hands) == 1:
            return hands[0]
        if hands:
            help_ = f"write `into {hands[0].name}` or `into {hands[1].name}`"
            why = f"say into where: there is more than one hand for {kind.plural}"
            self._wrong(w, why, None, help_, Missing("where", "hand", kind.name))
        elif not (self.index.found or self.index.lost):
            self._wrong(w, f"no player has a hand for {kind.plural}")
        return None

    @means("lay out")
    def _lay_out(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        board = self._object(w, scope, slots)
        if board is None or isinstance(board.type, UnknownType):
            return None
        drawn = board.ref.space if isinstance(board, m.ops.Board) else None
        if drawn is None or drawn.legend is None or drawn.parent is None:
            return self._unfit(w, board, "a board whose spaces are drawn")
        wanted = ThingType(drawn.parent)
        if "as" not in preps:
            return self._missing(w)
        plan = self._operand(preps["as"], scope, slots, wanted)
        if not (drawn.parent.each_player is not None and item(plan.type) == wanted):
            plan = self.phrases.expect(plan, wanted)
        lie = lie_of(w)
        if lie is None:
            help_ = "no player chooses here: write `, mirrored`, `, turned right`, `, turned left` or `, turned around`"
            self._wrong(w, f"`{w.way}` does not say how the drawing is turned", None, help_)
            return None
        return m.acts.LayOut(board, plan, lie) if self._lies(w, board.ref, drawn, lie) else None

    def _lies(self, w: s.Sentence, board: m.Board, drawn: m.Kind, lie: int) -> bool:
        """Tells whether drawings can lie so on a board; reports it where they cannot."""
        if not lie:
            return True
        if not of_squares(board):
            self._wrong(
                w, f"`{board.name}` is no board of squares, and only their drawings are turned or mirrored"
            )
            return False
        assert drawn.parent is not None
        for number, drawing in drawn.drawings.items():
            rows, columns = size_of(drawing, lie)
            if rows > board.shape.rows or columns > board.shape.columns:
                name = drawn.parent.rows[number].name
                self._wrong(w, f"`{name}` turned is larger than `{board.name}`: {rows} by {columns} spaces",
                            help="turn it around, mirror it, or make the board larger")  # fmt: skip
                return False
        return True

    @means("shuffle")
    def _shuffle(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        place = self._object(w, scope, slots)
        if place is None:
            return None
        if w.way is not None:
            if not isinstance(place.type, SetType) or not isinstance(item(place.type), PlaceType) or preps:
                return self._unfit(w, place, "several places")
            return m.acts.ShuffleAlike(place)
        if not isinstance(place.type, PlaceType):
            return self._unfit(w, place, "a place")
        if not preps:
            return m.acts.Shuffle(place)
        word, phrase = next(iter(preps.items()))
        goal = self.phrases.expect(self._operand(phrase, scope, slots), place.type)
        if word == "into":
            return m.acts.ShuffleInto(place, goal)
        return m.acts.ShuffleOnto(place, goal, under=word == "under")

    @means("show")
    def _show(self, said: Said) -> m.AnyAct | None:
        """Shows things, or what a fact, counter or track says, to players; to all, if nobody is named."""
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        shown = self._object(w, scope, slots)
        if shown is None:
            return None
        one = item(shown.type)
        if isinstance(one, PlaceType):
            shown, one = (
                m.ops.Inside(SetType(ThingType(one.holds)), shown.span, place=shown, ref=None),
                ThingType(one.holds),
            )
        fact = isinstance(shown, m.ops.Field | m.ops.Counter) and not isinstance(shown.type, SetType)
        fact = fact and (isinstance(shown, m.ops.Counter) or shown.ref.kept)
        if not fact and not isinstance(one, ThingType | UnknownType):
            return self._unfit(w, shown, "things, a place, or a fact that a match keeps")
        players = self._players(self._operand(preps["to"], scope, slots)) if "to" in preps else None
        return m.acts.ShowFact(shown, players) if fact else m.acts.Show(shown, players)

    @means("roll", "reroll")
    def _roll(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        if w.object is None:
            return self._missing(w)
        if "into" in preps:
            found = self.phrases.phrase(w.object, scope)
            goal = self._operand(preps["into"], scope, slots)
            if not isinstance(goal, m.ops.Track) or not isinstance(found, Chosen) or found.adding:
                return self._unfit(w, goal, "a track")
            return m.acts.RollInto(goal.thing, goal.ref, found.least)
        dice = self._object(w, scope, slots)
        if dice is None:
            return None
        one = item(dice.type)
        if not isinstance(one, ThingType) or one.kind.faces is None:
            return self._unfit(w, dice, "dice")
        return m.acts.Reroll(dice) if w.verb == "reroll" else m.acts.Roll(dice)

    @means("flip")
    def _flip(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        found = self._object(w, scope, slots)
        if found is None:
            return None
        if isinstance(found, m.ops.Link):
            if "to" not in preps:
                return self._missing(w)
            sides = item(found.type)
            side = self.phrases.expect(self._operand(preps["to"], scope, slots, sides), sides)
            return m.acts.FlipLink(found.thing, found.other, side, found.ref)
        one = item(found.type)
        two = isinstance(one, BoolType) or (isinstance(one, EnumType) and len(one.enum.members) == 2)
        if (
            isinstance(found, m.ops.Cell | m.ops.Field)
            and two
            and (isinstance(found, m.ops.Cell) or found.ref.kept)
        ):
            return m.acts.FlipFact(found)
        if not isinstance(one, ThingType) or not one.kind.opposite:
            return self._unfit(w, found, "dice with opposite faces, a link, or a fact with two values")
        return m.acts.Flip(found)
