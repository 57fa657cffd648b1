"""Finds what is declared and never used, so that nothing is kept that a reader looks for in vain.

What scenarios say does not count: an example is no use.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType, ListType, TextType, ThingType, Type, item
from gekido_dsl.source import Span
from gekido_dsl.tables.drawing import BLANK

_OF_PATTERNS: Final = (m.ops.BestPattern, m.ops.Worth, m.ops.BestTaken, m.ops.WorthTaken)
_NO_USE: Final = tuple(f"the {what} `" for what in ("option", "rule"))


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports every declaration, part of a declaration, row and source that nothing uses."""
    uses = _Uses(game)
    parts = (uses.members(), uses.words(), uses.rows(), uses.signs(), uses.sources())
    for found in (uses.declarations(), *parts):
        yield from (one for one in found if of_this_game(game, one))


def of_this_game(game: m.Game, found: Diagnostic) -> bool:
    """Tells whether what is found is a concern of this game.

    A variant need not use what its base has to work with; a rule or an option that it made useless is another matter.
    """
    if not game.own or found.span is None or found.span.source.name in game.own:
        return True
    return found.message.startswith(_NO_USE) or found.message.endswith("is named by no row and no rule")


def _unused(what: str, name: str, span: Span, why: str, help_: str | None = None) -> Diagnostic:
    return Diagnostic(
        codes.UNUSED_DECLARATION,
        f"the {what} `{name}` {why}",
        (Label(span, "not used"),),
        help_ or "use it, or remove it",
    )


class _Uses:
    """What the declarations of a game use."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.called: set[m.Decl] = set()
        self.mentioned: set[m.Decl] = set()
        self.read: set[m.Decl] = set()
        self.values: set[tuple[int, int]] = set()
        """Members that are named: the enum's identity and the value."""
        self.whole: set[int] = set()
        """Enums whose members are used as a whole: rolled, chosen from, or counted by."""
        self.things: set[m.Decl] = set()
        for decl in self.facts.decls:
            self._collect(decl)
        for note in game.notes:
            self._exprs(walk.nodes(note.condition), set())
        self.mentioned |= {one for one in game.definitions.values() if one.members in self.mentioned}

    def _collect(self, decl: m.Decl) -> None:
        self.called |= {one for one in self.facts.calls(decl) if one is not decl}
        own = {decl}
        if isinstance(decl, m.Field) and isinstance(decl.owner, m.Decl):
            own.add(decl.owner)
        if isinstance(decl, m.Kind) and decl.board is not None:
            own.add(decl.board)
        self.mentioned |= self.facts.mentions[decl] - own
        goals = {id(node.fact) for node in self.facts.nodes[decl] if isinstance(node, m.acts.Writing)}
        self._exprs(self.facts.nodes[decl], goals)
        match decl:
            case m.Kind(faces=m.Enum() as faces):
                self.whole.add(id(faces))
            case m.Field(index=m.Combinations(parts=parts)):
                self.whole |= {id(part) for part in parts}
            case m.Field(index=m.Enum() as index):
                self.whole.add(id(index))
            case m.Board(parted=parted):
                self.read |= set(parted)
            case m.Track(rows=m.Field() as rows):
                self.read.add(rows)
            case m.Link(sides=sides, start=start):
                self.values.add((id(sides), start))
            case _:
                pass

    def _exprs(self, nodes: Iterable[object], goals: set[int]) -> None:
        for e in nodes:
            if not isinstance(e, m.Expr):
                continue
            if isinstance(e, m.ops.Field | m.ops.Cell | m.ops.Side) and id(e) not in goals:
                if e.ref is not None:
                    self.read.add(e.ref)
            elif isinstance(e, m.ops.Const) and isinstance(item(e.type), EnumType):
                self.values.add((id(item(e.type).enum), e.value))  # type: ignore[union-attr]
            elif isinstance(e, _OF_PATTERNS) and e.ref.ranking is not None:
                self.read.add(e.ref.ranking.by)
                self.read |= {one.suit for one in e.ref.ranking.patterns if one.suit is not None}
            elif isinstance(e, m.ops.MakesMeld | m.ops.LeftOver) and e.ref.melding is not None:
                self.read.add(e.ref.melding.by)
                self.read |= {one.suit for one in e.ref.melding.melds if one.suit is not None}
            elif isinstance(e, m.ops.FitsNeighbours | m.ops.OpenSide | m.ops.Lying | m.ops.Touching):
                self._sides(e)
            elif isinstance(e, m.ops.Members):
                self.whole.add(id(e.ref))
            elif isinstance(e, m.ops.Things | m.ops.Whole):
                self.things.add(e.ref)

    def _sides(self, e: m.Expr) -> None:
        """Notes what tells where the sides of parts are, and by what they agree."""
        one = item(e.type if isinstance(e, m.ops.Touching) else e.args[0].type)
        fact = e.ref[0] if isinstance(e, m.ops.FitsNeighbours) else None
        part = fact.owner if fact is not None else one.kind if isinstance(one, ThingType) else None
        if isinstance(part, m.Kind) and part.sides is not None and part.parent is not None:
            self.read |= {part.sides, *part.parent.facings()} | ({fact} if fact is not None else set())
            self.mentioned.add(part)

    # ------------------------------------------------------------ declarations

    def declarations(self) -> Iterator[Diagnostic]:
        """Gives the declarations that nothing uses."""
        game = self.game
        for option in game.options.values():
            if option not in self.mentioned:
                yield _unused("option", option.name, option.name_span, "is never asked about")
        enums = {id(enum) for enum in game.enums.values() if enum in self.mentioned}
        for enum in game.enums.values():
            if id(enum) not in enums:
                yield _unused("list of values", enum.name, enum.name_span, "is never used")
        for kind in game.kinds.values():
            nameless = kind.sheet or kind.table
            used = kind in self.mentioned or (kind.board is not None and kind.board in self.mentioned)
            if not used and not nameless:
                yield _unused("kind", kind.name, kind.name_span, "is never used")
            for field in kind.fields.values():
                if field.name in kind.combined:
                    continue  # it tells the things apart
                if kind.board is not None and field in (
                    *kind.board.ends,
                    kind.board.one_way_by,
                    *kind.board.drawn_by,
                ):
                    continue  # it tells how the map lies
                if field not in self.read and not isinstance(field.type, TextType):
                    whose = (
                        "that each player has"
                        if kind.sheet
                        else "of the game"
                        if kind.table
                        else f"of `{kind.name}`"
                    )
                    yield _unused("fact", field.name, field.name_span, f"{whose} is never read")
        laid = {
            act.board.ref
            for decl in self.facts.decls
            for act in self.facts.acts(decl)
            if isinstance(act, m.acts.LayOut)
        }
        for board in game.boards.values():
            if board.space.legend is not None and board not in laid:
                yield _unused(
                    "board", board.name, board.name_span, "is never laid out",
                    f"write `lay out {board.name} as ...` in the set-up",
                )  # fmt: skip
        discarded = self._discarded()
        for place in game.places.values():
            home = place.full or (place.word == "pile" and place.holds in discarded)
            if place not in self.mentioned and not home:
                yield _unused(place.word, place.name, place.name_span, "is never used")
        held: tuple[tuple[Mapping[str, m.Decl], str], ...] = (
            (game.tracks, "track"),
            (game.counters, "counter"),
            (game.links, "link"),
        )
        for group, what in held:
            for decl in group.values():
                if decl not in self.mentioned:
                    yield _unused(what, decl.name, decl.name_span, "is never used")
        for patterns in game.patterns.values():
            if patterns not in self.mentioned and patterns.enum not in self.mentioned:
                yield _unused("list of patterns", patterns.name, patterns.name_span, "is never used")
        said: tuple[tuple[Mapping[str, m.Decl], str], ...] = (
            (game.definitions, "definition"),
            (game.properties, "property"),
            (game.amounts, "amount"),
        )
        for group, what in said:
            for decl in group.values():
                if decl not in self.mentioned:
                    yield _unused(what, decl.name, decl.name_span, "is never used")
        yield from self._procedures()

    def _discarded(self) -> set[m.Kind]:
        """Gives the kinds of things that are discarded somewhere."""
        found = {place.holds for place in self.game.places.values() if place.limit is not None}
        for decl in self.facts.decls:
            for act in self.facts.acts(decl):
                match act:
                    case m.acts.Discard(things=m.Expr(type=of)):
                        one = item(of)
                        found |= {one.kind} if isinstance(one, ThingType) else set()
                    case m.acts.Draw(keeping=m.Expr(), kind=kind):
                        found.add(kind)
                    case _:
                        pass
        return found

    def _procedures(self) -> Iterator[Diagnostic]:
        game = self.game
        for phase in game.phases.values():
            if not phase.in_turn and phase not in self.called:
                yield _unused(
                    "phase", phase.name, phase.name_span, "is neither in the turn nor done by a rule",
                    "name it in the turn, or take it away",
                )  # fmt: skip
            for field in phase.fields.values():
                if field not in self.read:
                    yield _unused("fact", field.name, field.name_span, f"of `{phase.name}` is never read")
        for rule in game.rules.values():
            if rule not in self.called:
                yield _unused(
                    "rule",
                    rule.name,
                    rule.name_span,
                    "is never done",
                    f"write `do {rule.name}` where it belongs",
                )
        for effect in game.effects.values():
            if effect not in self.called and all(effect is not one for one, _ in game.effect_calls):
                yield _unused(
                    "effect", effect.name, effect.name_span, "is named by no row and done by no rule"
                )
        for action in game.actions.values():
            if action not in self.called:
                yield _unused("action", action.name, action.name_span, "is offered in no window")
        for window in game.windows.values():
            if window not in self.called:
                yield _unused(
                    "window",
                    window.name,
                    window.name_span,
                    "is never opened",
                    f"write `open {window.name}` where it belongs",
                )

    # ------------------------------------------------------------ parts

    def members(self) -> Iterator[Diagnostic]:
        """Gives the values of closed lists that nothing names and no row has."""
        for enum in [*self.game.enums.values(), *self._anonymous()]:
            if (
                id(enum) in self.whole
                or enum.compass
                or enum.ranking
                or enum.melding
                or (not enum.anonymous and enum not in self.mentioned)
            ):
                continue
            for value, span in enumerate(enum.member_spans):
                if value not in self._printed(enum) and (id(enum), value) not in self.values:
                    yield _unused("value", enum.members[value], span, "is never used")

    def _anonymous(self) -> list[m.Enum]:
        found: list[m.Enum] = []
        for decl in self.facts.decls:
            if isinstance(decl, m.Field):
                kind = item(decl.type)
                if isinstance(kind, EnumType) and kind.enum.anonymous and decl in self.read:
                    found.append(kind.enum)
            elif isinstance(decl, m.Link) and decl in self.mentioned:
                found.append(decl.sides)
        return found

    def _printed(self, enum: m.Enum) -> set[int]:
        found: set[int] = set()
        for kind in self.game.kinds.values():
            for field in kind.fields.values():
                if _has(field.type, enum):
                    for row in kind.rows:
                        found |= set(walk.numbers(row.values.get(field.name)))
        for effect, numbers in self.game.effect_calls:
            for param, number in zip(effect.params, numbers, strict=False):
                if _has(param.type, enum):
                    found.add(number)
        return found

    def words(self) -> Iterator[Diagnostic]:
        """Gives the parameters and the words of choices that nothing reads."""
        for decl in self.facts.decls:
            if not isinstance(decl, m.Procedure):
                continue
            read = walk.locals_of(decl)
            for number, param in enumerate(decl.params):
                if number + 1 not in read:
                    yield _unused("word", param.called, param.span, f"of `{decl.name}` is never read")
            bodies = [
                decl.body.statements,
                *(x.body.statements for x in decl.exceptions if x.body is not None),
            ]
            for body in bodies:
                own = {e.value for one in body for e in walk.exprs(one) if isinstance(e, m.ops.Local)}
                for statement in walk.statements(body):
                    if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Bind):
                        if statement.act.local not in own:
                            yield _unused(
                                "choice", " ".join(statement.span.text.split("\n")[0].split()), statement.span,
                                "is made but never used", "use the result, or remove the choice",
                            )  # fmt: skip

    def rows(self) -> Iterator[Diagnostic]:
        """Gives the rows that are there to be named by other rows, and are not."""
        named = {
            item(field.type).kind  # type: ignore[union-attr]
            for kind in self.game.kinds.values()
            for field in kind.fields.values()
            if not field.kept and isinstance(item(field.type), ThingType)
        }
        held = {place.holds for place in self.game.places.values()}
        for kind in self.game.kinds.values():
            if kind not in named or kind in held or kind in self.things or kind.board is not None:
                continue
            for row in kind.rows:
                if not row.used:
                    yield _unused(kind.name, row.name, row.span, "is named by no row and no rule")

    def signs(self) -> Iterator[Diagnostic]:
        """Gives the signs that no drawing has.

        Where a sign that sets the same facts is drawn, the others belong to it: the same thing the other way round.
        """
        kinds = [kind for kind in self.game.kinds.values() if kind.legend is not None]
        drawn = {(kind.legend, _sets(sign)) for kind in kinds for sign in kind.signs if sign.used}
        for kind in kinds:
            for sign in kind.signs:
                if (kind.legend, _sets(sign)) not in drawn and sign.sign != BLANK:
                    yield _unused("sign", sign.sign, sign.span, "is in no drawing", "draw it, or remove it")

    def sources(self) -> Iterator[Diagnostic]:
        """Gives the sources that nothing cites."""
        cited: set[str] = set()
        for decl in self.facts.decls:
            cited |= {node.source for node in decl.cites}
            for node in self.facts.nodes[decl]:
                cited |= {cite.source for cite in getattr(node, "cites", ())}
        for said in (*self.game.scenarios, *self.game.claims):
            cited |= {cite.source for cite in said.cites}
        texts = [row.cite for kind in self.game.kinds.values() for row in kind.rows if row.cite]
        texts += [ruling.cite for ruling in self.game.rulings if ruling.cite]
        cited |= {text.split()[0] for text in texts if text.split()}
        for name, span in self.game.source_spans.items():
            if name not in cited:
                yield _unused("source", name, span, "is never cited")


def _sets(sign: m.Sign) -> frozenset[str]:
    """Gives the facts that a sign sets; one that sets nothing stands for itself."""
    return frozenset([sign.edge.name] if sign.edge is not None else sign.values or [sign.sign])


def _has(kind: Type, enum: m.Enum) -> bool:
    while isinstance(kind, ListType):
        kind = kind.item
    return isinstance(kind, EnumType) and kind.enum is enum
