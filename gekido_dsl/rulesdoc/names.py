"""Every name of a game gets its place on the site, and every mention of a name is told which one it means.

Invariants:
    A target has one address, and no two targets share one.
    A mention leads to what the resolved game says it is; where that says nothing, to the likeliest meaning.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, Final

from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.kernel.verb import Behind
from gekido_dsl.model.sentences.frames import leading_to
from gekido_dsl.model.types import EnumType, Type, item
from gekido_dsl.rulesdoc.markdown import slug
from gekido_dsl.source import Span

Key = Hashable
"""A declaration itself; `(enum, number)` for a value; `(kind, number)` for a row."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be linked to."""

    page: str
    slug: str
    name: str
    what: str
    """What it is, in a few words without a name of its own: `a phase`."""
    of: Key | None = None
    """What it is a part of."""


PAGES: Final = {
    "index": text("The game"),
    "components": text("Components"),
    "tables": text("Cards, figures and patterns"),
    "turn": text("The turn"),
    "rules": text("Rules"),
    "effects": text("Effects"),
    "windows": text("Actions and windows"),
    "definitions": text("Definitions and amounts"),
    "options": text("Options"),
    "rulings": text("Rulings"),
    "sources": text("Sources, page by page"),
    "scenarios": text("Examples"),
    "glossary": text("Glossary"),
    "changes": text("What the variant changes"),
    "made": text("How this was made"),
}
"""The pages, in the order of reading, with their titles, which each language tells in its own words."""


def pages(game: m.Game, *, variant: bool) -> list[str]:
    """Lists the pages that have something to say of a game."""
    said: dict[str, object] = {
        "tables": game.patterns or any(kind.file is not None for kind in game.kinds.values()),
        "rules": game.rules or game.triggers or game.replacements,
        "effects": game.effects,
        "windows": game.windows or game.actions,
        "definitions": game.definitions or game.properties or game.amounts or game.reports,
        "options": game.options,
        "rulings": game.rulings,
        "sources": game.sources,
        "scenarios": [*game.scenarios, *game.claims],
        "changes": variant,
    }
    return [page for page in PAGES if said.get(page, True)]


class Names:
    """The names of one game."""

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._targets: dict[Key, Target] = {}
        self._slugs: set[str] = set()
        self._meanings: dict[str, list[Key]] = {}
        self._mentions: dict[str, list[tuple[int, int, Key]]] = {}
        self._mentioned: dict[tuple[str, Key], list[tuple[int, int, int]]] = {}
        """By file and what is mentioned: which mention of the file it is, and from where to where."""
        """By source: where the resolved game refers to something."""
        self._place()
        for decl in self._holders():
            self._note(decl)

    def __iter__(self) -> Iterator[tuple[Key, Target]]:
        """Lists every place with its key, in the order of the site."""
        return iter(self._targets.items())

    def __contains__(self, key: Key) -> bool:
        return key in self._targets

    def __getitem__(self, key: Key) -> Target:
        return self._targets[key]

    # ------------------------------------------------------------ places

    def _add(
        self, key: Key, page: str, sort: str, name: str, what: str, *spoken: str, of: Key | None = None
    ) -> None:
        parts = [sort, *([self._targets[of].name] if of is not None and of in self._targets else []), name]
        stem = address = "-".join(slug(part) for part in parts)
        number = 1
        while address in self._slugs:
            number += 1
            address = f"{stem}-{number}"
        self._slugs.add(address)
        self._targets[key] = Target(page, address, name, what, of)
        for form in dict.fromkeys((name, *spoken)):
            self._meanings.setdefault(form, []).append(key)

    def _place(self) -> None:
        """Gives everything its address, in the order of the site."""
        game = self._game
        for enum in game.enums.values():
            self._add(enum, "components", "values", enum.name, "a list of values", plural(enum.name))
            self._members(enum, of=enum)
        for kind in game.kinds.values():
            sort = "die" if kind.faces is not None else "kind"
            if kind.sheet:
                self._add(kind, "components", sort, "What each player has", "the facts of each player")
            elif kind.table:
                self._add(kind, "components", sort, "What the game has", "the facts of the game")
            else:
                self._add(kind, "components", sort, kind.name, f"a {sort}", kind.plural)
            for field in kind.fields.values():
                what = "a fact" if field.kept else "a column"
                self._add(field, "components", "field", field.name, what, of=kind)
                self._anonymous(field.type, field)
        for board in game.boards.values():
            self._add(board, "components", "board", board.name, "a board")
        for place in game.places.values():
            several = plural(place.name)
            spoken = (several,) if place.owner is not None and several not in self._meanings else ()
            self._add(place, "components", place.word, place.name, f"a {place.word}", *spoken)
        for track in game.tracks.values():
            self._add(track, "components", "track", track.name, "a track")
        for counter in game.counters.values():
            self._add(counter, "components", "counter", counter.name, "a counter")
        for link in game.links.values():
            self._add(link, "components", "link", link.name, "a link", plural(link.name))
            self._anonymous(EnumType(link.sides), link)
        for damage in game.damages:
            self._add(damage, "components", "order", damage.name, "the order of damage")
        self._place_rows()
        for patterns in game.patterns.values():
            several = plural(patterns.name)
            self._add(patterns, "tables", "patterns", patterns.name, "a set of patterns", several)
            for form in (patterns.name, several):
                self._meanings[form].append(patterns.enum)
            self._targets[patterns.enum] = self._targets[patterns]
            for number, member in enumerate(patterns.enum.members):
                self._add((patterns.enum, number), "tables", "pattern", member, "a pattern", of=patterns)
        self._place_doing()

    def _place_rows(self) -> None:
        for kind in self._game.kinds.values():
            if (kind.file is None and not kind.column) or kind.legend is not None:
                continue
            for number, row in enumerate(kind.rows):
                of: Key = kind
                if kind.parent is not None and 0 <= row.parent < len(kind.parent.rows):
                    of = (kind.parent, row.parent)
                    if of not in self._targets:
                        of = kind
                self._add((kind, number), "tables", "row", row.name, "a row", of=of)

    def _place_doing(self) -> None:
        """Gives what players do its addresses: phases, rules, effects, windows, and what they speak of."""
        game = self._game
        if game.setup is not None:
            self._add(game.setup, "turn", "the", "Setup", "how a game begins")
        if game.turn is not None:
            self._add(game.turn, "turn", "the", "Turn", "the order of play")
        if game.position is not None:
            self._add(game.position, "turn", "the", "Position", "what tells positions apart")
        for phase in game.phases.values():
            self._add(phase, "turn", "phase", phase.name, "a phase")
            for field in phase.fields.values():
                self._add(field, "turn", "fact", field.name, "a fact", of=phase)
                self._anonymous(field.type, field)
        for number, end in enumerate(game.ends):
            name = m.GAME_END if number == 0 else f"{m.GAME_END} {number + 1}"
            self._add(end, "turn", "the", name if end.name == m.GAME_END else end.name, "how a game ends")
        if game.aim is not None:
            self._add(game.aim, "turn", "the", "Aim", "what a player strives for")
        for rule in game.rules.values():
            self._add(rule, "rules", "rule", rule.name, "a rule")
        for trigger in game.triggers:
            self._add(trigger, "rules", "trigger", trigger.name, "a trigger")
        for instead in game.replacements:
            self._add(instead, "rules", "replacement", instead.name, "a replacement")
        for effect in game.effects.values():
            self._add(effect, "effects", "effect", effect.name, "an effect")
        for action in game.actions.values():
            self._add(action, "windows", "action", action.name, "an action")
        for window in game.windows.values():
            self._add(window, "windows", "window", window.name, "a window")
        for definition in game.definitions.values():
            several = plural(definition.name)
            self._add(definition, "definitions", "definition", definition.name, "a definition", several)
        for prop in game.properties.values():
            self._add(prop, "definitions", "property", prop.name, "a value that follows")
        for amount in game.amounts.values():
            self._add(amount, "definitions", "amount", amount.name, "an amount")
        for report in game.reports.values():
            self._add(report, "definitions", "report", report.name, "a report")
        for option in game.options.values():
            self._add(option, "options", "option", option.name, "an option")
            self._anonymous(EnumType(option.answers), option)
        for number, ruling in enumerate(game.rulings):
            self._add(("ruling", number), "rulings", "ruling", ruling.name, "a ruling")
        for scenario in game.scenarios:
            self._add(scenario, "scenarios", "example", scenario.name, "an example")
        for claim in game.claims:
            self._add(claim, "scenarios", "claim", claim.name, "a claim")

    def _members(self, enum: m.Enum, of: Key) -> None:
        for number, member in enumerate(enum.members):
            self._add((enum, number), "components", "value", member, "a value", of=of)

    def _anonymous(self, kind: Type, owner: Key) -> None:
        """Has the values of a list that stands within a declaration lead to that declaration."""
        one = item(item(kind))
        if isinstance(one, EnumType) and one.enum.anonymous and one.enum not in self._targets:
            self._targets[one.enum] = self._targets[owner]
            for number, member in enumerate(one.enum.members):
                self._targets[one.enum, number] = self._targets[owner]
                self._meanings.setdefault(member, []).append((one.enum, number))

    # ------------------------------------------------------------ mentions

    def _holders(self) -> Iterator[m.Decl]:
        game = self._game
        yield from game.declarations()
        owners: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
        for owner in owners:
            yield from owner.fields.values()
        yield from game.damages
        yield from game.ends
        yield from game.scenarios
        yield from game.claims
        yield from (one for one in (game.setup, game.turn, game.aim, game.position) if one is not None)

    def _note(self, decl: m.Decl) -> None:
        """Notes where a declaration refers to something."""
        for part in fields(decl):
            value = getattr(decl, part.name)
            if not isinstance(value, m.Decl | dict):
                self._walk(value, decl.span)

    def _walk(self, value: Any, around: Span) -> None:
        if isinstance(value, tuple | list):
            for one in value:
                self._walk(one, around)
            return
        if isinstance(value, m.Expr):
            for key in _keys(value):
                self._mention(value.span, key)
            self._walk(value.args, value.span)
            return
        if isinstance(value, m.Decl) or not is_dataclass(value) or isinstance(value, type | Span | m.Row):
            return
        span = getattr(value, "span", around)
        for part in fields(value):
            inner = getattr(value, part.name)
            for one in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(one, m.Decl):
                    self._mention(span, one)
            self._walk(inner, span)

    def _mention(self, span: Span, key: Key) -> None:
        listed = self._mentions.setdefault(span.source.name, [])
        self._mentioned.setdefault((span.source.name, key), []).append((len(listed), span.start, span.end))
        listed.append((span.start, span.end, key))

    def spoken_of(self, decl: m.Decl) -> Iterator[Key]:
        """Lists what a declaration refers to."""
        span = decl.span
        for start, end, key in self._mentions.get(span.source.name, ()):
            if span.start <= start and end <= span.end:
                yield key

    def meaning(self, name: str, span: Span, before: str = "") -> Key | None:
        """Tells what a name means where it stands; None when it is no name of the game.

        Args:
            before: the word that leads it, which tells some meanings apart.
        """
        known = self._meanings.get(name, [])
        if len(known) <= 1:
            return known[0] if known else None
        around = [
            (end - start, number, key)
            for key in known
            for number, start, end in self._mentioned.get((span.source.name, key), ())
            if start <= span.start and span.end <= end
        ]
        if around:
            return min(around, key=lambda found: found[:2])[2]
        wanted = _LED.get(before)
        if wanted is not None:
            return next((key for key in known if isinstance(key, wanted)), known[0])
        return next((key for key in known if _stands_in(key, span)), known[0])

    def meanings(self, name: str) -> tuple[Key, ...]:
        """Gives everything that goes by a name."""
        return tuple(dict.fromkeys(self._meanings.get(name, ())))

    def spoken(self) -> tuple[str, ...]:
        """Lists every name, and what several of them are called."""
        return tuple(self._meanings)

    def find(self, name: str) -> Key | None:
        """Gives the first meaning of a name."""
        return next(iter(self._meanings.get(name, [])), None)


@lru_cache(maxsize=4)
def names_of(game: m.Game) -> Names:
    """Gives the names of a game; worked out once for all that is written of it."""
    return Names(game)


_BEHIND: Final[dict[Behind, type]] = {
    Behind.RULE: m.Procedure,
    Behind.PHASE: m.Procedure,
    Behind.WINDOW: m.Window,
}
_LED: Final[dict[str, type]] = {
    "each": m.Procedure,
    "this": m.Procedure,
    "remove": m.Decl,
    **{verb: decl for what, decl in _BEHIND.items() for verb in leading_to(what)},
}
"""What a name is that stands behind a word."""


def _stands_in(key: Key, span: Span) -> bool:
    """Tells whether a place lies within the declaration of what is meant."""
    decl = key[0] if isinstance(key, tuple) else key
    if not isinstance(decl, m.Decl) or decl.span.source.name != span.source.name:
        return False
    return decl.span.start <= span.start and span.end <= decl.span.end


def _keys(expr: m.Expr) -> Iterator[Key]:
    """Tells what an expression itself refers to."""
    ref = expr.ref
    if isinstance(ref, m.Decl):
        yield ref
    elif isinstance(ref, tuple) and len(ref) == 2 and isinstance(ref[0], m.Kind) and isinstance(ref[1], str):
        yield from ((ref[0], number) for number, row in enumerate(ref[0].rows) if row.name == ref[1])
    elif isinstance(ref, tuple | list | frozenset):
        yield from (one for one in ref if isinstance(one, m.Decl))
    one = item(expr.type)
    if isinstance(expr, m.ops.Const) and isinstance(one, EnumType):
        yield (one.enum, expr.value)
