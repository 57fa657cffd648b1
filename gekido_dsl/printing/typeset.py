"""Typst sources and data become PDF.

Invariants:
    Data go in as JSON, never as source: no name or text of a ruleset can be read as typst.
    The same input gives the same bytes: only the fonts that lie here, those that typst brings along, and those that are
    asked for are used.
    Of a script that none of these has, the fonts are those of the machine that `scripts` names.
    A template is told the language, which way it is written, and what it says of itself.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from gekido_dsl.printing import scripts
from gekido_dsl.printing.wording import wording

FONTS: Final = ("Source Serif 4", "Libertinus Serif", "DejaVu Sans Mono", "New Computer Modern Math")
"""In which texts are set, in the order in which a sign is looked for; fonts of the machine come behind the second.

The first lies in `fonts`, as on the pages of a site; typst brings the others along."""
SANS: Final = "Barlow"
"""In which titles are set, in its condensed form, and the letters of drawings."""
_TRIED: Final = 200
"""How often at most it is tried which signs no font has."""
_UNSHOWN: Final = re.compile(r'the text `"((?:[^"\\]|\\.)*)"` could not be displayed')
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-fA-F]+)\}|\\(.)")
_BASE_FONT: Final = re.compile(rb"/BaseFont ?/[A-Z]{6}\+([^\s/<>\[\]()]+)")
_OURS: Final = ("SourceSerif4", "Barlow", "Libertinus", "DejaVuSansMono", "NewCM")
"""How the fonts are called that come along with us or with typst."""
_NAMED: Final = 40
"""How many of them are named."""


class MissingTypst(Exception):
    """Typst is not installed."""


class WrongTemplate(Exception):
    """A template cannot be set; the message says what typst says of it."""


@dataclass(frozen=True, slots=True)
class Typeset:
    """A PDF, and what is to be said of it."""

    pdf: bytes
    warnings: tuple[str, ...]
    borrowed: tuple[str, ...] = ()
    """The fonts of the machine that are embedded for signs that no other has."""


def source(name: str) -> str:
    """Reads a template of ours."""
    return files("gekido_dsl.printing").joinpath(name).read_text(encoding="utf-8")


def typst() -> Any:
    """Imports typst.

    Raises:
        MissingTypst: it is not installed.
    """
    try:
        import typst as found
    except ImportError as error:
        raise MissingTypst("typst is not installed") from error
    return found


def typeset(
    template: str,
    data: Mapping[str, Any],
    *,
    fonts: Sequence[str] = (),
    folder: str | None = None,
) -> Typeset:
    """Sets a document.

    Args:
        template: the typst source.
        data: reaches it as `sys.inputs.data`, in JSON.
        fonts: folders with fonts to use before those of typst.
        folder: from where the template may read files; None for none.

    Raises:
        MissingTypst: it is not installed.
        WrongTemplate: the template has a mistake.
    """
    program = typst()
    options = _options(program, data, fonts)
    if folder is not None:
        options["root"] = folder
    try:
        pdf, told = program.compile_with_warnings(template.encode(), **options)
    except program.TypstError as error:
        raise WrongTemplate(error.diagnostic or error.message) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what typst, in Rust, did not foresee
            raise
        raise WrongTemplate(f"typst cannot set this: {error}") from error
    warnings = [one.message for one in told]
    lost = missing(signs_of(options["sys_inputs"]["data"]), fonts)
    if lost:
        named = scripts.wanted(lost)
        install = f"install {named}, or " if named else ""
        warnings.append(
            f"no font has {'the sign' if len(lost) == 1 else 'the signs'} {' '.join(lost[:_NAMED])}"
            f"{' and others' if len(lost) > _NAMED else ''}; "
            f"{install}give a folder with a font that does: --font-path FOLDER"
        )
    names = {one.decode("ascii", "replace") for one in _BASE_FONT.findall(pdf)}
    own = [] if not fonts else own_fonts(program, fonts)
    borrowed = sorted(
        {
            name.removesuffix("-Identity-H")
            for name in names
            if not name.startswith((*_OURS, *(one.replace(" ", "") for one in own)))
        }
    )
    return Typeset(pdf, tuple(dict.fromkeys(warnings)), tuple(borrowed))


def asked(template: str, data: Mapping[str, Any], label: str, *, fonts: Sequence[str] = ()) -> list[Any]:
    """Gives the values that a document of ours notes under a label."""
    program = typst()
    options = _options(program, data, fonts)
    return list(json.loads(program.query(template.encode(), label, field="value", **options)))


def _options(program: Any, data: Mapping[str, Any], fonts: Sequence[str]) -> dict[str, Any]:
    """Gives what typst is told: fonts of the user's own are looked in before those of typst."""
    whole = {**wording(), **data}
    there = of_machine(program, signs_of(whole), fonts)
    families = [*own_fonts(program, fonts), *FONTS[:2], *there, *FONTS[2:]]
    named = {
        "fonts": families,
        "heads": [SANS, *families],
        "pictures": {name: _lettered(svg) for name, svg in whole.get("pictures", {}).items()},
    }
    given = {"data": json.dumps({**whole, **named}, ensure_ascii=False)}
    return {"ignore_system_fonts": not there, "font_paths": _paths(fonts), "sys_inputs": given}


def _lettered(svg: str) -> str:
    """Has the letters of a drawing set in the font of drawings, before those that a screen has."""
    return svg.replace("font-family:system-ui", f"font-family:'{SANS}',system-ui", 1)


def _paths(fonts: Sequence[str]) -> list[str]:
    """Names the folders with fonts, those of the user first."""
    return [*fonts, str(files("gekido_dsl.printing").joinpath("fonts"))]


def of_machine(program: Any, signs: set[str], fonts: Sequence[str] = ()) -> list[str]:
    """Names the fonts of the machine for the scripts of signs that neither typst nor the user has a good font for."""
    used = scripts.scripts_of(signs)
    lost = _unshown(program, signs, fonts, machine=False) if used else []
    found = [*scripts.scripts_of(lost), *(one for one in used if one.is_poor and not fonts)]
    if not found:
        return []
    known = {
        one.family for one in program.Fonts(include_system_fonts=True, include_embedded_fonts=False).fonts()
    }
    return scripts.families(found, known)


def own_fonts(program: Any, fonts: Sequence[str]) -> list[str]:
    """Names the families that lie in a user's own folders."""
    return sorted({one.family for one in _fonts(program, fonts)} - set(FONTS)) if fonts else []


def _fonts(program: Any, folders: Sequence[str]) -> list[Any]:
    return list(
        program.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders)
        ).fonts()
    )


def signs_of(data: object) -> set[str]:
    """Collects every sign of the data that is no plain letter."""
    if isinstance(data, str):
        return {
            letter for letter in data if ord(letter) > 0x7E and not letter.isspace() and letter.isprintable()
        }
    if isinstance(data, Mapping):
        return signs_of(list(data.values()))
    if isinstance(data, Iterable):
        found: set[str] = set()
        for one in data:
            found |= signs_of(one)
        return found
    return set()


_PROBE: Final = """\
#set document(date: datetime(year: 2000, month: 1, day: 1), title: "-")
#set text(lang: "en")
#text(json(bytes(sys.inputs.data)))"""


def missing(signs: Iterable[str], fonts: Sequence[str] = ()) -> list[str]:
    """Lists the signs that no font has: typst refuses an archive of what it cannot show."""
    program = typst()
    return _unshown(program, signs, fonts, machine=bool(of_machine(program, set(signs), fonts)))


def _unshown(program: Any, signs: Iterable[str], fonts: Sequence[str], *, machine: bool) -> list[str]:
    known = program.Fonts(include_system_fonts=machine, font_paths=_paths(fonts))
    left = sorted(signs)
    lost: set[str] = set()
    for _ in range(_TRIED):
        if not left:
            break
        try:
            program.compile(
                _PROBE.encode(), ignore_system_fonts=not machine, font_paths=known, pdf_standards="a-2u",
                sys_inputs={"data": json.dumps(" ".join(left))},
            )  # fmt: skip
        except program.TypstError as error:
            told = set("".join(_UNSHOWN.findall(error.diagnostic or error.message)))
            told |= {
                chr(int(code, 16)) for code, _ in _ESCAPED.findall(error.diagnostic or error.message) if code
            }
            named = [sign for sign in left if sign in told]
            if not named:  # it does not say which: none of them is taken for shown
                return sorted({*lost, *left})
            lost |= set(named)
            left = [sign for sign in left if sign not in lost]
        else:
            return sorted(lost)
    return sorted({*lost, *left})
