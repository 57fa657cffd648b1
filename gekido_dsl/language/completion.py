"""What may stand at a place of a file of rules: words by the grammar, names by what they are."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from textwrap import indent
from typing import Final

from gekido_dsl.grammar import expected_at, parser, words
from gekido_dsl.grammar.lexer import Line, logical_lines
from gekido_dsl.grammar.lexer import pieces as pieces_of
from gekido_dsl.language import cookbook
from gekido_dsl.language.cells import complete_field
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.suggestions import Suggestion
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Behind
from gekido_dsl.model.sentences.frames import leading_to
from gekido_dsl.model.types import EnumType, ThingType, item
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Source
from gekido_dsl.syntax.nodes import SHEET

_WORD: Final = re.compile(r"[^\W\d_][\w-]*\Z")
_RUN: Final = re.compile(r"(?:[^\W\d_a-z][\w-]* )*(?:[^\W\d_][\w-]*)?\Z")
_NUMBER: Final = re.compile(r"(?<![\w'-])\d+\Z")
_WISH: Final = re.compile(
    r"^(?P<indent> *)# *(?P<said>i want(?: to(?: (?P<wanted>.*))?)?)\Z", re.IGNORECASE | re.MULTILINE
)
"""A comment that says what somebody wants to do, as titles of the cookbook go on."""
_HELD: Final = "zzz"
"""Stands where something is to be written, so that blocks open and close before it."""
_NOT_NAMED: Final = frozenset({"rulings", "scenarios"})
"""Pages of the reference whose entries are no names of the language."""
_LEADS: Final[dict[str, tuple[type, ...]]] = (
    dict.fromkeys(("its", "'s", "their", "the", "my"), (m.Field, m.Property, m.Amount, m.Counter, m.Track, m.Kind))
    | dict.fromkeys(("in", "from", "into", "onto", "to", "of"), (m.Place, m.Board, m.Track, m.Kind))
    | dict.fromkeys(("a", "an", "each", "every", "some", "no", "all", "another"), (m.Kind, m.Definition))
)  # fmt: skip
"""What a word leads to, most of the time."""


def complete(source: Source, at: int, mentions: Mentions | None) -> list[Suggestion]:
    """Lists what may stand at a place, the likely first; in a comment `# I want to ...`, answers of the cookbook.

    Args:
        mentions: the names of the ruleset, also as it was a moment ago.
    """
    text = source.text[:at]
    line_start = max(text.rfind("\n"), text.rfind("\r")) + 1
    if (wish := _WISH.search(text, line_start)) is not None:
        return _recipes(wish)
    if _inside(text[line_start:]) or _NUMBER.search(text, line_start):
        return []
    game = mentions.game if mentions is not None else None
    if mentions is not None and game is not None and (kind := _rows_of(text, mentions)) is not None:
        return complete_field(kind, game, text)
    typed = _WORD.search(text, line_start)
    begin = typed.start() if typed is not None else at
    run = _RUN.search(text, line_start)
    run_begin = run.start() if run is not None else begin
    found = [
        Suggestion(word, begin, "")
        for word in sorted(_words(_expected(text, begin)))
        if word.startswith(text[begin:at])
    ]
    allowed = _expected(text, run_begin)
    if mentions is not None and game is not None and (allowed is None or "NAME" in allowed):
        found += _names(mentions, text, run_begin, at)
    return sorted(found, key=lambda one: (not one.likely, not one.what, one.text))


def _recipes(wish: re.Match[str]) -> list[Suggestion]:
    """Offers answers of the cookbook to what a comment wants: the comment says it, and the lines follow."""
    found = cookbook.find(wish["wanted"] or "", most=12) or list(cookbook.recipes())
    return [
        Suggestion(
            f"I want to {one.title}\n{indent(one.text, wish['indent'])}",
            wish.start("said"),
            "cookbook",
            likely=True,
            label=f"I want to {one.title}",
        )
        for one in found
    ]


def _rows_of(text: str, mentions: Mentions) -> m.Kind | None:
    """Gives the kind of the row that a variant adds or changes at the end of a text."""
    lines = _block(text + _HELD)
    head = [one.text for one in lines[0].pieces[:4]] if len(lines) > 1 else []
    if len(head) < 4 or (head[0], head[2]) not in (("add", "to"), ("change", "of")):
        return None
    found = (one for one in mentions.names.meanings(head[3]) if isinstance(one, m.Kind))
    return next((one for one in found if one.file is not None), None)


def _inside(line: str) -> bool:
    """Tells whether the end of a line lies in a comment, a text or a citation."""
    # A text or a citation that is not closed yet begins no token.
    return any(one.kind == "comment" or one.text in ('"', "[") for one in pieces_of(line))


def _expected(text: str, begin: int) -> frozenset[str] | None:
    """Lists the terminals that may stand at a place; None where what stands before it cannot be read."""
    lines = _block(text[:begin] + _HELD)
    return expected_at(lines, begin) if lines else None


def _block(text: str) -> list[Line]:
    """Gives the lines of the last declaration."""
    lines, _ = logical_lines(text)
    for number in range(len(lines) - 1, -1, -1):
        if lines[number].indent == 0:
            return lines[number:]
    return lines


def _words(terminals: frozenset[str] | None) -> set[str]:
    """Lists the words of the language for terminals; all where nothing is known of the place."""
    known = spelled()
    if terminals is None:
        return {word for several in known.values() for word in several}
    return {word for name in terminals for word in known.get(name, ())}


@lru_cache(maxsize=1)
def spelled() -> dict[str, frozenset[str]]:
    """Gives every word of the language by its terminal; words that belong together are one."""
    found: dict[str, set[str]] = {}
    for word, name in parser().literals.items():
        if word[0].isalpha():
            found.setdefault(name, set()).add(word)
    for phrase, name in words.PHRASES:
        if phrase[0][0].isalpha():
            found.setdefault(name, set()).add(words.spaced(phrase))
    found.setdefault("VERB", set()).update(words.VERBS.values())
    found.setdefault("VERB", set()).update(_third(base) for base in set(words.VERBS.values()))
    found.setdefault("ADJ", set()).update(words.ADJECTIVES)
    found.setdefault("ATTR", set()).update(words.ATTRIBUTES)
    found.setdefault("PREP", set()).update(words.PREPOSITIONS)
    return {name: frozenset(several) for name, several in found.items()}


def _third(base: str) -> str:
    """Gives the form of a verb for one who acts: `rolls`, `destroys`."""
    head, blank, rest = base.partition(" ")
    ending = (
        "ies" if head.endswith("ly") else "es" if head.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
    )
    return f"{head.removesuffix('y') if ending == 'ies' else head}{ending}{blank}{rest}"


def _names(mentions: Mentions, text: str, run_begin: int, at: int) -> Iterator[Suggestion]:
    """Lists names that go on what is typed, which may be several words of one."""
    typed = text[run_begin:at].casefold()
    if _declares(text, run_begin):
        return
    wanted, members = _wanted(mentions, text[:run_begin])
    for name in mentions.names.spoken():
        meant = mentions.names.meanings(name)
        likely_key = next((one for one in meant if one in members or isinstance(one, wanted)), None)
        key = likely_key if likely_key is not None else meant[0]
        if key not in mentions.names or mentions.names[key].page in _NOT_NAMED:
            continue
        if not name.casefold().startswith(typed):
            continue
        what = mentions.names[key].what
        if isinstance(key, tuple) and isinstance(key[0], m.Enum):
            what = f"a value of {mentions.names[key[0]].name}" if key[0] in mentions.names else "a value"
        elif isinstance(key, tuple) and isinstance(key[0], m.Kind):
            what = key[0].name
        yield Suggestion(name, run_begin, what, key, likely_key is not None)


def _declares(text: str, begin: int) -> bool:
    """Tells whether a name that begins here is a new one: it follows the first word of a declaration."""
    lines = _block(text[:begin] + _HELD)
    return len(lines) == 1 and len(lines[0].pieces) == 2 and lines[0].pieces[0].kind == "word"


def _wanted(mentions: Mentions, text: str) -> tuple[tuple[type, ...], frozenset[Key]]:
    """Tells what the words before lead to: some kinds of things, or the values of what is compared."""
    lines = _block(text)
    before = lines[-1].pieces[-2:] if lines else ()
    last = before[-1].text if before else ""
    game = mentions.game
    if game is not None:
        behind: dict[Behind, Iterable[m.Decl]] = {
            Behind.RULE: game.rules.values(),
            Behind.PHASE: game.phases.values(),
            Behind.WINDOW: game.windows.values(),
        }
        for what, led in behind.items():
            if last in leading_to(what):
                return (), frozenset(led)
    if last in ("is", "are", "not", "to") and len(before) == 2 and before[0].kind == "name":
        for key in mentions.names.meanings(before[0].text):
            kind = item(item(key.type)) if isinstance(key, m.Field) else None
            if isinstance(key, m.Option):
                kind = EnumType(key.answers)
            if isinstance(kind, EnumType):
                return (), frozenset((kind.enum, number) for number in range(len(kind.enum.members)))
    if last == "'s" and len(before) == 2 and before[0].kind == "name":
        owners = [_kind_of(key) for key in mentions.names.meanings(before[0].text)]
        facts = [one for kind in owners if kind is not None for one in kind.fields.values()]
        if facts:
            return (), frozenset(facts)
    sheet = game.kinds.get(SHEET) if game is not None and last in ("my", "their") else None
    return _LEADS.get(last, ()), frozenset(sheet.fields.values() if sheet is not None else ())


def _kind_of(key: Key) -> m.Kind | None:
    """Tells of which kind a thing is that a name stands for."""
    if isinstance(key, tuple):
        return key[0] if isinstance(key[0], m.Kind) else None
    if isinstance(key, m.Kind):
        return key
    found = item(item(key.type)) if isinstance(key, m.Field) else None
    return found.kind if isinstance(found, ThingType) else None
