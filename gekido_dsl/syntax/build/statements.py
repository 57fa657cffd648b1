"""Statements: trees become nodes."""

from dataclasses import replace
from typing import Any, cast

from gekido_dsl.grammar import words
from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import reckoned_in_argument
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CONDS,
    AskingPart,
    BlockPart,
    BoundPart,
    CallingPart,
    ClampPart,
    CorePart,
    DropPart,
    FirstPart,
    FlagPart,
    FromPart,
    KeysPart,
    LeavingPart,
    LiePart,
    LoopPart,
    ObjectPart,
    OpenerPart,
    OtherwisePart,
    PaidPart,
    PricesPart,
    StaysPart,
    SubjectPart,
    TurnedPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    unquote,
)
from gekido_dsl.syntax.build.phrases import such


@builds("block")
def _block(b: Builder, tree: Tree) -> BlockPart:
    return BlockPart(tuple(b.all(tree)))


@builds("sentence")
def _sentence(b: Builder, tree: Tree) -> s.Sentence:
    built = b.all(tree)
    core, bound = built[0], first(tuple(built), ClampPart)
    if bound is not None:
        core.bound = bound.number, bound.word
    lie = first(tuple(built), LiePart)
    if lie is not None:
        core.way = lie.word
    turned = first(tuple(built), TurnedPart)
    if turned is not None:
        core.preps = (*core.preps, turned.prep)
    return sentence_of(b, tree, core, tuple(built[1:]))


@builds("turned_to")
def _turned_to(b: Builder, tree: Tree) -> TurnedPart:
    return TurnedPart(s.Prep(b.span(tree), "turned", b.all(tree)[-1]))


@builds("lie")
def _lie(b: Builder, tree: Tree) -> LiePart:
    return LiePart(" ".join(str(tree.children[-1]).split()))


@builds("naming")
def _naming(b: Builder, tree: Tree) -> s.Sentence:
    phrase, named, *rest = b.all(tree)
    core = CorePart(None, False, "call", phrase, None, (s.Prep(named.span, "as", named),))
    return sentence_of(b, tree, core, tuple(rest))


@builds("as_named")
def _as_named(b: Builder, tree: Tree) -> s.Phrase:
    span = b.span(tree)
    return s.Phrase(span, None, s.Local(span, str(tree.children[-1])))


@builds("nothing")
def _nothing(b: Builder, tree: Tree) -> s.Nothing:
    return s.Nothing(b.span(tree), marks_of(b.all(tree)))


@builds("clamp_up")
def _clamp_up(b: Builder, tree: Tree) -> ClampPart:
    return ClampPart(b.all(tree)[-1], "up")


@builds("clamp_down")
def _clamp_down(b: Builder, tree: Tree) -> ClampPart:
    return ClampPart(b.all(tree)[-1], "down")


@builds("object_loop")
def _object_loop(b: Builder, tree: Tree) -> LoopPart:
    tokens = [token for token in tree.children if isinstance(token, Token)]
    return LoopPart(str(tokens[-1]) if tokens else b.span(tree).text.split()[-1])


def sentence_of(b: Builder, tree: Tree, core: CorePart, rest: tuple[Any, ...]) -> s.Sentence:
    asking, otherwise = first(rest, AskingPart), first(rest, OtherwisePart)
    return s.Sentence(
        b.span(tree),
        core.subject,
        core.may,
        core.verb,
        core.object,
        core.damage,
        core.preps,
        asking.text if asking else None,
        first(rest, s.Guard),
        every(rest, s.Must),
        otherwise.statements if otherwise else None,
        marks_of(rest),
        core.text,
        core.way,
        core.bound[0],
        core.bound[1],
        core.loop,
        core.order,
    )


@builds("sentence_core")
def _sentence_core(b: Builder, tree: Tree) -> CorePart:
    tokens, parts = b.parts(tree)
    subject, made = first(parts, SubjectPart), first(parts, ObjectPart)
    way, loop = first(parts, WordPart), first(parts, LoopPart)
    verb = words.VERBS[str(next(token for token in tokens if token.type == "VERB"))]
    phrase = made.phrase if made else None
    if phrase is not None and verb == "do":
        phrase = replace(phrase, head=reckoned_in_argument(phrase.head))
    return CorePart(
        subject.phrase if subject else None,
        any(isinstance(part, FlagPart) for part in parts),
        verb,
        phrase,
        made.damage if made else None,
        every(parts, s.Prep),
        made.text if made else None,
        way.word if way else None,
        (None, ""),
        loop.word if loop else None,
        first(parts, s.Order),
    )


@builds("subject")
def _subject(b: Builder, tree: Tree) -> SubjectPart:
    return SubjectPart(s.Phrase(b.span(tree), None, b.all(tree)[0]))


@builds("subject_all")
def _subject_all(b: Builder, tree: Tree) -> SubjectPart:
    phrase: s.Phrase = b.all(tree)[0]
    every = s.Quantity(phrase.span, "all")
    return SubjectPart(s.Phrase(phrase.span, every, phrase.head, phrase.relative))


@builds("subject_nobody")
def _subject_nobody(b: Builder, tree: Tree) -> SubjectPart:
    span = b.span(tree)
    return SubjectPart(s.Phrase(span, None, s.NoneWord(span)))


@builds("object")
def _object(b: Builder, tree: Tree) -> ObjectPart:
    return ObjectPart(b.all(tree)[0], None)


@builds("object_damage")
def _object_damage(b: Builder, tree: Tree) -> ObjectPart:
    return ObjectPart(None, b.all(tree)[0])


@builds("object_text")
def _object_text(b: Builder, tree: Tree) -> ObjectPart:
    text, *about = b.all(tree)
    phrase = s.Phrase(about[0].span, None, about[0]) if about else None
    return ObjectPart(phrase, None, unquote(text))


@builds("prep")
def _prep(b: Builder, tree: Tree) -> s.Prep:
    built = b.all(tree)
    span = b.span(tree)
    word = str(built[0]) if isinstance(built[0], Token) else span.text.split(maxsplit=1)[0]
    phrases: list[s.Phrase] = [part for part in built if isinstance(part, s.Phrase)]
    return s.Prep(span, word, phrases[0], tuple(phrases[1:]))


@builds("asking")
def _asking(b: Builder, tree: Tree) -> AskingPart:
    return AskingPart(unquote(tree.children[0]))


@builds("sentence_end")
def _sentence_end(b: Builder, tree: Tree) -> s.Guard:
    return cast(s.Guard, b.all(tree)[0])


@builds("suffix_if")
def _suffix_if(b: Builder, tree: Tree) -> s.Guard:
    return s.Guard(b.span(tree), "if", b.all(tree)[-1])


@builds("suffix_unless")
def _suffix_unless(b: Builder, tree: Tree) -> s.Guard:
    return s.Guard(b.span(tree), "unless", b.all(tree)[-1])


@builds("if_possible")
def _if_possible(b: Builder, tree: Tree) -> s.Guard:
    return s.Guard(b.span(tree), "possible", None)


@builds("must")
def _must(b: Builder, tree: Tree) -> s.Must:
    _, parts = b.parts(tree)
    return s.Must(b.span(tree), tuple(None if isinstance(part, DropPart) else part for part in parts))


@builds("rung")
def _rung(b: Builder, tree: Tree) -> s.Rung:
    return cast(s.Rung, b.all(tree)[0])


@builds("not_be", "rung_not")
def _not_be(b: Builder, tree: Tree) -> s.Is:
    _, parts = b.parts(tree)
    what: s.Is = must_find(parts, s.Is)
    return replace(what, span=b.span(tree), negated=True)


@builds("having")
def _having(b: Builder, tree: Tree) -> s.Has:
    _, (operand,) = b.parts(tree)
    return s.Has(b.span(tree), False, operand)


@builds("covering")
def _covering(b: Builder, tree: Tree) -> s.Covering:
    word, phrase = b.all(tree)
    return s.Covering(b.span(tree), word.word, phrase)


@builds("leaving")
def _leaving(b: Builder, tree: Tree) -> s.Leaving:
    word, phrase = b.all(tree)
    return s.Leaving(b.span(tree), word.word, phrase)


@builds("follow")
def _follow(b: Builder, tree: Tree) -> s.Follow:
    _, (attribute,) = b.parts(tree)
    return s.Follow(b.span(tree), attribute)


@builds("anywhere")
def _anywhere(b: Builder, tree: Tree) -> DropPart:
    return DropPart()


@builds("otherwise", "else_block", "afterwards")
def _otherwise(b: Builder, tree: Tree) -> OtherwisePart:
    built = b.all(tree)[-1]
    return OtherwisePart(built.statements if isinstance(built, BlockPart) else (built,))


@builds("if_block")
def _if_block(b: Builder, tree: Tree) -> s.If:
    _, parts = b.parts(tree)
    otherwise = first(parts, OtherwisePart)
    return s.If(
        b.span(tree),
        must_find(parts, CONDS),
        must_find(parts, BlockPart).statements,
        otherwise.statements if otherwise else (),
    )


@builds("each_block")
def _each_block(b: Builder, tree: Tree) -> s.Each:
    _, parts = b.parts(tree)
    secret = any(isinstance(part, FlagPart) for part in parts)
    body = must_find(parts, BlockPart).statements
    word = first(parts, WordPart)
    named = next(iter(tree.named("as_local")), None) if word is not None else None
    return s.Each(
        b.span(tree),
        must_find(parts, s.Phrase),
        body,
        secret,
        first(parts, s.Order),
        word.word if word else None,
        b.span(named) if named is not None else None,
    )


@builds("in_turn")
def _in_turn(b: Builder, tree: Tree) -> s.InTurn:
    _, parts = b.parts(tree)
    return s.InTurn(
        b.span(tree),
        must_find(parts, s.Phrase),
        first(parts, CONDS),
        must_find(parts, BlockPart).statements,
        _start(parts),
    )


@builds("starting_here")
def _starting_here(b: Builder, tree: Tree) -> OpenerPart:
    return OpenerPart(b.all(tree)[-1])


def _start(parts: tuple[Any, ...]) -> s.Expr | None:
    found = first(parts, OpenerPart)
    return found.player if found is not None else None


@builds("auction", "sealed_auction")
def _auction(b: Builder, tree: Tree) -> s.Auction:
    _, parts = b.parts(tree)
    sealed = tree.data == "sealed_auction"
    bidding: s.Auction = must_find(parts, s.Auction)
    return replace(
        bidding, span=b.span(tree), phrase=must_find(parts, s.Phrase), sealed=sealed, start=_start(parts)
    )


@builds("bidding")
def _bidding(b: Builder, tree: Tree) -> s.Auction:
    """Builds what is bid; who bids, and how, stands before it."""
    _, (low, high, fact, *rest) = b.parts(tree)
    asking, otherwise = first(rest, AskingPart), first(rest, OtherwisePart)
    span = b.span(tree)
    return s.Auction(
        span, s.Phrase(span, None, s.Noun(span, (), None)), False, low, high, fact,
        asking.text if asking is not None else None, must_find(rest, BlockPart).statements,
        otherwise.statements if otherwise is not None else (),
    )  # fmt: skip


@builds("betting")
def _betting(b: Builder, tree: Tree) -> s.Betting:
    _, parts = b.parts(tree)
    said = {part.type for part in b.all(tree) if isinstance(part, Token)}
    calling, asking = first(parts, CallingPart), first(parts, AskingPart)
    return s.Betting(
        b.span(tree),
        must_find(parts, s.Phrase),
        _start(parts),
        "AT_LEAST" in said,
        must_find(parts, s.Price),
        must_find(parts, s.Attribute),
        calling.least if calling is not None else None,
        "RAISING_THE_LAST" in said,
        asking.text if asking is not None else None,
        must_find(parts, OtherwisePart).statements,
    )


@builds("calling")
def _calling(b: Builder, tree: Tree) -> CallingPart:
    return CallingPart(b.all(tree)[-1])


@builds("sharing")
def _sharing(b: Builder, tree: Tree) -> s.ShareOut:
    tokens, parts = b.parts(tree)
    name = next(token for token in tokens if token.type == "NAME")
    won = must_find(parts, s.Attribute)
    among = such(b, [part for part in parts if isinstance(part, s.Node) and part is not won])
    by = first(parts, KeysPart)
    return s.ShareOut(
        b.span(tree), b.name(name), among, by.keys if by is not None else (), won, marks_of(parts)
    )


@builds("paying")
def _paying(b: Builder, tree: Tree) -> s.Pay:
    _, parts = b.parts(tree)
    subject, source, asking = first(parts, SubjectPart), first(parts, FromPart), first(parts, AskingPart)
    paid, otherwise = every(parts, PaidPart), first(parts, OtherwisePart)
    return s.Pay(
        b.span(tree),
        subject.phrase if subject else None,
        any(isinstance(part, FlagPart) for part in parts),
        must_find(parts, PricesPart).prices,
        source.source if source else None,
        next((part.goal for part in paid if part.goal is not None), None),
        any(part.all_left for part in paid),
        asking.text if asking else None,
        first(parts, s.Guard),
        otherwise.statements if otherwise else None,
        marks_of(parts),
    )


@builds("offering")
def _offering(b: Builder, tree: Tree) -> s.Offer:
    _, parts = b.parts(tree)
    given, wanted = every(parts, PricesPart)
    asking, otherwise = first(parts, AskingPart), first(parts, OtherwisePart)
    return s.Offer(
        b.span(tree),
        given.prices,
        wanted.prices,
        must_find(parts, s.Phrase),
        asking.text if asking else None,
        first(parts, s.Guard),
        marks_of(parts),
        otherwise.statements if otherwise else None,
    )


@builds("to_others")
def _to_others(b: Builder, tree: Tree) -> s.Phrase:
    span = b.span(tree)
    return s.Phrase(span, None, s.Noun(span, ("other",), None))


@builds("to_each", "to_one")
def _to_some(b: Builder, tree: Tree) -> s.Phrase:
    found = b.all(tree)[-1]
    return found if isinstance(found, s.Phrase) else s.Phrase(b.span(tree), None, found)


@builds("prices")
def _prices(b: Builder, tree: Tree) -> PricesPart:
    return PricesPart(every(b.all(tree), s.Price))


@builds("price_of")
def _price_of(b: Builder, tree: Tree) -> s.Price:
    """Builds a price whose number stands before what is paid: `3 Ore`, `an Ore`."""
    _, (found, *more) = b.parts(tree)
    relative = first(more, s.Relative)
    if isinstance(found, s.Several):
        return s.Price(b.span(tree), s.Num(found.span, found.number), found.noun, relative)
    if isinstance(found, s.Indefinite):
        return s.Price(b.span(tree), s.Num(found.span, 1), found.noun, relative)
    if isinstance(found, s.Asked) and isinstance(found.base, s.Several):
        noun = replace(found.base.noun, arguments=found.arguments)
        return s.Price(b.span(tree), s.Num(found.base.span, found.base.number), noun, relative)
    return s.Price(b.span(tree), None, found, relative)


@builds("price_in")
def _price_in(b: Builder, tree: Tree) -> s.Price:
    """Builds a price that says in what its number is paid: `its Cost in Coins`."""
    _, (amount, unit, *more) = b.parts(tree)
    return s.Price(b.span(tree), amount, unit, first(more, s.Relative))


@builds("from_where")
def _from_where(b: Builder, tree: Tree) -> FromPart:
    return FromPart(b.all(tree)[-1])


@builds("paid_to")
def _paid_to(b: Builder, tree: Tree) -> PaidPart:
    return PaidPart(_headed(b.all(tree)[-1]), all_left=False)


@builds("paid_all")
def _paid_all(b: Builder, tree: Tree) -> PaidPart:
    _, goals = b.parts(tree)
    return PaidPart(_headed(goals[0]) if goals else None, all_left=True)


def _headed(phrase: s.Phrase) -> s.Expr:
    """Gives what a phrase says, as one expression."""
    return s.Inner(phrase.span, phrase) if phrase.relative is not None else phrase.head


@builds("laying")
def _laying(b: Builder, tree: Tree) -> s.LayDown:
    tokens, parts = b.parts(tree)
    subject, asking, otherwise = (first(parts, kind) for kind in (SubjectPart, AskingPart, OtherwisePart))
    name = next(token for token in tokens if token.type == "NAME")
    most = first(parts, LeavingPart)
    may = any(isinstance(part, FlagPart) for part in parts)
    places = [part for part in parts if isinstance(part, s.Node) and not isinstance(part, s.Guard)]
    origin, goal = cast(tuple[s.Expr, s.Expr], tuple(places))
    return s.LayDown(
        b.span(tree), subject.phrase if subject else None, may, b.name(name), origin, goal,
        (most.most, most.by) if most else None, asking.text if asking else None, first(parts, s.Guard),
        marks_of(parts), otherwise.statements if otherwise else None,
    )  # fmt: skip


@builds("leaving_most")
def _leaving_most(b: Builder, tree: Tree) -> LeavingPart:
    _, (most, by) = b.parts(tree)
    return LeavingPart(most, by)


@builds("one_left")
def _one_left(b: Builder, tree: Tree) -> None:
    return None


@builds("together")
def _together(b: Builder, tree: Tree) -> s.Together:
    built = b.all(tree)
    then = first(built, OtherwisePart)
    return s.Together(
        b.span(tree),
        built[0],
        built[1],
        first(built, s.Room),
        tuple(part.guard for part in every(built, StaysPart)),
        tuple(part.guard for part in every(built, FirstPart)),
        then.statements if then else (),
        marks_of(built),
    )


@builds("room")
def _room(b: Builder, tree: Tree) -> s.Room:
    tokens, parts = b.parts(tree)
    return s.Room(b.span(tree), int(str(tokens[0])), must_find(parts, s.Phrase), b.name(tokens[-1]))


@builds("stays")
def _stays(b: Builder, tree: Tree) -> StaysPart:
    return StaysPart(must_find(b.all(tree), s.Guard))


@builds("goes_first")
def _goes_first(b: Builder, tree: Tree) -> FirstPart:
    return FirstPart(must_find(b.all(tree), s.Guard))


@builds("repeat_block")
def _repeat_block(b: Builder, tree: Tree) -> s.Repeat:
    _, parts = b.parts(tree)
    bound = must_find(parts, BoundPart)
    return s.Repeat(
        b.span(tree),
        bound.kind,
        bound.condition,
        bound.times,
        must_find(parts, BlockPart).statements,
        first(parts, s.Key),
    )


@builds("ends_best")
def _ends_best(b: Builder, tree: Tree) -> s.Key:
    _, (number, superlative) = b.parts(tree)
    return s.Key(b.span(tree), number, superlative.word == "lowest")


@builds("repeat_while")
def _repeat_while(b: Builder, tree: Tree) -> BoundPart:
    return BoundPart("while", b.all(tree)[0], None)


@builds("repeat_until")
def _repeat_until(b: Builder, tree: Tree) -> BoundPart:
    return BoundPart("until", b.all(tree)[0], None)


@builds("repeat_times")
def _repeat_times(b: Builder, tree: Tree) -> BoundPart:
    return BoundPart("times", None, b.all(tree)[-1])


@builds("choose_one")
def _choose_one(b: Builder, tree: Tree) -> s.ChooseOne:
    _, parts = b.parts(tree)
    asking = first(parts, AskingPart)
    return s.ChooseOne(b.span(tree), asking.text if asking else None, every(parts, s.Alternative))


@builds("alternative")
def _alternative(b: Builder, tree: Tree) -> s.Alternative:
    tokens, parts = b.parts(tree)
    return s.Alternative(
        b.span(tree),
        unquote(tokens[0]),
        first(parts, s.Guard),
        must_find(parts, BlockPart).statements,
    )


@builds("may_block")
def _may_block(b: Builder, tree: Tree) -> s.May:
    tokens, parts = b.parts(tree)
    subject, otherwise = first(parts, SubjectPart), first(parts, OtherwisePart)
    return s.May(
        b.span(tree),
        subject.phrase if subject else None,
        unquote(tokens[0]),
        first(parts, s.Guard),
        must_find(parts, BlockPart).statements,
        otherwise.statements if otherwise else (),
    )
