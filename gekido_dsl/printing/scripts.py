"""Which fonts are looked for on a machine, for the scripts that no font of typst has."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple


class Script(NamedTuple):
    """A script: which signs are of it, and the fonts that have them, the best first."""

    name: str
    ranges: tuple[tuple[int, int], ...]
    fonts: tuple[str, ...]
    is_poor: bool = False
    """Whether what typst brings along has it with letters of one width alone."""


_HAN: Final = (
    (0x2E80, 0x2FDF),
    (0x3000, 0x303F),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF00, 0xFFEF),
)
_JAPANESE: Final = (
    "Noto Serif CJK JP", "Noto Serif JP", "Source Han Serif", "Hiragino Mincho ProN", "Yu Mincho", "IPAexMincho",
    "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "Droid Sans Fallback",
)  # fmt: skip
_CHINESE: Final = (
    "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "Songti SC", "SimSun", "Noto Sans CJK SC",
    "Noto Sans SC", "WenQuanYi Zen Hei", "Droid Sans Fallback",
)  # fmt: skip
SCRIPTS: Final = (
    Script(
        "Arabic",
        ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE)),
        ("Noto Naskh Arabic", "Amiri", "Scheherazade New", "Noto Sans Arabic", "Geeza Pro", "DejaVu Sans"),
        is_poor=True,
    ),
    Script(
        "Hebrew",
        ((0x0590, 0x05FF), (0xFB1D, 0xFB4F)),
        ("Noto Serif Hebrew", "Frank Ruhl Libre", "David CLM", "Noto Sans Hebrew", "DejaVu Sans"),
    ),
    Script("Japanese", ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)), _JAPANESE),
    Script(
        "Korean",
        ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF)),
        ("Noto Serif CJK KR", "Noto Serif KR", "AppleMyungjo", "Batang", "Noto Sans CJK KR", "Noto Sans KR"),
    ),
    Script("Chinese", _HAN, _CHINESE),
    Script("Devanagari", ((0x0900, 0x097F), (0xA8E0, 0xA8FF)), ("Noto Serif Devanagari", "Lohit Devanagari")),
    Script("Bengali", ((0x0980, 0x09FF),), ("Noto Serif Bengali", "Noto Sans Bengali", "Lohit Bengali")),
    Script("Tamil", ((0x0B80, 0x0BFF),), ("Noto Serif Tamil", "Noto Sans Tamil", "Lohit Tamil")),
    Script("Thai", ((0x0E00, 0x0E7F),), ("Noto Serif Thai", "Noto Sans Thai", "Norasi", "Garuda")),
    Script("Georgian", ((0x10A0, 0x10FF),), ("Noto Serif Georgian", "Noto Sans Georgian", "DejaVu Serif")),
    Script(
        "emoji",
        ((0x1F000, 0x1FAFF), (0xFE0F, 0xFE0F)),
        (
            "Noto Emoji", "Noto Color Emoji", "Segoe UI Emoji", "Apple Color Emoji", "OpenMoji", "Twitter Color Emoji",
            "Noto Sans Symbols 2", "Symbola",
        ),
    ),
    Script(
        "symbols",
        ((0x2190, 0x2BFF), (0xE000, 0xF8FF), (0x1D100, 0x1D7FF)),
        ("Noto Sans Symbols 2", "Noto Sans Symbols", "Segoe UI Symbol", "Apple Symbols", "DejaVu Sans", "Symbola"),
    ),
    Script("Armenian", ((0x0530, 0x058F),), ("Noto Serif Armenian", "Noto Sans Armenian", "DejaVu Serif")),
)  # fmt: skip


def scripts_of(signs: Iterable[str]) -> list[Script]:
    """Lists the scripts of some signs; Chinese signs beside Japanese or Korean ones are set in the font of these."""
    numbers = [ord(sign) for sign in signs]
    found = [
        one for one in SCRIPTS if any(low <= number <= high for number in numbers for low, high in one.ranges)
    ]
    others = any(one.name in ("Japanese", "Korean") for one in found)
    return [one for one in found if one.name != "Chinese" or not others]


def families(found: Iterable[Script], known: Collection[str]) -> list[str]:
    """Names the best font of a machine for each script."""
    made: list[str] = []
    for script in found:
        best = next((one for one in script.fonts if one in known), None)
        if best is not None and best not in made:
            made.append(best)
    return made


def wanted(signs: Iterable[str]) -> str:
    """Says which font would have some signs; nothing where that is not known."""
    return " and ".join(dict.fromkeys(f"{one.fonts[0]} ({one.name})" for one in scripts_of(signs)))
