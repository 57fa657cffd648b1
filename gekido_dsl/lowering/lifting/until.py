"""How far a group is worked out: until one of some spaces touches it, where it is only asked whether any does."""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

_KEY = "until"


class Until:
    """What is handed from the question to the group that it asks about, both in one function."""

    def __init__(self) -> None:
        self.now: tuple[Writer, Words] | None = None

    @staticmethod
    def of(w: Writer) -> "Until":
        """Gives that of a program."""
        found: Until = w.lowering.remembered(_KEY, Until)
        return found

    @classmethod
    @contextmanager
    def given(cls, w: Writer, words: Words | None) -> Iterator[None]:
        """While this lasts, it is only asked whether any of these spaces passes; None if that is not so."""
        own = cls.of(w)
        before = own.now
        own.now = None if words is None else (w, words)
        try:
            yield
        finally:
            own.now = before

    @classmethod
    def taken(cls, w: Writer) -> Words | None:
        """Gives the spaces, to whoever is asked first."""
        own = cls.of(w)
        found, own.now = own.now, None
        return found[1] if found is not None and found[0].code is w.code else None

    @classmethod
    def for_group(cls, w: Writer, several: m.Expr) -> Words | None:
        """Gives the spaces, if what is asked about is a group and nothing in it asks for another first."""
        words = cls.taken(w)
        value = several.ref.value if isinstance(several, m.ops.Property) else several
        if words is None or not isinstance(value, m.ops.Touching):
            return None
        if isinstance(several, m.ops.Property) and several.ref.exceptions:
            return None
        inside = [one for part in (*several.args, *value.args) for one in walk.inside(part)]
        if any(isinstance(one, m.ops.Touching | m.ops.Property | m.ops.Defined) for one in inside):
            return None
        return words if w.lowering.takes(Special.AS_FAR_AS_ASKED) else None
