"""Groups of things that touch: a noun for each of them, and which things belong to the one that a thing is in."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.reports import given_scope
from gekido_dsl.model.types import BOOL, UNKNOWN, SetType, ThingType, UnknownType, item
from gekido_dsl.syntax import nodes as s


def shape(draft: Draft, definition: m.Definition, d: s.Cluster) -> None:
    """Finds out of what kind the things are that may touch."""
    assert definition.members is not None
    definition.subject = definition.members.subject = UNKNOWN
    if d.noun.name is None:
        _refuse(draft, d, "players are not on a board")
        return
    found = draft.index.find(d.noun.name, (m.Kind, m.Definition), "kind or definition")
    if isinstance(found, m.Definition):
        kind = draft.subjects.get(found.name)
        found = draft.index.find(kind, m.Kind, "kind") if kind is not None else found
    if found is None:
        draft.index.give_up(d.name.text)
    elif not isinstance(found, m.Kind) or not draft.game.boards:
        what = "there is no board" if not draft.game.boards else f"`{d.noun.span.text}` is something else"
        _refuse(draft, d, what)
    else:
        definition.subject = definition.members.subject = ThingType(found)


def _refuse(draft: Draft, d: s.Cluster, why: str) -> None:
    draft.index.give_up(d.name.text)
    draft.index.report(
        codes.WRONG_TYPE,
        f"only spaces of a board and things on them can touch, and {why}",
        d.noun.span,
        "touches nothing",
        help="use the spaces of a board, or things that are on one",
    )


def resolve(draft: Draft, definition: m.Definition, d: s.Cluster) -> None:
    """Resolves which things belong together; the first of them stands for the group."""
    members, subject = definition.members, definition.subject
    assert members is not None
    scope = given_scope(draft, subject, (), d.noun.span)
    phrase = s.Phrase(d.noun.span, None, d.noun, None)
    if d.alike:
        it = s.It(d.noun.span)
        whose = tuple(s.Whose(one.span, one, None, it) for one in d.alike)
        phrase = s.Phrase(d.noun.span, None, d.noun, s.Relative(d.alike[0].span, (), "and", whose))
    among = draft.phrases.several(phrase, scope)
    if isinstance(subject, UnknownType) or isinstance(item(among.type), UnknownType):
        draft.index.forget(definition)
        return
    one = m.ops.Local(subject, d.name.span, value=1)
    members.value = m.ops.Touching(SetType(subject), d.span, thing=one, things=among)
    members.locals = max(members.locals, scope.size)
    whole = m.ops.Property(SetType(subject), d.span, thing=one, ref=members)
    first = m.ops.Next(subject, d.span, set=whole)
    definition.test = m.ops.Is(BOOL, d.span, left=one, right=first)
    definition.locals = 2
