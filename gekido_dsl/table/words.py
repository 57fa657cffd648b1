"""What people call what a view shows: players, the moment, the end; whichever screen tells it."""

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import BoardView, Outcome, Seat, View


def seat_name(view: View, seat: Seat) -> str:
    """Names a player, by the one named thing that stands for them if there is one: `player 1 (V-REX)`."""
    if any(player.automaton for player in view.players if player.seat == seat):
        return "automaton"
    own = [thing for player in view.players if player.seat == seat for thing in player.things]
    named = [thing for thing in own if thing.name not in ("", thing.kind)]
    places = [place for player in view.players if player.seat == seat for place in player.places]
    lying = {thing.kind for place in places for thing in place.things or ()}
    alone = len(named) == 1 and named[0].kind not in lying
    return f"player {seat + 1}" + (f" ({safe(named[0].name)})" if alone else "")


def own_boards(view: View) -> list[BoardView]:
    """Lists the boards that the seat shares with the others, or has for itself."""
    return [board for board in view.boards if board.spaces and board.owner in (None, view.seat)]


def own_first(view: View) -> list[BoardView]:
    """Lists the boards: those of all and the viewer's own, then those of other players."""
    return sorted(view.boards, key=lambda board: board.owner not in (None, view.seat))


def capital(text: str) -> str:
    """Begins a text with a capital letter."""
    return text[:1].upper() + text[1:]


def heading(view: View) -> str:
    """Tells the moment of a match: `Turn 5, Attack`."""
    begun = f"{'Round' if view.on_turn is None else 'Turn'} {view.turn}" if view.turn else "Set-up"
    return ", ".join([begun, *(safe(phase) for phase in view.phases[-1:])])


def ending(outcome: Outcome, view: View) -> list[str]:
    """Words how a match ended."""
    if not outcome.finished:
        return ["The match reached its limit of turns; nobody wins."]
    names = [seat_name(view, seat) for seat in range(len(outcome.ranks))]
    winners = [names[seat] for seat in outcome.winners]
    everybody = len(names) > 1
    if outcome.joint and everybody:
        lines = ["all players win." if winners else "all players lose."]
    elif len(winners) == 1:
        lines = [f"{winners[0]} wins."]
    elif winners:
        share = "share the first rank" if outcome.shared else "win"
        lines = [f"{', '.join(winners[:-1])} and {winners[-1]} {share}."]
    elif outcome.lost:
        lines = ["all players lose." if everybody else f"{names[0]} loses."]
    else:
        lines = ["nobody wins."]
    if outcome.label:
        lines[0] = f"{outcome.label}: {lines[0]}"
    if len(names) > 2 and not outcome.joint:
        ranked = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
        lines += [f"  {outcome.ranks[seat]}. {names[seat]}" for seat in ranked]
    return [lines[0][:1].upper() + lines[0][1:], *lines[1:]]
