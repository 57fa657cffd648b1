"""Sentences become steps: who does what, when, what a choice must be, and what happens otherwise.

Invariants:
    A decision says what may be chosen, and what happens when nothing is.
    What only the log hears of is left out for players.
"""

import re
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import body_steps, done_in, led_by
from gekido_dsl.rulesdoc.english.conditions import guard_text, like_before
from gekido_dsl.rulesdoc.english.nouns import attribute_text, is_player, outermost
from gekido_dsl.rulesdoc.english.phrases import leaves_open, phrase_text
from gekido_dsl.rulesdoc.english.predicates import be_text, be_what, fit_what
from gekido_dsl.rulesdoc.english.settling import guarded
from gekido_dsl.rulesdoc.english.steps import REST, Step, inline, uncapital
from gekido_dsl.rulesdoc.english.teller import STATEMENTS, Clause, Teller
from gekido_dsl.rulesdoc.english.verbs import clause_of, is_many, named_with, numbered
from gekido_dsl.syntax import nodes as s

_AT_ONCE: Final = 110
"""As many signs may be told where a rule is done, instead of its name."""


def _told(t: Teller, it: s.Sentence) -> list[Step]:
    """Writes a sentence: when, who does what, what it must be, and what happens otherwise."""
    guard = guarded(t, it.guard)
    if guard is False or (t.answers is not None and is_silent(t, it)):
        return []
    guard = None if guard is True else guard
    main = done_text(t, it)
    if guard is not None and guard.condition is None:
        main = f"{main}, if possible" if it.otherwise is None or not _asks(t, it) else main
    elif guard is not None and guard.condition is not None:
        main = led_by_guard(t, guard, main)
    texts = [en.sentence(main)]
    texts += [en.sentence(_must_text(t, must, _last_open(t, it))) for must in it.musts]
    if it.otherwise is None:
        return [Step(" ".join(texts))]
    otherwise = body_steps(t, it.otherwise)
    lead = _failing(t, it)
    return [_with(texts, lead, otherwise)]


def led_by_guard(t: Teller, guard: s.Guard, main: str) -> str:
    """Puts a condition before what depends on it, or behind it where that reads better."""
    when = guard_text(t, guard)
    if guard.kind == "unless":
        return f"{main}, {when}"
    return f"{when}, {main}"


def done_text(t: Teller, it: s.Sentence) -> str:
    """Writes who does what."""
    if it.subject is None or numbered(it) or frame_of(it).reads is Own.RANK:
        return _spoken(t, clause_of(t, it), may=it.may)
    if isinstance(it.subject.head, s.NoneWord):
        return f"nobody {en.conjugated(clause_of(t, it).verb)}"
    who = phrase_text(t, it.subject)
    if who == "you":
        return _spoken(t, clause_of(t, it), may=it.may, who="you")
    many = is_many(t, it.subject) and not isinstance(it.subject.head, s.Me)
    with t.acting("they" if is_player(t, it.subject.head) else t.person):
        clause = clause_of(t, it)
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


def happening_text(t: Teller, it: s.Sentence) -> str:
    """Writes what somebody does as it is watched: `you move`, and of a rule its name with what it is done with."""
    if frame_of(it).reads is Own.DO:
        return named_with(t, it)
    return done_text(t, it) if it.subject is not None else _spoken(t, clause_of(t, it), may=it.may, who="you")


def _spoken(t: Teller, clause: Clause, *, may: bool, who: str = "") -> str:
    if clause.whole:
        return clause.whole
    if t.person == "they":
        return f"they {'may ' if may else ''}{clause.verb}"
    return f"you {'may ' if may else ''}{clause.verb}" if may or who else clause.verb


def _asks(t: Teller, it: s.Sentence) -> bool:
    return leaves_open(t, it.object) or any(leaves_open(t, prep.phrase) for prep in it.preps)


def _failing(t: Teller, it: s.Sentence) -> str:
    """Says when what stands under `otherwise` is done."""
    if it.may:
        return "otherwise"
    if frame_of(it).reads is Own.CHOOSE and _asks(t, it):
        return "if there is none"
    return "if there is no such choice" if it.musts else "if that is not possible"


def _with(texts: list[str], lead: str, steps: list[Step]) -> Step:
    """Adds what happens in another case: in the same paragraph if it is short."""
    if not steps:
        return Step(" ".join([*texts, en.sentence(f"{lead}, nothing happens")]))
    if len(steps) == 1 and not steps[0].under and inline(lead, steps[0].text):
        return Step(" ".join([*texts, en.sentence(f"{lead}, {uncapital(steps[0].text)}")]))
    return Step(" ".join([*texts, en.sentence(f"{lead}:")]), tuple(steps))


def _must_text(t: Teller, must: s.Must, what: str) -> str:
    """Writes what a choice has to be, rung by rung."""
    texts = []
    for rung in must.rungs:
        if rung is None:
            texts.append("any will do")
        elif isinstance(rung, s.LeavingPosition):
            texts.append("leave a position that " + like_before(t, rung.condition.last, new=True))
        elif isinstance(rung, s.Follow):
            texts.append(f"follow {attribute_text(t, rung.attribute)}")
        elif isinstance(rung, s.FitsNeighbours):
            texts.append(f"fit {fit_what(t, rung)}")
        elif isinstance(rung, s.Covering):
            texts.append(_covered_text(t, rung))
        elif isinstance(rung, s.Leaving):
            texts.append(_left_text(t, rung))
        else:
            texts.append(
                be_text(t, rung).replace("is ", "be ", 1)
                if not rung.negated
                else "not be " + be_what(t, rung)
            )
    whole = isinstance(must.rungs[0], s.Leaving | s.LeavingPosition)
    fits = isinstance(must.rungs[0], s.FitsNeighbours | s.Covering)
    text = f"{'this' if whole else 'it' if fits else what} must {texts[0]}"
    for number, other in enumerate(texts[1:]):
        text += f"; if that is not possible{' either' if number else ''}, "
        text += other if other == "any will do" else f"it must {other}"
    return text


def _covered_text(t: Teller, rung: s.Covering) -> str:
    """Writes what a shape must lie on, or must not."""
    text = phrase_text(t, rung.phrase)
    return f"cover {'no' if rung.word == 'no' else 'at least one'} {text}"


def _left_text(t: Teller, rung: s.Leaving) -> str:
    """Writes of which things none, or some, must be left."""
    text = phrase_text(t, rung.phrase)
    if re.match(r"(your|their) ", en.plain(text)):
        word = "none of" if rung.word == "no" else "at least one of"
        return f"leave {word} {text.replace(' that is ', ' that are ', 1)}"
    return f"leave {'no' if rung.word == 'no' else 'some'} {text}"


def _last_open(t: Teller, it: s.Sentence) -> str:
    """Names what was chosen last in a sentence."""
    phrases = [it.object, *(phrase for prep in it.preps for phrase in (prep.phrase, *prep.more))]
    head = next((one.head for one in reversed(phrases) if one is not None and leaves_open(t, one)), None)
    while isinstance(head, s.Located):
        head = head.things
    if isinstance(head, s.Indefinite) and head.noun.name is not None:
        return f"the {t.linked(head.noun.name)}"
    return "the choice"


def is_silent(t: Teller, it: s.Sentence) -> bool:
    """Tells whether only the log hears of a sentence: an announcement, or a rule that has nothing else."""
    if frame_of(it).reads is not Own.DO or it.object is None:
        return frame_of(it).reads is Own.ANNOUNCE
    rule = outermost(t, it.object.head)
    text = t.text_of(rule) if isinstance(rule, m.Procedure) and rule.word == "rule" else None
    if not isinstance(text, s.Procedure) or text.name.text in t.exceptions:
        return False
    if id(rule) not in t.silent:
        t.silent[id(rule)] = False  # one that does itself again is told
        t.silent[id(rule)] = not done_in(t, text.body)
    return t.silent[id(rule)]


@STATEMENTS.of(s.Sentence)
def _sentence(t: Teller, it: s.Sentence) -> list[Step]:
    """Writes a sentence; a short rule that needs nothing is told where it is done, instead of its name."""
    guard = guarded(t, it.guard)
    if guard is False:
        return []
    told = _at_once(t, it) if t.answers is not None else None
    if told is None:
        return _told(t, it)
    return [led_by(guard_text(t, guard), told)] if isinstance(guard, s.Guard) else told


def _at_once(t: Teller, it: s.Sentence) -> list[Step] | None:
    """Gives the only step of a rule that is done, if it is short and stands for itself."""
    if (
        frame_of(it).reads is not Own.DO
        or it.object is None
        or it.subject is not None
        or it.preps
        or it.otherwise is not None
    ):
        return None
    rule = outermost(t, it.object.head)
    text = t.text_of(rule) if isinstance(rule, m.Procedure) and rule.word == "rule" else None
    if not isinstance(text, s.Procedure) or text.params or text.only_if or id(rule) in t.within:
        return None
    if text.name.text in t.exceptions or id(rule) in t.not_at_once:
        return None
    t.within.add(id(rule))
    with t.acting("you"):
        steps = done_in(t, text.body)
    t.within.discard(id(rule))
    if len(steps) != 1 or len(en.plain(steps[0].text)) > _AT_ONCE:
        t.not_at_once.add(id(rule))
        return None
    return None if t.person != "you" or steps[0].under or REST in steps[0].text else steps
