"""Where the elements of a part of a workbook stand, and how other bytes are put in their places.

Invariants:
    A part is UTF-8 without a document type; positions are bytes.
    Only marks that are asked for are kept: a sheet may have a million cells.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

_START: Final = re.compile(rb"<[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(/?)>")
_PREFIX: Final = re.compile(rb"<([^\s/>:]+:)")
_DEEPEST: Final = 40
"""So many marks lie in one another at most."""


@dataclass(slots=True)
class Mark:
    """An element as it stands in a part."""

    name: str
    """With its namespace before it, parted by a space."""
    given: dict[str, str]
    """Its attributes, by names of the same form; of the whole part, the prefixes of the namespaces."""
    start: int
    inside: int
    """Where its start tag ends."""
    close: int = -1
    """Where its end tag begins."""
    end: int = -1
    inner: "list[Mark]" = field(default_factory=list)
    """Those in it that were asked for, in order."""

    @property
    def is_single(self) -> bool:
        """Whether it is one tag, which holds nothing."""
        return self.close == self.end

    def every(self, name: str) -> "Iterator[Mark]":
        """Lists those of a name in it, however deep."""
        for one in self.inner:
            if one.name == name:
                yield one
            yield from one.every(name)


Wanted = Callable[[str, dict[str, str], Mark, bool], bool]
"""Whether an element is kept: by its name, its attributes, the innermost mark that is kept around it, and whether that
is its parent."""


def marks_of(part: bytes, wanted: Wanted) -> Mark:
    """Reads a part.

    Raises:
        ValueError: it is no XML, or in a form that is not written here.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    root = Mark("", {}, 0, 0)
    kept = [root]
    parents: list[Mark | None] = [root]  # what is open, None for what is not kept

    def started(name: str, given: dict[str, str]) -> None:
        made = None
        if wanted(name, given, kept[-1], parents[-1] is kept[-1]):
            at = parser.CurrentByteIndex
            tag = _START.match(part, at)
            if tag is None or len(kept) > _DEEPEST:
                raise ValueError("a tag that is not understood")
            made = Mark(name, given, at, tag.end())
            if tag[1]:
                made.close = made.end = tag.end()
            kept[-1].inner.append(made)
            kept.append(made)
        parents.append(made)

    def ended(_: str) -> None:
        made = parents.pop()
        if made is None:
            return
        kept.pop()
        if made.close < 0:
            made.close = parser.CurrentByteIndex
            made.end = part.index(b">", made.close) + 1

    def refused(*_: object) -> None:
        raise ValueError("a document type, or another encoding")

    def declared(_: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
            refused()

    def named(prefix: str | None, space: str) -> None:
        if prefix:
            root.given.setdefault(space, prefix)

    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = refused, declared
    parser.StartNamespaceDeclHandler = named
    if part[:2] in (b"\xff\xfe", b"\xfe\xff"):
        refused()
    try:
        parser.Parse(part, True)
    except expat.ExpatError:
        raise ValueError("it is no XML") from None
    root.close = root.end = len(part)
    return root


class Splices:
    """Collects what is put in the place of bytes, and does it at the end."""

    def __init__(self, part: bytes) -> None:
        self._part = part
        self._put: list[tuple[int, int, int, bytes]] = []

    def put(self, start: int, end: int, data: bytes) -> None:
        """Puts bytes in the place of others; several at one place stay in the order in which they came."""
        self._put.append((start, end, len(self._put), data))

    def done(self) -> bytes:
        """Gives the part."""
        out: list[bytes] = []
        at = 0
        for start, end, _, data in sorted(self._put):
            if start < at:
                raise ValueError("two changes of one place")
            out += [self._part[at:start], data]
            at = end
        return b"".join([*out, self._part[at:]])


def start_tag(data: bytes) -> bytes:
    """Gives the tag that an element begins with."""
    found = _START.match(data)
    if found is None:
        raise ValueError("a tag that is not understood")
    return found[0]


def attribute(tag: bytes, name: str, value: str | None) -> bytes:
    """Gives a start tag with another value of an attribute, or without it."""
    key = re.escape(name.encode())
    without = re.sub(rb"\s+" + key + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')", b"", tag)
    if value is None:
        return without
    end = -2 if without.endswith(b"/>") else -1
    return without[:end].rstrip() + f' {name}="{value}"'.encode() + without[end:]


def opened(tag: bytes) -> bytes:
    """Gives a start tag that is not a single one."""
    return tag[:-2].rstrip() + b">" if tag.endswith(b"/>") else tag


def prefix_of(part: bytes, mark: Mark) -> str:
    """Gives what stands before the name of an element, with its colon."""
    found = _PREFIX.match(part, mark.start)
    return found[1].decode() if found else ""
