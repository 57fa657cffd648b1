"""What differs in words alone: names, texts for players, citations, comments, and what is called how inside a rule."""

from collections import Counter
from collections.abc import Iterator

from gekido_dsl.diff.nodes import Change, How, Value
from gekido_dsl.diff.pairing import Pair, Pairs
from gekido_dsl.diff.side import Declared, Side, place_of, told_in
from gekido_dsl.diff.tables import ended, exchanged
from gekido_dsl.diff.wording import called_by, capital, listed
from gekido_dsl.model.canonical import walk
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s


def changes(old: Side, new: Side, pairs: Pairs) -> Iterator[Change]:
    """Gives everything that differs and changes nothing in play."""
    places = {one.name: one.place for one in new.declared}
    for what, before, after in pairs.renamings:
        yield Change(
            "words",
            "renamed",
            after,
            f"{capital(what)}: {before} is now called {after}.",
            (Value(what, before, after),),
            new=places.get(after),
            name=after,
        )
    for one, other in pairs.same:
        yield from _pair(one, other, inside=True)
    for one, other in pairs.changed:
        yield from _pair(one, other, inside=False)
    yield from _chapters(old, new)
    come, gone = new.comments - old.comments, old.comments - new.comments
    if come or gone:
        numbers = [f"{sum(come.values())} new"] * bool(come) + [f"{sum(gone.values())} gone"] * bool(gone)
        yield Change("words", "changed", "comments", f"Comments: {listed(numbers)}.")


def _chapters(old: Side, new: Side) -> Iterator[Change]:
    """Names the chapters of the book that are new, gone or changed; a variant has the chapters of its base, too."""
    before, after = _texts_of(old), _texts_of(new)
    for name, source in after.items():
        other = before.get(name)
        if other is None or other.text != source.text:
            said = "has changed" if other is not None else "is new"
            at = place_of(source.whole)
            was = place_of(other.whole) if other is not None else None
            sentence = f"The chapter {name} of the book {said}."
            how: How = "changed" if other is not None else "added"
            yield Change("words", how, name, sentence, old=was, new=at, name=name)
    for name, source in before.items():
        if name not in after:
            at = place_of(source.whole)
            yield Change(
                "words", "removed", name, f"The chapter {name} of the book is gone.", old=at, name=name
            )


def _texts_of(side: Side) -> dict[str, Source]:
    """Gives the chapters of the book that can be read, as the ruleset names them."""
    return {book.file: one for book, one in side.compilation.chapters if isinstance(one, Source)}


def _pair(one: Declared, other: Declared, *, inside: bool) -> Iterator[Change]:
    """Compares what two declarations tell people.

    Args:
        inside: whether all of it is compared, or only what is said of the whole.
    """
    values = list(_texts(one.node, other.node, inside))
    if inside:
        values += [*_cites(one.node, other.node), *_locals((one, other))]
    if values:
        said = "; ".join(exchanged(value) for value in values)
        yield Change(
            "words",
            "changed",
            called_by(other),
            ended(f"{capital(called_by(other))}: {said}"),
            tuple(values),
            (),
            one.place,
            other.place,
            one.pages,
            other.pages,
            other.name,
        )


def _texts(one: s.Declaration, other: s.Declaration, inside: bool) -> Iterator[Value]:
    if inside:
        ours, theirs = list(told_in(one)), list(told_in(other))
    else:
        ours, theirs = _own(one), _own(other)
    if len(ours) == len(theirs):
        for (what, before), (_, after) in zip(ours, theirs, strict=True):
            if before != after:
                yield Value(f"the {what}", before, after)
        return
    before_counts, after_counts = Counter(ours), Counter(theirs)
    for what, text in before_counts - after_counts:
        yield Value(f"the {what}", text, "")
    for what, text in after_counts - before_counts:
        yield Value(f"the {what}", "", text)


def _own(node: s.Declaration) -> list[tuple[str, str]]:
    """Gives the title and text of a declaration itself."""
    if isinstance(node, s.Scenario | s.Claim | s.Game):
        return []
    found = [(what, getattr(node, what, None)) for what in ("title", "text")]
    return [(what, text) for what, text in found if isinstance(text, str)]


def _cites(one: s.Declaration, other: s.Declaration) -> Iterator[Value]:
    def said(node: s.Declaration) -> list[str]:
        return [mark.text for mark in walk(node) if isinstance(mark, s.Cite)]

    before, after = said(one), said(other)
    if before != after:
        gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
        if gone or come:
            yield Value("the source", ", ".join(gone.elements()), ", ".join(come.elements()))


def _locals(pair: Pair) -> Iterator[Value]:
    """Gives the words for things inside that are others now."""

    def words(node: s.Declaration) -> list[str]:
        found: list[str] = []
        for one in walk(node):
            if isinstance(one, s.Local) and one.word not in found:
                found.append(one.word)
        return found

    before, after = words(pair[0].node), words(pair[1].node)
    if before != after and len(before) == len(after):
        for old, new in zip(before, after, strict=True):
            if old != new:
                yield Value("what it calls", f"the {old}", f"the {new}")
