"""What printers make, from a file that anybody can add to, and which of it the pieces of a game become.

Invariants:
    Whatever a file holds, it gives printers or a sentence that says what is wrong with it and where.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import log
from typing import Any, Final

import jsonschema

from gekido_dsl.diagnostics.misfit import misfit
from gekido_dsl.printing.box import Group, Size
from gekido_dsl.printing.sorts import SORTS, Sort
from gekido_dsl.tables import toml

INCH_MM: Final = 25.4
_LENGTH: Final = {"type": "number", "exclusiveMinimum": 0, "maximum": 40}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "maxProperties": 100,
    "additionalProperties": {
        "type": "object",
        "required": ["title", "products"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 80},
            "dpi": {"type": "integer", "minimum": 72, "maximum": 1200},
            "products": {
                "type": "array",
                "minItems": 1,
                "maxItems": 500,
                "items": {
                    "type": "object",
                    "required": ["name", "for", "cut"],
                    "additionalProperties": False,
                    "properties": {
                        "name": {"type": "string", "minLength": 1, "maxLength": 80},
                        "for": {"enum": list(SORTS)},
                        "cut": {"type": "array", "items": _LENGTH, "minItems": 2, "maxItems": 2},
                        "bleed": {"type": "number", "minimum": 0, "maximum": 1},
                        "safe": {"type": "number", "minimum": 0, "maximum": 1},
                        "shape": {"enum": ["rectangle", "hexagon"]},
                    },
                },
            },
        },
    },
}


class WrongPrinters(ValueError):
    """A file does not say what printers make; the message says why."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something that a printer makes, in millimetres."""

    name: str
    sort: Sort
    width: float
    height: float
    bleed: float
    safe: float
    hexagon: bool = False


@dataclass(frozen=True, slots=True)
class Printer:
    """Who makes it."""

    name: str
    title: str
    dpi: int
    products: tuple[Product, ...]

    def product(self, group: Group) -> Product | None:
        """Finds what is most like the things of a group; None where nothing of their sort is made."""
        known = [one for one in self.products if one.sort == group.sort]
        return min(known, key=lambda one: _apart(one, group.size)) if known else None


def _apart(one: Product, size: Size) -> float:
    return abs(log(one.width / size.width)) + abs(log(one.height / size.height))


def shipped() -> str:
    """Gives the file of printers that comes along."""
    return files("gekido_dsl.tabletops").joinpath("printers.toml").read_text(encoding="utf-8")


def printers(*texts: str) -> dict[str, Printer]:
    """Reads files of printers, by name; what a later one says of a name stands.

    Raises:
        WrongPrinters: one has a mistake.
    """
    found: dict[str, Printer] = {}
    for text in texts:
        try:
            read = toml.read(text)
        except toml.NotToml as error:
            raise WrongPrinters(f"it cannot be read: {error}") from None
        wrong = next(iter(jsonschema.Draft202012Validator(SCHEMA).iter_errors(read)), None)
        if wrong is not None:
            raise WrongPrinters(misfit(wrong))
        for name, given in read.items():
            products = tuple(_product(one) for one in given["products"])
            found[name] = Printer(name, given["title"], given.get("dpi", 300), products)
    return found


def _product(given: Mapping[str, Any]) -> Product:
    cut: Sequence[float] = given["cut"]
    return Product(
        given["name"],
        given["for"],
        cut[0] * INCH_MM,
        cut[1] * INCH_MM,
        given.get("bleed", 0.125) * INCH_MM,
        given.get("safe", 0.125) * INCH_MM,
        given.get("shape") == "hexagon",
    )
