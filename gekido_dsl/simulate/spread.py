"""Whole numbers become how they are spread; sums alone are kept, so that order and parts leave no trace."""

from dataclasses import dataclass


@dataclass(slots=True)
class Spread:
    """How a whole number is spread over games."""

    count: int = 0
    total: int = 0
    squares: int = 0
    """The sum of its squares."""
    least: int = 0
    most: int = 0

    def add(self, number: int, times: int = 1) -> None:
        """Counts a number so many times."""
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += times
        self.total += number * times
        self.squares += number * number * times

    def merge(self, other: "Spread") -> None:
        """Adds what another one has counted."""
        if other.count:
            self.least = min(self.least, other.least) if self.count else other.least
            self.most = max(self.most, other.most) if self.count else other.most
            self.count += other.count
            self.total += other.total
            self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample; 0 for fewer than two games."""
        if self.count < 2:
            return 0.0
        # Whole numbers up to the division, so that the games' order and parts leave no trace.
        above = self.count * self.squares - self.total * self.total
        return float((above / (self.count * (self.count - 1))) ** 0.5)

    def plain(self) -> list[int]:
        """Gives it as numbers."""
        return [self.count, self.total, self.squares, self.least, self.most]
