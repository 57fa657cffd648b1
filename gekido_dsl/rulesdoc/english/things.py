"""Things become passages: kinds, dice, values, boards, places, tracks, counters, links, patterns, options.

Invariants:
    A number comes from the game; how a board is laid out comes from its text.
    Facts that only serve the machine are told in the reference alone.
"""

from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BoolType, EffectType, EnumType, IntType, ListType, TextType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.sentences import Sentences
from gekido_dsl.rulesdoc.english.steps import Step, listed
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


class Things(Sentences):
    """Writes passages of things."""

    def thing(self, decl: m.Decl, written: s.Declaration | None) -> list[str]:
        """Writes the blocks of a thing; none when it is told elsewhere."""
        match decl:
            case m.Kind() if decl.faces is not None:
                return [self._die(decl)]
            case m.Kind():
                fields = self._fields(decl) if self.answers is not None else ""
                return [text for text in (self.kind_count(decl), fields) if text]
            case m.Enum():
                return [f"{en.capital(en.a(self.w.link(decl)))} is {self.members(decl)}."]
            case m.Board():
                return self._board(decl, written)
            case m.Place():
                return [self._place(decl, written)]
            case m.Track():
                return [self._track(decl, written)]
            case m.Counter():
                return [self._counter(decl)]
            case m.Link():
                return [self._link(decl)]
            case m.Damage():
                tracks = ", then its ".join(self.w.link(track) for track in decl.tracks)
                most = written.most if isinstance(written, s.Damage) else None
                limit = (
                    f" One hit reaches at most {md.counted(most, 'die', 'dice')}." if most is not None else ""
                )
                return [f"Damage to {en.a(self.w.link(decl.kind))} hits its {tracks}.{limit}"]
            case m.PatternSet() if isinstance(written, s.Patterns):
                return self._patterns(decl, written)
            case m.Report() if isinstance(written, s.Report) and self.answers is None:
                return self._report(written)
            case _:
                return []

    def members(self, enum: m.Enum, word: str = "or") -> str:
        """Lists the values of a list."""
        return md.joined([self.w.link((enum, at), name) for at, name in enumerate(enum.members)], word)

    # ------------------------------------------------------------ kinds and dice

    def kind_count(self, kind: m.Kind) -> str:
        """Says how many there are."""
        several = self.w.link(kind, kind.plural)
        if kind.parent is not None:
            whole = self.w.link(kind.parent)
            if kind.column and kind.legend is not None:
                return f"The {several} of each {whole} are drawn."
            if kind.column:
                if kind.column == kind.plural:
                    return f"Each {whole} has its own {several}."
                return f"Each {whole} has one {self.w.link(kind)} for each of its {md.escape(kind.column)}."
            number = kind.each_parent or 0
            return f"Each {whole} has {number} {several if number != 1 else self.w.link(kind)}."
        copies = sum(row.copies for row in kind.rows)
        if kind.each_player is not None:
            number = kind.each_player
            return f"Each player has {number} {several if number != 1 else self.w.link(kind)}."
        if kind.board is not None and kind.file is None:
            return f"{several} are the spaces of {en.the(self.w.link(kind.board))}."
        if kind.combined and kind.rows:
            fields = md.joined([self.w.link(kind.fields[name]) for name in kind.combined], "and")
            return f"There are {copies} {several}, {kind.rows[0].copies} for each {fields}."
        one = f"There is 1 {self.w.link(kind)}" if copies == 1 else f"There are {copies} {several}"
        if kind.file is None:
            return f"{one}."
        names: dict[str, list[int]] = {}
        for at, row in enumerate(kind.rows):
            names.setdefault(row.name, []).append(at)
        if len(names) <= _MANY:
            told = []
            for name, rows in names.items():
                number = sum(kind.rows[at].copies for at in rows)
                told.append(self.w.link((kind, rows[0]), name) + (f" ({number})" if number > 1 else ""))
            return f"{one}: {md.joined(told)}."
        return f"{one}{f', {len(kind.rows)} of them different' if copies != len(kind.rows) else ''}."

    def _fields(self, kind: m.Kind) -> str:
        shown = [one for one in kind.fields.values() if self.answers is None or not one.unlogged]
        printed = [self._field(one) for one in shown if not one.kept and not isinstance(one.type, TextType)]
        kept = [self._field(one) for one in shown if one.kept]
        name = self.w.link(kind)
        texts = []
        if printed:
            texts.append(f"Printed on each {name}: {'; '.join(printed)}.")
        if kept:
            texts.append(f"What changes on each {name} during the game: {'; '.join(kept)}.")
        return " ".join(texts)

    def _field(self, field: m.Field) -> str:
        name = self.w.link(field)
        if field.index is not None:
            word = "towards" if isinstance(field.index, m.Enum) and field.index.compass else "for"
            name += f" {word} each {self.w.link(field.index)}"
        told = self._holds(field)
        if field.start is not None:
            start = self._started(field)
            if self.answers is not None and start == "none":
                told = f"{told.removesuffix(' or none')}{', ' if told else ''}none at first"
            elif self.answers is None or start != "no":
                told += f"{', ' if told else ''}at first {start}" if start else ""
        if field.seen == "owner":
            told += f"{', ' if told else ''}seen by its owner alone"
        if field.seen == "nobody":
            told += f"{', ' if told else ''}seen by nobody"
        return f"{name} ({told})" if told else name

    def _started(self, field: m.Field) -> str:
        start = field.start
        if start is None:
            return ""
        text = " ".join(start.span.text.split())
        return md.escape(text)

    def _holds(self, field: m.Field) -> str:
        none = " or none" if field.optional else ""
        match field.type:
            case IntType(low=low, high=high) if (
                low is not None and high is not None and high < 2**30 and low > -(2**30)
            ):
                return f"{low} to {high}{none}"
            case EnumType(enum=enum) if enum.anonymous:
                return md.joined([md.escape(member) for member in enum.members], "or") + none
            case EnumType(enum=enum):
                return f"{en.a(self.w.link(enum))}{none}" if enum.name != field.name or none else ""
            case ThingType(kind=kind):
                return f"{en.a(self.w.link(kind))}{none}" if kind.name != field.name or none else ""
            case BoolType():
                return "yes or no" if self.answers is None else ""
            case ListType() | EffectType():
                return ""
            case IntType(low=low) if low is not None and low > -(2**30):
                return f"{low} or more"
            case _:
                return ""

    def _die(self, die: m.Kind) -> str:
        number = sum(row.copies for row in die.rows)
        several = self.w.link(die, die.plural)
        if die.each_player is not None:
            count = (
                f"Each player has {die.each_player} {several if die.each_player != 1 else self.w.link(die)}"
            )
        else:
            count = f"There {'is' if number == 1 else 'are'} {number} {several if number != 1 else self.w.link(die)}"
        if isinstance(die.faces, m.Enum):
            faces = f"the faces {self.members(die.faces, 'and')}"
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

    # ------------------------------------------------------------ boards and places

    def _board(self, board: m.Board, written: s.Declaration | None) -> list[str]:
        spaces = self.w.link(board.space, board.space.plural)
        size = f"a board of {board.rows} by {board.columns} {spaces}"
        name = en.the(self.w.link(board))
        texts = [
            f"Each player has {size}, their {self.w.link(board)}."
            if board.each_player
            else f"{en.capital(name)} is {size}."
        ]
        if board.holes:
            texts.append(f"{len(board.holes)} places of it are left out.")
        touch = (
            "along the lines that are drawn" if board.links is not None else _TOUCH.get(board.directions, "")
        )
        texts.append(f"{spaces} touch {touch}.")
        if board.parted:
            parts = md.joined([self.w.link(field) for field in board.parted], "or")
            texts.append(f"Nothing goes across a border with {parts}.")
        if board.from_bottom:
            texts.append("Rows are counted from the bottom.")
        if board.seen == "owner":
            texts.append("Only its owner sees it.")
        if board.seen == "nobody":
            texts.append("Nobody sees it.")
        steps = []
        for line in written.layout if isinstance(written, s.Board) else ():
            guard = self.guarded(line.guard)
            if guard is False:
                continue
            when = f", {self.when(guard)}" if isinstance(guard, s.Guard) else ""
            where = md.joined([_REGIONS[region] for region in line.regions])
            shuffled = ", shuffled" if line.shuffled else ""
            steps.append(Step(f"{en.capital(where)}: {self.phrase(line.phrase)}{shuffled}{when}."))
        blocks = [" ".join(texts)]
        return [*blocks, "It is laid out so:", listed(steps, numbered=False)] if steps else blocks

    def _owner(self, owner: m.Kind | str | None) -> str:
        return f"each {self.w.link(owner)}" if isinstance(owner, m.Kind) else "each player"

    def _place(self, place: m.Place, written: s.Declaration | None) -> str:
        holds = self.w.link(place.holds, place.holds.plural)
        link, word = self.w.link(place), place.word
        told = word in place.name.casefold().split()
        if place.owner is not None:
            who = en.capital(self._owner(place.owner))
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
            pile = self.w.link(place.pile)
            goal = en.the(pile) if place.pile.owner is None else f"its owner's {pile}"
            texts.append(f"What is discarded goes to {goal}.")
        if isinstance(written, s.Place):
            if written.limit is not None:
                late = self.guarded(written.late.guard) if written.late is not None else False
                check = "" if late is False else ", counted once all are drawn"
                check += f" {self.when(late)}" if isinstance(late, s.Guard) else ""
                most = "at most as many as" if not isinstance(written.limit, s.Num) else "at most"
                texts.append(f"It holds {most} {self.expr(written.limit)}{check}.")
            if written.refill is not None:
                steps = self.sentence(written.refill)
                if steps:
                    texts.append(self._led_by("when it is empty", steps).text)
            if written.carried:
                texts.append("What lies in it stays there from one game to the next.")
        return " ".join(texts)

    # ------------------------------------------------------------ tracks, counters, links

    def _track(self, track: m.Track, written: s.Declaration | None) -> str:
        die = self.w.link(track.die)
        dice = self.w.link(track.die, track.die.plural)
        who = en.capital(self._owner(track.owner))
        texts = [f"{who} has a row of {dice}, {_its(track.owner)} {self.w.link(track)}."]
        if track.rows is not None:
            texts.append(
                f"In full it is one {die} showing {track.showing} for each of its {self.w.link(track.rows)}."
            )
        if isinstance(written, s.Track) and written.spaces is not None:
            texts.append(f"It has room for up to {self.expr(written.spaces)} {dice}.")
        texts.append(
            f"They come from {en.the(self.w.link(track.supply))}; those that are lost go back there."
        )
        return " ".join([*texts, *self._hidden(track.seen)])

    def _hidden(self, seen: str) -> list[str]:
        return {"owner": ["Only its owner sees it."], "nobody": ["Nobody sees it."]}.get(seen, [])

    def _counter(self, counter: m.Counter) -> str:
        die = en.a(self.w.link(counter.die))
        name = self.w.link(counter) if en.several(counter.name) else en.a(self.w.link(counter))
        texts = [
            f"{en.capital(self._owner(counter.owner))} has {name} from {counter.low} to "
            f"{counter.high}, shown by {die} from {en.the(self.w.link(counter.supply))}."
        ]
        if counter.kept is not None:
            texts.append(f"At {counter.kept} the die stays.")
        return " ".join([*texts, *self._hidden(counter.seen)])

    def _link(self, link: m.Link) -> str:
        sides = md.joined([md.escape(side) for side in link.sides.members], "or")
        start = md.escape(link.sides.members[link.start])
        texts = [
            f"{en.capital(self._owner(link.origin))} has {en.a(self.w.link(link))} token for each "
            f"{'enemy' if link.enemy else 'other'} {self.w.link(link.goal)}. It shows {sides}, and {start} at first."
        ]
        if link.number is not None:
            texts.append(f"Each {self.w.link(link.origin)} has {link.number} of them.")
        return " ".join([*texts, *self._hidden(link.seen)])

    # ------------------------------------------------------------ patterns and options

    def _patterns(self, patterns: m.PatternSet, written: s.Patterns) -> list[str]:
        dice = self.w.link(patterns.die, patterns.die.plural)
        steps = []
        for number, pattern in enumerate(written.patterns):
            text = self.needed(pattern)
            name = self.w.link((patterns.enum, number), pattern.name.text)
            steps.append(Step(f"**{name}**: {text}."))
        return [
            f"{en.capital(en.a(self.w.link(patterns)))} is made of {dice}:",
            listed(steps, numbered=False),
        ]

    def needed(self, pattern: s.Pattern) -> str:
        """Writes which dice make a pattern."""
        text = self._groups(pattern.groups)
        if pattern.never is not None:
            text += f", none of them showing {self.expr(pattern.never)}"
        guard = self.guarded(pattern.other_guard)
        if pattern.other and guard is not False:
            text += f", or {self._groups(pattern.other)}"
            text += f" {self.when(guard)}" if isinstance(guard, s.Guard) else ""
        return text

    def _groups(self, groups: tuple[s.Group, ...]) -> str:
        texts = []
        for number, group in enumerate(groups):
            word = "alike" if group.alike else "different"
            texts.append(f"{group.number} {'dice ' if number == 0 else 'others '}{word}")
        return md.joined(texts)

    # ------------------------------------------------------------ reports

    def _report(self, it: s.Report) -> list[str]:
        who = self.linked(it.kind) if it.kind is not None else "player"
        steps = []
        with self.acting("they"):
            for line in it.lines:
                told = f"what {md.joined([self.linked(one) for one in line.did])} did"
                if line.phrase is not None:
                    told = self.phrase(line.phrase)
                steps.append(Step(f"{md.escape(line.title)}: {told}."))
        lead = f"A column for each {who}, each time {self.named(it.when)} ends:"
        return [lead, listed(steps, numbered=False)]


def _its(owner: m.Kind | str | None) -> str:
    """Writes whose something is that each of the owners has."""
    return "its" if isinstance(owner, m.Kind) else "their"
