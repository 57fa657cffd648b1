"""How long a keystroke takes in an editor: from a changed text to everything that is found in Gekido.

    python benchmarks/keystroke.py [ROUNDS]

A comment is typed into each file in the middle; the times are of the processor, without the editor. `fresh` is the same
text checked by a program that remembers nothing.
"""

import gc
import statistics
import sys
import time
from pathlib import Path

from gekido_dsl.cli.paths import owners
from gekido_dsl.files import shipped_folder
from gekido_dsl.lsp.rulesets import Rulesets

RULESET = (shipped_folder() / "gekido.gdl").resolve()


def main(rounds: int) -> None:
    """Prints the median and the longest of several keystrokes for each file, in milliseconds."""
    rulesets = Rulesets(owners)
    made = rulesets.compilation(RULESET)
    print(
        f"{len(made.diagnostics)} findings, {len(made.model.value.scenarios) if made.model.value else 0} examples"
    )
    files = [RULESET.parent / Path(source.name).relative_to(RULESET.parent) for source, _ in made.files]
    files += [RULESET.parent / Path(table.name).relative_to(RULESET.parent) for table in made.tables]
    print(f"{'file':28}{'median':>8}{'longest':>9}{'fresh':>8}  ms")
    for file in files:
        text = file.read_text(encoding="utf-8")
        at = text.index("\n", len(text) // 2)
        times = [typed(rulesets, file, f"{text[:at]} # {number}{text[at:]}") for number in range(rounds)]
        fresh = typed(Rulesets(owners), file, f"{text[:at]} # {text[at:]}")
        rulesets.open.close(file)
        print(f"{file.name:28}{statistics.median(times):8.0f}{max(times):9.0f}{fresh:8.0f}")


def typed(rulesets: Rulesets, file: Path, text: str) -> float:
    """Gives the time that the findings of a ruleset take after a change, as the server has it."""
    rulesets.open.set(file, text)
    rulesets.changed()
    gc.disable()
    begun = time.process_time()
    _ = rulesets.compilation(RULESET).diagnostics
    taken = time.process_time() - begun
    gc.enable()
    gc.collect()
    return taken * 1000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
