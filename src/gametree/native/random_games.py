"""Random games, played interpreted to see what actions and states there are before compiling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..game import Action, Game, State
from ..primitives.rng import Rng

__all__ = ["random_positions"]

_GAMES = 6
_PLIES = 200
_MOST = 1 << 16  # actions of one position that are looked at


def random_positions(game: Game) -> Iterator[tuple[State, Sequence[Action]]]:
    """Yield the positions of some random games, each with its legal actions, or some of very many.

    Each comes once more, before the rules are asked about it: what they answer may be kept in it.

    A game ends early where the rules fail: another module reports that. The other methods are
    called as well, for those who observe what they make.
    """
    rng = Rng(0)
    for _ in range(_GAMES):
        yield from _random_game(game, rng)


def _random_game(game: Game, rng: Rng) -> Iterator[tuple[State, Sequence[Action]]]:
    try:
        state = game.initial_state()
        for _ in range(_PLIES):
            yield state, ()
            actions = _legal_actions(game, state)
            over = _asked(game, state, actions)
            yield state, _ends(actions) if isinstance(actions, range) else actions
            if over:
                return
            state = game.next_state(game.copy(state), actions[rng.below(len(actions))])
    except Exception:
        return


def _legal_actions(game: Game, state: State) -> Sequence[Action]:
    """Return the legal actions; none if the rules fail."""
    try:
        actions = game.legal_actions(state)
        return actions if isinstance(actions, range) else list(islice(actions, _MOST))
    except Exception:
        return ()


def _asked(game: Game, state: State, actions: Sequence[Action]) -> bool:
    """Ask all else about a position; return whether the game is over, or the rules fail."""
    try:
        game.current_player(state)
        over = not actions or game.is_terminal(state)
        if over:
            game.returns(state)
        elif game.defines_heuristic:
            game.heuristic(state)
        return bool(over)
    except Exception:
        return True


def _ends(numbers: range) -> Sequence[int]:
    return (numbers[0], numbers[-1]) if numbers else ()
