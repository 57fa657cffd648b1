"""Sentences become steps: who does what, when, what a choice must be, and what happens otherwise.

Invariants:
    A decision says what may be chosen, and what happens when nothing is.
    What only the log hears of is left out for players.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.kernel.verb import Subject
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import body_steps, done_in, led_by
from gekido_dsl.rulesdoc.english.conditions import guard_text, like_before
from gekido_dsl.rulesdoc.english.in_place import (
    DEEPEST,
    given,
    helper_of,
    inside,
    meaning,
    said_of_it,
    word_of,
)
from gekido_dsl.rulesdoc.english.nouns import attribute_text, is_player, outermost
from gekido_dsl.rulesdoc.english.phrases import leaves_open, phrase_text, predicates_text
from gekido_dsl.rulesdoc.english.predicates import be_text, be_what, fit_what
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.steps import REST, Step, inline, uncapital
from gekido_dsl.rulesdoc.english.teller import STATEMENTS, Clause, Teller
from gekido_dsl.rulesdoc.english.verbs import asked_with, clause_of, is_many, named_with, numbered, preps_text
from gekido_dsl.syntax import nodes as s

_LONG_NAME: Final = 30
"""What is longer than so many letters gets a name before several sentences speak of it."""
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
    chosen = _last_open(t, it)
    texts = [en.sentence(main), *_choice_texts(t, it.musts, chosen), *_result_texts(t, it.musts, chosen)]
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
    if it.verb == "move" and any(isinstance(rung, s.Follow) for must in it.musts for rung in must.rungs):
        t.taking = True
        card, where = phrase_text(t, it.object) if it.object is not None else "", preps_text(t, it)
        t.taking = False
        return _spoken(t, Clause(f"play {card}{where}"), may=it.may)
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
    if is_player(t, it.subject.head):
        clause = replace(clause, verb=their_own(who, clause.verb))
    if it.may:
        return f"{who} may {clause.verb}"
    if who.startswith("whoever ") and "," in en.plain(who):
        who += ","
    return f"{who} {clause.verb if many else en.conjugated(clause.verb)}"


def their_own(who: str, verb: str) -> str:
    """Says `their Stake` of what belongs to a player who acts, instead of naming them again."""
    if who in ("you", "they"):
        return verb
    owned = re.compile(rf"\bthe ((?:(?! of | the ).)+?) of {re.escape(who)}(?![\w’'])")
    return owned.sub(r"their \1", verb.replace(en.belonging(who), "their"))


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
    if t.helpers and frame_of(it).reads is Own.DO and does_what(t, it) != "do so":
        return f"if {'you' if t.person == 'you' else 'they'} cannot {does_what(t, it)}"
    return "if there is no such choice" if it.musts else "if that is not possible"


def _with(texts: list[str], lead: str, steps: list[Step]) -> Step:
    """Adds what happens in another case: in the same paragraph if it is short."""
    if not steps:
        return Step(" ".join([*texts, en.sentence(f"{lead}, nothing happens")]))
    if len(steps) == 1 and not steps[0].under and inline(lead, steps[0].text):
        return Step(" ".join([*texts, en.sentence(f"{lead}, {uncapital(steps[0].text)}")]))
    return Step(" ".join([*texts, en.sentence(f"{lead}:")]), tuple(steps))


def _of_the_result(must: s.Must) -> bool:
    """Tells whether a demand is made of what a sentence brings about, and not of what is chosen for it."""
    return any(isinstance(rung, s.Leaving | s.LeavingPosition) for rung in must.rungs)


def _choice_texts(t: Teller, musts: Sequence[s.Must], chosen: str) -> list[str]:
    """Writes what is asked of a choice, which is told with it."""
    return [en.sentence(_must_text(t, must, chosen)) for must in musts if not _of_the_result(must)]


def _result_texts(t: Teller, musts: Sequence[s.Must], chosen: str) -> list[str]:
    """Writes what is asked of the result, which is told behind all that leads to it."""
    conditions, others = [], []
    with meaning(t, t.bound, chosen):
        for must in filter(_of_the_result, musts):
            told = _result_text(t, must.rungs[0]) if len(must.rungs) == 1 else ""
            if told:
                conditions.append(told)
            else:
                others.append(en.sentence(_must_text(t, must, chosen)))
    allowed = f"this is allowed only if, afterwards, {md.joined(conditions)}"
    return [*([en.sentence(allowed)] if conditions else []), *others]


def _must_text(t: Teller, must: s.Must, what: str) -> str:
    """Writes what a choice has to be, rung by rung."""
    texts = []
    for rung in must.rungs:
        if rung is None:
            texts.append("any will do")
        elif isinstance(rung, s.LeavingPosition):
            texts.append("not be one that " + like_before(t, rung.condition.last, new=False))
        elif isinstance(rung, s.Follow):
            label = attribute_text(t, rung.attribute)
            told = f" (be of the {label} that was led)" if "follow" not in t.explained else ""
            t.explained.add("follow")
            texts.append(f"follow {label}{told}")
        elif isinstance(rung, s.FitsNeighbours):
            texts.append(f"fit {fit_what(t, rung)}")
        elif isinstance(rung, s.Covering):
            texts.append(_covered_text(t, rung))
        elif isinstance(rung, s.Leaving):
            texts.append(_left_text(t, rung))
        elif isinstance(rung, s.Is) and (told := _whose_helper(t, rung)):
            texts.append(told)
        elif isinstance(rung, s.Has):
            texts.append(f"have {t.expr(rung.operand)}")
        else:
            texts.append(
                be_text(t, rung).replace("is ", "be ", 1)
                if not rung.negated
                else "not be " + be_what(t, rung)
            )
    if isinstance(must.rungs[0], s.LeavingPosition):
        what = "the position afterwards"
    whole = isinstance(must.rungs[0], s.Leaving)
    fits = isinstance(must.rungs[0], s.FitsNeighbours | s.Covering)
    text = f"{'this' if whole else 'it' if fits else what} must {texts[0]}"
    for number, other in enumerate(texts[1:]):
        text += f"; if that is not possible{' either' if number else ''}, "
        text += other if other == "any will do" else f"it must {other}"
    return text


def _whose_helper(t: Teller, rung: s.Is) -> str:
    """Writes what a helper asks of facts in its place: `be one whose Suit is Hearts`; empty where it asks for more."""
    found = helper_of(t, rung) if not rung.negated else None
    said = said_of_it(t, found[1]) if found is not None else None
    if found is None or said is None or said[0] or not said[1]:
        return ""
    helper, written, arguments = found
    with inside(t, helper), meaning(t, given(t, written, arguments)):
        relative = s.Relative(rung.span, (), "and", said[1])
        return f"be one {predicates_text(t, relative, many=False)}"


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


def _result_text(t: Teller, rung: s.Rung | None) -> str:
    """Writes how things must lie afterwards, as a condition; empty where something else is asked."""
    if isinstance(rung, s.LeavingPosition):
        return f"the position is not one that {like_before(t, rung.condition.last, new=False)}"
    if not isinstance(rung, s.Leaving):
        return ""
    relative = rung.phrase.relative
    if rung.word != "no" or relative is None or relative.whose or len(relative.predicates) != 1:
        return ""
    one = relative.predicates[0]
    if not isinstance(one, s.Is) or one.negated:
        return ""
    things = phrase_text(t, replace(rung.phrase, relative=None), counted=False)
    own = re.match(r"(your|their) ", en.plain(things))
    return f"{'none of' if own else 'no'} {things} is {be_what(t, one, many=False)}"


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
    if guard is False or _is_kept_in_mind(t, it):
        return []
    rule = helping_rule(t, it)
    if rule is not None:
        return _rule_in_place(t, it, *rule, None if guard is True else guard)
    told = _at_once(t, it) if t.answers is not None else None
    if told is None:
        return _told(t, it)
    return [led_by(guard_text(t, guard), told)] if isinstance(guard, s.Guard) else told


def _is_kept_in_mind(t: Teller, it: s.Sentence) -> bool:
    """Tells whether a sentence only keeps a number of the game that its own text explains where it is read."""
    changed = it.subject if frame_of(it).subject is Subject.FACT else it.object
    if changed is None or not isinstance(changed.head, s.Noun) or changed.head.name is None:
        return False
    return t.meaning(changed.head.name) in t.kept_in_mind


def helping_rule(t: Teller, it: s.Sentence) -> tuple[m.Procedure, s.Procedure] | None:
    """Gives the rule that a sentence does, where it is to be told in place."""
    if frame_of(it).reads is not Own.DO or it.object is None:
        return None
    if it.subject is not None and (it.preps or it.may or it.musts or it.otherwise is not None):
        return None
    rule = outermost(t, it.object.head)
    if not isinstance(rule, m.Procedure) or rule not in t.helpers or rule in t.opened:
        return None
    if len(t.opened) >= DEEPEST:
        return None
    written = t.text_of(rule)
    told = {id(param): text for param, _, text in asked_with(t, it)}
    if not isinstance(written, s.Procedure) or any(id(param) not in told for param in rule.params):
        return None
    if speaks_of_it(written) and "it" not in told.values():
        return None
    return rule, written


def speaks_of_it(written: s.Procedure) -> bool:
    """Tells whether a rule says `it` of what it is done with."""
    lines = [*(one.condition.span.text for one in written.only_if)]
    lines += [one.span.text for one in written.body if not isinstance(one, s.Each)]
    return any(word in ("it", "its") for line in lines for word in re.findall(r"\w+", line))


def _rule_in_place(
    t: Teller, it: s.Sentence, rule: m.Procedure, written: s.Procedure, guard: s.Guard | None
) -> list[Step]:
    """Writes what a rule does instead of its name, behind what is chosen for it."""
    if it.subject is not None:
        who = phrase_text(t, it.subject)
        with inside(t, rule), t.acting("you"):
            steps = done_in(t, written.body)
        if rule.params or written.only_if or any(REST in en.plain(one.text) for one in _all_steps(steps)):
            return _told(t, it)
        end = "," if "," in en.plain(who) else ""
        lead = en.capital(f"{who}{end} {'do' if who == 'you' else 'does'} the following:")
        step = Step(lead, tuple(steps))
        return [led_by(guard_text(t, guard), [step])] if guard is not None else [step]
    words: dict[str, str] = {}
    named_first: list[Step] = []
    wanted: dict[str, str] = {}
    asked = {id(param): (head, text) for param, head, text in asked_with(t, it)}
    for param, meant in zip(written.params, rule.params, strict=True):
        word = word_of(param)
        head, text = asked[id(meant)]
        if not any(leaves_open(t, one) and one.head == head for one in _phrases(it)):
            named = param.type.name if isinstance(param.type, s.RefType) else None
            words[word] = f"the {t.linked(named)}" if text == "it" and named is not None else text
            fleeting = isinstance(head, s.Of) and _changes(written, head.attribute)
            if param.word and (fleeting or len(en.plain(text)) > _LONG_NAME):
                named_first.append(Step(en.sentence(f"the {md.escape(word)} is {text}")))
                del words[word]
            continue
        wanted[word] = text
    lead = _chosen_for(t, written, wanted) if wanted else ""
    goal = next((param.word for param in reversed(written.params) if word_of(param) in wanted), "")
    chosen = f"the {md.escape(goal)}" if goal else _last_open(t, it)
    texts, results = _choice_texts(t, it.musts, chosen), _result_texts(t, it.musts, chosen)
    with inside(t, rule), meaning(t, words, t.it):
        only = [one for one in (settled(t, each.condition) for each in written.only_if) if one is not True]
        steps = [*named_first, *done_in(t, written.body)]
        if any(REST in en.plain(step.text) for step in _all_steps(steps)):
            return _told(t, it)  # to skip the rest would mean more where it is done
        if only and not any(isinstance(one, bool) for one in only):
            steps = [
                led_by(f"if {md.joined([t.cond(one) for one in only if not isinstance(one, bool)])}", steps)
            ]
    first = _with_choice(t, written, wanted, steps[0].text) if wanted and steps else None
    if first is not None:
        lead, steps = first, steps[1:]
    may = it.may or (guard is not None and guard.condition is None)
    when = guard_text(t, guard) if guard is not None and guard.condition is not None else ""
    if not lead:
        steps = [*steps, *map(Step, results)]
        return [led_by(when, steps)] if when and steps else steps
    lead = f"{'you may ' if it.may else ''}{lead}{', if possible' if may and not it.may else ''}"
    said = " ".join([en.sentence(f"{when}, {lead}" if when else lead), *texts])
    told = _followed(said, "If you do" if may else "Then", steps, results)
    if it.otherwise is None:
        return [told]
    otherwise = body_steps(t, it.otherwise)
    failing = led_by("if you do not" if it.may else _failing(t, it), otherwise)
    if len(otherwise) == 1 and not otherwise[0].under and ". Otherwise, " in otherwise[0].text:
        chain = uncapital(otherwise[0].text).replace(". Otherwise, ", "; otherwise, ")
        failing = Step(en.sentence(f"{_failing(t, it)}: {chain}"))
    return [told, failing]


def _changes(written: s.Procedure, attribute: s.Attribute) -> bool:
    """Tells whether a rule may change what belongs to a thing, so that it has to be named before."""
    for one in _all_sentences(written.body):
        changed = one.object if one.subject is None else one.subject
        if attribute.built_in and one.verb in ("take", "move", "put"):
            return True
        for phrase in (changed, one.object):
            if (
                phrase is not None
                and isinstance(phrase.head, s.Of)
                and phrase.head.attribute.name == attribute.name
            ):
                return True
    return False


def _all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Gives steps with those beneath them."""
    for step in steps:
        yield step
        yield from _all_steps(step.under)


def _followed(said: str, lead: str, steps: list[Step], results: Sequence[str]) -> Step:
    """Writes what is done after a choice: in the same paragraph if it is one sentence."""
    if not steps:
        return Step(" ".join([said, *results]))
    if len(steps) == 1 and not steps[0].under and inline("", steps[0].text):
        return Step(" ".join([said, en.sentence(f"{lead}, {uncapital(steps[0].text)}"), *results]))
    return Step(f"{said} {lead}:", (*steps, *map(Step, results)))


def _with_choice(t: Teller, written: s.Procedure, wanted: dict[str, str], first: str) -> str | None:
    """Writes the first step of a rule with what is chosen for it in place, where it speaks of each of that once."""
    if (
        not isinstance(written.body[0], s.Sentence)
        or written.body[0].guard is not None
        or ". " in en.plain(first)
    ):
        return None
    for param in written.params:
        if word_of(param) not in wanted:
            continue
        named = param.type.name if isinstance(param.type, s.RefType) and not param.word else None
        word = f"the {t.linked(named)}" if named is not None else f"the {md.escape(param.word)}"
        if first.count(word) != 1:
            return None
        first = first.replace(word, wanted[word_of(param)] + (f" (the {param.word})" if param.word else ""))
    return uncapital(first).rstrip(".")


def _phrases(it: s.Sentence) -> list[s.Phrase]:
    return [one for prep in it.preps for one in (prep.phrase, *prep.more)]


def _chosen_for(t: Teller, written: s.Procedure, wanted: dict[str, str]) -> str:
    """Writes what is chosen for a rule, and for what: to be moved, or to move something to."""
    texts = []
    for param in written.params:
        word = word_of(param)
        if word not in wanted:
            continue
        moved = next((what for what, goal in moves(t, written) if goal == word), None)
        text = wanted[word] + (f" (the {md.escape(word)})" if param.word else "")
        if moved is not None:
            text = f"where {'it' if moved in wanted else f'the {moved}'} goes: {text}"
        elif any(what == word and goal in wanted for what, goal in moves(t, written)):
            text += " to move"
        texts.append(text)
    if len(texts) > 1 and texts[-1].startswith("where "):
        texts[-2] += ","
    return f"choose {md.joined(texts)}"


def does_what(t: Teller, it: s.Sentence) -> str:
    """Says in a word what a sentence does, to tell that it cannot be done: `move`, or `do so`."""
    waiting, seen = [it], set[str]()
    while waiting:
        one = waiting.pop()
        if one.verb in ("move", "put"):
            return "move" if one.verb == "move" else "put"
        rule = outermost(t, one.object.head) if one.verb == "do" and one.object is not None else None
        written = t.text_of(rule) if isinstance(rule, m.Procedure) else None
        if isinstance(written, s.Procedure) and written.name.text not in seen:
            seen.add(written.name.text)
            waiting += reversed(list(_all_sentences(written.body)))
    return "do so"


def moves(t: Teller, written: s.Procedure, within: set[str] | None = None) -> Iterator[tuple[str, str]]:
    """Gives the parameters of a rule of which one is moved to another, by itself or by a rule that it does.

    Args:
        within: the rules that are looked into already.
    """
    words = {word_of(param) for param in written.params}
    within = set() if within is None else within  # each rule is looked into once, however often it is done
    within.add(written.name.text)
    for one in _all_sentences(written.body):
        rule = outermost(t, one.object.head) if one.object is not None and one.verb == "do" else None
        inner = t.text_of(rule) if isinstance(rule, m.Procedure) else None
        if isinstance(rule, m.Procedure) and isinstance(inner, s.Procedure) and rule.name not in within:
            asked = {id(param): _word(head) for param, head, _ in asked_with(t, one)}
            names = {
                word_of(param): asked.get(id(meant), "")
                for param, meant in zip(inner.params, rule.params, strict=True)
            }
            for what, goal in moves(t, inner, within):
                if names[what] in words and names[goal] in words:
                    yield names[what], names[goal]
        to = next((prep for prep in one.preps if prep.word in ("to", "onto")), None)
        if to is None or one.object is None or not isinstance(one.object.head, s.Noun | s.Local):
            continue
        what, goal = _word(one.object.head), _word(to.phrase.head)
        if what in words and goal in words:
            yield what, goal


def moves_on(t: Teller, rule: object) -> bool:
    """Tells whether a rule moves the first thing that it is done with to the second."""
    written = t.text_of(rule) if isinstance(rule, m.Procedure) else None
    if not isinstance(written, s.Procedure) or len(written.params) != 2:
        return False
    one, other = (word_of(param) for param in written.params)
    return (one, other) in set(moves(t, written))


def _word(expr: s.Expr) -> str:
    match expr:
        case s.Local(word=word):
            return word
        case s.Noun(name=name, definite=True) if name is not None:
            return name.text
        case _:
            return ""


def _all_sentences(body: Sequence[s.Statement]) -> Iterator[s.Sentence]:
    """Gives the sentences of a body, those beneath conditions included."""
    for one in body:
        match one:
            case s.Sentence():
                yield one
            case s.If(then=then, otherwise=otherwise):
                yield from _all_sentences((*then, *otherwise))
            case _:
                pass


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
