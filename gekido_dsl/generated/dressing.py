"""A ruleset that was made is said in another way: a number has a name, and a variant changes what it is.

This draws from a stream of its own, so that the rulesets of all other seeds stay as they are.
"""

import re
from typing import Final

from gekido_dsl.rng import Rng

_BASE: Final = "base.gdl"
_EVERY: Final = 6
"""Of so many rulesets one is dressed."""
_STREAM: Final = 77_003
_NUMBER: Final = re.compile(r"(?<=at least )\d(?=$|[ )])")
"""A number that a condition compares with, where a name may stand as well."""
_WHERE: Final = ("", ", first")


def dressed(text: str, files: dict[str, str], seed: int) -> tuple[str, dict[str, str]]:
    """Gives a ruleset and its other files, said in another way where its turn has come."""
    rng = Rng(seed * _STREAM + 1)
    if rng.below(_EVERY):
        return text, files
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
