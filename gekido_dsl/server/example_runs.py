"""Examples run beside the match of a studio.

Invariants:
    The match on the table waits for no example: they run in a thread and on an executor of their own.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gekido_dsl.studio.examples import TOLD_S, Examples


class ExampleRuns:
    """The thread in which examples run."""

    def __init__(self, tell: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        """Begins the thread when it is needed.

        Args:
            tell: tells every page how a run goes on.
        """
        self._tell = tell
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="examples")

    async def run(self, examples: Examples, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Runs all examples, or one, and tells of them as they come out.

        Raises:
            Refused: there is none of the title.
        """
        run = examples.chosen(asked)
        told_at = time.monotonic()
        loop = asyncio.get_running_loop()
        while examples.goes_on(run):
            await loop.run_in_executor(self._pool, examples.one, run)
            if time.monotonic() - told_at > TOLD_S or len(run.results) == len(run.chosen):
                await self._tell(run.news())
                told_at = time.monotonic()
        return run.answer()

    def close(self) -> None:
        """Ends what is under way."""
        self._pool.shutdown(wait=False, cancel_futures=True)
