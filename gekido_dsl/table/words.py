"""What people call what a view shows: players, the moment, the end; whichever screen tells it."""

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import BoardView, Outcome, Seat, View
from gekido_dsl.languages import capital, joined, text


def seat_name(view: View, seat: Seat) -> str:
    """Names a player, by the one named thing that stands for them if there is one: `player 1 (V-REX)`."""
    if any(player.automaton for player in view.players if player.seat == seat):
        return text("automaton")
    own = [thing for player in view.players if player.seat == seat for thing in player.things]
    named = [thing for thing in own if thing.name not in ("", thing.kind)]
    places = [place for player in view.players if player.seat == seat for place in player.places]
    lying = {thing.kind for place in places for thing in place.things or ()}
    alone = len(named) == 1 and named[0].kind not in lying
    if alone:
        return text("player {number} ({name})", number=seat + 1, name=safe(named[0].name))
    return text("player {number}", number=seat + 1)


def own_boards(view: View) -> list[BoardView]:
    """Lists the boards that the seat shares with the others, or has for itself."""
    return [board for board in view.boards if board.spaces and board.owner in (None, view.seat)]


def own_first(view: View) -> list[BoardView]:
    """Lists the boards: those of all and the viewer's own, then those of other players."""
    return sorted(view.boards, key=lambda board: board.owner not in (None, view.seat))


def turn_of(view: View) -> str:
    """Tells which turn or round it is."""
    if not view.turn:
        return text("Set-up")
    if view.on_turn is None:
        return text("Round {number}", number=view.turn)
    return text("Turn {number}", number=view.turn)


def heading(view: View) -> str:
    """Tells the moment of a match: `Turn 5, Attack`."""
    return joined(", ", [turn_of(view), *(safe(phase) for phase in view.phases[-1:])])


def drawn_apart() -> str:
    """Says that a bot did not heed what it was told."""
    return text(
        "In this match a bot guessed at hidden things without all that it had been told: working that out took too "
        "much. It may have played worse for it."
    )


def ending(outcome: Outcome, view: View) -> list[str]:
    """Words how a match ended."""
    if not outcome.finished:
        return [text("The match reached its limit of turns; nobody wins.")]
    names = [seat_name(view, seat) for seat in range(len(outcome.ranks))]
    said = capital(_who_wins(outcome, names))
    if outcome.label:
        said = capital(text("{label}: {ending}", label=outcome.label, ending=_who_wins(outcome, names)))
    lines = [said]
    if len(set(outcome.ranks)) > 2 and not outcome.joint:
        ranked = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
        lines += [text("  {rank}. {player}", rank=outcome.ranks[seat], player=names[seat]) for seat in ranked]
    return lines


def _who_wins(outcome: Outcome, names: list[str]) -> str:
    winners = [names[seat] for seat in outcome.winners]
    everybody = len(names) > 1
    if outcome.joint and everybody:
        return text("all players win.") if winners else text("all players lose.")
    if len(winners) == 1:
        return text("{player} wins.", player=winners[0])
    if winners:
        listed = listing(winners)
        if outcome.shared:
            return text("{players} share the first rank.", players=listed)
        return text("{players} win.", players=listed)
    if outcome.lost:
        return text("all players lose.") if everybody else text("{player} loses.", player=names[0])
    return text("nobody wins.")


def listing(names: list[str]) -> str:
    """Lists names: `player 1, player 2 and player 3`."""
    if len(names) < 2:
        return joined(", ", names)
    return text("{names} and {last}", names=joined(", ", names[:-1]), last=names[-1])
