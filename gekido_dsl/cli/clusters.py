"""`--executor` becomes where games are played: processes here, or a cluster that is there already."""

from concurrent.futures import Executor
from typing import Any, Final

import click

from gekido_dsl.simulate import Pool

_DASK: Final = "dask:"
_CONNECT_S: Final = 30


class Unreachable(click.ClickException):
    """A cluster that does not answer, or cannot be asked; its text says why."""

    exit_code = 2


def pool_of(written: str) -> Pool:
    """Reads `dask:ADDRESS`, where the address is that of the scheduler of a Dask cluster.

    Raises:
        click.BadParameter: it names no executor that is known.
        Unreachable: the package is missing, or nobody answers.
    """
    if not written.startswith(_DASK) or not written.removeprefix(_DASK):
        raise click.BadParameter(
            f"`{written}` names no executor; write dask:tcp://HOST:PORT", param_hint="--executor"
        )
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise Unreachable(
            "the package `distributed` is missing; `pip install gekido-dsl[dask]` installs it"
        ) from error
    address = written.removeprefix(_DASK)
    try:
        connect: Any = Client
        client: Any = connect(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise Unreachable(f"no Dask scheduler answers at {address}: {error}") from error
    workers = sum(client.nthreads().values())
    if not workers:
        client.close()
        raise Unreachable(f"the Dask cluster at {address} has no workers")

    def opened() -> Executor:
        # Tasks that look alike would be merged into one if they were pure.
        executor: Executor = client.get_executor(pure=False)
        return executor

    def close(executor: Executor, done: bool) -> None:
        executor.shutdown(wait=done)
        if done:
            client.close()

    return Pool(opened, close, workers, (KilledWorker,))
