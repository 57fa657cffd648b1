"""Things and places, as far as a seat may see them, become lines of text.

Invariants:
    What tells nothing takes no room in a brief drawing: what is empty, and what is not so.
    A place whose things may not be seen is counted.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from gekido_dsl.cli.floor import figures, has_floor
from gekido_dsl.cli.gathering import ending_of_all
from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.engine import PlaceView, Seat, ThingView, View
from gekido_dsl.languages import says, text
from gekido_dsl.model.english import article

SEAT_STYLES = ("bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_blue", "bright_red")
QUIET = "dim"
LOUD = "bold"

_SMALL_PLACE = 12
"""Places with more things than this are counted, not listed."""
_LARGEST_HAND = 60
"""A hand with more cards than this is counted, even to its owner."""
_LONG_FACT = 30
"""A fact with more letters than this has lines of its own."""
_TELLS_NOTHING = ("", "none", "no", "0")
"""What is not worth a place where facts are many."""
_EMPTY = ("", "none")


def seat_style(seat: Seat | None) -> str:
    """Gives the colour of a player."""
    return "" if seat is None else SEAT_STYLES[seat % len(SEAT_STYLES)]


class Things:
    """Writes at one width with one set of signs."""

    short = False
    """Whether to leave out what is printed on things: `show` tells it."""

    def __init__(
        self, width_columns: int, marks: Marks, brief: bool, explained: Collection[str] = ()
    ) -> None:
        self.width = width_columns
        self.marks = marks
        self.brief = brief
        self.plain = marks is not PRETTY
        self.explained = explained if brief else ()

    def pairs(self, facts: Mapping[str, str], left_out: Sequence[str] = _TELLS_NOTHING) -> Text:
        """Writes names and values in a row, those left out that tell nothing."""
        shown = [
            Text.assemble((spoken(name) + " ", QUIET), spoken(value))
            for name, value in facts.items()
            if value not in left_out
        ]
        return Text(f" {self.marks.dot} ", QUIET).join(shown) if shown else Text()

    def place(self, held: PlaceView) -> Text:
        """Writes a place in a row: its things if it has few and they may be seen, else how many."""
        line = Text(spoken(held.name), QUIET)
        if held.things is None or not is_listed(held):
            line.append(f" {held.count}")
            known = ", ".join(map(word_of, held.known))
            return (
                line.append(" (" + spoken(text("{names} known", names=known)) + ")", QUIET) if known else line
            )
        faces = [self.face(thing) for thing in held.things]
        ending = ending_of_all(faces) if len(faces) > 1 else ""
        if ending:
            each = says(f", each {article(ending.strip())}:", ", each a {kind}:", kind=ending.strip())
            line.append(spoken(each), QUIET)
        told = Text(" ").join(Text(f"[{face.removesuffix(ending)}]") for face in faces)
        return line.append(" ").append_text(told)

    def face(self, thing: ThingView) -> str:
        """Writes a die with the sign that the ruleset draws for its face, where signs can be shown."""
        word = word_of(thing) if self.plain or not thing.glyph else f"{spoken(thing.glyph)} {word_of(thing)}"
        told = [
            f"{spoken(name)} {spoken(value)}"
            for name, value in thing.changed.items()
            if value not in _TELLS_NOTHING
        ]
        return f"{word}: {', '.join(told)}" if told else word

    def tally(self, things: Iterable[ThingView]) -> Text:
        """Writes things that differ in nothing but their names, with their numbers."""
        words = sorted(word_of(thing) for thing in things)
        counts = [(word, len(list(same))) for word, same in groupby(words)]
        told = [word if count == 1 else f"{word} {self.marks.times}{count}" for word, count in counts]
        return Text(", ".join(told))

    def thing(self, view: View, thing: ThingView, alone: bool) -> list[RenderableType]:
        """Writes a thing in lines; one that has no name and is alone of its kind needs no line for that."""
        head = Text()
        if thing.name not in ("", thing.kind):
            head = Text.assemble((word_of(thing), LOUD), (f" {spoken(thing.kind)}", QUIET))
        elif not alone or thing.space:
            head = Text(word_of(thing), LOUD)
        if thing.space:
            head.append(" " + spoken(text("on {space}", space=thing.space)), QUIET)
            if (mark := self.mark(view, thing)) and head.plain:
                head = Text.assemble((f"{mark} ", seat_style(thing.owner))).append_text(head)
        lines: list[RenderableType] = [head] if head else []
        numbers = [self.track(name, dice) for name, dice in thing.tracks.items()]
        numbers += [self.counter(name, number) for name, number in thing.counters.items()]
        if numbers:
            lines.append(Text("  ").join(numbers))
        for name, sides in thing.links.items():
            if sides:
                told = Text(spoken(name) + ": ", QUIET)
                lines.append(
                    told.append(", ".join(f"{spoken(other)} {spoken(side)}" for other, side in sides.items()))
                )
        held = [self.held(place) for place in thing.places if place.count or not self.brief]
        if held:
            lines.append(Text("  ").join(held))
        lines += self.parts(thing.parts)
        every = self.facts_of(thing)
        long = {name: value for name, value in every.items() if len(value) > _LONG_FACT}
        short = {name: value for name, value in every.items() if name not in long}
        facts = self.pairs(short, (*_EMPTY, "no") if self.brief else _EMPTY)
        if facts:
            lines.append(facts)
        if not self.brief or thing.owner == view.seat:
            lines += self.long_facts(long)
        return lines

    def long_facts(self, facts: Mapping[str, str]) -> list[RenderableType]:
        """Writes facts with many values, these side by side; facts with a value for the same things share a line."""
        shared: dict[tuple[str, ...], dict[str, list[str]]] = {}
        lines: list[RenderableType] = []
        for name, value in facts.items():
            parts = value.split("; " if "; " in value else ", ")
            numbers = [part.rpartition(" ") for part in parts]
            if all(of and number.lstrip("-").isdigit() for of, _, number in numbers):
                of_all = tuple(of for of, _, _ in numbers)
                shared.setdefault(of_all, {})[name] = [number for _, _, number in numbers]
            elif len(parts) > 1:
                lines += [Text(spoken(name), QUIET), self._side_by_side(parts)]
            else:
                lines.append(self.pairs({name: value}))
        made: list[RenderableType] = []
        for of_all, numbered in shared.items():
            told = ["/".join(numbers) for numbers in zip(*numbered.values(), strict=True)]
            made.append(Text(" / ".join(map(spoken, numbered)), QUIET))
            made.append(
                self._side_by_side([f"{of} {number}" for of, number in zip(of_all, told, strict=True)])
            )
        return [*made, *lines]

    def _side_by_side(self, parts: Iterable[str]) -> RenderableType:
        return Padding(Columns([Text(spoken(part)) for part in parts], padding=(0, 2)), (0, 0, 0, 2))

    def facts_of(self, thing: ThingView) -> dict[str, str]:
        """Gives the facts of a thing that are to be told."""
        return {
            name: value for name, value in thing.facts.items() if not (self.short and name in thing.printed)
        }

    def mark(self, view: View, thing: ThingView) -> str:
        """Gives what stands for a thing on a board with signs; nothing if its player has no other there."""
        for board in filter(has_floor, view.boards):
            named = figures(board, self.plain)
            own = [other for space in board.spaces for other in space.things if other.owner == thing.owner]
            for figure in own if len(own) > 1 else ():
                if (figure.name, figure.space) == (thing.name, thing.space):
                    return named[id(figure)]
        return ""

    def parts(self, parts: Sequence[ThingView]) -> list[RenderableType]:
        """Writes the parts of a thing in lines; numbered ones in a row that are alike share one."""
        lines: list[RenderableType] = []
        for _, same in groupby(parts, lambda part: (unnumbered(part), self.part(part).plain, part.parts)):
            alike = list(same)
            first, last = alike[0], alike[-1]
            row = Text("  ").append(word_of(first))
            if first is not last:
                row.append(f" {self.marks.more} {word_of(last).removeprefix(unnumbered(last))}")
            if told := self.part(first):
                row.append("  ").append_text(told)
            lines.append(row)
            lines += self.parts(first.parts)
        return lines

    def part(self, part: ThingView) -> Text:
        """Writes what there is to tell of a part."""
        numbers = [self.track(name, dice) for name, dice in part.tracks.items()]
        numbers += [self.counter(name, number) for name, number in part.counters.items()]
        told = self.facts_of(part)
        facts = self.pairs({name: value for name, value in told.items() if value != part.name})
        return Text("  ").join([*numbers, *([facts] if facts else []), *map(self.held, part.places)])

    def told(self, view: View, thing: ThingView, named: bool = False) -> Iterator[Text]:
        """Writes what there is to tell of a thing.

        Args:
            named: whether to begin with its name even if that is its kind's.
        """
        name = Text(word_of(thing) if named or thing.name != thing.kind or thing.space else "", LOUD)
        if thing.space:
            name.append(f" {spoken(thing.space)}", QUIET)
            if mark := self.mark(view, thing):
                name = Text.assemble((f"{mark} ", seat_style(thing.owner))).append_text(name)
        if name.plain:
            yield name
        for track, dice in thing.tracks.items():
            if dice:
                yield self.track(track, dice)
        for counter, number in thing.counters.items():
            if number is not None:
                yield self.counter(counter, number)
        for link, sides in thing.links.items():
            if sides:
                each = ", ".join(f"{spoken(other)} {spoken(side)}" for other, side in sides.items())
                yield Text.assemble((spoken(link) + " ", QUIET), each)
        for place in thing.places:
            if place.count:
                yield self.held(place)
        for part in thing.parts:
            told = self.told_part(part)
            if told is not None:
                yield told
        if facts := self.pairs(self.facts_of(thing)):
            yield facts

    def told_part(self, part: ThingView) -> Text | None:
        """Writes a part of a thing that has anything to tell."""
        told = [self.track(name, dice) for name, dice in part.tracks.items() if dice]
        told += [self.counter(name, number) for name, number in part.counters.items() if number is not None]
        told += [self.held(place) for place in part.places if place.count]
        if facts := self.pairs(
            {name: value for name, value in self.facts_of(part).items() if value != part.name}
        ):
            told.append(facts)
        inner = [found for one in part.parts if (found := self.told_part(one)) is not None]
        if not told and not inner:
            return None
        return Text.assemble((word_of(part), LOUD), " ").append_text(Text(" ").join([*told, *inner]))

    def held(self, place: PlaceView) -> Text:
        """Writes a place of a thing: what lies there, or how many where they may not be seen."""
        whose = place.owner is None
        named = [
            f"P{thing.owner + 1} {word_of(thing)}" if whose and thing.owner is not None else word_of(thing)
            for thing in place.things or ()
        ]
        shown = ", ".join(named) if place.things is not None else str(place.count)
        return Text.assemble((spoken(place.name) + " ", QUIET), shown or self.marks.dash)

    def track(self, name: str, dice: Sequence[int]) -> Text:
        shown = "".join(f"[{number}]" for number in dice) or self.marks.dash
        return Text.assemble((spoken(name) + " ", QUIET), shown)

    def counter(self, name: str, number: int | None) -> Text:
        return Text.assemble((spoken(name) + " ", QUIET), self.marks.dash if number is None else str(number))

    def own_place(self, held: PlaceView) -> list[RenderableType]:
        """Writes a place of a player; the cards of the viewer's hand with what they say."""
        if held.things is None or not is_listed(held):
            return [self.place(held)]
        if not any(thing.text for thing in held.things):
            return [self.place(held)]
        lines: list[RenderableType] = [Text(f"{spoken(held.name)} {held.count}", QUIET)]
        for thing in held.things:
            line = Text(word_of(thing))
            told = [value for value in thing.facts.values() if value not in _TELLS_NOTHING]
            if told:
                line.append(f" ({', '.join(map(spoken, told))})")
            if thing.text:
                line.append(f" {self.marks.dash} {spoken(thing.text)}", QUIET)
            lines.append(Padding(line, (0, 0, 0, 2)))
        return lines


def is_listed(held: PlaceView) -> bool:
    """Tells whether the things of a place are listed: they are few, may be seen, and are not put away."""
    most = _LARGEST_HAND if held.word == "hand" else _SMALL_PLACE
    return bool(held.things) and held.count <= most and held.word != "box"


def word_of(thing: ThingView) -> str:
    """Names a thing; a solid die with its sides: `2 (N4 E1 S3 W6)`."""
    word = thing.name or thing.face or thing.kind
    if thing.sides:
        between = "" if all(face.isdigit() for face in thing.sides.values()) else " "
        sides = " ".join(f"{way[0]}{between}{face}" for way, face in thing.sides.items())
        word += f" ({sides})"
    return spoken(word)


def unnumbered(thing: ThingView) -> str:
    """Gives the name of a thing without the number that it ends in."""
    return word_of(thing).rstrip("0123456789")


def is_plain(thing: ThingView) -> bool:
    return not (thing.facts or thing.tracks or thing.counters or thing.links or thing.parts or thing.places)
