"""Has Lark make the tables of the grammar anew, after a change of `gekido_dsl/grammar/gdl.lark`."""

from pathlib import Path

from gekido_dsl.grammar import tables

FILE = Path(tables.__file__).with_name("tables.json")


def main() -> None:
    """Writes the file that the program reads instead of asking Lark."""
    grammar = tables.grammar()
    FILE.write_text(tables.made(grammar).written(grammar), encoding="utf-8", newline="\n")
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
