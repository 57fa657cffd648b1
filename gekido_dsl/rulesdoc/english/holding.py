"""What holds becomes passages: definitions, properties, amounts, and the exceptions to any rule."""

from collections.abc import Mapping, Sequence
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.nodes.definitions import LAYERS
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.steps import REST, Step, finished, listed, uncapital
from gekido_dsl.rulesdoc.english.things import Things
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

_LONG: Final = 130
"""Conditions with more letters than these stand one below the other."""


class Holding(Things):
    """Writes passages of definitions and amounts."""

    def __init__(
        self, w: Writer, declarations: Sequence[s.Declaration], answers: Mapping[str, str] | None = None
    ) -> None:
        """Begins with the text of the game.

        Args:
            declarations: the text of the whole ruleset, as its variants make it.
            answers: what is chosen for each option, and then never mentioned; None to tell of options.
        """
        super().__init__(w, answers)
        self.declarations = declarations
        self._texts = {(one.span.source.name, one.span.start): one for one in declarations}
        self._silent: dict[int, bool] = {}
        """By the identity of a rule, whether only the log hears of it."""
        self._within: set[int] = set()
        """The rules that are told where they are done."""
        self._not_at_once: set[int] = set()
        """The rules that are too long to be told there, so that nobody tries it again."""
        self._exceptions: dict[str, list[s.Exception_]] = {}
        for one in declarations:
            if isinstance(one, s.Exception_):
                for name in one.names:
                    self._exceptions.setdefault(name.text, []).append(one)

    def text_of(self, decl: m.Decl) -> s.Declaration | None:
        """Finds what was written of a declaration."""
        return self._texts.get((decl.span.source.name, decl.span.start))

    def done_in(self, statements: Sequence[s.Statement]) -> list[Step]:
        """Writes the body of a rule; one that only says to stop does nothing."""
        steps = self.body(statements)
        return [] if len(steps) == 1 and steps[0].text == en.sentence(REST) else steps

    def _steps(self, steps: list[Step]) -> list[str]:
        text = self.written(finished(steps))
        return [text] if text else []

    # ------------------------------------------------------------ what holds

    def params(self, params: Sequence[s.Param]) -> str:
        """Writes what a definition is asked with."""
        texts = []
        for param in params:
            what = self.param_type(param)
            name = f" (the {md.escape(param.word)})" if param.word else ""
            texts.append(f" {param.said} {what}{name}")
        return "".join(texts)

    def param_type(self, param: s.Param) -> str:
        """Writes what may be given."""
        match param.type:
            case s.RefType(name=name):
                return en.a(self.linked(name)) if name is not None else "a player"
            case s.RangeType(low=low, high=high):
                if low is None:
                    return "a number"
                return f"a number from {low} to {high}" if high is not None else f"a number from {low} up"

    def _subject(self, kind: s.Name | None) -> str:
        return en.a(self.linked(kind)) if kind is not None else "a player"

    def _definition(self, decl: m.Decl, it: s.Definition) -> list[str]:
        with self.acting("they" if it.kind is None else "you"):
            chosen = self._overriding(decl)
            if isinstance(chosen, s.Exception_) and isinstance(chosen.definition, s.Definition):
                return self._defined(chosen.definition)
            return self._with_exceptions(decl, self._defined(it))

    def _defined(self, it: s.Definition) -> list[str]:
        left = self.settled(it.condition)
        noun = self._is_noun(it)
        name = f"**{self.linked(it.name)}**"
        named = name
        if noun and not en.determined(it.name.text):
            named = f"{'an' if it.name.text[:1] in 'AEIOU' else 'a'} {name}"
        lead = f"{self._subject(it.kind)} is {named}{self.params(it.params)}"
        if isinstance(left, bool):
            all_or_no = "every" if left else "no"
            return [en.sentence(f"{all_or_no} {self._subject(it.kind).split(' ', 1)[1]} is {named}")]
        if isinstance(left, s.Logic) and self._long(left):
            two = len(left.parts) == 2
            some = "either of these holds" if two else "any of these holds"
            every = "both of these hold" if two else "all of these hold"
            lines = [Step(en.sentence(self.cond(part))) for part in left.parts]
            return [
                f"{en.capital(lead)} if {some if left.operator == 'or' else every}:",
                listed(lines, numbered=False),
            ]
        return [en.sentence(f"{lead} if {self.cond(left)}")]

    def _long(self, logic: s.Logic) -> bool:
        nested = any(isinstance(part, s.Logic) for part in logic.parts)
        letters = sum(len(en.plain(self.cond(part))) for part in logic.parts)
        return letters > _LONG or (nested and len(logic.parts) > 2)

    def _is_noun(self, it: s.Definition) -> bool:
        """Tells whether the name was introduced with an article of its own."""
        before = it.span.text[: it.name.span.start - it.span.start]
        return before.rstrip().endswith((" a", " an"))

    def _property(self, decl: m.Decl, it: s.Property) -> list[str]:
        with self.acting("they" if it.kind is None else "you"):
            return self._with_exceptions(decl, [self._property_text(it)])

    def _property_text(self, it: s.Property) -> str:
        head = it.phrase.head
        are = "are" if en.several(it.name.text) else "is"
        value = self.phrase(it.phrase)
        listed_kind = isinstance(head, s.Noun | s.Located) and self.many(head)
        if listed_kind and not en.plain(value).startswith(("the ", "its ", "your ", "all ")):
            value = f"all {value}"
        return en.sentence(
            f"the **{self.linked(it.name)}** of {self._subject(it.kind)}{self.params(it.params)} {are} {value}"
        )

    def _amount(self, decl: m.Decl, it: s.Amount) -> list[str]:
        of = it.of
        with self.acting("they" if of is not None and of.kind is None else "you"):
            name = f"the **{self.linked(it.name)}**"
            if en.determined(it.name.text):
                name = f"**{self.linked(it.name)}**"
            if of is not None:
                name += f" of {self._subject(of.kind)}"
            name += self.params(it.params)
            return self._with_exceptions(decl, self.amount_lines(name, it.lines))

    def amount_lines(self, name: str, lines: Sequence[s.AmountLine]) -> list[str]:
        """Writes how a number is worked out, in the order in which its lines count."""
        kept: list[tuple[s.AmountLine, s.Guard | None]] = []
        for line in lines:
            guard = self.guarded(line.guard)
            if guard is not False:
                kept.append((line, guard if isinstance(guard, s.Guard) else None))
        kept.sort(key=lambda pair: LAYERS[pair[0].operator])
        for at in range(len(kept) - 1, -1, -1):
            line, guard = kept[at]
            if line.operator == "set" and guard is None:  # what it takes the place of is never seen
                kept = [pair for i, pair in enumerate(kept) if i >= at or LAYERS[pair[0].operator] > 1]
                break
        if len(kept) == 1 and kept[0][1] is None and kept[0][0].operator in ("start", "set"):
            return [en.sentence(f"{name} is {self.expr(kept[0][0].operand)}")]
        zero = bool(kept) and kept[0][0].operator == "start" and isinstance(kept[0][0].operand, s.Num)
        zero = zero and kept[0][1] is None and kept[0][0].operand.span.text == "0"
        summed = zero and all(line.operator == "add" for line, _ in kept[1:])
        if summed and len(kept) == 2 and kept[1][1] is None:
            return [en.sentence(f"{name} is {self.expr(kept[1][0].operand)}")]
        if summed and len(kept) > 2:
            texts = [f"{self.expr(line.operand)} {self.when(guard)}".strip() for line, guard in kept[1:]]
            return [
                f"{en.capital(name)} is the sum of:",
                listed([Step(en.sentence(t)) for t in texts], numbered=False),
            ]
        if summed or (kept and all(line.operator in ("start", "set") for line, _ in kept)):
            return self._cases(name, kept)
        steps = [Step(en.sentence(self._amount_line(line, guard))) for line, guard in kept]
        return [f"To work out {name}:", listed(steps)]

    def _cases(self, name: str, kept: Sequence[tuple[s.AmountLine, s.Guard | None]]) -> list[str]:
        """Writes a number that is one of several: the last line that holds counts."""
        texts = [
            f"{self.expr(line.operand)} {self.when(guard)}".strip()
            for line, guard in reversed(kept)
            if guard is not None
        ]
        base = next((self.expr(line.operand) for line, guard in kept if guard is None), "0")
        if len(texts) == 1:
            return [en.sentence(f"{name} is {base}, or {texts[0]}")]
        if self._apart([guard for _, guard in kept if guard is not None]):
            told = [*reversed(texts), f"{base} otherwise"]
            return [
                f"{en.capital(name)} is:",
                listed([Step(en.sentence(text)) for text in told], numbered=False),
            ]
        steps = [Step(en.sentence(text)) for text in texts]
        return [f"{en.capital(name)} is the first of these that applies, otherwise {base}:", listed(steps)]

    def _apart(self, guards: list[s.Guard]) -> bool:
        """Tells whether conditions ask for different values of one thing, so that their order does not matter."""
        tests = [guard.condition for guard in guards if guard.kind == "if"]
        wanted: set[str] = set()
        subject: s.Expr | None = None
        for test in tests:
            if not isinstance(test, s.Test) or not isinstance(test.predicate, s.Is):
                return False
            if test.predicate.how != "value" or test.predicate.negated or subject not in (None, test.subject):
                return False
            subject = test.subject
            wanted.add(test.predicate.span.text)
        return len(tests) == len(guards) == len(wanted)

    def _amount_line(self, line: s.AmountLine, guard: s.Guard | None) -> str:
        number = self.expr(line.operand)
        when = f" {self.when(guard)}" if guard is not None else ""
        match line.operator:
            case "start":
                text = f"start with {number}"
            case "set":
                text = f"take {number} instead"
            case "add":
                text = f"add {number}"
            case "subtract":
                text = f"subtract {number}"
            case "multiply":
                text = f"multiply by {number}"
            case "divide":
                text = f"divide by {number}, rounding {line.rounding}"
            case "floor":
                text = f"it is never less than {number}"
            case _:
                text = f"it is never more than {number}"
        return f"{text}{',' if when.startswith(' unless') else ''}{when}"

    # ------------------------------------------------------------ exceptions

    def _overriding(self, decl: m.Decl) -> s.Exception_ | None:
        """Gives the exception that holds whatever happens, under the options that are chosen."""
        for one in self._exceptions.get(decl.name, ()):
            if self.settled(one.condition) is True and not self._to(one):
                return one
        return None

    def _to(self, one: s.Exception_) -> list[s.Exception_]:
        """Lists the exceptions to an exception, but for those that never hold under the options."""
        inner = self._exceptions.get(one.label.text, ()) if one.label is not None else ()
        return [each for each in inner if self.settled(each.condition) is not False]

    def _with_exceptions(self, decl: m.Decl, blocks: list[str]) -> list[str]:
        """Adds the exceptions to a rule; one that always holds takes its place."""
        for one in self._exceptions.get(decl.name, ()):
            if self.settled(one.condition) is True:
                blocks = self._exception_body(decl, one)
                return [*blocks, *self._excepted(decl, self._to(one), "Exception")]
            blocks += self._excepted(decl, [one], "Exception")
        return blocks

    def _excepted(self, decl: m.Decl, exceptions: Sequence[s.Exception_], lead: str) -> list[str]:
        """Writes exceptions, each followed by the exceptions to it."""
        blocks: list[str] = []
        for one in exceptions:
            left = self.settled(one.condition)
            if left is False:
                continue
            body = self._exception_body(decl, one)
            when = "always" if left is True else f"if {self.cond(left)}"
            if one.as_began is not None:
                when += f" as {self.phase(one.as_began)} begins"
            if len(body) == 1 and "\n" not in body[0]:
                blocks.append(f"**{lead}:** {when}, {uncapital(body[0])}")
            else:
                blocks += [f"**{lead}:** {when}, instead:", *body]
            blocks += self._excepted(decl, self._to(one), "Exception to this exception")
        return blocks

    def _exception_body(self, decl: m.Decl, one: s.Exception_) -> list[str]:
        if isinstance(one.definition, s.Definition):
            return self._defined(one.definition)
        if isinstance(one.definition, s.Property):
            return [self._property_text(one.definition)]
        if one.lines:
            return self.amount_lines(f"the {self.w.link(decl)}", one.lines)
        only = self.only(one.only_if)
        return [*([only] if only else []), *self._steps(self.done_in(one.body))] or ["Nothing happens."]
