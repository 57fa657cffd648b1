"""Declarations of what is done and what holds become passages; things are told in `things`."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from gekido_dsl.model import nodes as m
from gekido_dsl.model.nodes.definitions import LAYERS
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.sentences import Step, listed, uncapital
from gekido_dsl.rulesdoc.english.things import Things
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

_EVENTS = {"destroyed": "is destroyed", "damage": "suffers damage"}


class Entries(Things):
    """Writes passages of declarations."""

    def __init__(
        self, w: Writer, declarations: Sequence[s.Declaration], answers: Mapping[str, str] | None = None
    ) -> None:
        """Begins with the text of the game.

        Args:
            declarations: the text of the whole ruleset, as its variants make it.
            answers: what is chosen for each option, and then never mentioned; None to tell of options.
        """
        super().__init__(w, answers)
        self._texts = {(one.span.source.name, one.span.start): one for one in declarations}
        self._silent: dict[int, bool] = {}
        """By the identity of a rule, whether only the log hears of it."""
        self._exceptions: dict[str, list[s.Exception_]] = {}
        for one in declarations:
            if isinstance(one, s.Exception_):
                self._exceptions.setdefault(one.name.text, []).append(one)

    def text_of(self, decl: m.Decl) -> s.Declaration | None:
        """Finds what was written of a declaration."""
        return self._texts.get((decl.span.source.name, decl.span.start))

    # ------------------------------------------------------------ passages

    def passage(self, decl: m.Decl) -> list[str]:
        """Writes the blocks of a declaration; none when it serves the machine alone."""
        written = self.text_of(decl)
        if self.answers is not None and decl in self.machines:
            return []
        match written:
            case s.Setup(body=body):
                return self._steps(self.body(body))
            case s.Phase():
                return self._phase(decl, written)
            case s.Procedure():
                return self._procedure(decl, written)
            case s.Action():
                return self._action(decl, written)
            case s.Window():
                return self._window(written)
            case s.Trigger() | s.Replacement():
                return self._event(decl, written)
            case s.GameEnd():
                return self._end(written)
            case s.Definition():
                return self._definition(decl, written)
            case s.Property():
                return self._property(decl, written)
            case s.Amount():
                return self._amount(decl, written)
            case s.Turn():
                return self._turn_order(written)
            case s.Aim(lowest=lowest, amount=amount):
                return [
                    f"Each player strives for the {'lowest' if lowest else 'highest'} {self.linked(amount)}."
                ]
            case _:
                return self.thing(decl, written)

    @cached_property
    def machines(self) -> frozenset[m.Decl]:
        """The aim, and what nothing but the aim speaks of: they tell programs how well things stand."""
        game = self.game
        if game.aim is None:
            return frozenset()
        worked = (m.Amount, m.Definition, m.Property)
        decls = [one for one in (*game.declarations(), game.setup, game.turn, *game.ends) if one is not None]
        said = {one: set(self.w.names.spoken_of(one)) - {one} for one in decls}
        found: set[m.Decl] = {game.aim, game.aim.amount}
        while True:
            more = {
                one
                for one in decls
                if isinstance(one, worked)
                and one not in found
                and any(one in said.get(other, ()) for other in found)
                and not any(one in told for other, told in said.items() if other not in found)
            }
            if not more:
                break
            found |= more
        used = any(game.aim.amount in told for other, told in said.items() if other not in found)
        return frozenset({game.aim}) if used else frozenset(found)

    def _steps(self, steps: list[Step]) -> list[str]:
        text = self.written(steps)
        return [text] if text else []

    # ------------------------------------------------------------ what is done

    def _phase(self, decl: m.Decl, it: s.Phase) -> list[str]:
        starts = []
        for field in it.fields:
            if field.start is not None and (self.answers is None or not field.unlogged):
                are = "start" if en.several(field.name.text) else "starts"
                starts.append(f"{en.the(self.linked(field.name))} {are} at {self.expr(field.start)}")
        lead = [en.sentence(md.joined(starts))] if starts else []
        return self._with_exceptions(decl, [*lead, *self._steps(self.body(it.body))])

    def _procedure(self, decl: m.Decl, it: s.Procedure) -> list[str]:
        ranges = [param for param in it.params if isinstance(param.type, s.RangeType) and param.word]
        before, self.numbers = self.numbers, frozenset(param.word for param in ranges)
        blocks = self._steps(self.body(it.body))
        if blocks and it.params:
            lead = f"{en.capital(self.done_with(it.params))}:"
            if len(blocks) == 1 and not blocks[0].startswith(("1. ", "- ")) and "\n" not in blocks[0]:
                blocks = [f"{lead} {uncapital(blocks[0])}"]
            else:
                blocks.insert(0, lead)
        only = self.only(it.only_if)
        if only:
            blocks.insert(0, only)
        blocks = self._with_exceptions(decl, blocks)
        self.numbers = before
        return blocks

    def silent(self, it: s.Sentence) -> bool:
        """Tells whether only the log hears of a sentence: an announcement, or a rule that has nothing else."""
        if it.verb != "do" or it.object is None:
            return super().silent(it)
        rule = self.outermost(it.object.head)
        text = self.text_of(rule) if isinstance(rule, m.Procedure) and rule.word == "rule" else None
        if not isinstance(text, s.Procedure) or text.name.text in self._exceptions:
            return False
        if id(rule) not in self._silent:
            self._silent[id(rule)] = False  # one that does itself again is told
            self._silent[id(rule)] = not self.body(text.body)
        return self._silent[id(rule)]

    def done_with(self, params: Sequence[s.Param]) -> str:
        """Writes what a rule is done with: `for a Robot towards a Way, with *points* from 0 to 99`."""
        things, ways, numbers = [], [], []
        for param in params:
            word = f" (the {md.escape(param.word)})" if param.word else ""
            if isinstance(param.type, s.RangeType):
                low, high = param.type.low, param.type.high
                extent = (
                    f" from {low} to {high}"
                    if high is not None
                    else f" from {low} up"
                    if low is not None
                    else ""
                )
                numbers.append(f"*{md.escape(param.word)}*{extent}" if param.word else self.param_type(param))
            elif param.said == "towards":
                ways.append(self.param_type(param) + word)
            else:
                things.append(self.param_type(param) + word)
        said = f"for {md.joined(things)}" if things else ""
        said += f" towards {md.joined(ways)}" if ways else ""
        if numbers:
            said += f"{', ' if said else ''}with {md.joined(numbers)}"
        return said.strip()

    def moment(self, window: s.Name) -> str | None:
        """Writes what may be done in a window of one line."""
        key = self.w.names.meaning(window.text, window.span, "open")
        it = self.text_of(key) if isinstance(key, m.Window) else None
        if not isinstance(it, s.Window) or len(it.lines) != 1 or self.guarded(it.lines[0].guard) is not None:
            return None
        text = self._window_line(it.lines[0], "")
        return text.replace(" may ", " may now ", 1) if text else None

    def _possible(self, action: s.Name) -> bool:
        """Tells whether an action can be taken at all under the options that are chosen."""
        key = self.meaning(action)
        text = self.text_of(key) if isinstance(key, m.Decl) else None
        return not isinstance(text, s.Action) or all(
            self.settled(only.condition) is not False for only in text.only_if
        )

    def _action(self, decl: m.Decl, it: s.Action) -> list[str]:
        if any(self.settled(only.condition) is False for only in it.only_if):
            return []
        asked = self.open(it.phrase)
        what = self.phrase(it.phrase)
        often = (
            f", at most once {self.this(it.once_each)} with the same one" if it.once_each is not None else ""
        )
        lead = f"{'Choose' if asked else 'You may use'} {what}{often}"
        leads = " ".join(one for one in (en.sentence(lead), self.only(it.only_if)) if one)
        return self._with_exceptions(decl, [leads, *self._steps(self.body(it.body))])

    def event(self, it: s.Event) -> str:
        """Writes what a rule waits for."""
        subject = self.linked(it.subject)
        match it.kind:
            case "begins" | "ends":
                return f"{self.phase(it.subject)} {it.kind}"
            case "out":
                assert it.other is not None
                return f"{en.a(subject)} runs out of {self.linked(it.other)}"
            case "row":
                assert it.other is not None
                return f"{en.a(subject)} loses a row of {self.linked(it.other)}"
            case "enters":
                assert it.where is not None
                return f"{en.a(subject)} enters {self.phrase(it.where)}"
            case _:
                return f"{en.a(subject)} {_EVENTS[it.kind]}"

    def _event(self, decl: m.Decl, it: s.Trigger | s.Replacement) -> list[str]:
        guard = self.guarded(it.guard)
        if guard is False:
            return []
        lead = f"{'whenever' if it.event.kind not in ('begins', 'ends') else 'when'} {self.event(it.event)}"
        if isinstance(guard, s.Guard):
            lead += f", {self.when(guard)}" if guard.kind == "unless" else f" and {self.cond_of(guard)}"
        if isinstance(it, s.Replacement):
            lead += ", first"
        elif it.after_damage:
            lead += ", once all the damage is dealt"
        body = self.body(it.body)
        if not body:
            return []
        steps = self._led_by(lead, body)
        return self._with_exceptions(decl, self._steps([steps]))

    def cond_of(self, guard: s.Guard) -> str:
        """Writes the condition of a guard without its word."""
        return self.cond(guard.condition) if guard.condition is not None else ""

    def _end(self, it: s.GameEnd) -> list[str]:
        left = self.settled(it.condition)
        if left is False:
            return []
        what = "match" if it.whole else "game"
        when = "at once" if isinstance(left, bool) else ""
        if isinstance(left, s.RoundsOver):
            when = f"after {md.counted(left.number, 'round')}"
        elif not isinstance(left, bool):
            when = f"when {self.cond(left)}"
        return [f"The {what} ends {when}.", *self._steps(self.body(it.body))]

    def _turn_order(self, it: s.Turn) -> list[str]:
        if it.together:
            lead = "In each turn, all players take part. It has these phases, in this order:"
        elif it.round:
            lead = "Each round has these parts, in this order:"
        else:
            lead = "Players take their turns clockwise. A turn has these phases, in this order:"
        first = " A random player begins." if it.first == "random" else ""
        steps: list[Step] = []
        turns: dict[int, list[Step]] = {}
        for line in it.lines:
            guard = self.guarded(line.guard)
            if guard is False:
                continue
            when = f", {self.when(guard)}" if isinstance(guard, s.Guard) else ""
            under = tuple(Step(f"{self.linked(step)}.") for step in line.steps)
            step = Step(f"{self.linked(line.phase)}{when}{':' if under else '.'}", under)
            if line.turns < 0:
                steps.append(step)
                continue
            if line.turns not in turns:
                turns[line.turns] = []
                steps.append(Step(f"@{line.turns}"))
            turns[line.turns].append(step)
        for number, step in enumerate(steps):
            if step.text.startswith("@"):
                at = int(step.text[1:])
                steps[number] = Step(self._turns(it.turns[at]), tuple(turns[at]))
        return [f"{lead}{first}" if not first else f"{first.strip()} {lead}", listed(steps)]

    def _turns(self, it: s.Turns) -> str:
        who = "Each player"
        with self.acting("they"):
            if it.relative is not None:
                who += f" who {self.predicates(it.relative, many=False)}"
            text = f"{who} has a turn"
            if it.until is not None:
                text = f"{who} has turns, again and again until {self.cond(it.until)}"
        return f"{text}:"

    # ------------------------------------------------------------ windows

    def _window(self, it: s.Window) -> list[str]:
        steps = []
        for line in it.lines:
            guard = self.guarded(line.guard)
            if guard is False:
                continue
            when = self.when(guard) if isinstance(guard, s.Guard) else ""
            text = self._window_line(line, when)
            if text:
                steps.append(Step(en.sentence(text)))
        if not steps:
            return ["Nobody may do anything here."]
        return [listed(steps) if len(steps) > 1 else steps[0].text]

    def _window_line(self, line: s.WindowLine, when: str) -> str:
        seat = line.seat
        if isinstance(seat, s.Phrase):
            who = f"each {self.phrase(seat)}"
        else:
            who = self.expr(seat)
        quotas = [text for text in (self._quota(quota) for quota in line.quotas) if text]
        if not quotas:
            return ""
        text = f"{who} may take {en.joined(quotas, 'and')}"
        if not when:
            return text
        return f"{when}, {text}" if not when.startswith("unless") else f"{text}, {when}"

    def _quota(self, it: s.Quota) -> str:
        actions = [self.linked(action) for action in it.actions if self._possible(action)]
        if not actions:
            return ""
        if it.most is None:
            return f"the {'action' if len(actions) == 1 else 'actions'} {md.joined(actions, 'and')} any number of times"
        times = {1: "once", 2: "twice"}.get(it.most, f"{it.most} times")
        scope = (
            f" {self.this(it.scope).replace('during this', 'in each').replace('this ', 'each ')}"
            if it.scope is not None
            else ""
        )
        one = (
            f"one of the actions {md.joined(actions, 'or')}"
            if len(actions) > 1
            else f"the action {actions[0]}"
        )
        return f"{one} {times if it.most > 1 else 'once'}{scope}"

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
        if isinstance(left, s.Logic) and len(left.parts) > 2 and self._long(left):
            how = "any" if left.operator == "or" else "all"
            lines = [Step(en.sentence(self.cond(part))) for part in left.parts]
            return [
                f"{en.capital(lead)} if {how} of these {'holds' if how == 'any' else 'hold'}:",
                listed(lines, numbered=False),
            ]
        return [en.sentence(f"{lead} if {self.cond(left)}")]

    def _long(self, logic: s.Logic) -> bool:
        nested = any(isinstance(part, s.Logic) for part in logic.parts)
        return nested or sum(len(en.plain(self.cond(part))) for part in logic.parts) > 140

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
        if kept and all(line.operator in ("start", "set") for line, _ in kept):
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
            if self.settled(one.condition) is True:
                return one
        return None

    def _with_exceptions(self, decl: m.Decl, blocks: list[str]) -> list[str]:
        """Adds the exceptions to a rule; one that always holds takes its place."""
        for one in self._exceptions.get(decl.name, ()):
            left = self.settled(one.condition)
            if left is False:
                continue
            body = self._exception_body(decl, one)
            if left is True:
                return body
            assert not isinstance(left, bool)
            when = f"if {self.cond(left)}"
            if one.as_began is not None:
                when += f" as {self.phase(one.as_began)} begins"
            if len(body) == 1 and "\n" not in body[0]:
                blocks.append(f"**Exception:** {when}, {uncapital(body[0])}")
            else:
                blocks += [f"**Exception:** {when}, instead:", *body]
        return blocks

    def _exception_body(self, decl: m.Decl, one: s.Exception_) -> list[str]:
        if isinstance(one.definition, s.Definition):
            return self._defined(one.definition)
        if isinstance(one.definition, s.Property):
            return [self._property_text(one.definition)]
        if one.lines:
            return self.amount_lines(f"the {self.w.link(decl)}", one.lines)
        only = self.only(one.only_if)
        return [*([only] if only else []), *self._steps(self.body(one.body))] or ["Nothing is done."]
