"""The verb that tells a text, and changes nothing."""

from gekido_dsl.lowering.registry import verb
from gekido_dsl.lowering.sets import Set
from gekido_dsl.lowering.sites import Listed
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x


@verb("announce")
def announce(w: Writer, s: m.Sentence) -> None:
    """Tells a text, of a thing or player, with a value; of several each is told first, as an `item`."""
    at = s.act.value
    about = w.fixed(s.act.args[0]) if at else x.constant(NONE)
    kind = item(s.act.args[0].type) if at else None
    given = s.act.args[at] if len(s.act.args) > at else None
    if given is None:
        w.tell("announce", s.act.ref, about, kind, span=s.span)
        return
    if not (isinstance(item(given.type), ThingType) or hidden.readers(w.game, given)[0] == "everyone"):
        w.tell("announce", f"{s.act.ref} at {hidden.UNREAD}", about, kind, span=s.span)
        return
    found = w.lower(given)
    if isinstance(found, Set):
        found = found.freeze(w)
        found.each(w, lambda one, _: w.tell("item", one))
        w.tell("announce", s.act.ref, about, kind, given.type, Listed(found.count(w)), span=s.span)
        return
    w.tell("announce", s.act.ref, about, kind, given.type, found, span=s.span)
