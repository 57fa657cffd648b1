"""One sentence of the language becomes a clause of English: who, the verb, and the rest.

Invariants:
    How a verb reads stands in its record; what only the log hears is written in the reference alone.
"""

from dataclasses import replace
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.model.kernel.verb import Subject
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.model.types import IntType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import ranked
from gekido_dsl.rulesdoc.english.conditions import held, noted
from gekido_dsl.rulesdoc.english.nouns import (
    arguments_text,
    attribute_text,
    in_the_singular,
    is_row,
    noun_text,
    outermost,
    phase_text,
    takes_plural,
)
from gekido_dsl.rulesdoc.english.phrases import leaves_open, phrase_text
from gekido_dsl.rulesdoc.english.teller import CLAUSES, PARTS, Clause, Teller, clause, part
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import without_arguments

_FEW: Final = 6
"""So many values are still listed, instead of those that are ruled out."""
Told = tuple[m.Param, s.Expr, str]
"""A parameter of a rule, what it is asked with, and that in English."""


def clause_of(t: Teller, it: s.Sentence) -> Clause:
    """Writes what a sentence does, without who, when and what else; `person` is set already."""
    reads = frame_of(it).reads
    if (
        it.verb == "take"
        and t.whole_book
        and it.object is not None
        and not leaves_open(t, it.object)
        and t.game.boards
    ):
        return Clause(f"make {object_text(t, it)} {'yours' if t.person == 'you' else 'theirs'}")
    if it.verb == "lead" and t.telling is not None and t.telling is t.game.setup:
        return Clause("begin")
    if it.verb == "lead" and t.game.turn is not None and t.game.turn.together:
        return Clause("lead the next round")
    if isinstance(reads, Own):
        return CLAUSES[reads](t, it)
    return Clause("".join(PARTS[one](t, it) if isinstance(one, Part) else one for one in reads).strip())


@part(Part.SUBJECT)
def _subject(t: Teller, it: s.Sentence) -> str:
    return phrase_text(t, it.subject) if it.subject is not None else ""


@part(Part.GOAL)
def _goal(t: Teller, it: s.Sentence) -> str:
    into = find_prep(it, "into")
    return phrase_text(t, into.phrase) if into is not None else ""


@part(Part.EFFECTS)
@part(Part.NUMBER)
def _as_said(t: Teller, it: s.Sentence) -> str:
    return phrase_text(t, it.object) if it.object is not None else ""


@part(Part.PREPS)
def _all_preps(t: Teller, it: s.Sentence) -> str:
    return preps_text(t, it)


@part(Part.TO_WHOM)
def _to_whom(t: Teller, it: s.Sentence) -> str:
    return preps_text(t, it) or " to everyone"


@part(Part.OBJECT)
def object_text(t: Teller, it: s.Sentence) -> str:
    """Writes what a sentence does something with."""
    return chosen(t, it.object) if it.object is not None else ""


@part(Part.TAKEN)
def taken_text(t: Teller, it: s.Sentence) -> str:
    """Writes what is taken from where it is."""
    t.taking = True
    text = object_text(t, it)
    t.taking = False
    return text


def chosen(t: Teller, phrase: s.Phrase) -> str:
    """Writes a phrase; a value that may be any of its list is of somebody's choice."""
    head = phrase.head
    text = phrase_text(t, phrase)
    if left := _left_to_choose(t, phrase):
        return f"{left}, as {'you' if t.person == 'you' else 'they'} choose"
    if isinstance(head, s.Indefinite) and phrase.relative is None and phrase.quantity is None:
        key = t.meaning(head.noun.name) if head.noun.name is not None else None
        if isinstance(key, m.Enum | m.PatternSet):
            return f"{text} of {t.my} choice"
    return text


def _left_to_choose(t: Teller, phrase: s.Phrase) -> str:
    """Lists the values that are left of a list where some are ruled out: `Queen, Rook, Bishop or Knight`."""
    head, relative = phrase.head, phrase.relative
    if not isinstance(head, s.Indefinite) or head.noun.name is None or relative is None or relative.whose:
        return ""
    values = t.meaning(head.noun.name)
    if not isinstance(values, m.Enum) or relative.joined != "and":
        return ""
    out: set[str] = set()
    for one in relative.predicates:
        operand = one.operand if isinstance(one, s.Is) and one.negated and one.how == "value" else None
        if not isinstance(operand, s.Noun) or operand.name is None or operand.name.text not in values.members:
            return ""
        out.add(operand.name.text)
    left = [t.w.link((values, at), name) for at, name in enumerate(values.members) if name not in out]
    return md.joined(left, "or") if 1 < len(left) <= _FEW else ""


def is_many(t: Teller, phrase: s.Phrase | None) -> bool:
    if phrase is None:
        return False
    return takes_plural(t, phrase.head) or (phrase.quantity is not None and phrase.quantity.kind == "all")


def preps_text(t: Teller, it: s.Sentence, *words: str, without: tuple[str, ...] = ()) -> str:
    """Writes the parts of a sentence that a preposition leads."""
    texts = []
    for prep in it.preps:
        if (words and prep.word not in words) or prep.word in without:
            continue
        if prep.word == "as" and isinstance(prep.phrase.head, s.Local):
            texts.append(f" ({phrase_text(t, prep.phrase)})")
            continue
        said = md.joined([chosen(t, phrase) for phrase in (prep.phrase, *prep.more)])
        texts.append(f", turned to {said}" if prep.word == "turned" else f" {prep.word} {said}")
    return "".join(texts) + _lying(t, it.verb, it.way)


def _lying(t: Teller, verb: str, way: str | None) -> str:
    """Writes how a shape may lie, or how a drawing does, which nobody chooses."""
    if verb == "lay out" and way == "mirrored":
        return ", mirrored"
    if way is None or not way.startswith(("turned", "mirrored")):
        return ""
    if way in ("turned right", "turned left", "turned around"):
        return f", {way}" if way == "turned around" else f", turned to the {way.split()[1]}"
    return f", {way} as {'you' if t.person == 'you' else 'they'} like"


def find_prep(it: s.Sentence, word: str) -> s.Prep | None:
    """Finds the part that a preposition leads."""
    return next((prep for prep in it.preps if prep.word == word), None)


@part(Part.SOWN)
def _sown(t: Teller, it: s.Sentence) -> str:
    named = find_prep(it, "as")
    into = preps_text(t, it, "into").replace(" into ", " into the ", 1)
    if named is None:
        return into
    goal = find_prep(it, "into")
    kind = outermost(t, goal.phrase.head) if goal is not None else None
    where = f"the {t.w.link(kind)} where" if isinstance(kind, m.Kind) else "where"
    return f"{into}; {where} the last one goes is {phrase_text(t, named.phrase)}"


@part(Part.BOUND)
def _bound(t: Teller, it: s.Sentence) -> str:
    if it.bound is None:
        return ""
    return f", to {'at most' if it.bound_word == 'up' else 'no less than'} {t.expr(it.bound)}"


def _fact_of(t: Teller, phrase: s.Phrase | None) -> m.Field | None:
    """Gives the fact of a phase or of the game that a phrase names."""
    if phrase is None or not isinstance(phrase.head, s.Noun) or phrase.head.name is None:
        return None
    key = t.meaning(phrase.head.name)
    if not isinstance(key, m.Field):
        return None
    of_the_game = isinstance(key.owner, m.Kind) and key.owner.table
    return key if of_the_game or isinstance(key.owner, m.Procedure) else None


@clause(Own.SET)
def _set_clause(t: Teller, it: s.Sentence) -> Clause:
    to = find_prep(it, "to")
    assert it.object is not None and to is not None
    head, fact = to.phrase.head, _fact_of(t, it.object)
    if isinstance(head, s.YesNo):
        return _mark(t, it.object, head.value, fact)
    if isinstance(head, s.Num) and head.value == 0 and (none := _has_none(t, it.object)):
        return Clause("", none)
    if fact is not None and not leaves_open(t, to.phrase):
        name = object_text(t, it)
        if isinstance(head, s.NoneWord):
            return Clause("", f"there is no {name.removeprefix('the ')} any more")
        if isinstance(head, s.Num | s.Arithmetic) or isinstance(fact.type, IntType):
            return Clause(f"set {name} to {phrase_text(t, to.phrase)}")
        return Clause(
            "", f"{phrase_text(t, to.phrase)} {'are' if is_many(t, to.phrase) else 'is'} now {name}"
        )
    if isinstance(head, s.NoneWord):
        return Clause("", _without(t, it.object))
    if isinstance(it.object.head, s.Of) and not it.object.head.attribute.built_in:
        attribute = it.object.head.attribute
        if t.w.names.meaning(attribute.name, attribute.span) in t.sorts:
            become = "become" if takes_plural(t, it.object.head.base) else "becomes"
            left = _left_to_choose(t, to.phrase)
            own = (
                f" of {t.my} choice"
                if leaves_open(t, to.phrase) and (left or to.phrase.relative is None)
                else ""
            )
            what = en.a(left) if left else phrase_text(t, to.phrase)
            return Clause("", f"{t.expr(it.object.head.base)} {become} {what}{own}")
    counted = _each_has(t, it.object, to.phrase)
    if counted:
        return Clause("", counted)
    return Clause(f"set {object_text(t, it)} to {chosen(t, to.phrase)}")


def _has_none(t: Teller, things: s.Phrase) -> str:
    """Writes that nothing is left of what is counted on a thing: `the goal now has no Seeds`."""
    head = things.head
    if not t.whole_book or not isinstance(head, s.Of) or head.attribute.built_in or head.attribute.arguments:
        return ""
    if not en.several(head.attribute.name) or isinstance(head.base, s.Me) or takes_plural(t, head.base):
        return ""
    if isinstance(head.base, s.Noun) and not head.base.definite:
        return ""
    return f"{t.expr(head.base)} now has no {attribute_text(t, head.attribute)}"


def _each_has(t: Teller, things: s.Phrase, number: s.Phrase) -> str:
    """Writes that each of some things has a number of what is counted on it: `each House now has 4 Seeds`."""
    head = things.head
    if (
        not t.whole_book
        or not isinstance(head, s.Of)
        or not isinstance(head.base, s.Noun)
        or head.attribute.built_in
    ):
        return ""
    key = t.w.names.meaning(head.attribute.name, head.attribute.span)
    several = is_row(t, head.base.name) or head.base.span.text != head.base.span.text.rstrip("s")
    if (
        not isinstance(key, m.Field)
        or not isinstance(key.type, IntType)
        or not en.several(key.name)
        or not several
    ):
        return ""
    if head.base.adjectives or head.base.definite or head.attribute.arguments:
        return ""
    said = phrase_text(t, number)
    if not said.isdigit():
        return ""
    each = in_the_singular(t, noun_text(t, head.base, alone=False))
    now = "" if t.telling is t.game.setup else "now "
    return f"each {each} {now}has {said} {attribute_text(t, head.attribute)}"


def _without(t: Teller, phrase: s.Phrase) -> str:
    match phrase.head:
        case s.Of(base=base, attribute=attribute) if not attribute.built_in:
            who = t.expr(base)
            have = "have" if takes_plural(t, base) else "has"
            what = attribute_text(t, attribute) + arguments_text(t, attribute.arguments)
            return f"{who} no longer {have} {en.a(what)}"
        case _:
            return f"{phrase_text(t, phrase)} is no longer anything"


def _mark(t: Teller, phrase: s.Phrase, value: bool, fact: m.Field | None) -> Clause:
    """Writes that a fact of yes or no is noted or taken back."""
    head = phrase.head
    if fact is not None and isinstance(head, s.Noun) and head.name is not None:
        label = t.linked(head.name)
        return Clause(f"note “{label}”" if value else f"take back the note “{label}”")
    if isinstance(head, s.Of) and not head.attribute.built_in:
        label = attribute_text(t, head.attribute) + arguments_text(t, head.attribute.arguments)
        base, many = t.expr(head.base), takes_plural(t, head.base)
        key = t.w.names.meaning(head.attribute.name, head.attribute.span)
        if noted(t, key, head.attribute):
            have = "have" if many else "has"
            return Clause(
                "", f"{base} {'now' if value else 'no longer'} {have} {held(t, head.attribute, label)}"
            )
        if en.describes(head.attribute.name) or head.attribute.arguments:
            are = "are" if many else "is"
            state = label if many else en.state(head.attribute.name, label)
            return Clause("", f"{base} {are} {'now' if value else 'no longer'} {state}")
        if isinstance(head.base, s.Me):
            how = "now" if value else "no longer"
            return Clause("", f"{'you' if t.person == 'you' else 'they'} are {how} marked “{label}”")
        return Clause(f"mark {base} “{label}”" if value else f"remove the mark “{label}” from {base}")
    return Clause(f"set {phrase_text(t, phrase)} to {'yes' if value else 'no'}")


@part(Part.DAMAGE)
def _damage(t: Teller, it: s.Sentence) -> str:
    number = it.damage if it.damage is not None else it.object.head if it.object is not None else None
    source = preps_text(t, it, "from")
    if isinstance(number, s.Num) or (isinstance(number, s.Local) and number.word in t.numbers):
        return f"{t.expr(number)} damage{source}"
    return f"damage{source} equal to {t.expr(number)}" if number is not None else f"damage{source}"


@clause(Own.CALL)
def _call(t: Teller, it: s.Sentence) -> Clause:
    named = find_prep(it, "as")
    if named is None or it.object is None:
        return Clause("")
    are = "are" if is_many(t, it.object) else "is"
    if isinstance(it.object.head, s.It):
        return Clause(f"call {t.it} {phrase_text(t, named.phrase)}")
    return Clause("", f"{phrase_text(t, named.phrase)} {are} {phrase_text(t, it.object)}")


@clause(Own.CHOOSE)
def _choose(t: Teller, it: s.Sentence) -> Clause:
    named = find_prep(it, "as")
    text = f"choose {phrase_text(t, it.object)}" if it.object is not None else "choose"
    if named is None:
        return Clause(text)
    if isinstance(named.phrase.head, s.Local):
        return Clause(f"{text} ({phrase_text(t, named.phrase)})")
    role = phrase_text(t, named.phrase)
    label = en.plain(role).removeprefix("the ")
    if label in {en.plain(_label_of(t, it.object)), ""}:
        return Clause(text)
    return Clause(f"{text} as {role}")


def _label_of(t: Teller, phrase: s.Phrase | None) -> str:
    """Gives the name of what a phrase chooses one of."""
    if phrase is not None and isinstance(phrase.head, s.Indefinite) and phrase.head.noun.name is not None:
        return phrase.head.noun.name.text
    return ""


@clause(Own.DRAW)
def _draw(t: Teller, it: s.Sentence) -> Clause:
    kept = find_prep(it, "keeping")
    text = f"draw {object_text(t, it)}{preps_text(t, it, without=('keeping',))}"
    if kept is None:
        return Clause(text)
    number = phrase_text(t, kept.phrase)
    return Clause(f"{text}, keep {number} of them and discard the rest")


@part(Part.TURNED)
def _turned(t: Teller, it: s.Sentence) -> str:
    what = object_text(t, it)
    if it.way == "around":
        return f"around {what}" if " " in en.plain(what) else f"{what} around"
    return f"{what} to the {it.way}"


@clause(Own.ANNOUNCE)
def _announce(t: Teller, it: s.Sentence) -> Clause:
    about = f" for {phrase_text(t, it.object)}" if it.object is not None else ""
    return Clause(f"announce “{md.escape(it.text or '')}”{about}{preps_text(t, it)}")


@clause(Own.DO)
def _do(t: Teller, it: s.Sentence) -> Clause:
    """Writes that a rule is done, and with what."""
    name, told = _asked(t, it)
    assert it.object is not None
    again = t.telling is not None and outermost(t, it.object.head) is t.telling
    moving = t.whole_book and t.moves_on(t, outermost(t, it.object.head))
    return Clause(f"{'repeat' if again else 'resolve'} {name}{_given(t, told, moving=moving)}")


def named_with(t: Teller, it: s.Sentence) -> str:
    """Writes which rule is done, and with what, without a verb: `Step: your Rover, towards North`."""
    name, told = _asked(t, it)
    parts = [text for param, _, text in told if not param.word and param.said != "towards"]
    parts += [f"towards {text}" for param, _, text in told if param.said == "towards"]
    parts += [_as_word(t, *one) for one in told if one[0].word and one[0].said != "towards"]
    return f"{name}{': ' if parts else ''}{', '.join(parts)}"


def _asked(t: Teller, it: s.Sentence) -> tuple[str, list[Told]]:
    """Finds the name of the rule that is done, and what each of its parameters is."""
    assert it.object is not None
    rule = outermost(t, it.object.head)
    params = list(rule.params) if isinstance(rule, m.Procedure) else []
    asked = sum(param.said != "with" for param in params)
    given = [phrase for prep in it.preps if prep.word == "with" for phrase in (prep.phrase, *prep.more)]
    head, arguments = without_arguments(given[-1].head if given else it.object.head, asked)
    if given:
        given[-1] = replace(given[-1], head=head)
        name = rule_name(t, it.object.head)
    else:
        name = rule_name(t, head)
    pairs = [(phrase, phrase_text(t, phrase)) for phrase in given]
    told = [
        (param, phrase.head, text)
        for param, (phrase, text) in zip((p for p in params if p.said == "with"), pairs, strict=False)
    ]
    for argument in arguments:
        param = next((p for p in params if p.said == argument.word), None)
        if param is not None:
            params.remove(param)
            told.append((param, argument.value, t.expr(argument.value)))
    for prep in it.preps:
        if prep.word != "with":
            param = next((p for p in params if p.said == prep.word), None)
            if param is not None:
                told.append((param, prep.phrase.head, phrase_text(t, prep.phrase)))
    return name, told


def asked_with(t: Teller, it: s.Sentence) -> list[Told]:
    """Tells what each parameter of the rule that is done is."""
    return _asked(t, it)[1]


def _as_word(t: Teller, param: m.Param, head: s.Expr, text: str) -> str:
    """Writes what a parameter with a word of its own is: `2 points`, `*points* as *reach*`."""
    if isinstance(head, s.Num) and en.several(param.word):
        return f"{text} {param.word if head.value != 1 else param.word.removesuffix('s')}"
    if isinstance(head, s.Local) and head.word == param.word:
        return text
    return f"{text} as {f'*{param.word}*' if isinstance(param.type, IntType) else f'the {param.word}'}"


def _given(t: Teller, told: list[Told], *, moving: bool = False) -> str:
    """Writes what a rule is done with: ` for it towards North with 2 points`."""
    things, rest = [], []
    for param, head, text in told:
        if param.said == "towards":
            continue
        if not param.word:
            it = text == "it" and isinstance(param.type, ThingType)
            things.append(
                f"that {param.type.kind.name}" if it and isinstance(param.type, ThingType) else text
            )
        elif isinstance(param.type, ThingType) and text == f"the {param.word}":
            things.append(text)
        elif isinstance(param.type, ThingType) and isinstance(head, s.Indefinite):
            things.append(f"{text} (the {param.word})")
        else:
            rest.append(_as_word(t, param, head, text))
    ways = [text for param, _, text in told if param.said == "towards"]
    said = f" for {md.joined(things)}" if things else ""
    if moving and len(told) == 2 and len(things) == 2:
        said = f" with {things[0]} to {things[1]}"
    said += f" towards {ways[0]}" if ways else ""
    return said + (f" with {md.joined(rest)}" if rest else "")


def rule_name(t: Teller, head: s.Expr) -> str:
    """Writes the name of a rule as that of a passage."""
    if isinstance(head, s.Noun) and head.name is not None:
        return f"*{t.linked(head.name, 'do')}*"
    return t.expr(head)


@clause(Own.END)
def _phase_ends(t: Teller, it: s.Sentence) -> Clause:
    """Writes that a phase is left."""
    assert it.object is not None
    head = it.object.head
    phase = outermost(t, head)
    lines = t.game.turn.lines if t.game.turn is not None else ()
    if t.whole_book and phase in t.game.phases.values() and len(t.game.phases) == len(lines) == 1:
        return Clause("", f"{t.my} turn ends at once")
    name = (
        phase_text(t, head.name, "end")
        if isinstance(head, s.Noun) and head.name is not None
        else phrase_text(t, it.object)
    )
    return Clause("", f"{name} ends at once")


def _is_whole_turn(t: Teller) -> bool:
    """Tells whether the passage at hand is that of the only phase, which is the turn."""
    lines = t.game.turn.lines if t.game.turn is not None else ()
    return len(t.game.phases) == len(lines) == 1 and t.telling in t.game.phases.values()


@clause(Own.SKIP)
def _skip_clause(t: Teller, it: s.Sentence) -> Clause:
    """Writes that a round of a loop is left."""
    what = it.loop
    named = "one" if what is None else "round" if what == "repeat" else md.escape(what)
    return Clause("", f"go on with the next {named}")


@clause(Own.STOP)
def _stop_clause(t: Teller, it: s.Sentence) -> Clause:
    """Writes that a loop or a rule is left."""
    what = it.loop
    if what is None and not t.repeating and t.whole_book and not t.opened and _is_whole_turn(t):
        return Clause("", f"{t.my} turn ends")
    if what is None:
        return Clause("", "stop repeating" if t.repeating else "skip the rest")
    return Clause("", "stop repeating" if what == "repeat" else f"stop going through the {md.escape(what)}s")


@clause(Own.RANK)
def _rank(t: Teller, it: s.Sentence) -> Clause:
    """Writes that players are ranked."""
    keys = it.order.keys if it.order is not None else ()
    with t.acting("they"):
        order = ranked(t, keys)
    who = phrase_text(t, it.subject) if it.subject else "the players"
    return Clause("", f"{who} are ranked by {order}")


@clause(Own.OUT)
def _out(t: Teller, it: s.Sentence) -> Clause:
    return Clause("", f"{object_text(t, it)} {'are' if is_many(t, it.object) else 'is'} out of the game")


@clause(Own.REMOVE)
def _remove(t: Teller, it: s.Sentence) -> Clause:
    if _captures(t, it.object):
        told = "" if "capture" in t.explained else " (take it off the board)"
        told = told.replace("it", "them") if is_many(t, it.object) else told
        t.explained.add("capture")
        return Clause(f"capture {object_text(t, it)}{told}")
    what = object_text(t, it)
    long = " that " in what or " who " in what
    return Clause(f"remove from the game {what}" if long else f"remove {what} from the game")


def _captures(t: Teller, phrase: s.Phrase | None) -> bool:
    """Tells whether what is removed is an enemy's piece: not one's own, of a kind that each player has."""
    head = phrase.head if phrase is not None else None
    noun = head.things if isinstance(head, s.Located) else head
    noun = noun.noun if isinstance(noun, s.Indefinite | s.Several) else noun
    if not t.whole_book or not isinstance(noun, s.Noun) or noun.name is None or "friendly" in noun.adjectives:
        return False
    key = t.meaning(noun.name)
    return isinstance(key, m.Kind) and key.each_player is not None and bool(t.game.boards)


@clause(Own.WIN)
def _win(t: Teller, it: s.Sentence) -> Clause:
    return Clause("win")


def numbered(it: s.Sentence) -> bool:
    """Tells whether a sentence is said of whoever acts: it names nobody else, or a number that grows or shrinks."""
    return it.subject is None or frame_of(it).subject is Subject.FACT
