"""Comparisons become English: sums, who has the most of something, and in which order things come."""

from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.nouns import Nouns
from gekido_dsl.syntax import nodes as s


class Comparing(Nouns):
    """Writes what is compared."""

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
        if isinstance(by, s.Noun) or (isinstance(by, s.Of) and isinstance(by.base, s.It | s.Me)):
            return f"the total {self.key(by).removeprefix('the ')} of {self.several(things)}"
        if isinstance(by, s.Of) and any(isinstance(one.value, s.It) for one in by.attribute.arguments):
            label = self.belonging(by.base, self.attribute(by.attribute))
            return f"the total of {label} for {self.several(things)}"
        return f"the total of {self.key(by)} over {self.several(things)}"

    def highest(self, expr: s.Highest) -> str:
        """Writes the one with the most, and what decides among equals."""
        first, *rest = expr.keys
        inner = expr.things.phrase if isinstance(expr.things, s.Inner) else None
        told = self.phrase(inner) if inner is not None else self.expr(expr.things)
        players = isinstance(expr.things, s.Noun) and expr.things.name is None
        if players:
            with self.acting("they"):
                text = f"the {told} {self._best(first, players=True)}"
                more = [self._best(key, players=True) for key in rest]
        else:
            text = f"the {told} {self._best(first)}"
            more = [self._best(key) for key in rest]
        text += "".join(f", among equals the one {one}" for one in more)
        return text + (", or one of these at random" if expr.random else "")

    def _best(self, key: s.Key, *, players: bool = False) -> str:
        """Writes by what one is picked out: `with the highest Strength`, `whose Purse has the most Coins`."""
        by = key.by
        match by:
            case s.Of(base=s.Of(base=s.Me() | s.It() as whose, attribute=thing), attribute=number) if (
                not number.built_in and isinstance(whose, s.Me) is players
            ):
                return f"whose {self.attribute(thing)} has {self.most(key, self._numbered(number))}"
            case s.Of(base=s.Me() | s.It(), attribute=s.Attribute(name="games won")):
                return f"who has won the {'fewest' if key.lowest else 'most'} games"
            case s.Of(base=s.Me() | s.It(), attribute=number):
                return f"with {self.most(key, self._numbered(number))}"
            case s.Located(things=s.Noun(name=name), where=s.Me() | s.It()) if name is not None:
                return f"with {self.most(key, self.linked(name))}"
            case s.Located(things=s.Noun() as counted) if players and self.many(counted):
                return f"with the {'fewest' if key.lowest else 'most'} {self.expr(by).removeprefix('their ')}"
            case s.Noun(name=name) if name is not None:
                return f"with {self.most(key, self.linked(name))}"
            case s.Count(phrase=phrase):
                things = self.phrase(phrase, counted=True)
                return f"with the {'fewest' if key.lowest else 'most'} {things}"
            case s.Distance(origin=s.It(), goal=goal, over=None):
                return f"{'nearest to' if key.lowest else 'furthest from'} {self.expr(goal)}"
            case _:
                way = "lowest" if key.lowest else "highest"
                return f"for {'whom' if players else 'which'} {self.expr(by)} is {way}"

    def _numbered(self, number: s.Attribute) -> str:
        return self.attribute(number) + self.arguments(number.arguments)

    def most(self, key: s.Key, number: str) -> str:
        """Writes `the highest Strength`, or of what is counted `the most Coins`."""
        if en.several(number):
            return f"the {'fewest' if key.lowest else 'most'} {number}"
        return f"the {'lowest' if key.lowest else 'highest'} {number}"

    def ranked(self, keys: tuple[s.Key, ...]) -> str:
        """Writes by what there is an order: `the Speed, the highest first`."""
        parts = [f"{self.key(key.by)}, the {'lowest' if key.lowest else 'highest'} first" for key in keys]
        return ", then by ".join(parts)
