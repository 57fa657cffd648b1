"""`python -m gekido_dsl` is the `gdl` command; both begin here."""

# `signal` builds its names first, and Ctrl-C meanwhile would show a traceback.
import _signal  # type: ignore[import-not-found]
import gc
import sys


def run() -> int:
    """Runs `gdl` and gives the exit code; Ctrl-C before it has begun ends the process at once."""
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    # A ruleset is a hundred thousand objects that stay; to go through them after every 700 costs a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    from gekido_dsl.cli.main import interrupted_again, main

    if sys.platform != "win32":
        sys.unraisablehook = interrupted_again
    code = main()
    gc.freeze()  # the process ends: to look for garbage now would cost a tenth of a second for nothing
    return code


if __name__ == "__main__":
    sys.exit(run())
