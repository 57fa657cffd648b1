"""What was laid out so far is shown with the question that goes on with it.

Invariants:
    Only a `View` is told of, so nothing is told that its seat may not see.
"""

from collections.abc import Iterator, Sequence

from rich.text import Text

from gekido_dsl.cli.screen import Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import QUIET
from gekido_dsl.engine import PlaceView, ThingView, View


def laid_out(view: View, about: Sequence[str], marks: Marks) -> Text | None:
    """Shows what lies in the places of the same name of a thing's parts, one of which is asked about."""
    for whole in _own(view):
        for part in whole.parts:
            for place in part.places:
                if f"{whole.name}'s {part.name}'s {place.name}" in about:
                    alike = [one for other in whole.parts for one in other.places if one.name == place.name]
                    return _row(f"{whole.name}: {place.name}", alike, marks)
    return None


def _row(name: str, places: Sequence[PlaceView], marks: Marks) -> Text:
    held = [", ".join(thing.name for thing in place.things or ()) or marks.dash for place in places]
    return Text.assemble((spoken(name) + " ", QUIET), " ".join(f"[{spoken(one)}]" for one in held))


def _own(view: View) -> Iterator[ThingView]:
    return (thing for player in view.players if player.seat == view.seat for thing in player.things)
