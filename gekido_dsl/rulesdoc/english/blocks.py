"""Blocks become instructions: a paragraph when they are short, else a list of steps.

Invariants:
    What never happens under the chosen options is left out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import key_text
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.nouns import each_of, takes_plural
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.steps import REST, Step, alike, depends, inline, listed, mixed, uncapital
from gekido_dsl.rulesdoc.english.teller import STATEMENTS, Teller
from gekido_dsl.rulesdoc.english.verbs import clause_of, numbered
from gekido_dsl.syntax import nodes as s

_SHORT: Final = 3
"""As many steps still make a paragraph."""
_LONG: Final = 300
"""As many signs do not."""
_IT: Final = re.compile(r"\b(?:it|its|itself)\b", re.IGNORECASE)
_VERB_IT: Final = re.compile(r"(\w+) it\b((?:(?!\. ).)*\.)")


def body_steps(t: Teller, statements: Sequence[s.Statement]) -> list[Step]:
    """Writes what is done, step by step; of what never happens nothing."""
    return [step for statement in statements for step in t.statement(statement)]


def looped(t: Teller, statements: Sequence[s.Statement], *, repeating: bool) -> list[Step]:
    """Writes the body of a loop, where to stop means to leave it."""
    before, t.repeating = t.repeating, repeating
    steps = body_steps(t, statements)
    t.repeating = before
    return steps


def only_text(t: Teller, only_if: Iterable[s.OnlyIf]) -> str:
    """Writes on which condition something can be done at all."""
    left = [settled(t, one.condition) for one in only_if]
    if any(one is False for one in left):
        return "This is not possible."
    told = [t.cond(one) for one in left if not isinstance(one, bool)]
    return f"This is possible only if {md.joined(told)}." if told else ""


@STATEMENTS.of(s.Nothing)
def _nothing(t: Teller, it: s.Nothing) -> list[Step]:
    return [Step("They do nothing." if t.person == "they" else "Do nothing.")]


@STATEMENTS.of(s.If)
def _if_steps(t: Teller, it: s.If) -> list[Step]:
    left = settled(t, it.condition)
    if isinstance(left, bool):
        return body_steps(t, it.then if left else it.otherwise)
    return _branches(f"if {t.cond(left)}", body_steps(t, it.then), body_steps(t, it.otherwise))


def _branches(lead: str, then: list[Step], otherwise: list[Step]) -> list[Step]:
    """Writes two ways on: each in a sentence if it is one, else in a list."""
    steps = [_told_apart(lead, then) if otherwise else led_by(lead, then)] if then else []
    if otherwise:
        steps.append(led_by("otherwise" if then else f"unless {lead.removeprefix('if ')}", otherwise))
    if len(steps) == 2 and not steps[0].under:
        first, second = steps
        return [Step(f"{first.text} {second.text}", second.under, second.numbered)]
    return steps


def _told_apart(lead: str, steps: list[Step]) -> Step:
    """Leads steps that `otherwise` follows: a condition of their own stays below, or it would seem denied, too."""
    if len(steps) == 1 and not steps[0].under and depends(steps[0].text):
        return Step(f"{en.capital(lead)}:", tuple(steps))
    return led_by(lead, steps)


def led_by(lead: str, steps: list[Step]) -> Step:
    first = steps[0].text if steps else ""
    if len(steps) == 1 and not inline(lead, first):
        return Step(f"{en.capital(lead)}:", tuple(steps))
    if len(steps) == 1 and lead.startswith("if ") and first.startswith("If "):
        if ". Otherwise" in first or steps[0].under or mixed(lead) or mixed(first.partition(", ")[0]):
            return Step(f"{en.capital(lead)}:", tuple(steps))
        return Step(en.sentence(f"{lead} and {first.removeprefix('If ')}"))
    if len(steps) == 1 and not steps[0].under:
        return Step(en.sentence(f"{lead}, {uncapital(steps[0].text)}"))
    if len(steps) == 1 and steps[0].under:
        return Step(f"{en.capital(lead)}, {uncapital(steps[0].text)}", steps[0].under, steps[0].numbered)
    return Step(f"{en.capital(lead)}:", tuple(steps))


@STATEMENTS.of(s.Each)
def _each_steps(t: Teller, it: s.Each) -> list[Step]:
    if _goes_round_players(it):
        return _each_player(t, it, _going(t, it))
    steps = looped(t, it.body, repeating=False)
    if isinstance(it.phrase.head, s.Noun) and it.phrase.head.name is not None and t.whole_book:
        key = t.meaning(it.phrase.head.name)
        if isinstance(key, m.Enum) and key.compass:
            way = f" towards the {t.linked(it.phrase.head.name)}"
            steps = [_reworded(step, way, " in that direction") for step in steps]
    if len(steps) == 1 and steps[0].under:
        again = re.fullmatch(r"If its (.*):", steps[0].text)
        if again is not None and f"whose {again[1]}" in for_each_text(t, it):
            steps = list(steps[0].under)
    if len(steps) == 1 and not steps[0].under and not _going(t, it):
        told = _each_of(t, it, steps[0].text)
        if told is not None:
            return [Step(told)]
    return [led_by(for_each_text(t, it), steps)] if steps else []


def _reworded(step: Step, words: str, others: str) -> Step:
    """Says something in other words, in a step and in all that is under it."""
    under = tuple(_reworded(one, words, others) for one in step.under)
    return replace(step, text=step.text.replace(words, others), under=under)


def _each_of(t: Teller, it: s.Each, text: str) -> str | None:
    """Writes a sentence of `it` as one of each thing: `each Tile now has a Wall`, `put each Mouse onto a Plot`."""
    if isinstance(it.phrase.head, s.Numbers) or len(_IT.findall(text)) != 1:
        return None
    told = f"each {each_of(t, it.phrase.head, phrase_text(t, it.phrase).removeprefix('all '))}"
    if text.startswith("It "):
        return en.capital(told) + text.removeprefix("It")
    found = _VERB_IT.fullmatch(text)
    if found is None or it.phrase.relative is not None:
        return None
    return f"{found[1]} {told}{found[2]}"


def _goes_round_players(it: s.Each) -> bool:
    things = it.phrase.head
    return isinstance(things, s.Noun) and things.name is None


def _going(t: Teller, it: s.Each) -> str:
    """Writes what is said behind the things that are gone through: their word, and their order."""
    order = ""
    if it.order is not None:
        order = f", {order_text(t, it.order)}"
    if it.word is not None and not isinstance(it.phrase.head, s.Numbers):
        order = f" (the {md.escape(it.word)}){order}"
    return order


def for_each_text(t: Teller, it: s.Each) -> str:
    """Writes for what something is done, one after the other."""
    things = it.phrase.head
    if isinstance(things, s.Numbers):
        word = f" (the {md.escape(it.word)})" if it.word is not None else ""
        return f"for each number from {t.expr(things.low)} to {t.expr(things.high)}{word}"
    told = phrase_text(t, it.phrase).removeprefix("all ")
    return f"for each {each_of(t, things, told)}{_going(t, it)}"


def order_text(t: Teller, order: s.Order) -> str:
    """Writes in which order things are gone through."""
    if order.start is not None:
        return f"in turn order from {t.expr(order.start)} on"
    if not order.keys:
        return "the last one first"
    told = [_from_to(t, key) for key in order.keys]
    text = ", and among equals ".join(told)
    return text + (", ties in random order" if order.random else "")


def _from_to(t: Teller, key: s.Key) -> str:
    """Writes one number that things are ordered by: `from the lowest Hour to the highest`."""
    number = key_text(t, key.by)
    first, last = ("lowest", "highest") if key.lowest else ("highest", "lowest")
    if number.startswith("the ") and " or " not in number:
        return f"from the {first} {number.removeprefix('the ')} to the {last}"
    return f"by {number}, the {first} first"


def _each_player(t: Teller, it: s.Each, order: str) -> list[Step]:
    who = phrase_text(t, it.phrase)
    if len(it.body) == 1 and isinstance(it.body[0], s.Sentence) and numbered(it.body[0]):
        one = it.body[0]
        guard = guarded(t, one.guard)
        if guard is False:
            return []
        himself = "me" in one.span.text.split()
        if not one.may and one.otherwise is None and not one.musts and not himself:
            with t.acting("they"):
                clause = clause_of(t, one)
                when = guard_text(t, guard) if guard is not None and guard is not True else ""
            if not clause.whole and not order:
                secret = "in secret, " if it.secret else ""
                behind = f"{',' if when.startswith(('unless', 'if possible')) else ''} {when}" if when else ""
                return [Step(en.sentence(f"{secret}each {who} {en.conjugated(clause.verb)}{behind}"))]
    with t.acting("you"):
        steps = looped(t, it.body, repeating=False)
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


def in_turn_order(t: Teller, start: s.Expr | None) -> str:
    """Writes in which order players act, and who is first where that is said."""
    return "In turn order" if start is None else f"In turn order, from {t.expr(start)} on"


@STATEMENTS.of(s.InTurn)
def _in_turn_steps(t: Teller, it: s.InTurn) -> list[Step]:
    until = "only one is left" if it.until is None else t.cond(it.until)
    with t.acting("you"):
        steps = looped(t, it.body, repeating=True)
    lead = (
        f"{in_turn_order(t, it.start)}, each {phrase_text(t, it.phrase)} does the following, round and round, "
        f"until {until}:"
    )
    return [Step(en.capital(lead), tuple(steps))] if steps else []


@STATEMENTS.of(s.Auction)
def _auction_steps(t: Teller, it: s.Auction) -> list[Step]:
    who, label = phrase_text(t, it.phrase), t.w.names.meaning(it.fact.name, it.fact.span)
    bid = t.w.link(label, it.fact.name) if label is not None else md.escape(it.fact.name)
    with t.acting("they"):
        bounds = f"from {t.expr(it.low)} to {t.expr(it.high)}"
    if it.sealed:
        lead = f"In secret and at the same time, each {who} chooses their {bid}, {bounds}. Then all of them are shown."
        most = f"Whoever has the highest {bid}, of equals the first in turn order, "
    else:
        lead = (
            f"{in_turn_order(t, it.start)}, each {who} names a higher {bid}, {bounds}, or passes for good, "
            "round and round, "
        )
        lead += "until only one is left."
        most = "Whoever is left with a bid "
    with t.acting("you"):
        won, lost = body_steps(t, it.body), body_steps(t, it.otherwise)
    steps = [Step(lead), Step(f"{most}does the following:", tuple(won))]
    return [*steps, Step("If nobody has bid:", tuple(lost))] if lost else steps


@STATEMENTS.of(s.LayDown)
def _laid_down_steps(t: Teller, it: s.LayDown) -> list[Step]:
    if it.subject is not None:
        who = f"{en.capital(phrase_text(t, it.subject))} {'may lay' if it.may else 'lays'} down"
    else:
        who = "You may lay down" if it.may else "Lay down"
    said = f"{who} {en.a(t.linked(it.name))} from {t.expr(it.origin)} into {t.expr(it.goal)}"
    if it.most is not None:
        said += f", so that the rest counts at most {t.expr(it.most[0])} by {key_text(t, it.most[1])}"
    if it.guard is not None and it.guard.condition is not None:
        said += f", {it.guard.kind} {t.cond(it.guard.condition)}"
    steps = [Step(f"{said}.")]
    lost = body_steps(t, it.otherwise or ())
    return [*steps, Step("If that is not possible:", tuple(lost))] if lost else steps


@STATEMENTS.of(s.Repeat)
def _repeat_steps(t: Teller, it: s.Repeat) -> list[Step]:
    if it.kind == "times" and it.times is not None:
        number = t.expr(it.times)
        most = "up to " if any(_leaves(one) for one in it.body) else ""
        times = f"{most}{number} times"
        if number == "1":
            times = "at most once" if most else "once"
        elif not isinstance(it.times, s.Num) and not number.startswith("*"):
            times = f"{'at most ' if most else ''}a number of times equal to {number}"
        may = _may_or_leave(it.body)
        steps = looped(t, it.body if may is None else (may,), repeating=True)
        short = len(steps) == 1 and not steps[0].under and it.ends is None and inline("", steps[0].text)
        if short and not steps[0].text.startswith(("If ", "For ")):
            once = times == "at most once" and may is not None
            return [Step(steps[0].text if once else f"{steps[0].text.rstrip('.')}, {times}.")]
        steps = looped(t, it.body, repeating=True)
        lead = f"do the following {times}"
    elif it.condition is not None:
        lead = (
            f"repeat the following {'as long as' if it.kind == 'while' else 'until'} {t.cond(it.condition)}"
        )
    else:
        lead = "repeat the following"
    if it.ends is not None:
        way = "low" if it.ends.lowest else "high"
        number = t.expr(it.ends.by)
        end = "end" if takes_plural(t, it.ends.by) else "ends"
        name = it.ends.by.name if isinstance(it.ends.by, s.Noun) else None
        added = t.added.get(t.meaning(name)) if name is not None else None
        if added is not None:
            each = phrase_text(t, added)
            lead += f"; choose so that {each}, added up over all of them, is as {way} as possible"
        else:
            lead += f"; choose so that {number} {end} as {way} as possible"
    steps = looped(t, it.body, repeating=True)
    if len(steps) == 1 and not steps[0].under and it.ends is None and it.condition is not None:
        if inline("", steps[0].text) and not steps[0].text.startswith(("If ", "For ")):
            when = "as long as" if it.kind == "while" else "until"
            return [Step(en.sentence(f"{when} {t.cond(it.condition)}, {uncapital(steps[0].text)}"))]
    return [Step(f"{en.capital(lead)}:", tuple(steps))] if steps else []


def _leaves(it: s.Statement) -> bool:
    """Tells whether a statement may leave the loop that it stands in before it has gone round so often."""
    return "stop" in it.span.text.split() or "end" in it.span.text.split()


def _may_or_leave(body: Sequence[s.Statement]) -> s.Sentence | None:
    """Gives what may be done again and again, where a loop is left by who does not: `may ..., otherwise stop`."""
    one = body[0] if len(body) == 1 else None
    if not isinstance(one, s.Sentence) or not one.may or one.otherwise is None or len(one.otherwise) != 1:
        return None
    last = one.otherwise[0]
    if (
        not isinstance(last, s.Sentence)
        or last.verb != "stop"
        or last.loop is not None
        or last.guard is not None
    ):
        return None
    return replace(one, otherwise=None)


@STATEMENTS.of(s.ChooseOne)
def _choose_one_steps(t: Teller, it: s.ChooseOne) -> list[Step]:
    ways = []
    for way in it.alternatives:
        guard = guarded(t, way.guard)
        if guard is False:
            continue
        when = (
            f" ({'only ' if guard.kind == 'if' else ''}{guard_text(t, guard)})"
            if isinstance(guard, s.Guard)
            else ""
        )
        steps = body_steps(t, way.body)
        label = f"**{md.escape(way.label)}**{when}"
        if len(steps) == 1:
            ways.append(Step(f"{label}: {uncapital(steps[0].text)}", steps[0].under, steps[0].numbered))
        else:
            ways.append(Step(f"{label}{':' if steps else '.'}", tuple(steps)))
    lead = "choose one:" if t.person == "you" else "they choose one:"
    return [Step(en.capital(lead), tuple(ways), numbered=False)]


@STATEMENTS.of(s.May)
def _may_steps(t: Teller, it: s.May) -> list[Step]:
    guard = guarded(t, it.guard)
    if guard is False:
        return body_steps(t, it.otherwise)
    who, person = "you", t.person
    if it.subject is not None:
        who, person = phrase_text(t, it.subject), "they"
    elif t.person == "they":
        who = "they"
    if who == "you":
        person = "you"
    label = en.small(md.escape(it.label).rstrip("."))
    with t.acting(person):
        when = guard_text(t, guard) if isinstance(guard, s.Guard) else ""
        steps = body_steps(t, it.body)
        otherwise = body_steps(t, it.otherwise)
    lead = f"{when}, {who} may {label}" if when else f"{who} may {label}"
    if not steps:
        return [Step(en.sentence(lead))]
    do = "you do" if who == "you" else "they do"
    if (
        len(steps) == 1
        and not steps[0].under
        and alike(label, steps[0].text)
        and not (otherwise and depends(steps[0].text))
    ):
        step = Step(
            en.sentence(
                f"{when + ', ' if when else ''}{who} may {uncapital(steps[0].text).removeprefix('they ')}"
            )
        )
    elif (
        len(steps) == 1
        and not steps[0].under
        and inline("if", steps[0].text)
        and not (otherwise and depends(steps[0].text))
    ):
        step = Step(f"{en.sentence(lead)} {en.sentence(f'if {do}, {uncapital(steps[0].text)}')}")
    else:
        step = Step(f"{en.sentence(lead)} {en.capital(f'if {do}:')}", tuple(steps))
    if not otherwise:
        return [step]
    last = led_by("otherwise", otherwise)
    if step.under:
        return [step, last]
    return [Step(f"{step.text} {last.text}", last.under, last.numbered)]


@STATEMENTS.of(s.Together)
def _together_steps(t: Teller, it: s.Together) -> list[Step]:
    texts = [f"all at once, move each {phrase_text(t, it.things)} to {t.expr(it.goal)}"]
    if it.room is not None:
        number = it.room.number
        things = phrase_text(t, it.room.things)
        texts.append(f"there is room for {number} {things} on {en.a(t.linked(it.room.space))}")
    for guard in it.stays:
        left = guarded(t, guard)
        if isinstance(left, s.Guard):
            texts.append(f"it stays where it is {guard_text(t, left)}")
    for guard in it.first:
        left = guarded(t, guard)
        if isinstance(left, s.Guard):
            texts.append(f"it goes first {guard_text(t, left)}")
    text = " ".join(en.sentence(each) for each in texts)
    after = body_steps(t, it.then)
    if not after:
        return [Step(text)]
    return [Step(f"{text} Then, for each that has moved:", tuple(after))]


def as_markdown(steps: Sequence[Step]) -> str:
    """Writes steps as a paragraph or as a list."""
    if not steps:
        return ""
    flat = all(not step.under for step in steps)
    if len(steps) == 1 and not flat:
        return f"{steps[0].text}\n\n{listed(steps[0].under, numbered=steps[0].numbered)}"
    if flat and len(steps) <= _SHORT and sum(len(en.plain(step.text)) for step in steps) < _LONG:
        return " ".join(step.text for step in steps)
    return listed(steps)


def _if_done(t: Teller, statements: Sequence[s.Statement]) -> list[Step]:
    """Writes the body of a rule; what follows a choice without which the rule ends is done `if you do`."""
    for number, one in enumerate(statements[:-1]):
        if not isinstance(one, s.Sentence) or not one.may or one.otherwise is None or len(one.otherwise) != 1:
            continue
        stop = one.otherwise[0]
        if (
            not isinstance(stop, s.Sentence)
            or stop.verb != "stop"
            or stop.loop is not None
            or stop.guard is not None
        ):
            continue
        before = body_steps(t, statements[:number])
        chosen = t.statement(replace(one, otherwise=None))
        rest = _if_done(t, statements[number + 1 :])
        if len(chosen) != 1 or chosen[0].under or not rest:
            break
        lead = led_by(f"if {'you' if t.person == 'you' else 'they'} do", rest)
        return [*before, Step(f"{chosen[0].text} {lead.text}", lead.under, lead.numbered)]
    return body_steps(t, statements)


def done_in(t: Teller, statements: Sequence[s.Statement]) -> list[Step]:
    """Writes the body of a rule; one that only says to stop does nothing."""
    steps = _if_done(t, statements) if t.whole_book else body_steps(t, statements)
    return [] if len(steps) == 1 and steps[0].text == en.sentence(REST) else steps
