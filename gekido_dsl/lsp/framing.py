"""What an editor sends is cut into messages: one that is too long or is no JSON never reaches the server.

Invariants:
    No more than the limits is read of a head or kept of a message.
    A message that cannot be read is left out and told; a head that cannot be read ends the conversation: nobody knows
    where the next message begins.
"""

import json
import logging
from io import BytesIO, RawIOBase
from typing import BinaryIO, Final

MOST_BYTES: Final = 25_000_000
"""The longest message: a ruleset of the largest size that is read, in JSON, with room to spare."""
_HEAD_BYTES: Final = 1_000
_HEADS: Final = 20
_LINE: Final = 200

_LOG: Final = logging.getLogger("gekido_dsl.lsp")


class Messages(RawIOBase):
    """Reads as the stream that it is made of does, but gives sound messages alone."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._ready = BytesIO()
        self.broken = ""
        """Why nothing more is read, if that is not the end of what was sent."""

    def readline(self, size: int | None = -1, /) -> bytes:
        """Gives a line of a head; nothing at the end."""
        line = self._ready.readline()
        while not line and self._next():
            line = self._ready.readline()
        return line

    def read(self, size: int | None = -1, /) -> bytes:
        """Gives the message behind a head."""
        return self._ready.read(size)

    def _next(self) -> bool:
        """Reads a message; False when there is none left."""
        length = self._head()
        if length is None or self.broken:
            return False
        body = self._stream.read(length)
        if len(body) < length:
            self.broken = "it ends within a message"
            return False
        try:
            sound = isinstance(json.loads(body), dict)
        except (ValueError, RecursionError):
            sound = False
        if sound:
            self._ready = BytesIO(b"Content-Length: %d\r\n\r\n%s" % (length, body))
        else:
            _LOG.warning("a message of %d bytes is no object of JSON, and was left out", length)
        return True

    def _head(self) -> int | None:
        """Reads how long the next message is; None at the end."""
        length: int | None = None
        for number in range(_HEADS):
            line = self._stream.readline(_HEAD_BYTES)
            if not line:
                self.broken = "it ends within a head" if number else ""
                return None
            if not line.strip():
                if length is None:
                    self.broken = "a head does not say how long its message is"
                return length
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                value = value.strip()
                if not value.isdigit() or len(value) > len(str(MOST_BYTES)) or int(value) > MOST_BYTES:
                    self.broken = (
                        f"a message has at most {MOST_BYTES:,} bytes, and a head says something else"
                    )
                    return None
                length = int(value)
        self.broken = "a head has too many lines, or too long ones"
        return None


class OneLine(logging.Filter):
    """Has what went wrong be told in a line, without how the program came there."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keeps every record, but not its traceback, nor the whole of a message that could not be answered."""
        first, *more = record.getMessage().splitlines() or [""]
        said = f"{first}: {more[-1].strip()}" if more else first
        record.msg, record.args = said if len(said) <= _LINE else f"{said[:_LINE]} ...", ()
        if record.exc_info is not None and record.exc_info[1] is not None:
            why = " ".join(str(record.exc_info[1]).split())[:_LINE]
            record.msg = f"{record.msg}: {why}"
        record.exc_info = None
        return True
