"""What in a book is out of date or missing: stale passages, rules that nobody tells, numbers that are typed."""

import difflib
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from gekido_dsl.book.bindings import Bindings
from gekido_dsl.book.expand import WORDS
from gekido_dsl.book.meaning import Meanings
from gekido_dsl.book.nodes import Book, Passage
from gekido_dsl.book.record import BESIDE, GONE, PASSING, Records, Reviewed
from gekido_dsl.book.scan import Ranges, apart, scan
from gekido_dsl.book.staleness import Stale, Staleness
from gekido_dsl.book.subjects import Subjects, Teller
from gekido_dsl.book.unbacked import unbacked
from gekido_dsl.book.worked import failing
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes, has_errors
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Source, Span

_SHOWN: Final = 12
"""How many changed lines of a rule are shown."""
_PLACES: Final = 4
"""How many rules of a passage are shown where they stand."""
_WIDE: Final = 46
"""From how many letters on two lines stand beneath each other."""
_NUMBER: Final = re.compile(
    rf"(?<![\w.,:/#&-])(?:\d+(?![\w/:]|[.,]\d)|(?:{'|'.join(WORDS[2:])})\b)", re.IGNORECASE
)
_NOT_PROSE: Final = re.compile(
    r"\]\([^)\n]*\)|<[^>\n]*>|\{\{[^}\n]*\}\}|\{:?[^}\n]*\}|^ {0,3}#.*$|^\s*\d+[.)]\s|^\s*\|?[\s:|-]+\|\s*$",
    re.MULTILINE,
)


class Checker:
    """Looks through one book."""

    def __init__(self, compilation: Compilation, book: Book, bindings: Bindings, records: Records) -> None:
        self._compilation = compilation
        self._book = book
        self._bindings = bindings
        self._records = records
        self._naming = bindings.naming
        self._meanings = Meanings(compilation, bindings.parts)
        self._hidden: dict[str, Ranges] = {}
        """By file: what is no prose in it."""

    # ------------------------------------------------------------ reviews

    @cached_property
    def _subjects(self) -> Subjects:
        return Subjects(self._compilation, self._bindings, self._meanings, self._names)

    @cached_property
    def _staleness(self) -> Staleness:
        return Staleness(self._bindings, self._subjects, self._records)

    def reviewed(self, wanted: "set[str] | None") -> Reviewed:
        """Gives the record that results when passages have been looked at.

        Args:
            wanted: ids of these passages; None for all that are bound.
        """
        made: Reviewed = {}
        for passage in self._book.passages:
            if passage in self._bindings.vanished:
                continue
            missing = dict.fromkeys(self._bindings.missing.get(passage, ()), GONE)
            now = _recorded(self._subjects.passage(passage)) | missing
            self._review(made, passage.id, now, wanted, inherited=passage.inherited)
        for teller in self._subjects.texts():
            self._review(made, teller.id, _recorded(teller), wanted, inherited=True)
        return made

    def known(self) -> set[str]:
        """Gives the ids of what can be reviewed."""
        return {passage.id for passage in self._book.passages} | {one.id for one in self._subjects.texts()}

    def _review(
        self, made: Reviewed, name: str, now: dict[str, str], wanted: "set[str] | None", *, inherited: bool
    ) -> None:
        known = self._records.own.get(name, {})
        if wanted is None or name in wanted:
            if now and not (inherited and now == self._records.base.get(name)):
                made[name] = now
        elif known:
            made[name] = known

    def stale(self) -> Iterator[Diagnostic]:
        """Finds passages and texts whose rules mean something else than when they were reviewed."""
        if has_errors(self._records.diagnostics):
            return  # what was reviewed is not known
        if not self._records.exists:
            yield from self._never()
        for one in self._staleness.passages():
            assert one.teller.passage is not None
            yield self._stale(one.teller.passage, one.changed, one.gone)
        for one in self._staleness.texts():
            yield self._stale_text(one)
        yield from self._new_texts()

    def unbacked(self) -> Iterator[Diagnostic]:
        """Finds the texts of rows that promise what nothing in the rules does."""
        return unbacked(self._subjects)

    def examples(self) -> Iterator[Diagnostic]:
        """Finds the examples that no longer come out, or cannot be drawn."""
        return failing(self._compilation, self._book, self._bindings.vanished)

    def _stale_text(self, stale: Stale) -> Diagnostic:
        """Reports a text of a row, a title, a label, an answer or a ruling."""
        labels = [Label(stale.teller.span, "look at its text again")]
        notes = []
        for key, name, before, now in stale.changed:
            place = self._place(key) if key is not None else None
            if place is not None and place != stale.teller.span and len(labels) <= _PLACES:
                labels.append(Label(place, "the rule as it is now"))
            notes.append(f"`{name}` then and now:\n{side_by_side(before or '', now)}")
        names = list(dict.fromkeys(name for _, name, _, _ in stale.changed))
        verb = "means" if len(names) == 1 else "mean"
        return Diagnostic(
            codes.STALE_TEXT,
            f"the {stale.teller.id} says “{stale.teller.saying.text}”: {_listed(names)} {verb} something else since it "
            "was reviewed",
            tuple(labels),
            f'if it is still right, run `gdl docs RULESET --reviewed "{stale.teller.id}"`',
            (),
            tuple(notes),
        )

    def _new_texts(self) -> Iterator[Diagnostic]:
        """Reports the texts that have never been reviewed, together."""
        if not self._records.exists:
            return
        new = self._staleness.new_texts()
        if new:
            many = f"{len(new)} texts for players have" if len(new) > 1 else f"the {new[0].id} has"
            yield Diagnostic(
                codes.STALE_TEXT,
                f"{many} not been reviewed beside what {'they tell' if len(new) > 1 else 'it tells'} of",
                (Label(new[0].span, "the first of them" if len(new) > 1 else "told here"),),
                "read them beside the rules, then write `gdl docs RULESET --reviewed all`",
            )

    def _never(self) -> Iterator[Diagnostic]:
        own = [one for one in self._book.passages if not one.inherited]
        bound = [one for one in own if one in self._bindings.keys]
        if bound:
            yield Diagnostic(
                codes.STALE_PASSAGE,
                f"none of the {len(bound)} passages that tell of rules has been reviewed",
                (Label(bound[0].heading, "the first of them"),),
                "read the book beside the rules, then write `gdl docs RULESET --reviewed all`",
            )

    def _stale(
        self, passage: Passage, changed: list[tuple[Key | None, str, str | None, str]], gone: list[str]
    ) -> Diagnostic:
        names = list(dict.fromkeys(name for _, name, _, _ in changed))
        labels = [Label(passage.heading, "look at it again")]
        notes = []
        for key, name, before, now in changed:
            place = self._place(key) if key is not None else None
            if place is not None and len(labels) <= _PLACES:
                labels.append(
                    Label(place, "the rule as it is now" if before is not None else "told of since then")
                )
            if before is not None:
                notes.append(f"`{name}` then and now:\n{side_by_side(before, now)}")
        notes += [f"`{name}` is not in this game" for name in gone]
        if any(before is not None for _, _, before, _ in changed):
            old = list(dict.fromkeys(name for _, name, before, _ in changed if before is not None))
            what = f"{_listed(old)} {'has' if len(old) == 1 else 'have'} changed since it was reviewed"
        elif changed:
            what = f"it has not been reviewed with {_listed(names)}"
        else:
            what = f"it tells of {_listed(gone)}, which the game does not have any more"
        rewrite = passage.inherited and self._naming.game.base is not None
        help_ = f"if it is still right, run `gdl docs RULESET --reviewed {passage.id}`"
        if rewrite:
            help_ = f"rewrite it in a chapter of the variant, under a heading with the same words, or {help_}"
        return Diagnostic(
            codes.STALE_PASSAGE, f"“{passage.title}” is stale: {what}", tuple(labels), help_, (), tuple(notes)
        )

    def _place(self, key: Key) -> Span | None:
        if isinstance(key, m.Decl):
            return key.name_span
        if isinstance(key, m.Game):
            return key.span
        if isinstance(key, tuple) and isinstance(key[0], m.Kind):
            return key[0].rows[key[1]].span
        return None

    # ------------------------------------------------------------ what is missing

    def untold(self) -> Iterator[Diagnostic]:
        """Finds declarations that players need and that no passage tells of."""
        for decl in self._bindings.untold:
            name = self._naming.called(decl)
            yield Diagnostic(
                codes.UNTOLD_DECLARATION,
                f"no passage of the book covers `{name}`",
                (Label(decl.name_span, "not covered"),),
                f"write `<!-- tells of {name} -->` below the heading of the passage that does; until then the "
                "book uses the program's wording",
            )

    # ------------------------------------------------------------ numbers

    @cached_property
    def _names(self) -> re.Pattern[str]:
        """The names of the game that have a number in them, as they are written in prose."""
        names = [name for name in self._naming.names.spoken() if _NUMBER.search(name)]
        joined = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        return re.compile(rf"\b(?:{joined})\b" if joined else r"(?!)", re.IGNORECASE)

    def typed(self) -> Iterator[Diagnostic]:
        """Finds numbers that are typed though they stand in a rule that the passage tells of."""
        for passage in self._book.passages:
            if passage.inherited:
                continue  # the base has it
            keys = self._bindings.keys.get(passage, ())
            known: dict[int, list[tuple[Key, int]]] = {}
            for key in self._in_parts(keys):
                for place, number in enumerate(self._meanings.numbers(key)):
                    if number > 1:
                        known.setdefault(number, []).append((key, place))
            if not known:
                continue
            source = passage.source
            hidden = self._not_prose(source)
            for match in _NUMBER.finditer(source.text, passage.body.start, passage.body.end):
                if match.start() in hidden:
                    continue
                said = match.group().casefold()
                number = WORDS.index(said) if said in WORDS else int(said)
                if number in known:
                    at = Span(source, match.start(), match.end())
                    yield self._typed(at, number, *self._likeliest(at, known[number]))

    def _not_prose(self, source: Source) -> Ranges:
        """Gives what is no prose in a chapter: code, comments, directives, addresses, names with a number in them."""
        if source.name not in self._hidden:
            scanned = scan(source.text)
            self._hidden[source.name] = Ranges(
                apart(
                    [
                        *scanned.code,
                        *((one.start, one.end) for one in scanned.comments),
                        *(one.span() for one in _NOT_PROSE.finditer(source.text)),
                        *(one.span() for one in self._names.finditer(source.text)),
                    ]
                )
            )
        return self._hidden[source.name]

    def _likeliest(self, at: Span, known: list[tuple[Key, int]]) -> tuple[Key, int]:
        """Gives what is spoken of on the line of a number; else the first that has it."""
        line = at.source.line(at.start_position[0])
        return next((one for one in known if self._naming.target(one[0]).name in line), known[0])

    def _in_parts(self, keys: tuple[Key, ...]) -> Iterator[Key]:
        """Gives each pattern of a set by itself."""
        for key in keys:
            if isinstance(key, m.PatternSet):
                yield from ((key.enum, number) for number in range(len(key.enum.members)))
            else:
                yield key

    def _typed(self, at: Span, number: int, key: Key, place: int) -> Diagnostic:
        words = "" if at.text[0].isdigit() else " in words"
        return Diagnostic(
            codes.TYPED_NUMBER,
            f"`{at.text}` is typed here, but `{self._naming.called(key)}` has this number",
            (Label(at, "would not change with the rule"),),
            f"if it is the same number, write `{{{{{self._directive(key, number, place)}{words}}}}}`",
        )

    def _directive(self, key: Key, number: int, place: int) -> str:
        name = self._naming.target(key).name
        if isinstance(key, m.Kind) and sum(row.copies for row in key.rows) == number:
            return f"number of {key.plural}"
        if isinstance(key, m.Field) and key.start is not None and key.start.value == number:
            return name
        if isinstance(key, m.Amount) and len(key.lines) == 1:
            return name
        return f"{ORDINALS[place]} number in {name}" if place < len(ORDINALS) else name


def _recorded(teller: Teller) -> dict[str, str]:
    """Gives what a record holds of a text."""
    made = dict(teller.told)
    for name, lines in ((PASSING, teller.touched), (BESIDE, teller.beside)):
        if lines:
            made[name] = "\n".join(sorted(lines))
    return made


def side_by_side(before: str, now: str) -> str:
    """Shows the lines in which two texts differ, the old at the left."""
    old, new = before.splitlines(), now.splitlines()
    pairs: list[tuple[str, str]] = []
    for tag, low, high, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        left, right = old[low:high], new[start:end]
        for number in range(max(len(left), len(right))):
            pairs.append(
                (left[number] if number < len(left) else "", right[number] if number < len(right) else "")
            )
    more = len(pairs) - _SHOWN
    pairs = pairs[:_SHOWN]
    width = max((len(left) for left, _ in pairs), default=0)
    if width <= _WIDE and all(len(right) <= _WIDE for _, right in pairs):
        lines = [f"{left:<{width}} | {right}" for left, right in pairs]
    else:
        lines = [line for left, right in pairs for line in (f"- {left}", f"+ {right}") if line[2:].strip()]
    return "\n".join([*lines, *([f"and {more} more lines"] if more > 0 else [])])


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names[:3]]
    if len(names) > len(quoted):
        quoted.append(f"{len(names) - len(quoted)} more")
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
