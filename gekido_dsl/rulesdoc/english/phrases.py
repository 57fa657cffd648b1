"""Phrases become English: what is talked about, how many of it, and whose it is.

Invariants:
    Every node of a phrase is written; one that is not known here is a mistake of ours.
    A name leads to what the resolved game says it is.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

Person = Literal["you", "they"]
"""Who acts: the reader, or somebody who was named before."""

_BEFORE: Final = {"corner": "corner", "central": "central", "inner": "inner", "outer": "outer"}
_COUNTS: Final = ("Turn", "Round", "Game")


class Phrases:
    """Writes phrases; knows who acts and which options are chosen."""

    def __init__(self, w: Writer, answers: Mapping[str, str] | None) -> None:
        """Begins with the reader as the one who acts.

        Args:
            answers: what is chosen for each option, and then never mentioned; None to tell of options.
        """
        self.w = w
        self.game = w.game
        self.answers = answers
        self.person: Person = "you"
        self.numbers: frozenset[str] = frozenset()
        """The words of numbers that a rule is done with."""
        self.sided = w.game.sides is not None or w.game.partners

    @contextmanager
    def acting(self, person: Person) -> Iterator[None]:
        """Has somebody else act meanwhile."""
        before, self.person = self.person, person
        yield
        self.person = before

    @property
    def my(self) -> str:
        """Says `your`, or `their` of somebody who was named."""
        return "your" if self.person == "you" else "their"

    # ------------------------------------------------------------ names

    def meaning(self, name: s.Name, before: str = "") -> Key | None:
        """Tells what a name means where it stands."""
        return self.w.names.meaning(name.text, name.span, before)

    def linked(self, name: s.Name, before: str = "") -> str:
        """Writes a name as a link to its place."""
        key = self.meaning(name, before)
        return self.w.link(key, name.text) if key is not None else md.escape(name.text)

    def named(self, name: s.Name, before: str = "") -> str:
        """Writes a name with the article that it needs where it stands for one thing: `the Pool`."""
        key, link = self.meaning(name, before), self.linked(name, before)
        match key:
            case (
                m.Field(owner=m.Procedure())
                | m.Amount()
                | m.Board()
                | m.Property()
                | m.Damage()
                | m.Counter()
            ):
                return en.the(link)
            case m.Place(word=word):
                return en.the(f"{link} {word}" if en.describes(name.text) else link)
            case m.Kind(total=1, name=one) if one == name.text:
                return en.the(link)
            case m.Procedure(word="phase"):
                return self.phase(name, before)
            case _:
                return link

    def phase(self, name: s.Name, before: str = "") -> str:
        """Writes the name of a phase, or of a turn or round."""
        if name.text in ("Turn", "Round"):
            return f"the {self.stretch(name.text)}"
        link = self.linked(name, before)
        return en.the(link if name.text.casefold().endswith("phase") else f"{link} phase")

    def stretch(self, name: str) -> str:
        """Writes `turn` or `round`."""
        return name.casefold()

    # ------------------------------------------------------------ nouns

    def noun(self, noun: s.Noun, *, many: bool = False, alone: bool = True) -> str:
        """Writes a noun with its adjectives and what it is asked with.

        Args:
            many: whether several are meant, where the word does not show it.
            alone: whether it stands for one thing and takes the article that this needs.
        """
        if noun.name is None:
            text = "players" if many or noun.span.text.endswith("players") else "player"
        elif noun.definite and noun.name.text in _COUNTS:
            return f"the number of the {noun.name.text.casefold()}"
        elif noun.definite:
            text = self.linked(noun.name)
        else:
            text = self.named(noun.name) if alone and not noun.adjectives else self.linked(noun.name)
        behind = ""
        for adjective in reversed(noun.adjectives):
            if adjective == "remaining":
                behind += " still in the game"
            elif adjective == "friendly" and not self.sided and noun.name is not None:
                key = self.meaning(noun.name)
                text = self.w.link(key, key.plural) if isinstance(key, m.Kind) else text
                text = f"{self.my} {text}"
            else:
                text = f"{adjective} {text}"
        text += behind + self.arguments(noun.arguments)
        return en.the(text) if noun.definite else text

    def arguments(self, arguments: tuple[s.Argument, ...]) -> str:
        """Writes what something is asked with: ` towards the way`."""
        return "".join(f" {argument.word} {self.expr(argument.value)}" for argument in arguments)

    def one(self, noun: s.Noun) -> str:
        """Writes one of several: `a Tile`, `one of your Ships`."""
        text = self.noun(noun, alone=False)
        return f"one of {text}" if self.own(noun) else en.a(text)

    def own(self, head: s.Expr) -> bool:
        """Tells whether a noun is written as somebody's own things, in the plural: `your Bots`."""
        head = head.things if isinstance(head, s.Located) else head
        return isinstance(head, s.Noun) and "friendly" in head.adjectives and not self.sided

    def each(self, head: s.Expr, text: str) -> str:
        """Writes things one by one, for what stands behind `each`, `every` and `no`."""
        return f"of {text}" if self.own(head) else text

    def many(self, expr: s.Expr) -> bool:
        """Tells whether a phrase takes a verb in the plural."""
        match expr:
            case s.Me():
                return True
            case s.Noun(name=None):
                return expr.span.text.endswith("players")
            case s.Noun(name=name) if name is not None:
                return en.several(name.text)
            case s.Several(number=number):
                return number != 1
            case s.Of(attribute=s.Attribute(name=name, built_in=built_in)):
                return not built_in and en.several(name)
            case s.Located(things=things):
                return self.many(things)
            case s.Inner(phrase=phrase):
                return self.many(phrase.head)
            case s.Local(word=word):
                return en.several(word)
            case s.Lines() | s.Line():
                return True
            case _:
                return False

    # ------------------------------------------------------------ expressions

    def expr(self, expr: s.Expr) -> str:
        """Writes an expression where it stands for something."""
        match expr:
            case s.Num(value=value):
                return str(value)
            case s.Noun():
                return self.noun(expr)
            case s.Indefinite(noun=noun):
                return self.one(noun)
            case s.Several(number=number, noun=noun):
                return f"{number} {self.noun(noun, many=number != 1, alone=False)}"
            case s.Local(word=word):
                return f"*{md.escape(word)}*" if word in self.numbers else f"the {md.escape(word)}"
            case s.It():
                return "it"
            case s.Me():
                return "you" if self.person == "you" else "that player"
            case s.NoneWord():
                return "none"
            case s.YesNo(value=value):
                return "yes" if value else "no"
            case s.Of():
                return self.of(expr)
            case s.Located():
                return self.located(expr)
            case s.Arithmetic(operator="minus", left=s.Num(value=0), right=right):
                return f"minus {self.term(right, 'minus')}"
            case s.Arithmetic(operator=operator, left=left, right=right):
                return f"{self.term(left, operator)} {operator} {self.term(right, operator)}"
            case s.Count(phrase=phrase):
                return f"the number of {self.phrase(phrase, counted=True)}"
            case s.Ordinal(number=number):
                return f"the {en.ordinal(number)} player"
            case s.Automaton():
                return "the automaton"
            case s.Highest():
                return self.highest(expr)
            case s.Rank(player=player, keys=keys):
                owner = en.belonging(self.expr(player)) if not isinstance(player, s.Me) else self.my
                return f"{owner} rank when players are compared by {self.ranked(keys)}"
            case s.Sum(things=things, by=by):
                return self.total(things, by)
            case s.Lines(origin=origin, over=over, end=end):
                passed = self.noun(over, many=True, alone=False)
                return f"the straight lines of {passed} from {self.expr(origin)} to {a_of(self, end)}"
            case s.Distance(origin=origin, goal=goal, over=over):
                way = f" over {self.phrase(over)}" if over is not None else ""
                to = f"the nearest of {self.several(goal)}" if self.many(goal) else self.expr(goal)
                return f"the distance from {self.expr(origin)} to {to}{way}"
            case s.Numbers(low=low, high=high):
                return f"a number from {self.expr(low)} to {self.expr(high)}"
            case s.Union(parts=parts):
                return md.joined([self.phrase(part) for part in parts], "or")
            case s.Spot(word=word):
                return f"`{word}`"
            case s.StandingOn(name=name, spot=spot):
                return f"the {self.linked(name)} on `{spot.word}`"
            case s.Inner(phrase=phrase):
                return self.phrase(phrase)
            case s.Turned(base=base, way=way):
                return f"{self.expr(base)} turned {way}"
            case s.Beside(noun=noun, origin=origin, towards=towards):
                space = self.noun(noun, alone=False)
                start = self.expr(origin)
                start += "," if " towards " in start else ""
                return f"the {space} beside {start} towards {self.expr(towards)}"
            case s.Line(origin=origin, towards=towards, bound=bound, test=test):
                ends = f" {bound} it {self.be(test)}" if bound is not None and test is not None else ""
                return f"the line from {self.expr(origin)} towards {self.expr(towards)}{ends}"
            case s.Asked(base=base, arguments=arguments):
                return self.expr(base) + self.arguments(arguments)
            case _:
                assert_never(expr)

    def be(self, test: s.Is) -> str:
        """Writes what a space is, in a line."""
        raise NotImplementedError

    def predicates(self, relative: s.Relative, *, many: bool) -> str:
        """Writes what is said of things after `that`."""
        raise NotImplementedError

    def term(self, expr: s.Expr, operator: str) -> str:
        """Writes an operand, in parentheses where it is a sum of its own."""
        text = self.expr(expr)
        inner = isinstance(expr, s.Arithmetic) and expr.operator != "times"
        return f"({text})" if inner and operator in ("times", "minus") else text

    def of(self, expr: s.Of) -> str:
        """Writes what belongs to somebody or something."""
        base, attribute = expr.base, expr.attribute
        label = self.attribute(attribute)
        if attribute.built_in:
            return self._built_in(base, attribute, expr)
        behind = self.arguments(attribute.arguments)
        key = self.w.names.meaning(attribute.name, attribute.span)
        if isinstance(key, m.Place) and en.describes(attribute.name):
            label = f"{label} {key.word}"
        return self.belonging(base, label) + behind

    def belonging(self, base: s.Expr, label: str) -> str:
        """Writes that something is somebody's, with `of` where `'s` would pile up."""
        if isinstance(base, s.Me):
            return f"{self.my} {label}"
        if isinstance(base, s.It):
            return f"its {label}"
        owner = self.expr(base)
        far = en.plain(owner).count("'") > 1 or isinstance(
            base, s.Inner | s.Located | s.Highest | s.Beside | s.Union | s.Turned
        )
        return f"the {label} of {owner}" if far else f"{en.belonging(owner, many=self.many(base))} {label}"

    def attribute(self, attribute: s.Attribute) -> str:
        """Writes the name of what belongs to something, linked."""
        if attribute.built_in:
            return attribute.name
        key = self.w.names.meaning(attribute.name, attribute.span)
        return self.w.link(key, attribute.name) if key is not None else md.escape(attribute.name)

    def _built_in(self, base: s.Expr, attribute: s.Attribute, expr: s.Of) -> str:
        match attribute.name:
            case "left neighbour" | "right neighbour":
                first = expr.span.text.casefold()
                if first.startswith("the ") and isinstance(base, s.Me):
                    return "the next player" if "next" in first else "the previous player"
                way = attribute.name.split(" ")[0]
                whose = self.my if isinstance(base, s.Me) else "its" if isinstance(base, s.It) else None
                return f"the player on {whose or en.belonging(self.expr(base))} {way}"
            case "games won":
                who = self.expr(base)
                return f"the number of games that {who} {'have' if who == 'you' else 'has'} won"
            case "side" if not isinstance(base, s.Me | s.It):
                return f"the side of {self.expr(base)}"
            case _:
                return self.belonging(base, attribute.name) + self.arguments(attribute.arguments)

    def located(self, expr: s.Located, *, front: bool = False) -> str:
        """Writes things with where they are."""
        things = (
            self.expr(expr.things)
            if not isinstance(expr.things, s.Noun)
            else self.noun(expr.things, alone=False)
        )
        between = expr.span.text[
            expr.things.span.end - expr.span.start : expr.where.span.start - expr.span.start
        ]
        word = next(iter(between.strip(" ()").split()), "of")
        place = self.outermost(expr.where)
        if word == "of" and not isinstance(place, m.Place | m.Board | m.Track | m.Property) and not front:
            mine = self._part_of(expr.things, expr.where)
            if mine is not None:
                return mine
        if isinstance(place, m.Place) and not front:
            word = "in"
        elif isinstance(place, m.Board):
            word = "on"
        return f"{things} {word} {self.expr(expr.where)}"

    def _part_of(self, things: s.Expr, where: s.Expr) -> str | None:
        """Writes parts of a thing as its own: `one of its Slots`, `its Slots`."""
        noun = things.noun if isinstance(things, s.Indefinite) else things
        if (
            not isinstance(noun, s.Noun)
            or noun.name is None
            or noun.adjectives
            or noun.definite
            or noun.arguments
        ):
            return None
        key = self.meaning(noun.name)
        if not isinstance(key, m.Kind) or (noun is things and noun.name.text != key.plural):
            return None
        label = self.w.link(key, key.plural)
        mine = self.belonging(where, label)
        return f"one of {mine}" if isinstance(things, s.Indefinite) else mine

    def outermost(self, expr: s.Expr) -> Key | None:
        """Tells what a phrase names in the end: of `my Hand` the hand."""
        match expr:
            case s.Noun(name=name) if name is not None:
                return self.meaning(name)
            case s.Indefinite(noun=s.Noun(name=name)) if name is not None:
                return self.meaning(name)
            case s.Several(noun=s.Noun(name=name)) if name is not None:
                return self.meaning(name)
            case s.Of(attribute=attribute) if not attribute.built_in:
                return self.w.names.meaning(attribute.name, attribute.span)
            case s.Located(things=things):
                return self.outermost(things)
            case s.Inner(phrase=phrase):
                return self.outermost(phrase.head)
            case _:
                return None

    # ------------------------------------------------------------ comparing

    def key(self, by: s.Expr) -> str:
        """Writes what things are compared by: `its Strength` is `the Strength`."""
        match by:
            case s.Of(base=s.It() | s.Me(), attribute=s.Attribute(built_in=False) as attribute):
                return f"the {self.attribute(attribute)}{self.arguments(attribute.arguments)}"
            case s.Of(base=s.It(), attribute=s.Attribute() as attribute):
                return f"the {self.attribute(attribute)}"
            case s.Noun(name=name) if name is not None:
                return f"the {self.linked(name)}"
            case _:
                return self.expr(by)

    def several(self, things: s.Expr) -> str:
        """Writes things as those that something is found among."""
        text = self.expr(things)
        return text if en.plain(text).startswith(("the ", "your ", "their ", "its ")) else f"the {text}"

    def total(self, things: s.Expr, by: s.Expr) -> str:
        """Writes a sum: `the total Worth of the Cards in the Trick`."""
        if isinstance(by, s.Of) and by.attribute.built_in and by.attribute.name == "face":
            return f"the total shown by {self.several(things)}"
        if isinstance(by, s.Of) and isinstance(by.base, s.It | s.Me):
            return f"the total {self.key(by).removeprefix('the ')} of {self.several(things)}"
        return f"the total of {self.key(by)} over {self.several(things)}"

    def highest(self, expr: s.Highest) -> str:
        """Writes the one with the most, and what decides among equals."""
        first, *rest = expr.keys
        way = "lowest" if first.lowest else "highest"
        things = expr.things.phrase if isinstance(expr.things, s.Inner) else None
        told = self.phrase(things) if things is not None else self.expr(expr.things)
        players = isinstance(expr.things, s.Noun) and expr.things.name is None
        number = self.key(first.by).removeprefix("the ")
        if players and not rest:
            return f"whoever has the {way} {number}"
        text = f"the {told} with the {way} {number}"
        for key in rest:
            text += f", among equals the one with the {'lowest' if key.lowest else 'highest'} "
            text += self.key(key.by).removeprefix("the ")
        return text + (", or one of these at random" if expr.random else "")

    def ranked(self, keys: tuple[s.Key, ...]) -> str:
        """Writes by what there is an order: `the Speed, the highest first`."""
        parts = [f"{self.key(key.by)}, the {'lowest' if key.lowest else 'highest'} first" for key in keys]
        return ", then by ".join(parts)

    # ------------------------------------------------------------ how many

    def phrase(self, phrase: s.Phrase, *, counted: bool = False) -> str:
        """Writes a phrase with how many, and what is said of them."""
        quantity, head = phrase.quantity, phrase.head
        front = quantity is not None and quantity.kind in ("next", "last")
        match head:
            case s.Located():
                text = self.located(head, front=front)
            case s.Noun() if (
                quantity is not None or counted or phrase.relative is not None or phrase.as_many is not None
            ):
                text = self.noun(head, many=counted, alone=False)
            case _:
                text = self.expr(head)
        if phrase.relative is not None:
            text += self.relative(phrase.relative, head)
        if phrase.as_many is not None:
            return self._as_many(phrase.as_many, text)
        return self._quantified(quantity, text, head) if quantity is not None else text

    def relative(self, relative: s.Relative, head: s.Expr) -> str:
        """Writes ` that is empty and next to it`."""
        many = self.many(head)
        word = "who" if isinstance(head, s.Noun) and head.name is None else "that"
        return f" {word} {self.predicates(relative, many=many)}"

    def _as_many(self, number: s.Expr, text: str) -> str:
        if isinstance(number, s.Local):
            said = self.expr(number)
            return f"{said} {text}" if number.word in self.numbers else f"as many {text} as {said}"
        return (
            f"as many {text} as {self.expr(number)} says"
            if isinstance(self.outermost(number), m.Amount)
            else f"as many {text} as {self.expr(number)}"
        )

    def _quantified(self, quantity: s.Quantity, text: str, head: s.Expr) -> str:
        match quantity.kind:
            case "all":
                mine = en.plain(text).startswith(("your ", "their ", "its ", "the "))
                return f"all of {text}" if mine else f"all {text}"
            case "random":
                return f"a random {text}" if quantity.most == 1 else f"{quantity.most} random {text}"
            case "next" | "last":
                place = self.outermost(head.where) if isinstance(head, s.Located) else None
                stacked = isinstance(place, m.Place) and place.word in ("deck", "pile")
                words = {"next": "top", "last": "bottom"} if stacked else {"next": "next", "last": "last"}
                return f"the {words[quantity.kind]} {text}"
            case "front" | "back":
                return f"the {'first' if quantity.kind == 'front' else 'last'} {text}"
            case "between":
                least, most = quantity.least, quantity.most
                if most is None:
                    return f"any number of {text}" if least == 0 else f"at least {least} {text}"
                return f"up to {most} {text}" if least == 0 else f"{least} to {most} {text}"
            case _:
                assert_never(quantity.kind)

    def open(self, phrase: s.Phrase | None) -> bool:
        """Tells whether a phrase leaves something to choose."""
        if phrase is None:
            return False
        if phrase.as_many is not None:
            return True
        if phrase.quantity is not None:
            return phrase.quantity.kind == "between"
        return self._opens(phrase.head)

    def _opens(self, expr: s.Expr) -> bool:
        match expr:
            case s.Indefinite() | s.Several() | s.Numbers() | s.Union():
                return True
            case s.Located(things=things):
                return self._opens(things)
            case s.Inner(phrase=phrase):
                return self.open(phrase)
            case s.Of(base=base):
                return self._opens(base)
            case _:
                return False


def a_of(phrases: Phrases, noun: s.Noun) -> str:
    """Writes one of the things that a noun names, which may stand in the plural."""
    return phrases.noun(noun, alone=False)
