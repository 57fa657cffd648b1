"""What a loop or a question has a local hold ends with it; a writer that forgets that fails when its function ends."""

import pytest
from lockstep import game_of

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.program import expressions as x


def writer() -> Writer:
    """Gives the writer of a function of one player."""
    lowering = Lowering(game_of("classics/pig"), 2, {})
    code = lowering.program.function("some", ("actor",), "i32")
    return Writer(lowering, code, None, {0: code.parameters[0]})


def test_a_local_ends_with_what_it_was_bound_in() -> None:
    w = writer()
    with w.bind(3, x.constant(1)):
        assert w.locals[3] == x.constant(1)
        with w.bind(3, x.constant(2)):
            assert w.locals[3] == x.constant(2)
        assert w.locals[3] == x.constant(1)
    assert 3 not in w.locals
    w.assign(4, 7)
    w.keep(5, x.constant(1))
    w.finish()


def test_a_local_that_is_left_over_is_noticed() -> None:
    w = writer()
    w.locals[3] = x.constant(1)
    with pytest.raises(AssertionError, match=r"outlive what they were bound in: \[3\]"):
        w.finish()


def test_nothing_is_assigned_to_a_local_while_a_loop_holds_it() -> None:
    w = writer()
    with pytest.raises(AssertionError, match="local 3 was assigned to"), w.bind(3, x.constant(1)):
        w.assign(3, 2)
