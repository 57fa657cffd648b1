"""When garbage is collected.

What is read, checked or compiled makes many objects that last, and little garbage: to go through them again and again
takes a quarter of the time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collecting() -> Iterator[None]:
    """Has the garbage collector wait. As a decorator, it waits while the function runs."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
