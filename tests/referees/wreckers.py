"""Wreckers in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

TEAMS = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
NUMBER = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


@dataclass
class Wreckers:
    """A match; seats count from 0."""

    wreckers: frozenset[int]
    players: int
    lookout: int | None
    leader: int
    arrived: int = 0
    wrecked: int = 0
    refused: int = 0
    team: list[int] = field(default_factory=list)
    votes: list[bool] = field(default_factory=list)
    deeds: list[bool] = field(default_factory=list)
    stage: str = "team"
    winners: frozenset[int] | None = None

    @property
    def round(self) -> list[int]:
        """Everybody in turn, the leader first."""
        return [(self.leader + k) % self.players for k in range(self.players)]

    @property
    def aboard(self) -> list[int]:
        """The wreckers aboard in turn: nobody else has a choice."""
        return [one for one in self.round if one in self.team and one in self.wreckers]

    @property
    def seat(self) -> int:
        """Who decides."""
        match self.stage:
            case "team":
                return self.leader
            case "vote":
                return self.round[len(self.votes)]
            case "deed":
                return self.aboard[len(self.deeds)]
            case _:
                return next(one for one in self.round if one in self.wreckers)

    def choices(self) -> set[str]:
        """Lists what can be chosen."""
        if self.winners is not None:
            return set()
        match self.stage:
            case "team":
                return {f"Player {k + 1}" for k in range(self.players) if k not in self.team}
            case "vote":
                return {"Aye", "Nay"}
            case "deed":
                return {"Help", "Wreck"}
            case _:
                return {f"Player {k + 1}" for k in self.crew}

    @property
    def crew(self) -> frozenset[int]:
        """Whoever is no wrecker."""
        return frozenset(range(self.players)) - self.wreckers

    def choose(self, label: str) -> None:
        """Carries a choice out."""
        match self.stage:
            case "team":
                self.team.append(int(label[7:]) - 1)
                if len(self.team) == TEAMS[self.players][self.arrived + self.wrecked]:
                    self.stage, self.votes = "vote", []
            case "vote":
                self.votes.append(label == "Aye")
                if len(self.votes) == self.players:
                    self._voted()
            case "deed":
                self.deeds.append(label == "Wreck")
                self._sail()
            case _:
                named = int(label[7:]) - 1
                self.winners = self.wreckers if named == self.lookout else self.crew

    def _voted(self) -> None:
        if sum(self.votes) * 2 > self.players:
            self.refused, self.stage, self.deeds = 0, "deed", []
            self._sail()
            return
        self.refused += 1
        if self.refused == 5:
            self.winners = self.wreckers
        self._next()

    def _sail(self) -> None:
        if len(self.deeds) < len(self.aboard):
            return
        holes = 2 if self.players >= 7 and self.arrived + self.wrecked == 3 else 1
        if sum(self.deeds) >= holes:
            self.wrecked += 1
        else:
            self.arrived += 1
        if self.wrecked == 3:
            self.winners = self.wreckers
        elif self.arrived == 3 and self.lookout is None:
            self.winners = self.crew
        elif self.arrived == 3:
            self.stage = "name"
        else:
            self._next()

    def _next(self) -> None:
        self.leader, self.stage, self.team = (self.leader + 1) % self.players, "team", []
