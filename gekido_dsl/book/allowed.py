"""What of the HTML of a book comes onto a page: what words need, and nothing that acts or leads away by itself."""

import re
from typing import Final

import nh3

_ANYWHERE: Final = frozenset({"id", "class", "title", "lang", "dir", "role"})
_TAGS: Final = frozenset(nh3.ALLOWED_TAGS | {"section", "main", "tfoot"}) - {"area", "map"}
_OF_TAGS: Final = {
    "*": set(_ANYWHERE),
    **{tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items() if tag in _TAGS},
    "a": {"href", "hreflang", "name"},
    "ol": {"start", "type", "reversed"},
    "li": {"value"},
    "details": {"open"},
    **{tag: {"align", "colspan", "rowspan", "headers", "scope", "style"} for tag in ("td", "th")},
}
_ALIGNED: Final = re.compile(r"text-align: ?(?:left|center|right);?")
"""How Markdown says which way a column goes; all other styles are left out."""
_SCHEMES: Final = frozenset({"http", "https", "mailto", "data"})
_SCHEME: Final = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_PREFIXES: Final = frozenset({"aria-", "data-"})
_LEADING: Final = frozenset({"href", "src", "cite"})
"""Attributes that hold an address."""
_PICTURE: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,")


def allowed(html: str) -> str:
    """Leaves out of a page's HTML whatever is not on the list of what may stand there."""
    return nh3.clean(
        html,
        tags=set(_TAGS),
        attributes=_OF_TAGS,
        attribute_filter=_attribute,
        generic_attribute_prefixes=set(_PREFIXES),
        link_rel=None,
        url_schemes=set(_SCHEMES),
    )


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Gives an attribute as it may stand; None where it may not."""
    if name == "style":
        return value if _ALIGNED.fullmatch(value.strip()) else None
    if value.lstrip().lower().startswith("data:"):
        return value if (tag, name) == ("img", "src") and _PICTURE.match(value) else None
    return value


def may_stand(tag: str) -> bool:
    """Tells whether an element may stand on a page."""
    return tag in _TAGS


def may_have(tag: str, name: str, value: str) -> bool:
    """Tells whether an element that may stand on a page may have an attribute."""
    known = name in _ANYWHERE or name in _OF_TAGS.get(tag, ()) or name.startswith(tuple(_PREFIXES))
    return known and _attribute(tag, name, value) is not None and (name not in _LEADING or may_lead_to(value))


def may_have_somewhere(name: str, value: str) -> bool:
    """Tells whether some element may have an attribute, where it is not known which one gets it."""
    return any(may_have(tag, name, value) for tag in _TAGS)


def may_lead_to(address: str) -> bool:
    """Tells whether a link may lead to an address."""
    scheme = _SCHEME.match(address)
    return scheme is None or scheme[1].lower() in _SCHEMES
