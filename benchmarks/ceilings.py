"""What bots could win at most that know everything: a search that is dealt no worlds but looks at the match itself.

Run it as `python benchmarks/ceilings.py`. In games with hidden cards a search is played against random and `greedy`
seats twice: fair, and seeing all hands and the order of the deck. With `--answer` others choose at random in its tree,
too, which is the best answer to the random player once there are playouts enough. Deals and intervals are as in
`strength.py`.
"""

import argparse
import statistics
import time

from strength import RULESETS, interval, share

from gekido_dsl import api
from gekido_dsl.backend.modes import TREE
from gekido_dsl.backend.policies import PolicyMaker
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.engine import Setting
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Expr, Function

GAMES = (("classics/the_heir", 2), ("classics/whist", 4), ("classics/hearts", 4))


class Seeing(PolicyMaker):
    """Deals worlds for `greedy` alone."""

    sees = True
    answers = False
    """Whether those of the other side choose at random in the tree."""

    def declare(self) -> None:
        """Puts what tells who sees in front of what deals."""
        super().declare()
        if not self.sees:
            return
        fair = self.dealing.deal

        def deal(pick: Function) -> Function:
            dealt = fair(pick)
            f = self.b.function("deal_or_see", ["seat"])
            (seat,) = f.parameters
            with f.if_(e.le(e.load(self.budgets, seat), GREEDY.playouts)):
                f.call(dealt, seat)
            return f.finish()

        self.dealing.deal = deal

    def beyond(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that others choose at random, if they do; seats of a side are odd, or even."""
        if self.answers:
            thinker = f.let(e.load(self.thinker), "thinker")
            searches = e.gt(e.load(self.budgets, thinker), GREEDY.playouts)
            others = e.and_(e.and_(e.xor(seat, thinker), 1), e.truth(e.load(self.path_length)))
            with f.if_(e.and_(e.eq(e.load(self.mode), TREE), e.and_(searches, others))):
                f.return_(f.call_value(self.pick, count))
        super().beyond(f, seat, count)


class Answering(Seeing):
    """Sees, and takes others to choose at random."""

    answers = True


class AnsweringFairly(Answering):
    """Takes others to choose at random, and sees no more than it may."""

    sees = False


def match(
    name: str,
    players: int,
    bot: Policy,
    other: Policy | None,
    make: type[PolicyMaker],
    deals: int,
    seconds: float,
) -> list[float]:
    """Plays deals from both sides; gives what the bot won of each."""
    game = api.read(RULESETS / f"{name}.gdl").game
    sides = []
    for k in (0, 1):
        seats = [bot if seat % 2 == k else other for seat in range(players)]
        sides.append((PolicyGames(game, Setting(players, 1, {}), seats, make=make), range(k, players, 2)))
    found: list[float] = []
    began = time.process_time()
    while len(found) < deals and time.process_time() - began < seconds:
        number = len(found)
        found.append(statistics.mean(share(one.play(number), side, one.standing()) for one, side in sides))
    return found


def main() -> None:
    """Prints a table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--only", nargs="*", default=[], help="parts of the names of games")
    asked.add_argument("--deals", type=int, default=300, help="deals of each row; each is played twice")
    asked.add_argument("--playouts", type=int, default=600)
    asked.add_argument("--seconds", type=float, default=12.0, help="a cell ends after so much CPU time")
    asked.add_argument("--answer", action="store_true", help="others choose at random in the tree")
    given = asked.parse_args()
    print("| Game | Player | Against random | Against `greedy` |")
    print("| --- | --- | --: | --: |")
    fair, sees = (AnsweringFairly, Answering) if given.answer else (PolicyMaker, Seeing)
    for name, players in GAMES:
        if given.only and not any(one in name for one in given.only):
            continue
        for label, make in (("fair", fair), ("sees everything", sees)):
            cells = []
            for other in (None, GREEDY):
                found = match(name, players, Policy(given.playouts), other, make, given.deals, given.seconds)
                mean, half = interval(found)
                cells.append(f"{100 * mean:.0f} % (± {100 * half:.0f}, {2 * len(found)} games)")
            print(f"| {name.rpartition('/')[2]} | {label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
