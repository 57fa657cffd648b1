"""What is raised where a module traps, whatever runs it."""


class Stopped(Exception):
    """A module trapped; `why` says how when it was not an error of a rule."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
