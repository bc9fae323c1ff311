"""A board that knows its rules from the history of the game, and the player that searches it.

The board has five methods. Players are counted from 1, states are values, and a
history is a sequence of all states from the start of the game to the present:

    start()                      the first state
    current_player(state)        the player to move
    next_state(state, play)      the state after a play
    legal_plays(state_history)   the plays allowed at the end of the history
    winner(state_history)        0 while the game goes on, the number of the player
                                 who has won, any other value (-1, say) for a tie

As legality and the result are told from the history, rules about repetition are
a line or two. See `History` for what it can do and what it costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import BadParameter
from ..game import Game
from ..mcts.evaluation import Playout, PlayoutPolicy
from ..mcts.limits import Limit
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection import UCB1
from ..rng import Rng
from .faults import ask, expect, expect_methods, fault, in_the_users_words, listed, something
from .history import History

__all__ = ["BoardGame", "History", "MonteCarlo"]

_METHODS = ("start", "current_player", "next_state", "legal_plays", "winner")


class BoardGame(Game):
    """A board as a game for `gametree.search`; its states are histories.

    Args:
        board: an object with the five methods.
        players: how many there are; by default the board's `num_players` if it has
            one, else 2.
        tie: what a tie, or a playout that is cut off, counts for everyone, where a
            win counts 1 and a loss 0; by default one part in `players`.

    A game without a legal play and without a winner is a tie.

    """

    name = "board"

    def __init__(self, board: Any, players: int | None = None, tie: float | None = None) -> None:
        expect_methods("board", board, _METHODS)
        if players is None:
            players = getattr(board, "num_players", 2)
        expect(
            isinstance(players, int) and not isinstance(players, bool) and players >= 1,
            "players",
            "a whole number of 1 or more",
            players,
        )
        expect(
            tie is None
            or (isinstance(tie, (int, float)) and not isinstance(tie, bool) and 0 <= tie <= 1),
            "tie",
            "None or a number from 0 to 1",
            tie,
        )
        self.board = board
        self.players = players
        self.tie = 1 / players if tie is None else float(tie)
        self.draw_value = self.tie

    def initial_state(self) -> History:
        state = self._ask("start", ())
        return History(something(self._name("start"), state, "a state", ()))

    def current_player(self, state: History) -> int:
        player = self._ask("current_player", state, state[-1])
        if player not in range(1, self.players + 1):
            raise fault(
                self._name("current_player"),
                f"returned {player!r}; a player from 1 to {self.players} was expected",
                state,
            )
        return int(player) - 1

    def legal_actions(self, state: History) -> list[Any]:
        if self.winner(state) != 0:
            return []
        plays = self._ask("legal_plays", state, state)
        return listed(self._name("legal_plays"), plays, "a list of plays", state)

    def next_state(self, state: History, action: Any) -> History:
        following = self._ask("next_state", state.extended(state[-1], action), state[-1], action)
        longer = state.extended(following, action)
        something(self._name("next_state"), following, "the next state", longer)
        return longer

    def returns(self, state: History) -> tuple[float, ...]:
        winner = self.winner(state)
        if winner not in range(1, self.players + 1):
            return (self.tie,) * self.players
        return tuple(float(player == winner) for player in range(1, self.players + 1))

    def winner(self, state: History) -> Any:
        """Return what the board says: 0, a player from 1 on, or another value for a tie."""
        winner = self._ask("winner", state, state)
        expected = "0, a player or another value for a tie"
        return something(self._name("winner"), winner, expected, state)

    def state_to_text(self, state: History) -> str:
        return str(state[-1])

    def _ask(self, method: str, where: Any, *arguments: Any) -> Any:
        return ask(self._name(method), getattr(self.board, method), where, *arguments)

    def _name(self, method: str) -> str:
        return f"{type(self.board).__name__}.{method}"


class MonteCarlo:
    """A player for any board: told the states as they come, asked for a play.

    Args:
        board: an object with the five methods.
        time: seconds for each play.
        max_moves: moves after which a playout is cut off and counts as a tie.
        C: how much to explore.
        simulations: how many for each play; with `time=None` nothing else ends the
            search, and the same seed gives the same play.
        seed: as for `Searcher`.
        players, tie: as for `BoardGame`.
        policy: how playouts choose, such as `EpsilonGreedy`; at random by default.
        report: what is called with the lines of the report; None for silence.

    Raises:
        BadParameter: if one of them is not as described.

    """

    def __init__(
        self,
        board: Any,
        time: float | None = 30,
        max_moves: int = 100,
        C: float = 1.4,  # noqa: N803
        *,
        simulations: int | None = None,
        seed: int | None = None,
        players: int | None = None,
        tie: float | None = None,
        policy: PlayoutPolicy | None = None,
        report: Callable[[str], object] | None = print,
    ) -> None:
        expect(
            isinstance(max_moves, int) and not isinstance(max_moves, bool) and max_moves >= 0,
            "max_moves",
            "a whole number of 0 or more",
            max_moves,
        )
        expect(
            isinstance(C, (int, float)) and not isinstance(C, bool) and 0 <= C < float("inf"),
            "C",
            "a number of 0 or more",
            C,
        )
        expect(
            time is None
            or (isinstance(time, (int, float)) and not isinstance(time, bool) and time > 0),
            "time",
            "None or a number of seconds greater than 0",
            time,
        )
        expect(report is None or callable(report), "report", "None or a function", report)
        if seed is not None:
            Rng(seed)  # refuses what is no seed
        self.board = board
        self.game = BoardGame(board, players, tie)
        self._limit = Limit(simulations=simulations, seconds=time)
        self._options: dict[str, Any] = {
            "selection": UCB1(C),
            "evaluation": Playout(policy, max_plies=max_moves),
            "final_move": "value",
            "seed": seed,
            "compiled": False,
        }
        self._report = report
        self._history: History | None = None
        self._searcher: Searcher | None = None

    @property
    def states(self) -> tuple[Any, ...]:
        """All states so far."""
        return () if self._history is None else tuple(self._history)

    def update(self, state: Any) -> None:
        """Take note of the next state of the game: the first one too.

        Where a play leads from the last state to this one, what was found out
        about it stays.
        """
        expect(state is not None, "state", "a state of the board", state)
        if self._history is None:
            self._history = History(state)
            return
        with in_the_users_words():
            for play in self.game.legal_actions(self._history):
                following = self.game.next_state(self._history, play)
                if following[-1] == state:
                    self._history = following
                    if self._searcher is not None:
                        self._searcher.advance(play)
                        self._history = self._searcher.state
                    return
        self._history = self._history.extended(state)
        self._searcher = None

    def get_play(self) -> Any:
        """Return the play with the best win percentage; None if the game is over.

        A single legal play is returned at once.
        """
        history = self._present()
        with in_the_users_words():
            plays = self.game.legal_actions(history)
            if len(plays) < 2:
                return plays[0] if plays else None
            result = self._search().run(self._limit)
        if self._report is not None:
            self._report(report(result))
        return result.action

    def run_simulation(self) -> None:
        """Play one game from the present state: select, expand, simulate, update.

        Raises:
            FinishedPosition: if the game is over.
        """
        self._present()
        with in_the_users_words():
            self._search().run(simulations=1)

    def result(self) -> SearchResult:
        """Return all that is known about the present state."""
        self._present()
        with in_the_users_words():
            return self._search().result()

    def _present(self) -> History:
        if self._history is None:
            raise BadParameter("there is no state yet: call update(board.start()) first")
        return self._history

    def _search(self) -> Searcher:
        if self._searcher is None:
            self._searcher = Searcher(self.game, self._history, **self._options)
        return self._searcher


def report(result: SearchResult) -> str:
    """Return the simulations, each play's win percentage (wins / plays), and the depth."""
    lines = [f"{result.new_simulations:,} simulations in {result.seconds:.2f} s"]
    for play in result.actions:
        name = result.game.action_to_text(result.state, play.action)
        mean = 0.0 if play.mean is None else play.mean
        wins = mean * play.visits
        lines.append(f"{name}: {100 * mean:.2f} % ({wins:.12g} / {play.visits})")
    lines.append(f"greatest depth: {result.max_depth}")
    return "\n".join(lines)
