"""What holds becomes passages: definitions, properties, amounts, and the exceptions to any rule."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.nodes.definitions import LAYERS
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import as_markdown, done_in, only_text
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.in_place import meaning
from gekido_dsl.rulesdoc.english.nouns import phase_text, takes_plural
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.steps import Step, finished, listed, uncapital
from gekido_dsl.rulesdoc.english.teller import PASSAGES, Teller
from gekido_dsl.syntax import nodes as s

_LONG: Final = 130
"""Conditions with more letters than these stand one below the other."""


def as_blocks(steps: list[Step]) -> list[str]:
    text = as_markdown(finished(steps))
    return [text] if text else []


def params_text(t: Teller, params: Sequence[s.Param]) -> str:
    """Writes what a definition is asked with."""
    texts: list[str] = []
    for number, param in enumerate(params):
        what = param_type(t, param)
        name = f" (the {md.escape(param.word)})" if param.word else ""
        again = number and params[number - 1].said == param.said
        texts.append(f" {'and' if again else param.said} {what}{name}")
    return "".join(texts)


def param_type(t: Teller, param: s.Param) -> str:
    """Writes what may be given."""
    match param.type:
        case s.RefType(name=name):
            return en.a(t.linked(name)) if name is not None else "a player"
        case s.RangeType(low=low, high=high):
            if low is None:
                return "a number"
            return f"a number from {low} to {high}" if high is not None else f"a number from {low} up"


def _subject(t: Teller, kind: s.Name | None) -> str:
    if kind is not None and kind.text == s.TABLE:
        return "the game"
    return en.a(t.linked(kind)) if kind is not None else "a player"


@PASSAGES.of(s.Definition)
def _definition_passage(t: Teller, it: s.Definition, decl: m.Decl) -> list[str]:
    with t.acting("they" if it.kind is None or decl in t.of_players else "you"):
        of = " for a player" if decl in t.of_players else ""
        chosen = _overriding(t, decl)
        if isinstance(chosen, s.Exception_) and isinstance(chosen.definition, s.Definition):
            return _defined(t, chosen.definition, of)
        return with_exceptions(t, decl, _defined(t, it, of))


def _defined(t: Teller, it: s.Definition, of: str = "") -> list[str]:
    """Writes when something is what a word says.

    Args:
        of: whose word it is, where it depends on a player.
    """
    left = settled(t, it.condition)
    noun = _is_noun(it)
    name = f"**{t.linked(it.name)}**"
    named = name
    if noun and not en.determined(it.name.text):
        named = f"{'an' if it.name.text[:1] in 'AEIOU' else 'a'} {name}"
    lead = f"{_subject(t, it.kind)} is {named}{of}{params_text(t, it.params)}"
    if isinstance(left, bool) and it.of_the_game:
        return [en.sentence(f"the game is {'always' if left else 'never'} {named}")]
    if isinstance(left, bool):
        all_or_no = "every" if left else "no"
        return [en.sentence(f"{all_or_no} {_subject(t, it.kind).split(' ', 1)[1]} is {named}")]
    if isinstance(left, s.Logic) and _long(t, left):
        two = len(left.parts) == 2
        some = "either of these holds" if two else "any of these holds"
        every = "both of these hold" if two else "all of these hold"
        lines = [Step(en.sentence(t.cond(part))) for part in left.parts]
        return [
            f"{en.capital(lead)} if {some if left.operator == 'or' else every}:",
            listed(lines, numbered=False),
        ]
    return [en.sentence(f"{lead} if {t.cond(left)}")]


def _long(t: Teller, logic: s.Logic) -> bool:
    nested = any(isinstance(part, s.Logic) for part in logic.parts)
    letters = sum(len(en.plain(t.cond(part))) for part in logic.parts)
    return letters > _LONG or (nested and len(logic.parts) > 2)


def _is_noun(it: s.Definition) -> bool:
    """Tells whether the name was introduced with an article of its own."""
    before = it.span.text[: it.name.span.start - it.span.start]
    return before.rstrip().endswith((" a", " an"))


@PASSAGES.of(s.Cluster)
def _cluster_passage(t: Teller, it: s.Cluster, decl: m.Decl) -> list[str]:
    alike = " and".join(f" of one {_said(t, it, one)}" for one in it.alike)
    name = f"**{t.linked(it.name)}**"
    named = name if en.determined(it.name.text) else en.a(name)
    kind = item(decl.subject) if isinstance(decl, m.Definition) else None
    touch = "that touch one another"
    if isinstance(kind, ThingType) and kind.kind.sides is not None:
        touch = "whose sides touch one another"
    return [en.sentence(f"{t.expr(it.noun)}{alike} {touch} are {named}; so is one alone")]


def _said(t: Teller, it: s.Cluster, one: s.Attribute) -> str:
    return one.name if one.built_in else t.linked(s.Name(one.span, one.name))


def _told_apart(t: Teller, fact: s.Name) -> str:
    """Writes a fact by which positions are told apart."""
    adjective = any(isinstance(one, m.Definition) for one in t.w.names.meanings(fact.text))
    return f"whether it is {t.linked(fact)}" if adjective else f"its {t.linked(fact)}"


@PASSAGES.of(s.Position)
def _position_passage(t: Teller, it: s.Position, decl: m.Decl) -> list[str]:
    same = ["where each is", "whose it is", *(_told_apart(t, fact) for fact in it.facts)]
    same += ["who is on turn"] if it.on_turn else []
    things = phrase_text(t, it.things)
    return [
        en.sentence(
            f"two **positions** are the same if they agree in all {things}: {en.joined(same, 'and')}"
        ),
        en.sentence("a position counts as each turn begins"),
    ]


@PASSAGES.of(s.Property)
def _property_passage(t: Teller, it: s.Property, decl: m.Decl) -> list[str]:
    with t.acting("they" if it.kind is None or decl in t.of_players else "you"):
        of = " for a player" if decl in t.of_players else ""
        return with_exceptions(t, decl, [_property_text(t, it, of)])


def _property_text(t: Teller, it: s.Property, for_whom: str = "") -> str:
    head = it.phrase.head
    are = "are" if en.several(it.name.text) else "is"
    of = f"the {t.linked(it.kind)}" if it.kind is not None and it.phrase.relative is not None else t.it
    with meaning(t, t.bound, of):
        value = phrase_text(t, it.phrase)
    listed_kind = isinstance(head, s.Noun | s.Located) and takes_plural(t, head)
    if listed_kind and not en.plain(value).startswith(("the ", "its ", "your ", "all ")):
        value = f"all {value}"
    return en.sentence(
        f"the **{t.linked(it.name)}** of {_subject(t, it.kind)}{for_whom}{params_text(t, it.params)} {are} {value}"
    )


@PASSAGES.of(s.Amount)
def _amount_passage(t: Teller, it: s.Amount, decl: m.Decl) -> list[str]:
    of = it.of
    with t.acting("they" if of is not None and of.kind is None else "you"):
        name = f"the **{t.linked(it.name)}**"
        if en.determined(it.name.text):
            name = f"**{t.linked(it.name)}**"
        if of is not None:
            name += f" of {_subject(t, of.kind)}"
        name += params_text(t, it.params)
        return with_exceptions(t, decl, amount_lines(t, name, it.lines))


def amount_lines(t: Teller, name: str, lines: Sequence[s.AmountLine]) -> list[str]:
    """Writes how a number is worked out, in the order in which its lines count."""
    kept: list[tuple[s.AmountLine, s.Guard | None]] = []
    for line in lines:
        guard = guarded(t, line.guard)
        if guard is not False:
            kept.append((line, guard if isinstance(guard, s.Guard) else None))
    kept.sort(key=lambda pair: LAYERS[pair[0].operator])
    for at in range(len(kept) - 1, -1, -1):
        line, guard = kept[at]
        if line.operator == "set" and guard is None:  # what it takes the place of is never seen
            kept = [pair for i, pair in enumerate(kept) if i >= at or LAYERS[pair[0].operator] > 1]
            break
    if len(kept) == 1 and kept[0][1] is None and kept[0][0].operator in ("start", "set"):
        are = "are" if en.several(en.unmarked(name).split(" of ")[0]) else "is"
        return [en.sentence(f"{name} {are} {t.expr(kept[0][0].operand)}")]
    zero = bool(kept) and kept[0][0].operator == "start" and isinstance(kept[0][0].operand, s.Num)
    zero = zero and kept[0][1] is None and kept[0][0].operand.span.text == "0"
    summed = zero and all(line.operator == "add" for line, _ in kept[1:])
    if summed and len(kept) == 2 and kept[1][1] is None:
        return [en.sentence(f"{name} is {t.expr(kept[1][0].operand)}")]
    if summed and len(kept) > 2:
        texts = [f"{t.expr(line.operand)} {guard_text(t, guard)}".strip() for line, guard in kept[1:]]
        return [
            f"{en.capital(name)} is the sum of:",
            listed([Step(en.sentence(text)) for text in texts], numbered=False),
        ]
    if summed or (kept and all(line.operator in ("start", "set") for line, _ in kept)):
        return _cases(t, name, kept)
    steps = [Step(en.sentence(_amount_line(t, line, guard))) for line, guard in kept]
    return [f"To work out {name}:", listed(steps)]


def _cases(t: Teller, name: str, kept: Sequence[tuple[s.AmountLine, s.Guard | None]]) -> list[str]:
    """Writes a number that is one of several: the last line that holds counts."""
    texts = [
        f"{t.expr(line.operand)} {guard_text(t, guard)}".strip()
        for line, guard in reversed(kept)
        if guard is not None
    ]
    base = next((t.expr(line.operand) for line, guard in kept if guard is None), "0")
    if len(texts) == 1:
        way = ": the two players count from opposite ends" if _from_both_ends(kept) else ""
        return [en.sentence(f"{name} is {base}, or {texts[0]}{way}")]
    if _apart([guard for _, guard in kept if guard is not None]):
        told = [*reversed(texts), f"{base} otherwise"]
        return [
            f"{en.capital(name)} is:",
            listed([Step(en.sentence(text)) for text in told], numbered=False),
        ]
    steps = [Step(en.sentence(text)) for text in texts]
    return [f"{en.capital(name)} is the first of these that applies, otherwise {base}:", listed(steps)]


def _from_both_ends(kept: Sequence[tuple[s.AmountLine, s.Guard | None]]) -> bool:
    """Tells whether a number is a row or a column for one player, and is counted backwards for the other."""
    numbers = {guard is not None: line.operand for line, guard in kept}
    guards = [guard.condition for _, guard in kept if guard is not None]
    match numbers.get(False), numbers.get(True), guards:
        case (
            s.Of(attribute=s.Attribute(built_in=True, name="row" | "column")) as one,
            s.Arithmetic(operator="minus", left=s.Num(), right=other),
            [s.Test(subject=s.Me(), predicate=s.Is(operand=s.Ordinal()))],
        ):
            return one == other
        case _:
            return False


def _apart(guards: list[s.Guard]) -> bool:
    """Tells whether conditions ask for different values of one thing, so that their order does not matter."""
    tests = [guard.condition for guard in guards if guard.kind == "if"]
    wanted: set[str] = set()
    subject: s.Expr | None = None
    for test in tests:
        if not isinstance(test, s.Test) or not isinstance(test.predicate, s.Is):
            return False
        if (
            test.predicate.how != "value"
            or test.predicate.negated
            or test.predicate.others
            or subject not in (None, test.subject)
        ):
            return False
        subject = test.subject
        wanted.add(test.predicate.span.text)
    return len(tests) == len(guards) == len(wanted)


def _amount_line(t: Teller, line: s.AmountLine, guard: s.Guard | None) -> str:
    number = t.expr(line.operand)
    when = f" {guard_text(t, guard)}" if guard is not None else ""
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


def _overriding(t: Teller, decl: m.Decl) -> s.Exception_ | None:
    """Gives the exception that holds whatever happens, under the options that are chosen."""
    for one in t.exceptions.get(decl.name, ()):
        if settled(t, one.condition) is True and not _to(t, one):
            return one
    return None


def _to(t: Teller, one: s.Exception_) -> list[s.Exception_]:
    """Lists the exceptions to an exception, but for those that never hold under the options."""
    inner = t.exceptions.get(one.label.text, ()) if one.label is not None else ()
    return [each for each in inner if settled(t, each.condition) is not False]


def with_exceptions(t: Teller, decl: m.Decl, blocks: list[str]) -> list[str]:
    """Adds the exceptions to a rule; one that always holds takes its place."""
    for one in t.exceptions.get(decl.name, ()):
        if settled(t, one.condition) is True:
            blocks = _exception_body(t, decl, one)
            return [*blocks, *_excepted(t, decl, _to(t, one), "Exception")]
        blocks += _excepted(t, decl, [one], "Exception")
    return blocks


def _excepted(t: Teller, decl: m.Decl, exceptions: Sequence[s.Exception_], lead: str) -> list[str]:
    """Writes exceptions, each followed by the exceptions to it."""
    blocks: list[str] = []
    for one in exceptions:
        left = settled(t, one.condition)
        if left is False:
            continue
        body = _exception_body(t, decl, one)
        when = "always" if left is True else f"if {t.cond(left)}"
        if one.as_began is not None:
            when += f" as {phase_text(t, one.as_began)} begins"
        if len(body) == 1 and "\n" not in body[0]:
            blocks.append(f"**{lead}:** {when}, {uncapital(body[0])}")
        else:
            blocks += [f"**{lead}:** {when}, instead:", *body]
        blocks += _excepted(t, decl, _to(t, one), "Exception to this exception")
    return blocks


def _exception_body(t: Teller, decl: m.Decl, one: s.Exception_) -> list[str]:
    if isinstance(one.definition, s.Definition):
        return _defined(t, one.definition)
    if isinstance(one.definition, s.Property):
        return [_property_text(t, one.definition)]
    if one.lines:
        return amount_lines(t, f"the {t.w.link(decl)}", one.lines)
    only = only_text(t, one.only_if)
    return [*([only] if only else []), *as_blocks(done_in(t, one.body))] or ["Nothing happens."]
