"""Declarations of what is done and what holds become passages; things are told in `things`."""

from collections.abc import Sequence
from functools import cached_property

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.holding import Holding
from gekido_dsl.rulesdoc.english.steps import REST, Step, listed, uncapital
from gekido_dsl.syntax import nodes as s

_AT_ONCE = 110
"""As many signs may be told where a rule is done, instead of its name."""


class Entries(Holding):
    """Writes passages of declarations."""

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
        blocks = self._steps(self.done_in(it.body))
        only = self.only(it.only_if)
        if blocks and it.params:
            lead = en.capital(self.done_with(it.params)) + (
                only.replace("This is possible only", ", only", 1)[:-1] + ":" if only else ":"
            )
            if blocks[0].startswith(("1. ", "- ")):
                blocks.insert(0, lead)
            else:
                first, gap, rest = uncapital(blocks[0]).partition("\n")
                lead = lead[:-1] + "," if first.endswith(":") else lead
                blocks[0] = f"{lead} {first}{gap}{rest}"
        elif only:
            blocks = [f"{only} {blocks[0]}"] if flowing(blocks) else [only, *blocks]
        blocks = self._with_exceptions(decl, blocks)
        self.numbers = before
        return blocks

    def silent(self, it: s.Sentence) -> bool:
        """Tells whether only the log hears of a sentence: an announcement, or a rule that has nothing else."""
        if frame_of(it).reads is not Own.DO or it.object is None:
            return super().silent(it)
        rule = self.outermost(it.object.head)
        text = self.text_of(rule) if isinstance(rule, m.Procedure) and rule.word == "rule" else None
        if not isinstance(text, s.Procedure) or text.name.text in self._exceptions:
            return False
        if id(rule) not in self._silent:
            self._silent[id(rule)] = False  # one that does itself again is told
            self._silent[id(rule)] = not self.done_in(text.body)
        return self._silent[id(rule)]

    def sentence(self, it: s.Sentence) -> list[Step]:
        """Writes a sentence; a short rule that needs nothing is told where it is done, instead of its name."""
        guard = self.guarded(it.guard)
        if guard is False:
            return []
        told = self._at_once(it) if self.answers is not None else None
        if told is None:
            return super().sentence(it)
        return [self._led_by(self.when(guard), told)] if isinstance(guard, s.Guard) else told

    def _at_once(self, it: s.Sentence) -> list[Step] | None:
        """Gives the only step of a rule that is done, if it is short and stands for itself."""
        if (
            frame_of(it).reads is not Own.DO
            or it.object is None
            or it.subject is not None
            or it.preps
            or it.otherwise is not None
        ):
            return None
        rule = self.outermost(it.object.head)
        text = self.text_of(rule) if isinstance(rule, m.Procedure) and rule.word == "rule" else None
        if not isinstance(text, s.Procedure) or text.params or text.only_if or id(rule) in self._within:
            return None
        if text.name.text in self._exceptions or id(rule) in self._not_at_once:
            return None
        self._within.add(id(rule))
        with self.acting("you"):
            steps = self.done_in(text.body)
        self._within.discard(id(rule))
        if len(steps) != 1 or len(en.plain(steps[0].text)) > _AT_ONCE:
            self._not_at_once.add(id(rule))
            return None
        return None if self.person != "you" or steps[0].under or REST in steps[0].text else steps

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

    def per(self, scope: s.Name) -> str:
        """Writes `each turn`, `in each Attack`."""
        if scope.text in ("Turn", "Round"):
            return f"each {self.stretch(scope.text)}"
        return f"in each {self.linked(scope, 'each')}"

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
        often = ""
        if it.once_each is not None:
            often = f", {'each of them ' if asked else ''}at most once {self.per(it.once_each)}"
        lead = f"{'Choose' if asked else 'This is done with'} {what}{often}"
        leads = " ".join(one for one in (en.sentence(lead), self.only(it.only_if)) if one)
        blocks = self._steps(self.body(it.body))
        return self._with_exceptions(decl, [f"{leads} {blocks[0]}"] if flowing(blocks) else [leads, *blocks])

    def event(self, it: s.Event) -> str:
        """Writes what a rule waits for."""
        said = EVENTS[it.kind]
        if said.of_a_stretch:
            return f"{self.phase(it.subject)} {said.english}"
        named = self.linked(it.other) if it.other is not None else ""
        if it.where is not None:
            named = self.phrase(it.where)
        return f"{en.a(self.linked(it.subject))} {said.english.format(named)}{self._number(it)}"

    def _number(self, it: s.Event) -> str:
        """Writes the word for how much is gained or lost, where there is one."""
        return f" (the {it.local or 'number'})" if "number" in EVENTS[it.kind].hands_on else ""

    def _would(self, it: s.Event) -> str:
        """Writes what another rule stands in for."""
        event = EVENTS[it.kind]
        named = self.linked(it.other) if it.other is not None else ""
        if it.where is not None:
            named = self.phrase(it.where)
        return event.would.format(en.a(self.linked(it.subject)), named) + self._number(it)

    def _event(self, decl: m.Decl, it: s.Trigger | s.Replacement) -> list[str]:
        guard = self.guarded(it.guard)
        if guard is False:
            return []
        event = EVENTS[it.event.kind]
        stands_in = isinstance(it, s.Replacement) and not event.lessened
        if stands_in:
            lead = f"whenever {self._would(it.event)}"
        else:
            word = "when" if event.of_a_stretch else "whenever"
            lead = f"{'before' if isinstance(it, s.Replacement) else word} {self.event(it.event)}"
        if isinstance(guard, s.Guard):
            lead += f", {self.when(guard)}"
        if stands_in:
            lead += ", instead"
        if isinstance(it, s.Trigger) and it.after_damage:
            lead += ", once all the damage is dealt"
        body = self.body(it.body)
        if not body:
            return []
        steps = self._led_by(lead, body)
        return self._with_exceptions(decl, self._steps([steps]))

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
        blocks = self._steps(self.body(it.body))
        end = f"The {what} ends {when}."
        return [f"{end} {blocks[0]}"] if flowing(blocks) else [end, *blocks]

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
            under = tuple(Step(self.linked(step)) for step in line.steps)
            step = Step(f"{self.linked(line.phase)}{when}{':' if under else ''}", under)
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
                steps[number] = Step(f"{self.turns(it.turns[at])}:", tuple(turns[at]))
        if len(steps) == 1 and not steps[0].under and not it.round:
            lead = lead.replace("these phases, in this order:", f"one phase: {steps[0].text}.")
            return [f"{first.strip()} {lead}".strip()]
        return [f"{lead}{first}" if not first else f"{first.strip()} {lead}", listed(steps)]

    def turns(self, it: s.Turns) -> str:
        """Writes who has a turn within a round."""
        who = "Each player"
        with self.acting("they"):
            if it.relative is not None:
                who += f" who {self.predicates(it.relative, many=False)}"
            if it.until is not None:
                return f"{who} has turns, again and again until {self.cond(it.until)}"
        return f"{who} has a turn"

    def pattern(self, patterns: m.PatternSet, number: int) -> str:
        """Writes which dice make one of several patterns."""
        written = self.text_of(patterns)
        return self.needed(written.patterns[number]) if isinstance(written, s.Patterns) else ""

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
        times = {1: "once", 2: "up to twice"}.get(it.most, f"up to {it.most} times")
        scope = f" {self.per(it.scope)}" if it.scope is not None else ""
        if len(actions) == 1:
            return f"the action {actions[0]} {times}{scope}"
        several = md.joined(actions, "or")
        return (
            f"one of the actions {several}{scope}"
            if it.most == 1
            else f"the actions {several} {times} in all{scope}"
        )


def flowing(blocks: list[str]) -> bool:
    """Tells whether all that is said is one paragraph."""
    return len(blocks) == 1 and "\n" not in blocks[0] and not blocks[0].startswith(("1. ", "- "))
