"""What it costs to draw an SVG is counted before anybody draws it: elements, those that references bring, and filters.

A browser, or whatever makes a PDF, draws what `use`, patterns and masks refer to once for each reference, so that a
short file can ask for any amount of work.
"""

import math
import re
import xml.etree.ElementTree as ElementTree
from typing import Final

DEPTH_LIMIT: Final = 100
"""How many elements may lie in one another, those that are referred to included."""
ELEMENTS_LIMIT: Final = 20_000
"""How many elements may be drawn, those that are referred to each time."""
ATTRIBUTES_LIMIT: Final = 100
"""How many attributes an element may have."""
STYLES_LIMIT: Final = 20_000
"""How many letters its style sheets may have: each rule in them is held against each element."""
LETTERS_LIMIT: Final = 20_000
"""How many letters the texts of a picture may have."""
FILTERS_LIMIT: Final = 50
"""How many steps of filters may be drawn."""
LENGTH_LIMIT: Final = 100_000
"""How large a drawing may say that it is."""
SIDE_LIMIT: Final = 10_000
"""How many pixels a picture may be wide or high."""
PIXELS_LIMIT: Final = 50_000_000

_REFERENCE: Final = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)")


def too_costly(root: ElementTree.Element) -> str:
    """Says why a drawing costs too much; empty where it does not."""
    elements = _in_levels(root)
    if elements is None:
        return f"its elements lie in one another more than {DEPTH_LIMIT} deep"
    if len(elements) > ELEMENTS_LIMIT:
        return f"it has more than {ELEMENTS_LIMIT:,} elements"
    if any(len(one.attrib) > ATTRIBUTES_LIMIT for one in elements):
        return f"an element has more than {ATTRIBUTES_LIMIT} attributes"
    sheets = (one for one in elements if str(one.tag).rpartition("}")[2] == "style")
    if sum(len("".join(one.itertext())) for one in sheets) > STYLES_LIMIT:
        return f"its style sheets have more than {STYLES_LIMIT:,} letters"
    words = (one for one in elements if str(one.tag).rpartition("}")[2] == "text")
    if sum(len("".join(one.itertext())) for one in words) > LETTERS_LIMIT:
        return f"its texts have more than {LETTERS_LIMIT:,} letters"
    drawn = _Drawn({name: one for one in reversed(elements) if (name := one.get("id"))}, elements)
    if drawn.depth > DEPTH_LIMIT:
        return f"its elements lie in one another, or refer to one another, more than {DEPTH_LIMIT} deep"
    if drawn.elements > ELEMENTS_LIMIT:
        return f"it draws more than {ELEMENTS_LIMIT:,} elements, those that it refers to counted each time"
    if drawn.filters > FILTERS_LIMIT:
        return f"it draws more than {FILTERS_LIMIT} steps of filters"
    return ""


def too_large(width: float, height: float, *, pixels: bool) -> str:
    """Says why a picture of a size is not drawn; empty where it is."""
    if not pixels:
        fine = all(math.isfinite(one) and one <= LENGTH_LIMIT for one in (width, height))
        if fine and min(width, height) > 0 and max(width, height) / min(width, height) > LENGTH_LIMIT:
            return "it is too thin to be seen"
        return "" if fine else f"it is larger than {LENGTH_LIMIT:,} by {LENGTH_LIMIT:,}"
    if max(width, height) > SIDE_LIMIT or width * height > PIXELS_LIMIT:
        return (
            f"it has {int(width):,} by {int(height):,} pixels, and at most {SIDE_LIMIT:,} by {SIDE_LIMIT:,} are drawn, "
            f"{PIXELS_LIMIT // 1_000_000} million together"
        )
    return ""


def _in_levels(root: ElementTree.Element) -> list[ElementTree.Element] | None:
    """Lists the elements, outer ones first; None where they lie too deep for what calls itself for each level."""
    level, found = [root], [root]
    for _ in range(DEPTH_LIMIT):
        level = [inner for element in level for inner in element]
        if not level:
            return found
        found += level
    return None


class _Drawn:
    """What is drawn of elements, with all that they refer to."""

    def __init__(self, named: dict[str, ElementTree.Element], elements: list[ElementTree.Element]) -> None:
        self._named = named
        self._known: dict[int, tuple[int, int, int]] = {}
        self.elements, self.filters, self.depth = self._of(elements)

    def _of(self, elements: list[ElementTree.Element]) -> tuple[int, int, int]:
        """Adds up what is drawn, without recursion: each element after those that it holds and refers to."""
        root = elements[0]
        waiting: list[tuple[ElementTree.Element, bool]] = [(root, False)]
        running: set[int] = set()
        while waiting:
            element, ready = waiting.pop()
            if ready:
                self._known[id(element)] = self._add(element)
                running.discard(id(element))
            elif id(element) not in self._known and id(element) not in running:
                running.add(id(element))
                waiting.append((element, True))
                waiting += [(one, False) for one in (*element, *self._referred(element))]
        return self._known[id(root)]

    def _add(self, element: ElementTree.Element) -> tuple[int, int, int]:
        most = 10 * ELEMENTS_LIMIT
        steps = int(str(element.tag).rpartition("}")[2].startswith("fe"))
        count, depth = 1, 0
        for one in (*element, *self._referred(element)):
            inner, filters, below = self._known.get(id(one), (0, 0, 0))
            count, steps, depth = min(most, count + inner), min(most, steps + filters), max(depth, below)
        return count, steps, depth + 1

    def _referred(self, element: ElementTree.Element) -> list[ElementTree.Element]:
        names = [name for value in element.attrib.values() for name in _REFERENCE.findall(value)]
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] == "href" and value.strip().startswith("#"):
                names.append(value.strip()[1:])
        return [self._named[name] for name in names if name in self._named]
