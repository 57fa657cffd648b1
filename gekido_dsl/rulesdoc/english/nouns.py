"""Names and nouns become English: with the article that they need, linked to what they mean where they stand.

Invariants:
    A name leads to what the resolved game says it is.
"""

from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.types import PlayerType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.teller import EXPRESSIONS, Teller
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.syntax import nodes as s

_COUNTS: Final = ("Turn", "Round", "Game")


def name_text(t: Teller, name: s.Name, before: str = "") -> str:
    """Writes a name with the article that it needs where it stands for one thing: `the Pool`."""
    key, link = t.meaning(name, before), t.linked(name, before)
    match key:
        case (
            m.Field(owner=m.Procedure() | m.Kind(table=True))
            | m.Amount()
            | m.Board()
            | m.Property()
            | m.Damage()
            | m.Counter()
        ):
            return en.the(link)
        case m.Place(word=word, owner=owner) if owner is not None and name.text != key.name:
            return f"{t.w.link(key)} {plural(word)}" if en.describes(key.name) else link
        case m.Place(word=word):
            return en.the(f"{link} {word}" if en.describes(name.text) else link)
        case m.Kind(total=1, name=one) if one == name.text:
            return en.the(link)
        case m.Procedure(word="phase"):
            return phase_text(t, name, before)
        case _:
            return link


def phase_text(t: Teller, name: s.Name, before: str = "") -> str:
    """Writes the name of a phase, or of a turn or round."""
    if name.text in ("Turn", "Round"):
        return f"the {stretch_text(t, name.text)}"
    link = t.linked(name, before)
    return en.the(link if name.text.casefold().endswith("phase") else f"{link} phase")


def stretch_text(t: Teller, name: str) -> str:
    """Writes `turn` or `round`."""
    return name.casefold()


@EXPRESSIONS.of(s.Noun)
def noun_text(t: Teller, noun: s.Noun, *, many: bool = False, alone: bool = True) -> str:
    """Writes a noun with its adjectives and what it is asked with.

    Args:
        many: whether several are meant, where the word does not show it.
        alone: whether it stands for one thing and takes the article that this needs.
    """
    if noun.definite and not noun.adjectives and not noun.arguments:
        word = noun.name.text if noun.name is not None else "player"
        if word in t.bound:
            return t.bound[word]
    if noun.name is not None and t.numbers_of:
        number = t.numbers_of.get(t.meaning(noun.name))  # type: ignore[call-overload]
        if number is not None:
            return str(number)
    if noun.name is None:
        text = "players" if many or noun.span.text.endswith("players") else "player"
    elif noun.name.text == s.TABLE:
        return "the game"
    elif noun.definite and noun.name.text in _COUNTS:
        return f"the number of the {noun.name.text.casefold()}"
    elif noun.definite:
        text = t.linked(noun.name)
    else:
        text = name_text(t, noun.name) if alone and not noun.adjectives else t.linked(noun.name)
    behind = ""
    for adjective in reversed(noun.adjectives):
        if adjective == "remaining":
            behind += " still in the game"
        elif adjective == "friendly" and not t.sided and noun.name is not None:
            key = t.meaning(noun.name)
            text = t.w.link(key, key.plural) if isinstance(key, m.Kind) else text
            text = plural(text) if is_row(t, noun.name) and not en.several(text) else text
            text = f"{t.my} {text}"
        elif adjective == "friendly":
            behind = f" of {t.my} side{behind}"
        else:
            text = f"{adjective} {text}"
    text += behind
    if noun.name is not None and t.of_players:
        text += t.for_player(t.meaning(noun.name))
    text += arguments_text(t, noun.arguments)
    return en.the(text) if noun.definite else text


def is_row(t: Teller, name: s.Name | None) -> bool:
    """Tells whether a name is that of a row in a list behind a kind: there may be several of it."""
    kinds = [
        one for one in t.game.kinds.values() if one.listed and (one.board is None or not one.board.is_map)
    ]
    rows = (row for kind in kinds for row in kind.rows)
    return name is not None and t.meaning(name) is None and any(row.name == name.text for row in rows)


def arguments_text(t: Teller, arguments: tuple[s.Argument, ...]) -> str:
    """Writes what something is asked with: ` towards the way`, ` for the line and Red`."""
    text = "".join(f" {argument.word} {t.expr(argument.value)}" for argument in arguments)
    if [argument.word for argument in arguments] == ["for", "for"]:
        text = f" for {t.expr(arguments[0].value)} and {t.expr(arguments[1].value)}"
    return text


def one_of(t: Teller, noun: s.Noun) -> str:
    """Writes one of several: `a Tile`, `one of your Ships`."""
    text = noun_text(t, noun, alone=False)
    if text.startswith("other "):
        return f"an{text}"
    return f"one of {text}" if is_own(t, noun) else en.a(text)


def is_own(t: Teller, head: s.Expr) -> bool:
    """Tells whether a noun is written as somebody's own things, in the plural: `your Bots`."""
    head = head.things if isinstance(head, s.Located) else head
    return isinstance(head, s.Noun) and "friendly" in head.adjectives and not t.sided


def each_of(t: Teller, head: s.Expr, text: str) -> str:
    """Writes things one by one, for what stands behind `each`, `every` and `no`."""
    owned = head.things if isinstance(head, s.Located) else head
    kind = outermost(t, owned) if isinstance(owned, s.Of) else None
    if isinstance(kind, m.Kind):
        one, several = t.w.link(kind), t.w.link(kind, kind.plural)
        return f"of {text.replace(one, several, 1)}"
    return f"of {text}" if is_own(t, head) else text


def in_the_singular(t: Teller, things: str) -> str:
    """Puts a counted noun in the singular, where a kind, a row, a definition or `players` leads."""
    if things.startswith("players"):
        return "player" + things.removeprefix("players")
    for kind in t.game.kinds.values():
        if f"[{kind.plural}]" in things:
            return things.replace(f"[{kind.plural}]", f"[{kind.name}]", 1)
        for row in kind.rows if kind.listed or kind.file is not None else ():
            if things.startswith(plural(row.name)):
                return row.name + things.removeprefix(plural(row.name))
    for name in t.game.definitions:
        if f"[{plural(name)}]" in things:
            return things.replace(f"[{plural(name)}]", f"[{name}]", 1)
    return things


def takes_plural(t: Teller, expr: s.Expr) -> bool:
    """Tells whether a phrase takes a verb in the plural."""
    match expr:
        case s.Me():
            return True
        case s.Noun(name=None):
            return expr.span.text.endswith("players")
        case s.Noun(name=name) if name is not None:
            return not isinstance(t.meaning(name), tuple) and en.several(name.text)
        case s.Several(number=number):
            return number != 1
        case s.Of(attribute=s.Attribute(name=name, built_in=built_in)):
            return not built_in and en.several(name)
        case s.Located(things=things):
            return takes_plural(t, things)
        case s.Inner(phrase=phrase):
            return takes_plural(t, phrase.head)
        case s.Local(word=word):
            return en.several(word)
        case s.Lines() | s.Line():
            return True
        case _:
            return False


def attribute_text(t: Teller, attribute: s.Attribute) -> str:
    """Writes the name of what belongs to something, linked."""
    if attribute.built_in:
        return attribute.name
    key = t.w.names.meaning(attribute.name, attribute.span)
    which = "" if attribute.nth is None else f"{en.ordinal(attribute.nth)} "
    return which + (t.w.link(key, attribute.name) if key is not None else md.escape(attribute.name))


def outermost(t: Teller, expr: s.Expr) -> Key | None:
    """Tells what a phrase names in the end: of `my Hand` the hand."""
    match expr:
        case s.Noun(name=name) if name is not None:
            return t.meaning(name)
        case s.Indefinite(noun=s.Noun(name=name)) if name is not None:
            return t.meaning(name)
        case s.Several(noun=s.Noun(name=name)) if name is not None:
            return t.meaning(name)
        case s.Of(attribute=attribute) if not attribute.built_in:
            return t.w.names.meaning(attribute.name, attribute.span)
        case s.Located(things=things):
            return outermost(t, things)
        case s.Inner(phrase=phrase):
            return outermost(t, phrase.head)
        case _:
            return None


def is_player(t: Teller, expr: s.Expr) -> bool:
    """Tells whether somebody is meant who can act."""
    match expr:
        case s.Me() | s.Ordinal() | s.Automaton():
            return True
        case s.Noun(name=None) | s.Indefinite(noun=s.Noun(name=None)):
            return True
        case s.Noun(name=name) if name is not None:
            key = t.meaning(name)
            kind = (
                key.subject
                if isinstance(key, m.Definition)
                else key.type
                if isinstance(key, m.Field)
                else None
            )
            return isinstance(kind, PlayerType)
        case s.Of(attribute=attribute) if attribute.built_in:
            return attribute.name not in ("face", "row", "column", "games won")
        case s.Of(attribute=attribute):
            key = t.w.names.meaning(attribute.name, attribute.span)
            return isinstance(key, m.Field) and isinstance(key.type, PlayerType)
        case s.Highest(things=things) | s.Located(things=things):
            return is_player(t, things)
        case s.Inner(phrase=phrase):
            return is_player(t, phrase.head)
        case _:
            return False
