"""Finds out why a simulation failed: it runs once more, interpreted, with checks."""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.machine_errors import MachineLoopError

from ...errors import GameError, GametreeError, OnlyInterpreted, StrategyError
from ...rules.checked_game import CheckedGame
from ...rules.workspace import OutOfRoom
from ...user_code.locating import failure
from ..search_record import search_with
from .simulation import simulate
from .watched_strategies import watched
from .working_tree import WorkingTree

__all__ = ["diagnose", "failure_of"]


def diagnose(engine: WorkingTree, error: Exception) -> GametreeError:
    """Run the failed simulation again under watch and return what is found."""
    if isinstance(error, MachineLoopError):  # interpreted, it would not return
        return GameError(f"{error}: look for a loop without an end")
    checked = CheckedGame(engine.game)
    random_state = engine.rng.state[0]
    # NumPy's numbers, as compiled trees hold them, do not raise by themselves.
    numbers: Any = "raise" if isinstance(error, ZeroDivisionError) else "ignore"
    try:
        state, work = engine.beginning(checked)
        with np.errstate(divide=numbers, invalid=numbers):
            method = watched(engine.method, checked, strict=engine.compiled)
            simulate(search_with(checked, method, engine.tree, work, engine.rng), state)
    except (GameError, StrategyError) as found:
        return found
    except OutOfRoom:
        pass  # threads have changed the tree since: the error stands as it came
    except FloatingPointError as other:
        error = error.with_traceback(other.__traceback__)
    except Exception as other:
        error = other
    finally:
        engine.rng.state[0] = random_state
        engine.take_back()
    refused = engine.compiled and _only_compiled_raises(error)
    return failure_of(engine, error, checked, OnlyInterpreted if refused else GameError)


def failure_of(
    engine: WorkingTree, error: Exception, checked: CheckedGame, kind: type[GameError] = GameError
) -> GameError:
    """Return the error for what rules or strategies raised, with its file and line."""
    message = failure(error, f"the search of {type(engine.game).__name__}")
    return kind(f"{message} {checked.where()}")


def _only_compiled_raises(error: Exception) -> bool:
    """Return True for an error of compiled rules where Python would go on."""
    from plainpython.machine_errors import (
        MachineChangeError,
        MachineLimitError,
        MachineOverflowError,
    )

    return isinstance(error, (MachineChangeError, MachineLimitError, MachineOverflowError))
