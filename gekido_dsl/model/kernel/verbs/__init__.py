"""The verbs of the kernel: a class with named fields for each, and with it all that is declared of it.

`AnyAct` is all of them, so that a `match` over acts that ends in `assert_never` is complete.
"""

from gekido_dsl.model.kernel.verbs.dice import Face, Flip, Reroll, Roll, RollInto, Turn, TurnRound
from gekido_dsl.model.kernel.verbs.drawing import (
    Deal,
    Draw,
    Show,
    ShowFact,
    Shuffle,
    ShuffleAlike,
    ShuffleInto,
    ShuffleOnto,
)
from gekido_dsl.model.kernel.verbs.facts import Bind, FlipFact, FlipLink, Gain, Lose, Set, Sow
from gekido_dsl.model.kernel.verbs.flow import Announce, Apply, Do, End, Open, Owe, Skip, Stop
from gekido_dsl.model.kernel.verbs.players import Defeat, Eliminate, Lead, Rank, Win
from gekido_dsl.model.kernel.verbs.things import (
    Arrange,
    Cover,
    Destroy,
    Discard,
    Lay,
    LayOut,
    Move,
    Remove,
    Swap,
    Take,
    TakeOff,
    Together,
)
from gekido_dsl.model.kernel.verbs.tracks import Fill, Heal, Restore, Suffer

AnyAct = (
    Announce
    | Apply
    | Arrange
    | Bind
    | Cover
    | Deal
    | Defeat
    | Destroy
    | Discard
    | Do
    | Draw
    | Eliminate
    | End
    | Face
    | Fill
    | Flip
    | FlipFact
    | FlipLink
    | Gain
    | Heal
    | Lay
    | LayOut
    | Lead
    | Lose
    | Move
    | Open
    | Owe
    | Rank
    | Remove
    | Reroll
    | Restore
    | Roll
    | RollInto
    | Set
    | Show
    | ShowFact
    | Shuffle
    | ShuffleAlike
    | ShuffleInto
    | ShuffleOnto
    | Skip
    | Sow
    | Stop
    | Suffer
    | Swap
    | Take
    | TakeOff
    | Together
    | Turn
    | TurnRound
    | Win
)

Changing = Gain | Lose
Writing = Set | Gain | Lose
"""What writes a number."""
Leaving = Remove | Destroy
"""What takes things out of the game."""
Rolling = Roll | Reroll
Ending = Win | Defeat | Rank
"""What ends the match."""

__all__ = [
    "Announce",
    "AnyAct",
    "Apply",
    "Arrange",
    "Bind",
    "Changing",
    "Cover",
    "Deal",
    "Defeat",
    "Destroy",
    "Discard",
    "Do",
    "Draw",
    "Eliminate",
    "End",
    "Ending",
    "Face",
    "Fill",
    "Flip",
    "FlipFact",
    "FlipLink",
    "Gain",
    "Heal",
    "Lay",
    "LayOut",
    "Lead",
    "Leaving",
    "Lose",
    "Move",
    "Open",
    "Owe",
    "Rank",
    "Remove",
    "Reroll",
    "Restore",
    "Roll",
    "RollInto",
    "Rolling",
    "Set",
    "Show",
    "ShowFact",
    "Shuffle",
    "ShuffleAlike",
    "ShuffleInto",
    "ShuffleOnto",
    "Skip",
    "Sow",
    "Stop",
    "Suffer",
    "Swap",
    "Take",
    "TakeOff",
    "Together",
    "Turn",
    "TurnRound",
    "Win",
    "Writing",
]
