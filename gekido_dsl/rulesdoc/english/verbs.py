"""One sentence of the language becomes a clause of English: who, the verb, and the rest.

Invariants:
    How a verb reads stands in its record; what only the log hears is written in the reference alone.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.model.types import IntType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.conditions import Conditions
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import without_arguments

Told = tuple[m.Param, s.Expr, str]
"""A parameter of a rule, what it is asked with, and that in English."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What is done: by somebody with a verb, or as a clause of its own."""

    verb: str
    """The verb and what follows, in its base form; empty where `whole` says it all."""
    whole: str = ""
    """A clause with its own subject."""


class Verbs(Conditions):
    """Writes the clauses of sentences."""

    def clause(self, it: s.Sentence) -> Clause:
        """Writes what a sentence does, without who, when and what else; `person` is set already."""
        reads = frame_of(it).reads
        if isinstance(reads, tuple):
            return Clause(
                "".join(self._part(it, one) if isinstance(one, Part) else one for one in reads).strip()
            )
        match reads:
            case Own.SET:
                return self._set(it)
            case Own.DO:
                return Clause(self._do(it))
            case Own.OPEN:
                return self._open(it)
            case Own.STOP:
                return self._stop(it)
            case Own.SKIP:
                return self._skip(it)
            case Own.END:
                return self._phase_ends(it)
            case Own.OUT:
                who = self.object(it)
                return Clause("", f"{who} {'are' if self._many(it.object) else 'is'} out of the game")
            case Own.CHOOSE:
                return Clause(self._choose(it))
            case Own.ANNOUNCE:
                return Clause(self._announce(it))
            case Own.DRAW:
                return Clause(self._draw(it))
            case Own.REMOVE:
                what = self.object(it)
                long = " that " in what or " who " in what
                return Clause(f"remove from the game {what}" if long else f"remove {what} from the game")
            case Own.WIN:
                return Clause("win")
            case Own.RANK:
                return self._rank(it)
            case _:
                assert_never(reads)

    # ------------------------------------------------------------ parts

    def _part(self, it: s.Sentence, part: Part) -> str:
        """Writes a part of a sentence that reads as its record says."""
        match part:
            case Part.SUBJECT:
                return self.phrase(it.subject) if it.subject is not None else ""
            case Part.OBJECT:
                return self.object(it)
            case Part.TAKEN:
                return self.taken(it)
            case Part.EFFECTS:
                return self.effects(it.object)
            case Part.PREPS:
                return self.preps(it)
            case Part.GOAL:
                into = self.prep(it, "into")
                return self.phrase(into.phrase) if into is not None else ""
            case Part.TO_WHOM:
                return self.preps(it) or " to everyone"
            case Part.NUMBER:
                return self.phrase(it.object) if it.object is not None else ""
            case Part.BOUND:
                return self._bound(it)
            case Part.DAMAGE:
                return self._damage(it)
            case Part.TURNED:
                return self._turned(it)
            case _:
                assert_never(part)

    def object(self, it: s.Sentence) -> str:
        """Writes what a sentence does something with."""
        return self.chosen(it.object) if it.object is not None else ""

    def taken(self, it: s.Sentence) -> str:
        """Writes what is taken from where it is."""
        self.taking = True
        text = self.object(it)
        self.taking = False
        return text

    def chosen(self, phrase: s.Phrase) -> str:
        """Writes a phrase; a value that may be any of its list is of somebody's choice."""
        head = phrase.head
        text = self.phrase(phrase)
        if isinstance(head, s.Indefinite) and phrase.relative is None and phrase.quantity is None:
            key = self.meaning(head.noun.name) if head.noun.name is not None else None
            if isinstance(key, m.Enum | m.PatternSet):
                return f"{text} of {self.my} choice"
        return text

    def _many(self, phrase: s.Phrase | None) -> bool:
        if phrase is None:
            return False
        return self.many(phrase.head) or (phrase.quantity is not None and phrase.quantity.kind == "all")

    def preps(self, it: s.Sentence, *words: str, without: tuple[str, ...] = ()) -> str:
        """Writes the parts of a sentence that a preposition leads."""
        texts = []
        for prep in it.preps:
            if (words and prep.word not in words) or prep.word in without:
                continue
            if prep.word == "as" and isinstance(prep.phrase.head, s.Local):
                texts.append(f" ({self.phrase(prep.phrase)})")
                continue
            said = md.joined([self.chosen(phrase) for phrase in (prep.phrase, *prep.more)])
            texts.append(f" {prep.word} {said}")
        return "".join(texts)

    def prep(self, it: s.Sentence, word: str) -> s.Prep | None:
        """Finds the part that a preposition leads."""
        return next((prep for prep in it.preps if prep.word == word), None)

    def _bound(self, it: s.Sentence) -> str:
        if it.bound is None:
            return ""
        return f", to {'at most' if it.bound_word == 'up' else 'no less than'} {self.expr(it.bound)}"

    # ------------------------------------------------------------ facts and numbers

    def _fact(self, phrase: s.Phrase | None) -> m.Field | None:
        """Gives the fact of a phase that a phrase names."""
        if phrase is None or not isinstance(phrase.head, s.Noun) or phrase.head.name is None:
            return None
        key = self.meaning(phrase.head.name)
        return key if isinstance(key, m.Field) and isinstance(key.owner, m.Procedure) else None

    def _set(self, it: s.Sentence) -> Clause:
        to = self.prep(it, "to")
        assert it.object is not None and to is not None
        head, fact = to.phrase.head, self._fact(it.object)
        if isinstance(head, s.YesNo):
            return self._mark(it.object, head.value, fact)
        if fact is not None and not self.open(to.phrase):
            name = self.object(it)
            if isinstance(head, s.NoneWord):
                return Clause("", f"there is no {name.removeprefix('the ')} any more")
            if isinstance(head, s.Num | s.Arithmetic):
                return Clause(f"set {name} to {self.phrase(to.phrase)}")
            return Clause(
                "", f"{self.phrase(to.phrase)} {'are' if self._many(to.phrase) else 'is'} now {name}"
            )
        if isinstance(head, s.NoneWord):
            return Clause("", self._without(it.object))
        return Clause(f"set {self.object(it)} to {self.chosen(to.phrase)}")

    def _without(self, phrase: s.Phrase) -> str:
        match phrase.head:
            case s.Of(base=base, attribute=attribute) if not attribute.built_in:
                who = self.expr(base)
                have = "have" if self.many(base) else "has"
                return f"{who} no longer {have} {en.a(self.attribute(attribute) + self.arguments(attribute.arguments))}"
            case _:
                return f"{self.phrase(phrase)} is no longer anything"

    def _mark(self, phrase: s.Phrase, value: bool, fact: m.Field | None) -> Clause:
        """Writes that a fact of yes or no is noted or taken back."""
        head = phrase.head
        if fact is not None and isinstance(head, s.Noun) and head.name is not None:
            label = self.linked(head.name)
            return Clause(f"note “{label}”" if value else f"take back the note “{label}”")
        if isinstance(head, s.Of) and not head.attribute.built_in:
            label = self.attribute(head.attribute) + self.arguments(head.attribute.arguments)
            base, many = self.expr(head.base), self.many(head.base)
            key = self.w.names.meaning(head.attribute.name, head.attribute.span)
            if self.noted(key, head.attribute):
                have = "have" if many else "has"
                return Clause(
                    "", f"{base} {'now' if value else 'no longer'} {have} {self.held(head.attribute, label)}"
                )
            if en.describes(head.attribute.name) or head.attribute.arguments:
                are = "are" if many else "is"
                return Clause("", f"{base} {are} {'now' if value else 'no longer'} {label}")
            return Clause(f"mark {base} “{label}”" if value else f"remove the mark “{label}” from {base}")
        return Clause(f"set {self.phrase(phrase)} to {'yes' if value else 'no'}")

    def _damage(self, it: s.Sentence) -> str:
        number = it.damage if it.damage is not None else it.object.head if it.object is not None else None
        source = self.preps(it, "from")
        if isinstance(number, s.Num) or (isinstance(number, s.Local) and number.word in self.numbers):
            return f"{self.expr(number)} damage{source}"
        return f"damage{source} equal to {self.expr(number)}" if number is not None else f"damage{source}"

    # ------------------------------------------------------------ things

    def _choose(self, it: s.Sentence) -> str:
        named = self.prep(it, "as")
        text = f"choose {self.phrase(it.object)}" if it.object is not None else "choose"
        if named is None:
            return text
        if isinstance(named.phrase.head, s.Local):
            return f"{text} ({self.phrase(named.phrase)})"
        role = self.phrase(named.phrase)
        label = en.plain(role).removeprefix("the ")
        if label in {en.plain(self._label(it.object)), ""}:
            return text
        return f"{text} as {role}"

    def _label(self, phrase: s.Phrase | None) -> str:
        """Gives the name of what a phrase chooses one of."""
        if phrase is not None and isinstance(phrase.head, s.Indefinite) and phrase.head.noun.name is not None:
            return phrase.head.noun.name.text
        return ""

    def _draw(self, it: s.Sentence) -> str:
        kept = self.prep(it, "keeping")
        text = f"draw {self.object(it)}{self.preps(it, without=('keeping',))}"
        if kept is None:
            return text
        number = self.phrase(kept.phrase)
        return f"{text}, keep {number} of them and discard the rest"

    def _turned(self, it: s.Sentence) -> str:
        what = self.object(it)
        if it.way == "around":
            return f"around {what}" if " " in en.plain(what) else f"{what} around"
        return f"{what} to the {it.way}"

    def _announce(self, it: s.Sentence) -> str:
        about = f" for {self.phrase(it.object)}" if it.object is not None else ""
        return f"announce “{md.escape(it.text or '')}”{about}{self.preps(it)}"

    # ------------------------------------------------------------ rules and windows

    def _do(self, it: s.Sentence) -> str:
        """Writes that a rule is done, and with what."""
        name, told = self._asked(it)
        return f"resolve {name}{self._given(told)}"

    def named_with(self, it: s.Sentence) -> str:
        """Writes which rule is done, and with what, without a verb: `Step: your Rover, towards North`."""
        name, told = self._asked(it)
        parts = [text for param, _, text in told if not param.word and param.said != "towards"]
        parts += [f"towards {text}" for param, _, text in told if param.said == "towards"]
        parts += [self._as_word(*one) for one in told if one[0].word and one[0].said != "towards"]
        return f"{name}{': ' if parts else ''}{', '.join(parts)}"

    def _asked(self, it: s.Sentence) -> tuple[str, list[Told]]:
        """Finds the name of the rule that is done, and what each of its parameters is."""
        assert it.object is not None
        rule = self.outermost(it.object.head)
        params = list(rule.params) if isinstance(rule, m.Procedure) else []
        asked = sum(param.said != "with" for param in params)
        given = [phrase for prep in it.preps if prep.word == "with" for phrase in (prep.phrase, *prep.more)]
        head, arguments = without_arguments(given[-1].head if given else it.object.head, asked)
        if given:
            given[-1] = replace(given[-1], head=head)
            name = self.rule_name(it.object.head)
        else:
            name = self.rule_name(head)
        pairs = [(phrase, self.phrase(phrase)) for phrase in given]
        told = [
            (param, phrase.head, text)
            for param, (phrase, text) in zip((p for p in params if p.said == "with"), pairs, strict=False)
        ]
        for argument in arguments:
            param = next((p for p in params if p.said == argument.word), None)
            if param is not None:
                params.remove(param)
                told.append((param, argument.value, self.expr(argument.value)))
        for prep in it.preps:
            if prep.word != "with":
                param = next((p for p in params if p.said == prep.word), None)
                if param is not None:
                    told.append((param, prep.phrase.head, self.phrase(prep.phrase)))
        return name, told

    def _as_word(self, param: m.Param, head: s.Expr, text: str) -> str:
        """Writes what a parameter with a word of its own is: `2 points`, `*points* as *reach*`."""
        if isinstance(head, s.Num) and en.several(param.word):
            return f"{text} {param.word if head.value != 1 else param.word.removesuffix('s')}"
        if isinstance(head, s.Local) and head.word == param.word:
            return text
        return f"{text} as {f'*{param.word}*' if isinstance(param.type, IntType) else f'the {param.word}'}"

    def _given(self, told: list[Told]) -> str:
        """Writes what a rule is done with: ` for it towards North with 2 points`."""
        things = [
            f"that {param.type.kind.name}" if text == "it" and isinstance(param.type, ThingType) else text
            for param, _, text in told
            if not param.word and param.said != "towards"
        ]
        ways = [text for param, _, text in told if param.said == "towards"]
        rest = [self._as_word(*one) for one in told if one[0].word and one[0].said != "towards"]
        said = f" for {md.joined(things)}" if things else ""
        said += f" towards {ways[0]}" if ways else ""
        return said + (f" with {md.joined(rest)}" if rest else "")

    def rule_name(self, head: s.Expr) -> str:
        """Writes the name of a rule as that of a passage."""
        if isinstance(head, s.Noun) and head.name is not None:
            return f"*{self.linked(head.name, 'do')}*"
        return self.expr(head)

    def effects(self, phrase: s.Phrase | None) -> str:
        """Writes the effects that are applied."""
        return self.phrase(phrase) if phrase is not None else ""

    def moment(self, window: s.Name) -> str | None:
        """Writes what may be done in a window, where that is short enough to be said at once."""
        return None

    def _open(self, it: s.Sentence) -> Clause:
        assert it.object is not None
        if isinstance(it.object.head, s.Noun) and it.object.head.name is not None:
            said = self.moment(it.object.head.name)
            if said is not None:
                return Clause("", said)
        head = it.object.head
        name = (
            self.linked(head.name, "open")
            if isinstance(head, s.Noun) and head.name is not None
            else self.phrase(it.object)
        )
        return Clause("", f"players may now act as *{name}* says")

    def _phase_ends(self, it: s.Sentence) -> Clause:
        """Writes that a phase is left."""
        assert it.object is not None
        head = it.object.head
        name = (
            self.phase(head.name, "end")
            if isinstance(head, s.Noun) and head.name is not None
            else self.phrase(it.object)
        )
        return Clause("", f"{name} ends at once")

    def _skip(self, it: s.Sentence) -> Clause:
        """Writes that a round of a loop is left."""
        what = it.loop
        named = "one" if what is None else "round" if what == "repeat" else md.escape(what)
        return Clause("", f"go on with the next {named}")

    def _stop(self, it: s.Sentence) -> Clause:
        """Writes that a loop or a rule is left."""
        what = it.loop
        if what is None:
            return Clause("", "stop repeating" if self.repeating else "skip the rest")
        return Clause(
            "", "stop repeating" if what == "repeat" else f"stop going through the {md.escape(what)}s"
        )

    def _rank(self, it: s.Sentence) -> Clause:
        """Writes that players are ranked."""
        keys = it.order.keys if it.order is not None else ()
        with self.acting("they"):
            order = self.ranked(keys)
        who = self.phrase(it.subject) if it.subject else "the players"
        return Clause("", f"{who} are ranked by {order}")
