"""Whatever comes instead of messages, the language server ends or goes on, and says why."""

import io
import logging

import pytest

pytest.importorskip("pygls")

from gekido_dsl.lsp.framing import MOST_BYTES, Messages, OneLine


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def read(sent: bytes) -> tuple[list[bytes], str]:
    """Gives the messages that come through, and why no more do."""
    made, found = Messages(io.BytesIO(sent)), []
    while head := made.readline():
        assert made.readline() == b"\r\n"
        found.append(made.read(int(head.split()[1])))
    return found, made.broken


GOOD = b'{"id": 1}'


@pytest.mark.parametrize(
    "bad", [b"{{{", b"\xff\xfe", b"[]", b"1", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", b""]
)
def test_a_message_that_is_none_is_left_out(bad: bytes) -> None:
    assert read(framed(GOOD) + framed(bad) + framed(GOOD)) == ([GOOD, GOOD], "")


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"Content-Length: abc\r\n\r\n", "a message has at most"),
        (b"Content-Length: -5\r\n\r\n", "a message has at most"),
        (b"Content-Length: %d\r\n\r\n" % (MOST_BYTES + 1), "a message has at most"),
        (b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n", "a message has at most"),
        (b"hello\r\n\r\n{}", "a head does not say"),
        (b"X: a\r\n" * 500_000 + b"\r\n", "a head has too many lines"),
        (b"X: " + b"a" * 5_000_000 + b"\r\n\r\n", "a head has too many lines"),
        (b"Content-Length: 500\r\n\r\n{}", "it ends within a message"),
        (b"Content-Length: 5", "it ends within a head"),
    ],
)
def test_a_head_that_is_none_ends_it(bad: bytes, why: str) -> None:
    found, broken = read(framed(GOOD) + bad)
    assert found == [GOOD]
    assert broken.startswith(why)


def record(text: str, of: str) -> logging.LogRecord:
    return logging.LogRecord("pygls", logging.ERROR, "", 0, text, (of,), None)


def test_what_cannot_be_answered_is_told_in_a_line() -> None:
    told = record("Unable to read\n%s", "Traceback:\n  a\nKeyError: 'b'\n")
    assert OneLine().filter(told)
    assert told.getMessage() == "Unable to read: KeyError: 'b'"
    told = record("no answer to %s", "a" * 9_999)
    assert OneLine().filter(told)
    assert len(told.getMessage()) < 250
