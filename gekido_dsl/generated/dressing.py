"""A ruleset that was made is said in another way: a number has a name, a variant changes it, a table is a sheet, a file
that it uses has other names.

This draws from a stream of its own, so that the rulesets of all other seeds stay as they are.
"""

import re
from typing import Final

from gekido_dsl.generated.rounds import with_parts
from gekido_dsl.generated.sheets import in_sheets
from gekido_dsl.generated.varying import variant
from gekido_dsl.rng import Rng

_BASE: Final = "base.gdl"
_FURTHER: Final = "further.gdl"
_PART: Final = "part.gdl"
_EVERY: Final = 6
"""Of so many rulesets one is dressed."""
_MORE: Final = 3
"""Of so many that are not, one is dressed in a way that came later."""
_WITH_PARTS: Final = 5
"""Of so many one has a part of a game besides."""
_STREAM: Final = 77_003
_BROUGHT_IN: Final = re.compile(r"\b(?:Epilogue|Zest|Gale|Merry|Cheer)\b")
"""What variants call what they declare."""
_NUMBER: Final = re.compile(r"(?<=at least )\d(?=$|[ )])")
"""A number that a condition compares with, where a name may stand as well."""
_WHERE: Final = ("", ", first")
_OWN: Final = re.compile(r"^kind ([A-Z]\w+)", re.MULTILINE)


def dressed(text: str, files: dict[str, str], seed: int) -> tuple[str, dict[str, str]]:
    """Gives a ruleset and its other files, said in another way where its turn has come."""
    parts = Rng(seed * _STREAM + 2)
    if parts.below(_WITH_PARTS) == 0:
        text = with_parts(text, parts)
    rng = Rng(seed * _STREAM + 1)
    if rng.below(_EVERY):
        return _dressed_later(text, files, rng)
    lines = text.split("\n")
    rows = [number for number, line in enumerate(lines) if '"' not in line and _NUMBER.search(line)]
    changes = []
    if rows:
        at = rows[rng.below(len(rows))]
        found = _NUMBER.search(lines[at])
        assert found is not None
        lines[at] = f"{lines[at][: found.start()]}Quota{lines[at][found.end() :]}"
        players = next(number for number, line in enumerate(lines) if line.startswith("game ")) + 1
        while lines[players].startswith("  "):
            players += 1
        lines.insert(players, f"Quota is {found[0]}")
        changes.append(f"change Quota is {rng.below(5)}")
    if rng.below(2):
        if "phase Main" in lines:
            where = _WHERE[rng.below(2)]
            changes.append(f'add to phase Main{where}\n  announce "goes on"')
        return (
            "\n".join(("edition 1", f'game "Generated anew" changes "{_BASE}"', *changes, "")),
            {**files, _BASE: "\n".join(lines)},
        )
    return "\n".join(lines), files


def _dressed_later(text: str, files: dict[str, str], rng: Rng) -> tuple[str, dict[str, str]]:
    if rng.below(_MORE):
        return text, files
    text, files = in_sheets(text, files, rng)
    text, files = _with_own_names(text, files, rng)
    if rng.below(3):
        changes = variant(text, rng)
        files = {**files, _BASE: text}
        bases = f'"{_BASE}"'
        if rng.below(4) == 0 and (further := variant(text, rng)):
            # A variant of a variant; both may bring in the same.
            further = [_BROUGHT_IN.sub(r"Old \g<0>", line) for line in further]
            files[_FURTHER] = "\n".join(("edition 1", f'game "Further" changes {bases}', *further, ""))
            bases = f'"{_FURTHER}"'
        text = "\n".join(("edition 1", f'game "Varied" changes {bases}', *changes, ""))
    return text, files


def _with_own_names(text: str, files: dict[str, str], rng: Rng) -> tuple[str, dict[str, str]]:
    """Has a file that is used call one of its kinds otherwise than the ruleset does."""
    known = _OWN.findall(files.get(_PART, ""))
    if not known or f'use "{_PART}"' not in text:
        return text, files
    name = known[rng.below(len(known))]
    part = re.sub(rf"\b{name}(?=s?\b)", "Oddity", files[_PART]).replace("Odditys", "Oddities")
    return text.replace(f'use "{_PART}"', f'use "{_PART}" with {name} as Oddity'), {**files, _PART: part}
