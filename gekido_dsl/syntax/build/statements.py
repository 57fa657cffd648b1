"""Statements: trees become nodes."""

from dataclasses import replace
from typing import Any, cast

from gekido_dsl.grammar import words
from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import reckoned_in_argument
from gekido_dsl.syntax.build.parts import (
    CONDS,
    AskingPart,
    BlockPart,
    BoundPart,
    ClampPart,
    CorePart,
    DropPart,
    FirstPart,
    FlagPart,
    LoopPart,
    ObjectPart,
    OtherwisePart,
    StaysPart,
    SubjectPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    unquote,
)
from gekido_dsl.syntax.build.phrases import PhraseBuilder


class StatementBuilder(PhraseBuilder):
    """Builds sentences and blocks of one source."""

    # ------------------------------------------------------------ statements

    def block(self, tree: Tree) -> BlockPart:
        return BlockPart(tuple(self._all(tree)))

    def sentence(self, tree: Tree) -> s.Sentence:
        built = self._all(tree)
        core, bound = built[0], first(tuple(built), ClampPart)
        if bound is not None:
            core.bound = bound.number, bound.word
        return self._sentence(tree, core, tuple(built[1:]))

    def nothing(self, tree: Tree) -> s.Nothing:
        return s.Nothing(self._span(tree), marks_of(self._all(tree)))

    def clamp_up(self, tree: Tree) -> ClampPart:
        return ClampPart(self._all(tree)[-1], "up")

    def clamp_down(self, tree: Tree) -> ClampPart:
        return ClampPart(self._all(tree)[-1], "down")

    def object_loop(self, tree: Tree) -> LoopPart:
        tokens = [token for token in tree.children if isinstance(token, Token)]
        return LoopPart(str(tokens[-1]) if tokens else self._span(tree).text.split()[-1])

    def _sentence(self, tree: Tree, core: CorePart, rest: tuple[Any, ...]) -> s.Sentence:
        asking, otherwise = first(rest, AskingPart), first(rest, OtherwisePart)
        return s.Sentence(
            self._span(tree),
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

    def sentence_core(self, tree: Tree) -> CorePart:
        tokens, parts = self._parts(tree)
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

    def subject(self, tree: Tree) -> SubjectPart:
        return SubjectPart(s.Phrase(self._span(tree), None, self._all(tree)[0]))

    def subject_all(self, tree: Tree) -> SubjectPart:
        phrase: s.Phrase = self._all(tree)[0]
        every = s.Quantity(phrase.span, "all")
        return SubjectPart(s.Phrase(phrase.span, every, phrase.head, phrase.relative))

    def subject_nobody(self, tree: Tree) -> SubjectPart:
        span = self._span(tree)
        return SubjectPart(s.Phrase(span, None, s.NoneWord(span)))

    def object(self, tree: Tree) -> ObjectPart:
        return ObjectPart(self._all(tree)[0], None)

    def object_damage(self, tree: Tree) -> ObjectPart:
        return ObjectPart(None, self._all(tree)[0])

    def object_text(self, tree: Tree) -> ObjectPart:
        text, *about = self._all(tree)
        phrase = s.Phrase(about[0].span, None, about[0]) if about else None
        return ObjectPart(phrase, None, unquote(text))

    def prep(self, tree: Tree) -> s.Prep:
        built = self._all(tree)
        span = self._span(tree)
        word = str(built[0]) if isinstance(built[0], Token) else span.text.split(maxsplit=1)[0]
        phrases: list[s.Phrase] = [part for part in built if isinstance(part, s.Phrase)]
        return s.Prep(span, word, phrases[0], tuple(phrases[1:]))

    def asking(self, tree: Tree) -> AskingPart:
        return AskingPart(unquote(tree.children[0]))

    def sentence_end(self, tree: Tree) -> s.Guard:
        return cast(s.Guard, self._all(tree)[0])

    condition = sentence_end

    def suffix_if(self, tree: Tree) -> s.Guard:
        return s.Guard(self._span(tree), "if", self._all(tree)[-1])

    def suffix_unless(self, tree: Tree) -> s.Guard:
        return s.Guard(self._span(tree), "unless", self._all(tree)[-1])

    def if_possible(self, tree: Tree) -> s.Guard:
        return s.Guard(self._span(tree), "possible", None)

    def must(self, tree: Tree) -> s.Must:
        _, parts = self._parts(tree)
        return s.Must(self._span(tree), tuple(None if isinstance(part, DropPart) else part for part in parts))

    def rung(self, tree: Tree) -> s.Is | s.Leaving:
        return cast(s.Is | s.Leaving, self._all(tree)[0])

    def leaving(self, tree: Tree) -> s.Leaving:
        word, phrase = self._all(tree)
        return s.Leaving(self._span(tree), word.word, phrase)

    def anywhere(self, tree: Tree) -> DropPart:
        return DropPart()

    def otherwise(self, tree: Tree) -> OtherwisePart:
        built = self._all(tree)[-1]
        return OtherwisePart(built.statements if isinstance(built, BlockPart) else (built,))

    else_block = otherwise

    def if_block(self, tree: Tree) -> s.If:
        _, parts = self._parts(tree)
        otherwise = first(parts, OtherwisePart)
        return s.If(
            self._span(tree),
            must_find(parts, CONDS),
            must_find(parts, BlockPart).statements,
            otherwise.statements if otherwise else (),
        )

    def each_block(self, tree: Tree) -> s.Each:
        _, parts = self._parts(tree)
        secret = any(isinstance(part, FlagPart) for part in parts)
        body = must_find(parts, BlockPart).statements
        word = first(parts, WordPart)
        named = next(iter(tree.named("as_local")), None) if word is not None else None
        return s.Each(
            self._span(tree),
            must_find(parts, s.Phrase),
            body,
            secret,
            first(parts, s.Order),
            word.word if word else None,
            self._span(named) if named is not None else None,
        )

    def together(self, tree: Tree) -> s.Together:
        built = self._all(tree)
        then = first(built, OtherwisePart)
        return s.Together(
            self._span(tree),
            built[0],
            built[1],
            first(built, s.Room),
            tuple(part.guard for part in every(built, StaysPart)),
            tuple(part.guard for part in every(built, FirstPart)),
            then.statements if then else (),
            marks_of(built),
        )

    def room(self, tree: Tree) -> s.Room:
        tokens, parts = self._parts(tree)
        return s.Room(
            self._span(tree), int(str(tokens[0])), must_find(parts, s.Phrase), self._name(tokens[-1])
        )

    def stays(self, tree: Tree) -> StaysPart:
        return StaysPart(must_find(self._all(tree), s.Guard))

    def goes_first(self, tree: Tree) -> FirstPart:
        return FirstPart(must_find(self._all(tree), s.Guard))

    afterwards = otherwise

    def repeat_block(self, tree: Tree) -> s.Repeat:
        _, parts = self._parts(tree)
        bound = must_find(parts, BoundPart)
        return s.Repeat(
            self._span(tree),
            bound.kind,
            bound.condition,
            bound.times,
            must_find(parts, BlockPart).statements,
            first(parts, s.Key),
        )

    def ends_best(self, tree: Tree) -> s.Key:
        _, (number, superlative) = self._parts(tree)
        return s.Key(self._span(tree), number, superlative.word == "lowest")

    def repeat_while(self, tree: Tree) -> BoundPart:
        return BoundPart("while", self._all(tree)[0], None)

    def repeat_until(self, tree: Tree) -> BoundPart:
        return BoundPart("until", self._all(tree)[0], None)

    def repeat_times(self, tree: Tree) -> BoundPart:
        return BoundPart("times", None, self._all(tree)[-1])

    def choose_one(self, tree: Tree) -> s.ChooseOne:
        _, parts = self._parts(tree)
        asking = first(parts, AskingPart)
        return s.ChooseOne(self._span(tree), asking.text if asking else None, every(parts, s.Alternative))

    def alternative(self, tree: Tree) -> s.Alternative:
        tokens, parts = self._parts(tree)
        return s.Alternative(
            self._span(tree),
            unquote(tokens[0]),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
        )

    def may_block(self, tree: Tree) -> s.May:
        tokens, parts = self._parts(tree)
        subject, otherwise = first(parts, SubjectPart), first(parts, OtherwisePart)
        return s.May(
            self._span(tree),
            subject.phrase if subject else None,
            unquote(tokens[0]),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
            otherwise.statements if otherwise else (),
        )
