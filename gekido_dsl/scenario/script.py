"""Scripted chance: dice that fall as a scenario says."""

from collections import deque

from gekido_dsl.engine import ChanceRequest


class ScriptEmpty(Exception):
    """A die is rolled for which the script has no face, although it goes on later."""

    def __init__(self, die: str) -> None:
        super().__init__(f"a {die} is rolled that the script has no face for; its next line comes later")


class Script:
    """Where chance comes from in a scenario.

    In the set-up nothing is shuffled and the first of several is picked. Afterwards dice fall as
    scripted; where no script is left, and for everything else, chance is that of a fixed seed.
    """

    def __init__(self, later: dict[str, int]) -> None:
        """Begins without a script.

        Args:
            later: how many lines are still to come, by kind of die.
        """
        self.in_setup = True
        self.later = later
        self._faces: dict[str, deque[int]] = {}

    def copy(self) -> "Script":
        """Gives an independent copy."""
        made = Script(dict(self.later))
        made.in_setup = self.in_setup
        made._faces = {die: deque(faces) for die, faces in self._faces.items()}
        return made

    def add(self, die: str, outcomes: list[int]) -> None:
        """Adds what falls next, as outcomes from 0."""
        self._faces.setdefault(die, deque()).extend(outcomes)
        self.later[die] -= 1

    def left(self, die: str) -> int:
        """Tells how many scripted dice have not fallen yet."""
        return len(self._faces.get(die, ()))

    def draw(self, request: ChanceRequest) -> int | None:
        """Gives the next outcome; None leaves it to the seed."""
        if self.in_setup:
            return {"shuffle": request.count - 1, "pick": 0}.get(request.kind)
        if request.kind != "roll" or request.what not in self._faces:
            return None
        faces = self._faces[request.what]
        if faces:
            return faces.popleft()
        if self.later.get(request.what, 0):
            raise ScriptEmpty(request.what)
        return None
