"""Payments become English: what is paid, by whom, to whom, and what happens if it is not there."""

from gekido_dsl.model.english import plural
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import body_steps, led_by
from gekido_dsl.rulesdoc.english.phrases import phrase_text, relative_text
from gekido_dsl.rulesdoc.english.sentences import led_by_guard, their_own
from gekido_dsl.rulesdoc.english.settling import guarded
from gekido_dsl.rulesdoc.english.steps import Step, inline, uncapital
from gekido_dsl.rulesdoc.english.teller import PREDICATES, STATEMENTS, Teller
from gekido_dsl.rulesdoc.english.verbs import is_many
from gekido_dsl.syntax import nodes as s


def prices_text(t: Teller, prices: tuple[s.Price, ...], source: s.Expr | None) -> str:
    """Writes what is paid, and from where."""
    told = md.joined([_price(t, one) for one in prices])
    return told + (f" from {t.expr(source)}" if source is not None else "")


def _price(t: Teller, price: s.Price) -> str:
    unit, amount = price.unit, price.amount
    fact = _fact(t, unit)
    if isinstance(amount, s.Num) and isinstance(unit, s.Noun):
        head: s.Expr = s.Several(price.span, amount.value, unit)
        told = f"{amount.value} {fact}" if fact else t.expr(head)
    else:
        head = unit
        told = f"{t.expr(amount) if amount is not None else ''} in {fact or t.expr(unit)}"
    return told + (relative_text(t, price.relative, head) if price.relative is not None else "")


def _fact(t: Teller, unit: s.Expr) -> str:
    """Writes the number of a player that is paid with; nothing where that is no such number."""
    sheet = t.game.kinds.get(s.SHEET)
    if sheet is None or not isinstance(unit, s.Noun) or unit.name is None:
        return ""
    for name in (unit.name.text, plural(unit.name.text)):
        if name in sheet.fields:
            return t.w.link(sheet.fields[name], unit.name.text)
    return ""


@PREDICATES.of(s.CanPay)
def _can_pay(t: Teller, one: s.CanPay, *, many: bool) -> str:
    told = prices_text(t, one.prices, one.source).replace(" from its ", " from their ")
    return f"{'cannot' if one.negated else 'can'} pay {told}"


@STATEMENTS.of(s.Pay)
def _pay_steps(t: Teller, it: s.Pay) -> list[Step]:
    guard = guarded(t, it.guard)
    if guard is False:
        return []
    subject = it.subject
    who = phrase_text(t, subject) if subject is not None else t.person
    before = t.person
    with t.acting("you" if who == "you" else "they"):
        told = prices_text(t, it.prices, it.source)
        told += ", or all that is left," if it.all_left else ""
        with t.acting(before if isinstance(it.goal, s.Me) else t.person):
            told = f"{told} to {t.expr(it.goal)}" if it.goal is not None else told.rstrip(",")
    if subject is not None:
        told = their_own(who, told)
    if it.may:
        main = f"{who} may pay {told}"
    elif who == "you" and subject is None:
        main = f"pay {told}"
    else:
        many = who in ("you", "they") or (subject is not None and is_many(t, subject))
        main = f"{who} {'pay' if many else 'pays'} {told}"
    if isinstance(guard, s.Guard):
        main = f"{main}, if possible" if guard.condition is None else led_by_guard(t, guard, main)
    text = en.sentence(main)
    if it.otherwise is None:
        return [Step(text)]
    steps = body_steps(t, it.otherwise)
    lead = "otherwise" if it.may else f"if {'they' if subject is not None else who} cannot"
    if len(steps) == 1 and not steps[0].under and inline(lead, steps[0].text):
        return [Step(f"{text} {en.sentence(f'{lead}, {uncapital(steps[0].text)}')}")]
    return [Step(text), led_by(lead, steps)] if steps else [Step(text)]


@STATEMENTS.of(s.Offer)
def _offer_steps(t: Teller, it: s.Offer) -> list[Step]:
    guard = guarded(t, it.guard)
    if guard is False:
        return []
    you = t.person == "you"
    head = it.to.head
    others = isinstance(head, s.Noun) and head.name is None
    to = phrase_text(t, it.to)
    to = "the other players" if others and it.to.relative is None else f"each {to}" if others else to
    given, wanted = prices_text(t, it.given, None), prices_text(t, it.wanted, None)
    main = f"{'' if you else 'they '}offer {given} for {wanted} to {to}"
    if isinstance(guard, s.Guard):
        main = led_by_guard(t, guard, main)
    with_whom = "you" if you else "them"
    told = (
        f"{en.sentence(main)} They answer in turn; the first who has it and accepts trades with {with_whom}."
    )
    if not others:
        told = f"{en.sentence(main)} If they have it and accept, they trade with {with_whom}."
    if it.otherwise is None:
        return [Step(told)]
    steps = body_steps(t, it.otherwise)
    lead = "if nobody accepts" if others else "if they do not"
    if len(steps) == 1 and not steps[0].under and inline(lead, steps[0].text):
        return [Step(f"{told} {en.sentence(f'{lead}, {uncapital(steps[0].text)}')}")]
    return [Step(told), led_by(lead, steps)] if steps else [Step(told)]
