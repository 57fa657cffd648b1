"""Bodies of rules become instructions: a paragraph when they are short, else a list of steps.

Invariants:
    A decision says what may be chosen, and what happens when nothing is.
    What never happens under the chosen options is left out.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.kernel.verb import Subject
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.steps import Step, alike, inline, listed, uncapital
from gekido_dsl.rulesdoc.english.verbs import Clause, Verbs
from gekido_dsl.syntax import nodes as s

_SHORT: Final = 3
"""As many steps still make a paragraph."""
_LONG: Final = 300
"""As many signs do not."""
_IT: Final = re.compile(r"\b(?:it|its|itself)\b", re.IGNORECASE)
_VERB_IT: Final = re.compile(r"(\w+) it\b((?:(?!\. ).)*\.)")


class Sentences(Verbs):
    """Writes bodies."""

    def body(self, statements: Sequence[s.Statement]) -> list[Step]:
        """Writes what is done, step by step; of what never happens nothing."""
        return [step for statement in statements for step in self.statement(statement)]

    def looped(self, statements: Sequence[s.Statement], *, repeating: bool) -> list[Step]:
        """Writes the body of a loop, where to stop means to leave it."""
        before, self.repeating = self.repeating, repeating
        steps = self.body(statements)
        self.repeating = before
        return steps

    def only(self, only_if: Iterable[s.OnlyIf]) -> str:
        """Writes on which condition something can be done at all."""
        left = [self.settled(one.condition) for one in only_if]
        if any(one is False for one in left):
            return "This is not possible."
        told = [self.cond(one) for one in left if not isinstance(one, bool)]
        return f"This is possible only if {md.joined(told)}." if told else ""

    def statement(self, it: s.Statement) -> list[Step]:
        """Writes one statement, as one step or as none."""
        match it:
            case s.Sentence():
                return self.sentence(it)
            case s.Nothing():
                return [Step("They do nothing." if self.person == "they" else "Do nothing.")]
            case s.If():
                return self._if(it)
            case s.Each():
                return self._each(it)
            case s.Together():
                return self._together(it)
            case s.Repeat():
                return self._repeat(it)
            case s.ChooseOne():
                return self._choose_one(it)
            case s.May():
                return self._may(it)
            case _:
                assert_never(it)

    # ------------------------------------------------------------ sentences

    def sentence(self, it: s.Sentence) -> list[Step]:
        """Writes a sentence: when, who does what, what it must be, and what happens otherwise."""
        guard = self.guarded(it.guard)
        if guard is False or (self.answers is not None and self.silent(it)):
            return []
        guard = None if guard is True else guard
        main = self.done(it)
        if guard is not None and guard.condition is None:
            main = f"{main}, if possible" if it.otherwise is None or not self._asks(it) else main
        elif guard is not None and guard.condition is not None:
            main = self.led(guard, main)
        texts = [en.sentence(main)]
        texts += [en.sentence(self._must(must, self._last_open(it))) for must in it.musts]
        if it.otherwise is None:
            return [Step(" ".join(texts))]
        otherwise = self.body(it.otherwise)
        lead = self._failing(it)
        return [self._with(texts, lead, otherwise)]

    def silent(self, it: s.Sentence) -> bool:
        """Tells whether only the log hears of a sentence."""
        return frame_of(it).reads is Own.ANNOUNCE

    def led(self, guard: s.Guard, main: str) -> str:
        """Puts a condition before what depends on it, or behind it where that reads better."""
        when = self.when(guard)
        if guard.kind == "unless":
            return f"{main}, {when}"
        return f"{when}, {main}"

    def done(self, it: s.Sentence) -> str:
        """Writes who does what."""
        if it.subject is None or numbered(it) or frame_of(it).reads is Own.RANK:
            return self._spoken(self.clause(it), may=it.may)
        if isinstance(it.subject.head, s.NoneWord):
            return f"nobody {en.conjugated(self.clause(it).verb)}"
        who = self.phrase(it.subject)
        if who == "you":
            return self._spoken(self.clause(it), may=it.may, who="you")
        many = self._many(it.subject) and not isinstance(it.subject.head, s.Me)
        with self.acting("they" if self.is_player(it.subject.head) else self.person):
            clause = self.clause(it)
        if clause.whole:
            return clause.whole
        if (
            frame_of(it).reads is Own.WIN
            and isinstance(it.subject.head, s.Highest)
            and not it.subject.head.random
        ):
            return f"{who} wins; players who are equal win together"
        if it.may:
            return f"{who} may {clause.verb}"
        return f"{who} {clause.verb if many else en.conjugated(clause.verb)}"

    def happening(self, it: s.Sentence) -> str:
        """Writes what somebody does as it is watched: `you move`, and of a rule its name with what it is done with."""
        if frame_of(it).reads is Own.DO:
            return self.named_with(it)
        return (
            self.done(it) if it.subject is not None else self._spoken(self.clause(it), may=it.may, who="you")
        )

    def _spoken(self, clause: Clause, *, may: bool, who: str = "") -> str:
        if clause.whole:
            return clause.whole
        if self.person == "they":
            return f"they {'may ' if may else ''}{clause.verb}"
        return f"you {'may ' if may else ''}{clause.verb}" if may or who else clause.verb

    def _asks(self, it: s.Sentence) -> bool:
        return self.open(it.object) or any(self.open(prep.phrase) for prep in it.preps)

    def _failing(self, it: s.Sentence) -> str:
        """Says when what stands under `otherwise` is done."""
        if it.may:
            return "otherwise"
        if frame_of(it).reads is Own.CHOOSE and self._asks(it):
            return "if there is none"
        return "if there is no such choice" if it.musts else "if that is not possible"

    def _with(self, texts: list[str], lead: str, steps: list[Step]) -> Step:
        """Adds what happens in another case: in the same paragraph if it is short."""
        if not steps:
            return Step(" ".join([*texts, en.sentence(f"{lead}, nothing happens")]))
        if len(steps) == 1 and not steps[0].under and inline(lead, steps[0].text):
            return Step(" ".join([*texts, en.sentence(f"{lead}, {uncapital(steps[0].text)}")]))
        return Step(" ".join([*texts, en.sentence(f"{lead}:")]), tuple(steps))

    def _must(self, must: s.Must, what: str) -> str:
        """Writes what a choice has to be, rung by rung."""
        texts = []
        for rung in must.rungs:
            if rung is None:
                texts.append("any will do")
            elif isinstance(rung, s.Leaving):
                texts.append(f"leave {'no' if rung.word == 'no' else 'some'} {self.phrase(rung.phrase)}")
            else:
                texts.append(
                    self.be(rung).replace("is ", "be ", 1)
                    if not rung.negated
                    else "not be " + self.be_what(rung)
                )
        text = f"{'this' if isinstance(must.rungs[0], s.Leaving) else what} must {texts[0]}"
        for number, other in enumerate(texts[1:]):
            text += f"; if that is not possible{' either' if number else ''}, "
            text += other if other == "any will do" else f"it must {other}"
        return text

    def _last_open(self, it: s.Sentence) -> str:
        """Names what was chosen last in a sentence."""
        phrases = [it.object, *(phrase for prep in it.preps for phrase in (prep.phrase, *prep.more))]
        head = next((one.head for one in reversed(phrases) if one is not None and self.open(one)), None)
        while isinstance(head, s.Located):
            head = head.things
        if isinstance(head, s.Indefinite) and head.noun.name is not None:
            return f"the {self.linked(head.noun.name)}"
        return "the choice"

    # ------------------------------------------------------------ blocks

    def _if(self, it: s.If) -> list[Step]:
        left = self.settled(it.condition)
        if isinstance(left, bool):
            return self.body(it.then if left else it.otherwise)
        return self._branches(f"if {self.cond(left)}", self.body(it.then), self.body(it.otherwise))

    def _branches(self, lead: str, then: list[Step], otherwise: list[Step]) -> list[Step]:
        """Writes two ways on: each in a sentence if it is one, else in a list."""
        steps = [self._led_by(lead, then)] if then else []
        if otherwise:
            steps.append(
                self._led_by("otherwise" if then else f"unless {lead.removeprefix('if ')}", otherwise)
            )
        if len(steps) == 2 and not steps[0].under:
            first, second = steps
            return [Step(f"{first.text} {second.text}", second.under, second.numbered)]
        return steps

    def _led_by(self, lead: str, steps: list[Step]) -> Step:
        first = steps[0].text if steps else ""
        if len(steps) == 1 and not inline(lead, first):
            return Step(f"{en.capital(lead)}:", tuple(steps))
        if len(steps) == 1 and lead.startswith("if ") and first.startswith("If "):
            if ". Otherwise" in first or steps[0].under:
                return Step(f"{en.capital(lead)}:", tuple(steps))
            return Step(en.sentence(f"{lead} and {first.removeprefix('If ')}"))
        if len(steps) == 1 and not steps[0].under:
            return Step(en.sentence(f"{lead}, {uncapital(steps[0].text)}"))
        if len(steps) == 1 and steps[0].under:
            return Step(f"{en.capital(lead)}, {uncapital(steps[0].text)}", steps[0].under, steps[0].numbered)
        return Step(f"{en.capital(lead)}:", tuple(steps))

    def _each(self, it: s.Each) -> list[Step]:
        if self._goes_round_players(it):
            return self._each_player(it, self._going(it))
        steps = self.looped(it.body, repeating=False)
        if len(steps) == 1 and not steps[0].under and not self._going(it):
            told = self._each_of(it, steps[0].text)
            if told is not None:
                return [Step(told)]
        return [self._led_by(self.for_each(it), steps)] if steps else []

    def _each_of(self, it: s.Each, text: str) -> str | None:
        """Writes a sentence of `it` as one of each thing: `each Tile now has a Wall`, `put each Mouse onto a Plot`."""
        if isinstance(it.phrase.head, s.Numbers) or len(_IT.findall(text)) != 1:
            return None
        told = f"each {self.each(it.phrase.head, self.phrase(it.phrase).removeprefix('all '))}"
        if text.startswith("It "):
            return en.capital(told) + text.removeprefix("It")
        found = _VERB_IT.fullmatch(text)
        if found is None or it.phrase.relative is not None:
            return None
        return f"{found[1]} {told}{found[2]}"

    def _goes_round_players(self, it: s.Each) -> bool:
        things = it.phrase.head
        return isinstance(things, s.Noun) and things.name is None

    def _going(self, it: s.Each) -> str:
        """Writes what is said behind the things that are gone through: their word, and their order."""
        order = ""
        if it.order is not None:
            order = f", {self.order(it.order)}" if it.order.keys else ", the last one first"
        if it.word is not None and not isinstance(it.phrase.head, s.Numbers):
            order = f" (the {md.escape(it.word)}){order}"
        return order

    def for_each(self, it: s.Each) -> str:
        """Writes for what something is done, one after the other."""
        things = it.phrase.head
        if isinstance(things, s.Numbers):
            word = f" (the {md.escape(it.word)})" if it.word is not None else ""
            return f"for each number from {self.expr(things.low)} to {self.expr(things.high)}{word}"
        told = self.phrase(it.phrase).removeprefix("all ")
        return f"for each {self.each(things, told)}{self._going(it)}"

    def order(self, order: s.Order) -> str:
        """Writes in which order things are gone through."""
        text = f"in the order of {self.ranked(order.keys)}"
        return text + (", equals at random" if order.random else "")

    def _each_player(self, it: s.Each, order: str) -> list[Step]:
        who = self.phrase(it.phrase)
        if len(it.body) == 1 and isinstance(it.body[0], s.Sentence) and numbered(it.body[0]):
            one = it.body[0]
            guard = self.guarded(one.guard)
            if guard is False:
                return []
            himself = "me" in one.span.text.split()
            if not one.may and one.otherwise is None and not one.musts and not himself:
                with self.acting("they"):
                    clause = self.clause(one)
                    when = self.when(guard) if guard is not None and guard is not True else ""
                if not clause.whole and not order:
                    secret = "in secret, " if it.secret else ""
                    behind = (
                        f"{',' if when.startswith(('unless', 'if possible')) else ''} {when}" if when else ""
                    )
                    return [Step(en.sentence(f"{secret}each {who} {en.conjugated(clause.verb)}{behind}"))]
        with self.acting("you"):
            steps = self.looped(it.body, repeating=False)
        if not steps:
            return []
        secret = "In secret and at the same time, e" if it.secret else "E"
        turn = "" if it.secret else order or ", in turn order"
        return [
            Step(
                f"{secret}ach {who}{turn}, does the following:"
                if turn
                else f"{secret}ach {who} does the following:",
                tuple(steps),
            )
        ]

    def _repeat(self, it: s.Repeat) -> list[Step]:
        if it.kind == "times" and it.times is not None:
            steps = self.looped(it.body, repeating=True)
            number = self.expr(it.times)
            times = (
                f"up to {number} times"
                if isinstance(it.times, s.Num)
                else f"a number of times equal to {number}"
            )
            short = len(steps) == 1 and not steps[0].under and it.ends is None and inline("", steps[0].text)
            if short and not steps[0].text.startswith(("If ", "For ")):
                return [Step(f"{steps[0].text.rstrip('.')}, {times}.")]
            lead = f"do the following {times}"
        elif it.condition is not None:
            lead = f"repeat the following {'as long as' if it.kind == 'while' else 'until'} {self.cond(it.condition)}"
        else:
            lead = "repeat the following"
        if it.ends is not None:
            way = "low" if it.ends.lowest else "high"
            lead += f"; choose so that {self.expr(it.ends.by)} ends as {way} as possible"
        steps = self.looped(it.body, repeating=True)
        return [Step(f"{en.capital(lead)}:", tuple(steps))] if steps else []

    def _choose_one(self, it: s.ChooseOne) -> list[Step]:
        ways = []
        for way in it.alternatives:
            guard = self.guarded(way.guard)
            if guard is False:
                continue
            when = (
                f" ({'only ' if guard.kind == 'if' else ''}{self.when(guard)})"
                if isinstance(guard, s.Guard)
                else ""
            )
            steps = self.body(way.body)
            label = f"**{md.escape(way.label)}**{when}"
            if len(steps) == 1:
                ways.append(Step(f"{label}: {uncapital(steps[0].text)}", steps[0].under, steps[0].numbered))
            else:
                ways.append(Step(f"{label}{':' if steps else '.'}", tuple(steps)))
        lead = "choose one:" if self.person == "you" else "they choose one:"
        return [Step(en.capital(lead), tuple(ways), numbered=False)]

    def _may(self, it: s.May) -> list[Step]:
        guard = self.guarded(it.guard)
        if guard is False:
            return self.body(it.otherwise)
        who, person = "you", self.person
        if it.subject is not None:
            who, person = self.phrase(it.subject), "they"
        elif self.person == "they":
            who = "they"
        if who == "you":
            person = "you"
        label = en.small(md.escape(it.label).rstrip("."))
        with self.acting(person):
            when = self.when(guard) if isinstance(guard, s.Guard) else ""
            steps = self.body(it.body)
            otherwise = self.body(it.otherwise)
        lead = f"{when}, {who} may {label}" if when else f"{who} may {label}"
        if not steps:
            return [Step(en.sentence(lead))]
        do = "you do" if who == "you" else "they do"
        if len(steps) == 1 and not steps[0].under and alike(label, steps[0].text):
            step = Step(
                en.sentence(
                    f"{when + ', ' if when else ''}{who} may {uncapital(steps[0].text).removeprefix('they ')}"
                )
            )
        elif len(steps) == 1 and not steps[0].under and inline("if", steps[0].text):
            step = Step(f"{en.sentence(lead)} {en.sentence(f'if {do}, {uncapital(steps[0].text)}')}")
        else:
            step = Step(f"{en.sentence(lead)} {en.capital(f'if {do}:')}", tuple(steps))
        if not otherwise:
            return [step]
        last = self._led_by("otherwise", otherwise)
        if step.under:
            return [step, last]
        return [Step(f"{step.text} {last.text}", last.under, last.numbered)]

    def _together(self, it: s.Together) -> list[Step]:
        texts = [f"all at once, move each {self.phrase(it.things)} to {self.expr(it.goal)}"]
        if it.room is not None:
            number = it.room.number
            things = self.phrase(it.room.things)
            texts.append(f"there is room for {number} {things} on {en.a(self.linked(it.room.space))}")
        for guard in it.stays:
            left = self.guarded(guard)
            if isinstance(left, s.Guard):
                texts.append(f"it stays where it is {self.when(left)}")
        for guard in it.first:
            left = self.guarded(guard)
            if isinstance(left, s.Guard):
                texts.append(f"it goes first {self.when(left)}")
        text = " ".join(en.sentence(each) for each in texts)
        after = self.body(it.then)
        if not after:
            return [Step(text)]
        return [Step(f"{text} Then, for each that has moved:", tuple(after))]

    # ------------------------------------------------------------ Markdown

    def written(self, steps: Sequence[Step]) -> str:
        """Writes steps as a paragraph or as a list."""
        if not steps:
            return ""
        flat = all(not step.under for step in steps)
        if len(steps) == 1 and not flat:
            return f"{steps[0].text}\n\n{listed(steps[0].under, numbered=steps[0].numbered)}"
        if flat and len(steps) <= _SHORT and sum(len(en.plain(step.text)) for step in steps) < _LONG:
            return " ".join(step.text for step in steps)
        return listed(steps)


def numbered(it: s.Sentence) -> bool:
    """Tells whether a sentence is said of whoever acts: it names nobody else, or a number that grows or shrinks."""
    return it.subject is None or frame_of(it).subject is Subject.FACT
