"""What a server says in its terminal: one line for each kind of event and minute, whatever guests do.

Invariants:
    A guest can have a line written once a minute, and never a traceback.
    A fault of this program is told with its traceback, once a minute.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Final

_LOGGERS: Final = ("uvicorn.error", "asyncio", "websockets", "websockets.server", "gekido_dsl.server")
_EVERY_S: Final = 60.0
_MOST_KINDS: Final = 200


class Quiet(logging.Filter):
    """Lets the first of each kind pass, and counts the others until it is told again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begins with nothing told."""
        super().__init__()
        self._clock = clock
        self._told: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tells whether a record is written."""
        text = str(record.msg).partition("\n")[0]
        kind, now = (record.name, text), self._clock()
        since, more = self._told.get(kind, (now - _EVERY_S, 0))
        if now - since < _EVERY_S:
            self._told[kind] = (since, more + 1)
            return False
        while len(self._told) >= _MOST_KINDS:
            del self._told[next(iter(self._told))]
        self._told.pop(kind, None)
        self._told[kind] = (now, 0)
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OSError):  # connections that break off, and too many of them
            record.exc_info, record.exc_text, text = None, None, f"{text}: {error}"
        record.msg = text if not more else f"{text} (and {more} times more since)"
        return True


class AsJson(logging.Formatter):
    """Writes each event as a line of JSON, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes one event."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told = {
            "time": f"{when}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told)


def quiet(*, as_json: bool = False) -> None:
    """Has what the server says be short.

    Args:
        as_json: whether each event is a line of JSON on the error output.
    """
    if as_json:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(AsJson())
        logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
        for name in _LOGGERS:
            logging.getLogger(name).handlers.clear()
            logging.getLogger(name).propagate = True
    found = Quiet()
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        for before in [one for one in logger.filters if isinstance(one, Quiet)]:
            logger.removeFilter(before)
        logger.addFilter(found)
