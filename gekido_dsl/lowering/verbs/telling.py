"""The verb that tells a text, and changes nothing."""

from gekido_dsl.lowering.game.sites import Listed
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x


@lowers(m.acts.Announce)
def announce(w: Writer, s: m.Sentence, act: m.acts.Announce) -> None:
    """Tells a text, of a thing or player, with a value; of several each is told first, as an `item`."""
    about = w.fixed(act.about) if act.about is not None else x.constant(NONE)
    kind = item(act.about.type) if act.about is not None else None
    given = act.at
    if given is None:
        w.tell("announce", act.text, about, kind, span=s.span)
        return
    if not (isinstance(item(given.type), ThingType) or hidden.readers(w.game, given)[0] == "everyone"):
        w.tell("announce", f"{act.text} at {hidden.UNREAD}", about, kind, span=s.span)
        return
    found = w.lower(given)
    if isinstance(found, Set):
        found = found.freeze(w)
        found.each(w, lambda one, _: w.tell("item", one))
        w.tell("announce", act.text, about, kind, given.type, Listed(found.count(w)), span=s.span)
        return
    w.tell("announce", act.text, about, kind, given.type, found, span=s.span)
