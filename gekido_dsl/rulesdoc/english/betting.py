"""Betting becomes English: what each may do in turn, what who folds does, and who gets what all paid."""

from gekido_dsl.model.english import plural
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import body_steps, in_turn_order
from gekido_dsl.rulesdoc.english.comparing import best, ranked, several_among
from gekido_dsl.rulesdoc.english.paying import prices_text
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.steps import Step, uncapital
from gekido_dsl.rulesdoc.english.teller import STATEMENTS, Teller
from gekido_dsl.syntax import nodes as s


@STATEMENTS.of(s.Betting)
def _betting_steps(t: Teller, it: s.Betting) -> list[Step]:
    who, stake = phrase_text(t, it.phrase), _fact(t, it.stake.name, it.stake)
    with t.acting("you"):
        raised = f"{'at least ' if it.least else ''}{prices_text(t, (it.price,), None)}"
        calling = f" (which counts as {t.expr(it.calling)} at least)" if it.calling is not None else ""
        folds = body_steps(t, it.fold)
    more = f"pay the difference and {raised} more{', no less than the last raise' if it.like_last else ''}"
    small = ", and lets nobody raise again who was asked before" if it.like_last else ""
    ways = (
        _way("Fold", folds),
        Step("**Check**, if you owe nothing."),
        Step(
            f"**Call**, if your {stake} is below the highest one{calling}: pay the difference, or all that is left."
        ),
        Step(f"**Raise**: {more}. With all that is left a raise may be smaller{small}."),
    )
    lead = (
        f"{in_turn_order(t, it.start)}, each {who} does one of the following, round and round, until nobody "
    )
    lead += "owes anything or those who do have nothing left:"
    return [Step(lead, ways, numbered=False)]


def _way(label: str, steps: list[Step]) -> Step:
    """Writes what who folds does, where they owe something."""
    if len(steps) == 1 and not steps[0].under:
        return Step(f"**{label}**, if you owe something: {uncapital(steps[0].text)}")
    return Step(f"**{label}**, if you owe something{':' if steps else '.'}", tuple(steps))


@STATEMENTS.of(s.ShareOut)
def _shared_steps(t: Teller, it: s.ShareOut) -> list[Step]:
    fact = next((one for one in t.game.kinds[s.SHEET].fields if it.paid.text in (one, plural(one))), "")
    paid, won = t.w.link(t.game.kinds[s.SHEET].fields[fact], it.paid.text), _fact(t, it.won.name, it.won)
    with t.acting("they"):
        among = several_among(t, it.among)
        text = f"share out all {paid} in {won}. "
        layer = "Each layer of what was paid goes to "
        if it.keys:
            text += f"{layer}the one {best(t, it.keys[0], players=True)} among {among} who paid for it; "
            text += "equals divide it"
        else:
            text += f"{layer}{among} who paid for it, in equal parts"
        more = it.keys[1:]
        rest = f"by {ranked(t, more)}, then in turn order" if more else "in turn order"
    return [Step(en.capital(f"{text}, and what cannot be divided goes to them one by one, {rest}."))]


def _fact(t: Teller, name: str, at: s.Attribute) -> str:
    label = t.w.names.meaning(name, at.span)
    return t.w.link(label, name) if label is not None else md.escape(name)
