"""Turns an example into a whole game: what a short example leaves out is put around it.

An example whose first line is `# whole file` is left as it is.
"""

import re
from pathlib import Path

from gekido_dsl import book
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.source import MemoryProvider

PLAY = """phase Play
  choose one
    "Go on"
      stop
    "Give up"
      eliminate me
"""
END = """the game ends when the number of remaining players is 1
  all remaining players win
"""


def framed(example: str) -> str:
    """Puts what is missing around an example."""
    if example.startswith("# whole file"):
        return example
    text = example.rstrip() + "\n"
    if not re.search(r"^edition", text, re.MULTILINE):
        source = '  source RB "the rulebook"\n' if "[RB" in text else ""
        if not re.search(r"^game", text, re.MULTILINE):
            text = f'game "Example"\n  players 2 to 4\n{source}\n{text}'
        text = f"edition 1\n\n{text}"
    if "changes " in text:
        return text
    if not re.search(r"^turn of", text, re.MULTILINE):
        text += "\nturn of each player\n  Play\n"
    if re.search(r"^  Play$", text, re.MULTILINE) and not re.search(r"^phase Play", text, re.MULTILINE):
        text += "\n" + PLAY
    if "the game ends when" not in text and not re.search(r"\bwins?$", text, re.MULTILINE):
        text += "\n" + END
    return text


def compiled(files: dict[str, str], name: str = "example.gdl") -> Compilation:
    """Compiles a game that is given as texts."""
    return load(name, MemoryProvider(files))


def found_in(compilation: Compilation) -> list[Diagnostic]:
    """Lists what is found in a game and in its book."""
    return [*compilation.diagnostics, *book.check(compilation)]


def blocks(page: str, heading: str) -> dict[str, str] | None:
    """Gives the files of an example of a page, the nameless one as `example.gdl`; None when there is none."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    if found is None:
        return None
    files: dict[str, str] = {}
    for kind, text in re.findall(r"^```(gdl|yaml|markdown)\n(.*?)^```$", found[1], re.MULTILINE | re.DOTALL):
        named = re.match(r"(?:# |<!-- )([\w/]+\.(?:gdl|yaml|md))(?: -->)?\n", text)
        if kind == "gdl":
            name = named[1] if named else "example.gdl"
            files[name] = framed(text) if name in ("example.gdl", "base.gdl") else text
        elif named:
            files[named[1]] = text
    return files if "example.gdl" in files else None


ROOT = Path(__file__).resolve().parent.parent
