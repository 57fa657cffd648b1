"""Declarations of what is done and what holds become passages; things are told in `things`."""

from collections.abc import Sequence

from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import body_steps, done_in, led_by, only_text
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.ends import flowing
from gekido_dsl.rulesdoc.english.holding import as_blocks, param_type, with_exceptions
from gekido_dsl.rulesdoc.english.nouns import phase_text, stretch_text
from gekido_dsl.rulesdoc.english.phrases import leaves_open, phrase_text, predicates_text
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.steps import Step, listed, uncapital
from gekido_dsl.rulesdoc.english.teller import PASSAGES, Teller
from gekido_dsl.rulesdoc.english.things import needed
from gekido_dsl.rulesdoc.english.windows import per
from gekido_dsl.syntax import nodes as s


@PASSAGES.of(s.Setup)
def _setup_passage(t: Teller, it: s.Setup, _: m.Decl) -> list[str]:
    return as_blocks(body_steps(t, it.body))


@PASSAGES.of(s.Aim)
def _aim_passage(t: Teller, it: s.Aim, _: m.Decl) -> list[str]:
    return [f"Each player strives for the {'lowest' if it.lowest else 'highest'} {t.linked(it.amount)}."]


@PASSAGES.of(s.Phase)
def _phase_passage(t: Teller, it: s.Phase, decl: m.Decl) -> list[str]:
    starts = []
    for field in it.fields:
        if field.start is not None and (t.answers is None or not field.unlogged):
            are = "start" if en.several(field.name.text) else "starts"
            starts.append(f"{en.the(t.linked(field.name))} {are} at {t.expr(field.start)}")
    lead = [en.sentence(md.joined(starts))] if starts else []
    return with_exceptions(t, decl, [*lead, *as_blocks(body_steps(t, it.body))])


@PASSAGES.of(s.Procedure)
def _procedure_passage(t: Teller, it: s.Procedure, decl: m.Decl) -> list[str]:
    ranges = [param for param in it.params if isinstance(param.type, s.RangeType) and param.word]
    before, t.numbers = t.numbers, frozenset(param.word for param in ranges)
    blocks = as_blocks(done_in(t, it.body))
    only = only_text(t, it.only_if)
    if blocks and it.params:
        moving = t.whole_book and t.moves_on(t, decl)
        lead = en.capital(done_with(t, it.params, moving=moving)) + (
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
    blocks = with_exceptions(t, decl, blocks)
    t.numbers = before
    return blocks


def done_with(t: Teller, params: Sequence[s.Param], *, moving: bool = False) -> str:
    """Writes what a rule is done with: `for a Robot towards a Way, with *points* from 0 to 99`."""
    things, ways, numbers = [], [], []
    for param in params:
        word = f" (the {md.escape(param.word)})" if param.word else ""
        if isinstance(param.type, s.RangeType):
            low, high = param.type.low, param.type.high
            extent = (
                f" from {low} to {high}" if high is not None else f" from {low} up" if low is not None else ""
            )
            numbers.append(f"*{md.escape(param.word)}*{extent}" if param.word else param_type(t, param))
        elif param.said == "towards":
            ways.append(param_type(t, param) + word)
        else:
            things.append(param_type(t, param) + word)
    said = f"for {md.joined(things)}" if things else ""
    if moving and len(params) == len(things) == 2:
        said = f"for {things[0]} that goes to {things[1]}"
    said += f" towards {md.joined(ways)}" if ways else ""
    if numbers:
        said += f"{', ' if said else ''}with {md.joined(numbers)}"
    return said.strip()


@PASSAGES.of(s.Action)
def _action_passage(t: Teller, it: s.Action, decl: m.Decl) -> list[str]:
    if any(settled(t, only.condition) is False for only in it.only_if):
        return []
    asked = leaves_open(t, it.phrase)
    what = phrase_text(t, it.phrase)
    often = ""
    if it.once_each is not None:
        often = f", {'each of them ' if asked else ''}at most once {per(t, it.once_each)}"
    lead = f"{'Choose' if asked else 'This is done with'} {what}{often}"
    leads = " ".join(one for one in (en.sentence(lead), only_text(t, it.only_if)) if one)
    blocks = as_blocks(body_steps(t, it.body))
    return with_exceptions(t, decl, [f"{leads} {blocks[0]}"] if flowing(blocks) else [leads, *blocks])


def event_text(t: Teller, it: s.Event) -> str:
    """Writes what a rule waits for."""
    said = EVENTS[it.kind]
    if said.of_a_stretch and it.every > 1:
        return f"every {ORDINALS[it.every - 1]} {stretch_text(t, it.subject.text)} {said.english}"
    if said.of_a_stretch:
        return f"{phase_text(t, it.subject)} {said.english}"
    named = t.linked(it.other) if it.other is not None else ""
    if it.where is not None:
        named = phrase_text(t, it.where)
    return f"{_subject(t, it)} {said.english.format(named)}{_number(t, it)}"


def _subject(t: Teller, it: s.Event) -> str:
    """Names what something happens to: a thing, or a player who has the fact."""
    return "a player" if it.subject.text == s.SHEET else en.a(t.linked(it.subject))


def _number(t: Teller, it: s.Event) -> str:
    """Writes the word for how much is gained or lost, where there is one."""
    return f" (the {it.local or 'number'})" if "number" in EVENTS[it.kind].hands_on else ""


def _would(t: Teller, it: s.Event) -> str:
    """Writes what another rule stands in for."""
    event = EVENTS[it.kind]
    named = t.linked(it.other) if it.other is not None else ""
    if it.where is not None:
        named = phrase_text(t, it.where)
    return event.would.format(_subject(t, it), named) + _number(t, it)


@PASSAGES.of(s.Trigger)
def _trigger_passage(t: Teller, it: s.Trigger, decl: m.Decl) -> list[str]:
    return _event_passage(t, it, decl)


@PASSAGES.of(s.Replacement)
def _replacement_passage(t: Teller, it: s.Replacement, decl: m.Decl) -> list[str]:
    return _event_passage(t, it, decl)


def _event_passage(t: Teller, it: s.Trigger | s.Replacement, decl: m.Decl) -> list[str]:
    guard = guarded(t, it.guard)
    if guard is False:
        return []
    event = EVENTS[it.event.kind]
    stands_in = isinstance(it, s.Replacement) and not event.lessened
    if stands_in:
        lead = f"whenever {_would(t, it.event)}"
    else:
        word = "when" if event.of_a_stretch else "whenever"
        lead = f"{'before' if isinstance(it, s.Replacement) else word} {event_text(t, it.event)}"
    if isinstance(guard, s.Guard):
        lead += f", {guard_text(t, guard)}"
    if stands_in:
        lead += ", instead"
    if isinstance(it, s.Trigger) and it.after_damage:
        lead += ", once all the damage is dealt"
    body = body_steps(t, it.body)
    if not body:
        return []
    steps = led_by(lead, body)
    return with_exceptions(t, decl, as_blocks([steps]))


@PASSAGES.of(s.Turn)
def _turn_passage(t: Teller, it: s.Turn, _: m.Decl) -> list[str]:
    if it.together:
        lead = f"In each {stretch_text(t, 'Round')}, all players take part; one of them leads, and is meant by “you” "
        lead += "in its phases. It has these phases, in this order:"
    elif it.round:
        lead = "Each round has these parts, in this order:"
    else:
        lead = "Players take their turns clockwise. A turn has these phases, in this order:"
        if t.game.most_players == 2:
            lead = lead.replace("Players take their turns clockwise", "The two players take turns")
    first = " A random player begins." if it.first == "random" else ""
    if it.first != "random" and not it.together and not it.round and not _led(t):
        first = " The first player begins."
    steps: list[Step] = []
    turns: dict[int, list[Step]] = {}
    times: dict[int, int] = {}
    for line in it.lines:
        guard = guarded(t, line.guard)
        if guard is False:
            continue
        when = f", {guard_text(t, guard)}" if isinstance(guard, s.Guard) else ""
        under = tuple(Step(t.linked(step)) for step in line.steps)
        step = Step(f"{t.linked(line.phase)}{when}{':' if under else ''}", under)
        if line.turns < 0:
            again = steps[-1] if steps and t.whole_book else None
            if again is not None and not under and again == step:
                times[len(steps) - 1] = times.get(len(steps) - 1, 1) + 1
            else:
                steps.append(step)
            continue
        if line.turns not in turns:
            turns[line.turns] = []
            steps.append(Step(f"@{line.turns}"))
        turns[line.turns].append(step)
    for number, often in times.items():
        name, when, condition = steps[number].text.partition(", ")
        each = f", each time only {condition}" if when else ""
        steps[number] = Step(f"{name}, {often} times{each}")
    for number, step in enumerate(steps):
        if step.text.startswith("@"):
            at = int(step.text[1:])
            steps[number] = Step(f"{turns_text(t, it.turns[at])}:", tuple(turns[at]))
    if len(steps) == 1 and not steps[0].under and not it.round:
        only = "On your turn:" if t.whole_book and len(t.game.phases) == 1 and not it.together else ""
        lead = lead.replace("A turn has these phases, in this order:", only) if only else lead
        lead = lead.replace("these phases, in this order:", f"one phase: {steps[0].text}.").strip()
        return [f"{first.strip()} {lead}".strip()]
    return [f"{lead}{first}" if not first else f"{first.strip()} {lead}", listed(steps)]


def _led(t: Teller) -> bool:
    """Tells whether the set-up says who begins."""
    written = t.text_of(t.game.setup) if t.game.setup is not None else None
    return written is not None and "leads" in written.span.text.split()


def turns_text(t: Teller, it: s.Turns) -> str:
    """Writes who has a turn within a round."""
    who = "Each player"
    with t.acting("they"):
        if it.relative is not None:
            lead = "who " if it.relative.predicates else ""
            who += f" {lead}{predicates_text(t, it.relative, many=False)}"
        if it.until is not None:
            return f"{who} has turns, again and again until {t.cond(it.until)}"
    return f"{who} has a turn"


def pattern_text(t: Teller, patterns: m.PatternSet, number: int) -> str:
    """Writes which dice make one of several patterns."""
    written = t.text_of(patterns)
    return needed(t, written.patterns[number]) if isinstance(written, s.Patterns) else ""
