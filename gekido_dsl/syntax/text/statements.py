"""Sentences and blocks become lines again."""

from typing import assert_never

from gekido_dsl.grammar.words import VERBS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.phrases import CLOSED, LOCATED, Phrases, an

Lines = list[tuple[int, str, s.Node]]
"""How deep a line stands, its words, and what it begins."""


class Statements(Phrases):
    """Writes sentences and blocks."""

    def block(self, body: tuple[s.Statement, ...], depth: int) -> Lines:
        """Writes statements, one below the other."""
        return [line for one in body for line in self._statement(one, depth)]

    def _statement(self, one: s.Statement, depth: int) -> Lines:
        match one:
            case s.Sentence():
                return self._sentence(one, depth)
            case s.Nothing():
                return [(depth, "do nothing", one)]
            case s.If(condition=condition, then=then, otherwise=otherwise):
                head = (depth, f"if {self.cond(condition)}", one)
                return [head, *self.block(then, depth + 1), *self._otherwise(otherwise, depth)]
            case s.Each():
                return [(depth, self._each(one), one), *self.block(one.body, depth + 1)]
            case s.InTurn(phrase=phrase, until=until, body=body):
                end = "one is left" if until is None else self.cond(until)
                return [
                    (depth, f"{self._in_turn(one.start)} each {self.bare(phrase)}, until {end}", one),
                    *self.block(body, depth + 1),
                ]
            case s.Auction():
                how = "secretly" if one.sealed else self._in_turn(one.start)
                said = f"{how} each {self.bare(one.phrase)} bids from {self.expr(one.low)} to {self.expr(one.high)}"
                said += f" as my {self.attribute(one.fact)}{self._asking(one.asking)}"
                return [
                    (depth, said, one),
                    *self.block(one.body, depth + 1),
                    *self._otherwise(one.otherwise, depth),
                ]
            case s.Betting():
                return self._betting(one, depth)
            case s.ShareOut():
                by = f" {self.keys(one.keys)}" if one.keys else ""
                said = f"share all {one.paid.text} among {self.rated(one.among)}{by}, as {self.attribute(one.won)}"
                return [(depth, said, one)]
            case s.Pay():
                return self._pay(one, depth)
            case s.LayDown():
                return self._laid_down(one, depth)
            case s.Offer():
                asked = one.to.head
                each = isinstance(asked, s.Noun) and asked.name is None
                others = (
                    isinstance(asked, s.Noun) and asked.adjectives == ("other",) and one.to.relative is None
                )
                to = "the others" if others else f"{'each ' if each else ''}{self.bare(one.to)}"
                said = f"offer {self.prices(one.given, None)} for {self.prices(one.wanted, None)} to {to}"
                said += self._asking(one.asking) + self.guard(one.guard)
                return [(depth, said, one), *self._otherwise(one.otherwise or (), depth + 1, block=False)]
            case s.Together():
                return self._together(one, depth)
            case s.Repeat():
                return [(depth, self._repeat(one), one), *self.block(one.body, depth + 1)]
            case s.ChooseOne(asking=asking, alternatives=alternatives):
                found: Lines = [(depth, f"choose one{self._asking(asking)}", one)]
                for way in alternatives:
                    found.append((depth + 1, self.string(way.label) + self.guard(way.guard), way))
                    found += self.block(way.body, depth + 2)
                return found
            case s.May(subject=subject, label=label, guard=guard, body=body, otherwise=otherwise):
                who = f"{self.subject(subject)} " if subject is not None else ""
                said = f"{who}may {self.string(label)}{self.guard(guard)}"
                return [(depth, said, one), *self.block(body, depth + 1), *self._otherwise(otherwise, depth)]
            case _:
                assert_never(one)

    def _in_turn(self, start: s.Expr | None) -> str:
        return f"in turn, starting with {self.expr(start)}," if start is not None else "in turn"

    def _betting(self, one: s.Betting, depth: int) -> Lines:
        said = (
            f"{self._in_turn(one.start)} each {self.bare(one.phrase)} bets {'at least ' if one.least else ''}"
        )
        said += f"{self.prices((one.price,), None)} as my {self.attribute(one.stake)}"
        said += f", calling at least {self.expr(one.calling)}" if one.calling is not None else ""
        said += ", raising at least the last raise" if one.like_last else ""
        said += self._asking(one.asking)
        return [(depth, said, one), *self._otherwise(one.fold, depth + 1, block=False)]

    def _pay(self, one: s.Pay, depth: int) -> Lines:
        plural = one.subject is None or one.may or one.subject.quantity is not None
        said = f"{self.subject(one.subject)} " if one.subject is not None else ""
        said += (
            f"{'may ' if one.may else ''}{'pay' if plural else 'pays'} {self.prices(one.prices, one.source)}"
        )
        said += ", or all that is left" if one.all_left else ""
        if one.goal is not None:
            said += f"{',' if one.all_left else ''} to {self.expr(one.goal)}"
        said += self._asking(one.asking) + self.guard(one.guard)
        return [(depth, said, one), *self._otherwise(one.otherwise or (), depth + 1, block=False)]

    def _laid_down(self, one: s.LayDown, depth: int) -> Lines:
        who = f"{self.subject(one.subject)} " if one.subject is not None else ""
        said = f"{who}{'may ' if one.may else ''}lay down {an(one.name.text)} from {self.expr(one.origin, LOCATED)}"
        said += f" into {self.expr(one.goal, LOCATED)}"
        if one.most is not None:
            said += f", leaving at most {self.expr(one.most[0])} by {self.expr(one.most[1])}"
        said += f"{self._asking(one.asking)}{self.guard(one.guard)}"
        return [(depth, said, one), *self._otherwise(one.otherwise or (), depth + 1, block=False)]

    def _otherwise(self, body: tuple[s.Statement, ...], depth: int, *, block: bool = True) -> Lines:
        """Writes what is done otherwise: in one line where it is one.

        Args:
            block: whether it follows a block, and not a sentence; then a condition may go on in its line.
        """
        if not body:
            return []
        if block and len(body) == 1 and isinstance(body[0], s.If):
            (_, first, one), *more = self._statement(body[0], depth)
            return [(depth, f"otherwise {first}", one), *more]
        inner = self.block(body, depth + 1)
        if len(inner) == 1 and isinstance(body[0], s.Sentence | s.Nothing):
            return [(depth, f"otherwise {inner[0][1]}", body[0])]
        return [(depth, "otherwise", body[0]), *inner]

    def _asking(self, text: str | None) -> str:
        return f", asking {self.string(text)}" if text is not None and self._texts else ""

    def _each(self, one: s.Each) -> str:
        head = one.phrase.head
        if isinstance(head, s.Numbers):
            what = f"number from {self.expr(head.low)} to {self.expr(head.high)}"
        else:
            what = self.bare(one.phrase)
        said = f"{'secretly ' if one.secret else ''}each {what}"
        said += self.order(one.order) if one.order is not None else ""
        return said + (f" as {self.local(one.word)}" if one.word is not None else "")

    def _repeat(self, one: s.Repeat) -> str:
        if one.kind == "times":
            said = f"up to {self.expr(one.times)} times" if one.times is not None else "times"
        else:
            said = f"{one.kind} {self.cond(one.condition)}" if one.condition is not None else one.kind
        if one.ends is not None:
            best = "lowest" if one.ends.lowest else "highest"
            said += f", so that {self.expr(one.ends.by)} ends {best}"
        return f"repeat {said}"

    def _together(self, one: s.Together, depth: int) -> Lines:
        said = f"together move each {self.bare(one.things)} to {self.expr(one.goal)}"
        if one.room is not None:
            said += f", {one.room.number} {self.bare(one.room.things)} to {an(one.room.space.text)}"
        found: Lines = [(depth, said, one)]
        found += [(depth + 1, f"stays{self.guard(guard)}", guard) for guard in one.stays]
        found += [(depth + 1, f"goes first{self.guard(guard)}", guard) for guard in one.first]
        if one.then:
            found += [(depth + 1, "then", one.then[0]), *self.block(one.then, depth + 2)]
        return found

    # ------------------------------------------------------------ sentences

    def subject(self, phrase: s.Phrase) -> str:
        """Writes who does something."""
        if phrase.quantity is not None and phrase.quantity.kind == "all":
            return f"all {self.bare(phrase)}"
        return "nobody" if isinstance(phrase.head, s.NoneWord) else self.bare(phrase)

    def sentence(self, one: s.Sentence) -> str:
        """Writes the first line of a sentence."""
        words = []
        plural = True
        if one.subject is not None:
            words.append(self.subject(one.subject))
            plural = one.subject.quantity is not None
        if one.may:
            words.append("may")
        words.append(one.verb if plural or one.may else _third_person(one.verb))
        if one.text is not None:
            words.append(self.string(one.text))
            words += [f"for {self.expr(one.object.head)}"] if one.object is not None else []
        elif one.object is not None:
            words.append(self.phrase(one.object))
        elif one.damage is not None:
            words.append(f"{self.expr(one.damage)} damage")
        elif one.loop is not None:
            words.append("repeat" if one.loop == "repeat" else f"each {one.loop}")
        lie = one.way is not None and one.way.startswith(("turned", "mirrored"))
        words += [one.way] if one.way is not None and not lie else []
        # `call X the spot`: the name stands there by itself.
        words += [self.phrase(p.phrase) if one.verb == "call" else self._prep(p) for p in one.preps]
        said = " ".join(words).replace(" turned to ", ", turned to ") + (
            self.order(one.order) if one.order is not None else ""
        )
        said += f", {one.way}" if lie else ""
        if one.bound is not None:
            said += f", {one.bound_word} to {self.expr(one.bound)}"
        return said + self._asking(one.asking) + self.guard(one.guard)

    def _prep(self, prep: s.Prep) -> str:
        if prep.word == "with":
            return "with " + " and ".join(self.phrase(one) for one in (prep.phrase, *prep.more))
        return f"{prep.word}{' to' if prep.word == 'turned' else ''} {self.phrase(prep.phrase)}"

    def _sentence(self, one: s.Sentence, depth: int) -> Lines:
        found: Lines = [(depth, self.sentence(one), one)]
        for must in one.musts:
            first, *more = [self._rung(rung) for rung in must.rungs]
            if isinstance(must.rungs[0], s.Is):
                first = f"not be {first.removeprefix('not ')}" if must.rungs[0].negated else f"be {first}"
            found.append((depth + 1, f"must {', else '.join([first, *more])}", must))
        return found + self._otherwise(one.otherwise or (), depth + 1, block=False)

    def _rung(self, rung: s.Rung | None) -> str:
        match rung:
            case None:
                return "anywhere"
            case s.LeavingPosition(condition=condition):
                if condition.last is None:
                    return "leave a new position"
                return f"leave a position unlike the last {self.expr(condition.last, CLOSED)}"
            case s.Follow(attribute=attribute):
                return f"follow {self.attribute(attribute)}"
            case s.FitsNeighbours(fact=fact):
                return f"fit its neighbours by {fact.text}"
            case s.Covering(word=word, phrase=phrase):
                return f"cover {word} {self.bare(phrase)}"
            case s.Leaving(word=word, phrase=phrase):
                return f"leave {word} {self.bare(phrase)}"
            case s.Has(operand=operand):
                return f"have {self.expr(operand)}"
            case _:
                return f"not {self.what(rung)}" if rung.negated else self.what(rung)

    def only_if(self, lines: tuple[s.OnlyIf, ...]) -> Lines:
        """Writes under which conditions a rule can be followed at all."""
        return [(1, f"only if {self.cond(one.condition)}", one) for one in lines]


def _third_person(verb: str) -> str:
    ends = {"do": "does", "apply": "applies", "lay out": "lays out"}
    one = ends.get(verb, verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s"))
    return one if one in VERBS else verb
