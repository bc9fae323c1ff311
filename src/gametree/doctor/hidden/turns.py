"""Rules with simultaneous moves put in turns, or the fault that prevents it."""

from __future__ import annotations

from ...errors import GameError
from ...game import Game
from ...rules.one_by_one import OneByOne, one_by_one
from ...user_code.locating import deed, place_of
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..watchdog import Overtime, Watchdog

__all__ = ["choosers_have_moves", "fault_in", "in_turns"]

_PASS = "each player who chooses needs a move, such as a pass"


def in_turns(game: Game, watchdog: Watchdog) -> tuple[Game, list[Fault]]:
    """Return a game with simultaneous moves in turns; as it is, with a fault, if that fails."""
    if not game.moves_together:
        return game, []
    try:
        return watchdog.run(one_by_one, game), []
    except Overtime:
        fault = Fault("legal_actions", "hangs", "or another method never ends in a random game")
    except GameError as error:
        fault = fault_in(game, error)
    except Exception as error:  # of the rules
        place = place_of(error)
        method = "" if place is None else place.called.rpartition(".")[2]
        fault = Fault(method if hasattr(Game, method) else "the game", "raises", deed(error))
        fault.place = place
    return game, [fault]


def fault_in(game: Game, error: GameError) -> Fault:
    """Return the fault that a sentence such as `Nim.returns raised ...` describes."""
    name = getattr(game, "users_class", type(game).__name__)
    text = str(error)
    method, _, problem = text.removeprefix(f"{name}.").partition(" ")
    if not text.startswith(f"{name}.") or not hasattr(game, method):
        method, problem = "the game", f"broke a search: {text}"
    return Fault(method, "in search", problem)


def choosers_have_moves(probe: Probe, position: Position) -> None:
    """Check that each player who chooses at the same time as others has a move."""
    game = probe.game
    if not isinstance(game, OneByOne) or position.actions:
        return
    if not probe.call("is_terminal", position.state):
        player = probe.current_player(position.state)
        message = f"gives player {player} no move where that player chooses"
        raise Fault("legal_actions", "no move", message, _PASS)
