"""What a variant makes of its base, as a passage of its book."""

from collections.abc import Iterator

from gekido_dsl import diff
from gekido_dsl.compilation import Compilation
from gekido_dsl.rulesdoc import markdown as md


def differences(compilation: Compilation) -> str:
    """Writes what is different from the games that a variant changes, in sentences with old and new values."""
    parts: list[str] = []
    for base in compilation.bases:
        if base.game is None:
            continue
        found = diff.compare(base, compilation)
        if len(compilation.bases) > 1:
            parts.append(f"Compared with {md.escape(found.old_title)}:")
        for area in diff.RULES:
            lines = [line for change in found.of(area) for line in _told(change)]
            if lines:
                parts += [f"**{diff.AREAS[area]}**", md.listed(lines, numbered=False)]
    return "\n\n".join(parts) or "The rules are the same."


def _told(change: diff.Change) -> Iterator[tuple[int, str]]:
    """Writes one change: its sentence, and below it the values or lines that differ."""
    if len(change.values) > 1:
        yield 0, f"{md.escape(change.what)}:"
        for value in change.values:
            yield 1, f"{md.escape(value.part)}: {_both(value)}"
        return
    told = (
        change.sentence.rstrip(":") + "."
        if change.sentence.endswith(":") and not change.lines
        else change.sentence
    )
    yield 0, md.escape(told)
    for line in () if change.told else change.lines:
        if line.sign != " ":
            yield 1, f"{'Now' if line.sign == '+' else 'No longer'}: {md.escape(line.text.strip())}"


def _both(value: diff.Value) -> str:
    if value.old and value.new:
        return f"{md.escape(value.new)} instead of {md.escape(value.old)}"
    return f"{md.escape(value.new)} (new)" if value.new else f"gone ({md.escape(value.old)})"
