"""`python -m gekido_dsl` is the `gdl` command; both begin here."""

import gc
import signal
import sys


def run() -> int:
    """Runs `gdl` and gives the exit code; Ctrl-C before it has begun ends the process at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A ruleset is a hundred thousand objects that stay; to go through them after every 700 costs a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    from gekido_dsl.cli.main import main

    code = main()
    gc.freeze()  # the process ends: to look for garbage now would cost a tenth of a second for nothing
    return code


if __name__ == "__main__":
    sys.exit(run())
