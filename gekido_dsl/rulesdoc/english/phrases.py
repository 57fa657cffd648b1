"""Phrases become English: what is talked about, how many of it, and whose it is.

Invariants:
    Every node of a phrase is written; one that is not known here is a mistake of ours.
"""

import re
from typing import Final, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import spot
from gekido_dsl.model.types import SetType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import Comparing
from gekido_dsl.syntax import nodes as s

_WHOSE: Final = re.compile(r"(?:'s|s') ")


class Phrases(Comparing):
    """Writes phrases."""

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
                return f"the number of {self._several_in(phrase)}{self.phrase(phrase, counted=True)}"
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
                return f"the straight lines of {passed} from {self.expr(origin)} to {self.noun(end, alone=False)}"
            case s.Distance(origin=origin, goal=goal, over=over):
                way = f" over {self.phrase(over)}" if over is not None else ""
                to = f"the nearest of {self.several(goal)}" if self.many(goal) else self.expr(goal)
                return f"the distance from {self.expr(origin)} to {to}{way}"
            case s.Numbers(low=low, high=high):
                return f"a number from {self.expr(low)} to {self.expr(high)}"
            case s.Union(parts=parts):
                return md.joined([self.phrase(part) for part in parts], "or")
            case s.Spot(word=word):
                return self.spot(word)
            case s.StandingOn(name=name, spot=spot):
                return f"the {self.linked(name)} on {self.spot(spot.word)}"
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

    def spot(self, word: str) -> str:
        """Writes which space is meant, as the numbers beside a board say it."""
        boards = self.game.boards.values()
        return spot(word, row=bool(boards) and all(board.rows == 1 for board in boards))

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
        return self.belonging(base, label, behind)

    def belonging(self, base: s.Expr, label: str, behind: str = "") -> str:
        """Writes that something is somebody's, with `of` where `'s` would pile up.

        Args:
            behind: what belongs behind the label.
        """
        if isinstance(base, s.Me):
            return f"{self.my} {label}{behind}"
        if isinstance(base, s.It):
            return f"its {label}{behind}"
        owner = self.expr(base)
        said = en.plain(owner)
        far = (
            len(_WHOSE.findall(said)) > bool(behind)
            or "the player on " in said
            or isinstance(base, s.Inner | s.Located | s.Highest | s.Beside | s.Union | s.Turned)
        )
        if far:
            return f"the {label}{behind} of {owner}"
        return f"{en.belonging(owner, many=self.many(base))} {label}{behind}"

    def _several_in(self, phrase: s.Phrase) -> str:
        """Names what is counted in what is called by a name of its own: `Points in ` its Run."""
        key = self.outermost(phrase.head) if isinstance(phrase.head, s.Of) else None
        match key:
            case m.Property(value=m.Expr(type=SetType(item=ThingType(kind=kind)))):
                return f"{self.w.link(kind, kind.plural)} in "
            case _:
                return ""

    def _built_in(self, base: s.Expr, attribute: s.Attribute, expr: s.Of) -> str:
        match attribute.name:
            case "left neighbour" | "right neighbour":
                first = expr.span.text.casefold()
                if first.startswith("the ") and isinstance(base, s.Me):
                    return "the next player" if "next" in first else "the previous player"
                way, steps = attribute.name.split(" ")[0], 1
                while isinstance(base, s.Of) and base.attribute.name == attribute.name:
                    base, steps = base.base, steps + 1
                if steps > 1:
                    return f"the player {steps} places to the {way} of {self.expr(base)}"
                whose = self.my if isinstance(base, s.Me) else "its" if isinstance(base, s.It) else None
                return f"the player on {whose or en.belonging(self.expr(base))} {way}"
            case "games won":
                who = self.expr(base)
                if who == "that player":
                    return "the number of games won"
                return f"the number of games that {who} {'have' if who == 'you' else 'has'} won"
            case "side" if not isinstance(base, s.Me | s.It):
                return f"the side of {self.expr(base)}"
            case _:
                return self.belonging(base, attribute.name, self.arguments(attribute.arguments))

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
        asked = self.outermost(expr.things) if isinstance(expr.things, s.Noun) else None
        if word == "of" and isinstance(asked, m.Amount | m.Property | m.Counter | m.Field):
            return self.belonging(expr.where, en.plain_the(things))
        if word == "of" and not isinstance(place, m.Place | m.Board | m.Track | m.Property) and not front:
            mine = self._part_of(expr.things, expr.where)
            if mine is not None:
                return mine
        if isinstance(place, m.Place | m.Track) and not front:
            word = "from" if self.taking and isinstance(place, m.Place) else "in"
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
        one = head.noun if isinstance(head, s.Indefinite | s.Several) else head
        word = "who" if isinstance(one, s.Noun) and one.name is None else "that"
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
                    few = self.single(text) if least == 1 else text
                    return f"any number of {text}" if least == 0 else f"at least {least} {few}"
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
