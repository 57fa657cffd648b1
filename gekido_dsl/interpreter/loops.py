"""Loops become steps: `each`, `repeat`, and the two ways to leave a round of them early.

Whoever acts in a block, and what is secret in it, ends with it: a step that leaves blocks puts back who acted outside.
"""

from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.gains import gains
from gekido_dsl.interpreter import randomness, secret_part
from gekido_dsl.interpreter.bodies import Around, BodyBuilder
from gekido_dsl.interpreter.leaving import gone
from gekido_dsl.interpreter.looking_ahead import RUNNING
from gekido_dsl.interpreter.operators.in_order import listing
from gekido_dsl.interpreter.operators.ranking import put_in_order
from gekido_dsl.interpreter.state import Code, Frame, LookAhead, State
from gekido_dsl.interpreter.steps import branch, jump, leave_for, nothing
from gekido_dsl.model import nodes as m
from gekido_dsl.model import secret_writing
from gekido_dsl.model.types import NONE, ThingType, item


def build_leaving(
    builder: BodyBuilder, code: Code, sentence: m.Sentence, act: m.acts.Stop | m.acts.Skip
) -> None:
    """Makes the step of `stop`, which leaves a loop, or of `skip`, which goes on with its next round."""
    if sentence.condition is not None:
        test = builder.make(sentence.condition)
        code.add(branch(test, len(code.steps) + 1, len(code.steps) + 2), sentence.span)
    step = code.add(nothing, sentence.span)
    loops = [k for k, one in enumerate(builder.around) if one.head >= 0]
    at = loops[-1 - act.depth] if loops else 0
    skips = isinstance(act, m.acts.Skip)
    crossed = builder.around[at + skips :]
    actor = next((one.actor for one in crossed if one.actor >= 0), -1)
    secret = sum(one.secret for one in crossed)
    aheads = [one.ahead for one in crossed if one.ahead >= 0]
    if skips:
        code.steps[step] = leave_for(builder.around[at].head, actor, secret, aheads)
    else:
        builder.around[at].leaving.append((step, actor, secret, aheads))


def build_each(builder: BodyBuilder, code: Code, each: m.Each) -> None:
    """Makes the steps of `each`: the set is taken once, when it begins; what leaves the game is passed over."""
    local, saved, acting = each.local, each.saved, each.acting
    secret, acts = int(each.secret), builder.acts
    # Equals that chance puts in order: all are shuffled, then put in the order in which equals stay as they are.
    ordered = each.items if each.random else None
    assert ordered is None or isinstance(ordered, m.ops.Sorted), "chance orders equals alone"
    evaluator = builder.program.evaluator
    items = listing(evaluator, each.items)
    several = listing(evaluator, ordered.set) if ordered is not None else items
    kind = item(each.items.type)
    things = isinstance(kind, ThingType)

    hidden = secret_writing.written(builder.program.game, each) if each.secret else ()

    def begin(s: State, f: Frame) -> None:
        if ordered is not None:
            listed = list(several(s, f.locals))
            randomness.shuffle(s, listed, "order", lambda one: acts.labels.value(s, kind, one), str)
            f.locals[saved] = tuple(put_in_order(evaluator, ordered, listed)(s, f.locals))
        else:
            f.locals[saved] = tuple(items(s, f.locals))
        f.locals[saved + 1] = 0
        f.locals[saved + 2] = f.locals[0]
        if hidden and not s.cells[lay.SECRET]:
            deciders = set(f.locals[saved]) if acting else {f.locals[0]}
            for one in hidden:
                knowledge.may_be_written(s, one.decl, one.own, deciders, remember=True)
        if secret and secret_part.begin(s, f, saved) and not acting:
            acts.decides_in_secret(s, code, each.span, f.locals[0])
        f.step += 1

    code.add(begin, each.span)
    head = code.add(nothing, each.span)
    here = Around(head, saved + 2, secret)
    builder.around.append(here)
    outside, builder.standing = builder.standing, {**builder.standing, local: each.items.type}
    builder.block(code, each.body)
    builder.standing = outside
    builder.around.pop()
    code.add(jump(head), each.span)
    after = len(code.steps)

    def following(s: State, f: Frame) -> None:
        L = f.locals
        every, at = L[saved], L[saved + 1]
        while things and at < len(every) and gone(s, every[at]):
            at += 1
        if at >= len(every):
            L[0] = L[saved + 2]
            if secret:
                secret_part.end(s, s.cells[lay.SECRET] - secret)
            f.step = after
            return
        if secret and secret_part.turn_to(s, f, saved, every[at] if acting else L[0]) and acting:
            acts.decides_in_secret(s, code, each.span, every[at])
        L[local] = every[at]
        L[saved + 1] = at + 1
        if acting:
            L[0] = every[at]
        f.step = head + 1

    code.steps[head] = following
    if not secret:
        code.steps[after - 1] = following
    here.leave_at(code, after)


def build_repeat(builder: BodyBuilder, code: Code, repeat: m.Repeat) -> None:
    """Makes the steps of `repeat`."""
    test = builder.make(repeat.condition) if repeat.condition is not None else None
    times = builder.make(repeat.times) if repeat.times is not None else None
    counter, ahead = repeat.counter, _ahead(builder, code, repeat)

    def begin(s: State, f: Frame) -> None:
        f.locals[counter] = times(s, f.locals) if times is not None else 0
        if ahead is not None:
            f.locals[ahead.local] = RUNNING
        f.step += 1

    code.add(begin, repeat.span)
    head = code.add(nothing, repeat.span)
    here = Around(head, ahead=ahead.local if ahead is not None else -1)
    builder.around.append(here)
    made = code.locals
    builder.block(code, repeat.body)
    # What a round kept for itself is forgotten, so that positions that differ in nothing else are one.
    own = [*range(*repeat.inner), *range(made, code.locals)] if ahead is not None else []
    builder.around.pop()
    code.add(jump(head), repeat.span)
    after = len(code.steps)
    if ahead is not None:
        code.add(nothing, repeat.span)

        def leave(s: State, f: Frame) -> None:
            f.locals[ahead.local] = NONE
            f.step += 1

        code.steps[after] = leave

    def check(s: State, f: Frame) -> None:
        for local in own:
            f.locals[local] = NONE
        if times is not None:
            f.locals[counter] -= 1
            go_on = f.locals[counter] >= 0
        else:
            go_on = test is None or test(s, f.locals)
        f.step = head + 1 if go_on else after

    code.steps[head] = check
    here.leave_at(code, after)


def _ahead(builder: BodyBuilder, code: Code, repeat: m.Repeat) -> LookAhead | None:
    """Gives what a loop looks ahead at, if it does."""
    if repeat.ends is None:
        return None
    code.locals += 1
    number, sign = builder.make(repeat.ends), -1 if repeat.lowest else 1
    known = gains(builder.program.game, repeat)
    made = LookAhead(code.locals - 1, number, sign, repeat.ends.span, known)
    code.aheads.append(made)
    return made
