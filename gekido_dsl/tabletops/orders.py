"""The pieces of a game become what a printer is sent: pictures of the size that it asks for, and how many of each."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.faces import Shape, faced
from gekido_dsl.printing.box import Group, Size, Stock
from gekido_dsl.printing.sorts import Sort
from gekido_dsl.tabletops.names import file_name
from gekido_dsl.tabletops.printers import Printer, Product

LIST: Final = "order.txt"


@dataclass(frozen=True, slots=True)
class Order:
    """What is written."""

    pictures: dict[str, Picture]
    """By path; fronts first, in the order of the list."""
    listed: str
    """What to order, for people."""
    left_out: tuple[str, ...]
    """What the printer does not make."""


def sizes(printer: Printer, things: Stock) -> dict[Sort, Size]:
    """Tells how large cards and tiles are made, so that they can be drawn for it."""
    found: dict[Sort, Size] = {}
    for group in things.groups:
        product = printer.product(group)
        if product is not None:
            found.setdefault(group.sort, Size(product.width, product.height))
    return found


def order(title: str, printer: Printer, things: Stock) -> Order:
    """Makes an order.

    Raises:
        ValueError: the printer makes nothing of it.
    """
    pictures: dict[str, Picture] = {}
    lines = [f"{title}, for {printer.title}", ""]
    left_out = []
    for group in things.groups:
        product = printer.product(group)
        if product is None:
            left_out.append(f"{group.number} {group.name}")
            continue
        lines += [
            f"{product.name}: {group.name}, {group.number} pieces",
            *_group(group, product, pictures),
            "",
        ]
    if not pictures:
        raise ValueError(f"{printer.title} makes nothing of what the game has: {', '.join(left_out)}")
    if left_out:
        lines += ["Not made there", *(f"  {one}" for one in left_out), ""]
    return Order(pictures, "\n".join(lines), tuple(left_out))


def _group(group: Group, product: Product, pictures: dict[str, Picture]) -> list[str]:
    """Lays the pictures of a group into a folder; lists them with how many there are."""
    cut = Shape(product.width, product.height, product.hexagon)
    folder = f"{file_name(product.name)}/{file_name(group.name)}"
    taken = {path.rpartition("/")[2].casefold() for path in pictures if path.startswith(f"{folder}/")}
    backs: dict[int, str] = {}
    lines = []
    for item in group.items:
        owner = "" if item.seat is None else f" (player {item.seat + 1})"
        name = file_name(f"{item.name}{owner}", ".png", taken)
        taken.add(name.casefold())
        pictures[f"{folder}/{name}"] = faced(item.front, cut, product.bleed, product.safe)
        behind = ""
        if item.back is not None:
            if id(item.back) not in backs:
                shared = (
                    f"back of {group.name}"
                    if group.sort in ("cards", "tiles")
                    else f"{item.name}, other side"
                )
                backs[id(item.back)] = file_name(shared, ".png", taken)
                taken.add(backs[id(item.back)].casefold())
                pictures[f"{folder}/{backs[id(item.back)]}"] = faced(item.back, cut, product.bleed)
            behind = f", back: {backs[id(item.back)]}"
        lines.append(f"  {item.copies} x {name}{behind}")
    return lines
