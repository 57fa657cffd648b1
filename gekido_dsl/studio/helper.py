"""A worker of a page that helps to simulate: it plays games of an experiment for the worker that holds the studio.

Comes in: `{"do": "games", "job", "experiment"}`, then `{"do": "play", "job", "first", "end"}` again and again. Goes
out: `played`, the same with a chunk of games. Both experiment and chunk are objects of Python as letters: they go from
one worker of a page to another, and to nobody else.
"""

import base64
import json
import pickle
from collections.abc import Callable
from typing import Any

from gekido_dsl.simulate import Batch
from gekido_dsl.simulate.experiment import made


def lettered(one: object) -> str:
    """Writes an object for another worker of the page."""
    return base64.b64encode(pickle.dumps(one)).decode()


def unlettered(letters: str) -> Any:
    """Reads what another worker of the page wrote."""
    return pickle.loads(base64.b64decode(letters))


class Helper:
    """Plays what it is told to; a page speaks to it as to a table."""

    waits = True
    unprepared = False

    def __init__(self) -> None:
        self._job = 0
        self._batch: Batch | None = None

    def take(self, text: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(text)
        job = message["job"]
        if message["do"] == "games":
            self._job, self._batch = job, made(unlettered(message["experiment"]))
            return "[]"
        if job != self._job or self._batch is None:
            return "[]"
        chunk = self._batch.play(message["first"], message["end"], False, lambda: False)
        played = {"job": job, "first": message["first"], "end": message["end"], "chunk": lettered(chunk)}
        return json.dumps([{"played": played}])


def opened_from(content: bytes, clock: Callable[[], float]) -> Helper:
    """Opens a helper; it needs neither what the page begins with nor the time."""
    return Helper()
