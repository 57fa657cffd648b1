"""The game's head, things and places become lines again."""

from typing import assert_never

from gekido_dsl.grammar.lexer import name_as_written
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.source import workbook_of
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.declarations import Rules, of_each, range_words
from gekido_dsl.syntax.text.phrases import an, names
from gekido_dsl.syntax.text.statements import Lines


def table_file(name: str) -> str:
    """Writes the file of a table, with the sheet of a workbook: `"game.xlsx" sheet "Cards"`."""
    file, sheet = workbook_of(name) or (name, None)
    return f'"{file}"' if sheet is None else f'"{file}" sheet "{sheet}"'


class Things(Rules):
    """Writes declarations of the game as a whole, of things, and of where they are."""

    def game(self, d: s.Game) -> Lines:
        changes = " and ".join(f'"{one.text}"' for one in d.changes) if self._texts else ""
        head = f"game {self.string(d.title)}" + (f" changes {changes}" if changes else "")
        return [(0, head, d), *((1, self._game_line(line), line) for line in d.lines)]

    def _game_line(self, line: s.SourceLine | s.Players | s.TurnLimit | s.SameTime | s.GamesRow) -> str:
        match line:
            case s.SourceLine(name=name, title=title):
                return f"source {name.text} {self.string(title)}"
            case s.Players(least=least, most=most, options=options, sides=sides):
                said = f"players {least if least == most else f'{least} to {most}'}"
                said += "".join(f", {one}" for one in options if one != "an automaton")
                said += f", {self._sides(sides)}" if sides is not None else ""
                return said + (", and an automaton" if "an automaton" in options else "")
            case s.TurnLimit(turns=turns, rounds=rounds):
                return f"limit {turns} {'rounds' if rounds else 'turns'}"
            case s.SameTime():
                return "at the same time the player on turn decides"
            case s.GamesRow(number=number, best=best):
                return f"best of {number} games" if best else f"{number} games in a row"
            case _:
                assert_never(line)

    def _sides(self, sides: s.Sides) -> str:
        match sides.kind:
            case "alternate":
                return f"{sides.number} sides"
            case "together":
                return "all on one side"
            case "one":
                return f"the {ORDINALS[sides.number]} player against all others"
            case _:
                return f"sides by {self.expr(sides.by) if sides.by is not None else ''}"

    def option(self, d: s.Option) -> Lines:
        return [(0, f"option {d.name.text}{self.titled(d.title)} is {names(d.answers, 'or')}", d)]

    def values(self, d: s.Values) -> Lines:
        compass = ", clockwise" if d.compass else ""
        found: Lines = [(0, f"values {d.name.text}: {names(d.members)}{compass}", d)]
        if d.glyphs is not None and self._texts:
            found.append((1, f'drawn as "{d.glyphs}"', d))
        return found

    def die(self, d: s.Die) -> Lines:
        faces = d.faces.text if isinstance(d.faces, s.Name) else range_words(*d.faces)
        total = f", {_total(d.total)}" if d.total is not None else ""
        found: Lines = [(0, f"die {d.name.text} of {faces}{total}", d)]
        if d.opposites:
            pairs = ", ".join(f"{one.text} and {other.text}" for one, other in d.opposites)
            found.append((1, f"opposite {pairs}", d))
        for ring in d.rings:
            sides = ", ".join(str(side.value) for side in ring.sides)
            found.append((1, f"around {ring.top.value}: {sides}", ring))
        return found

    def kind(self, d: s.Kind) -> Lines:
        if d.sheet:
            return [
                (0, "each player has", d),
                *self.text(d),
                *((1, self.field(one), one) for one in d.fields),
            ]
        if d.table:
            return [(0, "the game has", d), *self.text(d), *((1, self.field(one), one) for one in d.fields)]
        head = f"kind {d.name.text}"
        if d.rows is not None:
            head += self._rows(d.rows)
        if d.listed:
            *first, last = [
                one.name.text if one.bare else f"{one.number} {one.name.text}" for one in d.listed
            ]
            head += f": {', '.join(first)} and {last}" if first else f": {last}"
            head += " for each player" if d.total is not None else ""
        head += f", {_total(d.total)}" if d.total is not None and not d.listed else ""
        head += "" if d.blocking else ", not blocking"
        shapes = [(1, self._shape(one), one) for one in d.shapes]
        return [(0, head, d), *self.text(d), *((1, self.field(one), one) for one in d.fields), *shapes]

    def _shape(self, d: s.ShapeHere) -> str:
        lines = ", ".join(f'"{line}"' for line in d.lines)
        return f"{d.name.text}: {lines}" if d.name is not None else lines

    def _rows(self, rows: s.RowsFrom) -> str:
        if rows.shaped and rows.parent is not None:
            column = rows.column
            return (
                f" of each {rows.parent.text}, drawn {f'as {column.text}' if column is not None else 'below'}"
            )
        if rows.file is not None or rows.parent is None or rows.column is None:
            assert rows.file is not None
            return f" from {table_file(rows.file)}" if self._texts else " from a table"
        said = f" of each {rows.parent.text}, {'drawn' if rows.signs else 'listed'} as {rows.column.text}"
        if rows.signs is None:
            return said
        return said + (f" with signs from {table_file(rows.signs)}" if self._texts else " with signs")

    def field(self, d: s.Field) -> str:
        """Writes a column or a fact."""
        said = d.name.text
        for index in d.indexes:
            of = index.of
            each = of.text if isinstance(of, s.Name) else range_words(of.low, of.high)
            said += f" {'towards' if index.towards else 'for'} each {each}"
        said += f": {_type(d.type)}"
        said += f", starts {self.expr(d.start)}" if d.start is not None else ""
        said += ", numbered" if d.numbered else ""
        said += f", usually {name_as_written(d.usual.word)}" if d.usual is not None else ""
        said += _seen(d.seen)
        said += ", unlogged" if d.unlogged and self._texts else ""
        said += ", on both sides" if d.both_sides else ""
        said += f", turned with its {d.turned_with.text}" if d.turned_with is not None else ""
        return said + (", carried over" if d.carried else "")

    def phase(self, d: s.Phase) -> Lines:
        head = f"phase {d.name.text}{self.titled(d.title)}"
        fields: Lines = [(1, self.field(one), one) for one in d.fields]
        return [(0, head, d), *self.text(d), *fields, *self.block(d.body, 1)]

    # ------------------------------------------------------------ places

    def board(self, d: s.Board) -> Lines:
        each = " of each player" if d.each_player else ""
        touching = "along lines" if d.lined else f"in {d.directions} directions"
        head = f"board {d.name.text}{each}: {d.rows} by {d.columns} {d.space.text}, touching {touching}"
        if d.ways is not None:
            head = f"board {d.name.text}: {d.space.text}, touching along {d.ways.text}"
            head += f" from {d.ends[0].text} to {d.ends[1].text}" if d.ends is not None else ""
            head += ", one way" if d.one_way else ""
            head += f" if {d.one_way_if.text}" if d.one_way_if is not None else ""
        if d.lengths:
            head = f"board {d.name.text}: {d.space.text}, in rows of {', '.join(map(str, d.lengths))}"
        if d.outline is not None:
            sort, side = d.outline
            head = f"board {d.name.text}: {d.space.text}, in a {sort} of side {side}"
        if d.rounds is not None:
            way = "" if d.rounds.clockwise else " anticlockwise"
            shape = f"{d.rounds.rows} rings" if d.rounds.sort == "rings" else f"a {d.rounds.sort}"
            head = f"board {d.name.text}{each}: {d.space.text}, in {shape} of {d.rounds.length}{way}"
            head += f", touching in {d.directions} directions" if d.directions != 4 else ""
        head += f", parted by {names(d.parted, 'and')}" if d.parted else ""
        head += ", rows counted from the bottom" if d.from_bottom else ""
        if d.rim is not None:
            head += (
                f", in a {'ring' if d.rim.closed else 'line'} {'' if d.rim.clockwise else 'anti'}clockwise"
            )
        if d.wraps is not None:
            ways = ("left to right", "top to bottom", "both ways")
            head += f", wrapping {ways[d.wraps.across + 2 * d.wraps.down - 1]}"
        found: Lines = [(0, head + _seen(d.seen), d)]
        found += [(1, f'"{line.text}"', line) for line in d.drawing]
        for legend in d.legend:
            things = [_drawn(one) for one in legend.drawn] + [name.text for name in legend.names]
            found.append((1, f'"{legend.sign}" is {" and ".join(things)}', legend))
        if d.cases is not None:
            capitals, small = (ORDINALS[one] for one in d.cases)
            said = f"capitals are of the {capitals} player, small letters of the {small} player"
            found.append((1, said, d))
        for layout in d.layout:
            said = f"{' and '.join(layout.regions)}: {self.phrase(layout.phrase)}"
            said += ", shuffled" if layout.shuffled else ""
            found.append((1, said + self.guard(layout.guard), layout))
        found += [(1, _way(one), one) for one in d.listed]
        found += [(1, f"its {one.sort} are {one.kind.text}", one) for one in d.sides]
        return found

    def place(self, d: s.Place) -> Lines:
        owner = of_each(d.owner)
        holds = f": all {d.holds.text}" if d.full else f"{',' * bool(owner)} of {d.holds.text}"
        head = f"{d.word} {d.name.text}{owner}{holds}"
        head += ", shuffled" if d.shuffled else ""
        head += ", carried over" if d.carried else ""
        head += _seen(d.seen)
        head += f", with pile {'my ' * d.own_pile}{d.pile.text}" if d.pile is not None else ""
        found: Lines = [(0, head, d), *self.text(d)]
        if d.limit is not None:
            late = f", checked after the draw{self.guard(d.late.guard)}" if d.late is not None else ""
            found.append((1, f"limit {self.expr(d.limit)}{late}", d))
        if d.refill is not None:
            (_, first, one), *more = self.block((d.refill,), 1)
            found += [(1, f"when empty {first}", one), *more]
        return found

    def track(self, d: s.Track) -> Lines:
        if d.rows is not None:
            content = f"{an(d.die.text)} showing {d.showing} for each of its {d.rows.text}"
        else:
            content = f"{d.die.text}, up to {self.expr(d.spaces) if d.spaces is not None else ''}"
        head = f"track {d.name.text}{of_each(d.owner)}: {content}, from {d.supply.text}{_seen(d.seen)}"
        return [(0, head, d)]

    def counter(self, d: s.Counter) -> Lines:
        kept = f", kept at {d.kept}" if d.kept is not None else ""
        content = f"{d.low} to {d.high} on {an(d.die.text)}, from {d.supply.text}"
        return [(0, f"counter {d.name.text}{of_each(d.owner)}: {content}{kept}{_seen(d.seen)}", d)]

    def link(self, d: s.Link) -> Lines:
        other = "enemy" if d.enemy else "other"
        head = f"link {d.name.text} from each {d.origin.text} to each {other} {d.goal.text}"
        head += f": {names(d.sides, 'or')}, starts {d.start.text}"
        head += f", {d.number} of each" if d.number is not None else ""
        return [(0, head + _seen(d.seen), d)]

    def damage(self, d: s.Damage) -> Lines:
        tracks = ", then ".join(one.text for one in d.tracks)
        most = ""
        if d.most is not None:
            most = f", at most {d.most} {'die' if d.most == 1 else 'dice'} a hit"
        return [(0, f"damage to {an(d.kind.text)}: {tracks}{most}", d)]


def _seen(seen: str | None) -> str:
    return f", seen by {seen}" if seen is not None else ""


def _total(total: s.Total) -> str:
    if total.each:
        return f"{total.number} for each {names(total.each, 'and')}"
    return f"{total.number} {'for each player' if total.each_player else 'of them'}"


def _way(one: s.Way) -> str:
    said = f"{one.start.text} to {names(one.ends, 'and')}"
    facts = [f.name.text if f.number is None else f"{f.name.text} {f.number}" for f in one.facts]
    return f"{said}: {', '.join(facts)}" if facts else said


def _drawn(one: s.Drawn) -> str:
    said = an(one.kind.text) if one.number == 1 else f"{one.number} {one.kind.text}"
    return said + (f" of the {ORDINALS[one.player]} player" if one.player is not None else "")


def _type(kind: s.FieldType) -> str:
    match kind:
        case s.RangeType(low=low, high=high):
            return range_words(low, high)
        case s.RefType(name=name, optional=optional):
            return an(name.text if name is not None else "player") + (" or none" if optional else "")
        case s.ValuesType(members=members):
            return names(members, "or")
        case s.BoolType():
            return "yes or no"
        case s.ListType(most_rows=most_rows, most=most, name=name):
            rows = f"up to {most_rows} rows of " if most_rows is not None else ""
            return f"{rows}up to {most} {name.text}"
        case s.TextType():
            return "text"
        case _:
            assert_never(kind)
