"""Stands in for `nh3` in pages, where there is no machine code: what this package uses of it.

What comes out holds allowed elements and attributes alone. It is shown in a frame that runs nothing, and whose policy
fetches nothing, so that this is the second fence and not the first. A test compares it with the library.
"""

import re
from collections.abc import Callable, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Final

_GLOBAL: Final = frozenset(("lang", "title"))
_TAGS: Final = """
a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details dfn
div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre q rp rt
rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr
"""
ALLOWED_TAGS: Final = frozenset(_TAGS.split())
ALLOWED_ATTRIBUTES: Final = {
    "a": {"href", "hreflang"}, "bdo": {"dir"}, "blockquote": {"cite"},
    "col": {"align", "char", "charoff", "span"}, "colgroup": {"align", "char", "charoff", "span"},
    "del": {"cite", "datetime"}, "hr": {"align", "size", "width"},
    "img": {"align", "alt", "height", "src", "width"}, "ins": {"cite", "datetime"}, "ol": {"start"}, "q": {"cite"},
    "table": {"align", "char", "charoff", "summary"}, "tbody": {"align", "char", "charoff"},
    "td": {"align", "char", "charoff", "colspan", "headers", "rowspan"},
    "tfoot": {"align", "char", "charoff"}, "th": {"align", "char", "charoff", "colspan", "headers", "rowspan", "scope"},
    "thead": {"align", "char", "charoff"}, "tr": {"align", "char", "charoff"},
}  # fmt: skip
_EMPTY: Final = frozenset(("br", "col", "hr", "img", "wbr", "area"))
_DROPPED: Final = frozenset(("script", "style", "svg", "math"))
"""Elements that are left out with all that is in them."""
_LEADING: Final = frozenset(("href", "src", "cite"))
_SCHEME: Final = re.compile(r"[\s\x00-\x1f]*([a-zA-Z][a-zA-Z0-9+.-]*):")


class _Cleaner(HTMLParser):
    def __init__(self, allowed: "_Allowed") -> None:
        super().__init__(convert_charrefs=True)
        self.allowed = allowed
        self.made: list[str] = []
        self.open: list[str] = []
        self.dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self.dropped += 1
        elif not self.dropped and tag in self.allowed.tags:
            given = dict(reversed([(name, value or "") for name, value in attrs]))
            kept = [
                f' {name}="{escape(found)}"'
                for name, value in reversed(given.items())
                if (found := self.allowed.attribute(tag, name, value)) is not None
            ]
            self.made.append(f"<{tag}{''.join(kept)}>")
            if tag not in _EMPTY:
                self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag in _DROPPED:
            self.dropped -= 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED:
            self.dropped = max(0, self.dropped - 1)
        elif not self.dropped and tag in self.open:
            while self.open:
                last = self.open.pop()
                self.made.append(f"</{last}>")
                if last == tag:
                    break

    def handle_data(self, data: str) -> None:
        if not self.dropped:
            self.made.append(escape(data, quote=False).replace("\xa0", "&nbsp;"))


class _Allowed:
    def __init__(
        self,
        tags: set[str],
        attributes: Mapping[str, set[str]],
        attribute_filter: Callable[[str, str, str], str | None],
        prefixes: set[str],
        schemes: set[str],
    ) -> None:
        self.tags = tags
        self._attributes, self._filter, self._prefixes = attributes, attribute_filter, tuple(prefixes)
        self._schemes = schemes

    def attribute(self, tag: str, name: str, value: str) -> str | None:
        known = (
            name in _GLOBAL or name in self._attributes.get(tag, ()) or name in self._attributes.get("*", ())
        )
        if not known and not name.startswith(self._prefixes):
            return None
        scheme = _SCHEME.match(value) if name in _LEADING else None
        if scheme is not None and scheme[1].lower() not in self._schemes:
            return None
        return self._filter(tag, name, value)


def clean(
    html: str,
    *,
    tags: set[str],
    attributes: Mapping[str, set[str]],
    attribute_filter: Callable[[str, str, str], str | None],
    generic_attribute_prefixes: set[str],
    link_rel: None,
    url_schemes: set[str],
) -> str:
    """Leaves out what is not allowed; see `nh3.clean`."""
    allowed = _Allowed(tags, attributes, attribute_filter, generic_attribute_prefixes, url_schemes)
    cleaner = _Cleaner(allowed)
    cleaner.feed(html)
    cleaner.close()
    cleaner.made += [f"</{tag}>" for tag in reversed(cleaner.open)]
    return "".join(cleaner.made)
