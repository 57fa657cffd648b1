"""What a variant adds to its base that none of its examples plays."""

from collections.abc import Sequence

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.insight.coverage import Part


def not_played(variant: Compilation, reached: Sequence[int]) -> list[Part]:
    """Lists the parts of a variant that its base has not and that were never begun, in the order of their lines.

    Args:
        variant: a ruleset without errors; where it has no base, nothing is listed.
        reached: by the number of the block, how often it was begun.
    """
    base = variant.base.game if variant.base is not None else None
    if base is None or variant.game is None:
        return []
    before = {block.at for block in Blocks(base).every}
    blocks = Blocks(variant.game)
    found = []
    for block, spans, times in zip(blocks.every, blocks.spans, reached, strict=True):
        if not times and block.at not in before:
            at = place(spans[0])
            found.append(Part(block.what, block.name, block.label, at.file, at.line, 0, 0))
    return sorted(found, key=lambda part: (part.file, part.line))
