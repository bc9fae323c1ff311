"""A game in progress: its moves, its positions, and the engine that plays or gives hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from ..actors import is_chance
from ..errors import (
    ChancePosition,
    FinishedPosition,
    GametreeError,
    IllegalMove,
    SearchInterrupted,
)
from ..game import Action, Game, State
from ..limits import Limit
from ..mcts.results.result import SearchResult
from ..players.player import Choice, Player
from ..players.registry import make_player
from ..players.searching import Mcts
from ..players.seat_record import record_for
from ..primitives.rng import Rng, fresh_seed
from ..record import Record, moves_to_text, split_moves

__all__ = ["EngineGame"]


class EngineGame:
    """A game from its first position on.

    Attributes:
        game: the rules.
        hides_information: whether players may not know the whole position.
        record: the positions and the moves.
        moves: the names of the moves.
        thinking: for each move what the search found, or what the player who chose it reported.

    The engine is the player `mcts:auto`. It gets ready when it is first needed; then it
    follows the moves and keeps what it has found about the positions ahead.

    Args:
        begun: the rules, or a game that goes on.
        seed: for everything random.
        opponent: the description of who plays in the engine's place; the engine gives hints.

    """

    def __init__(
        self, begun: Game | Record, *, seed: int | None = None, opponent: str | None = None
    ) -> None:
        self.record = begun if isinstance(begun, Record) else Record(begun)
        self.game = game = self.record.game
        self.hides_information = game.hides_information
        self.moves: list[str] = [
            game.action_to_text(state, action)
            for state, action in zip(self.record.positions, self.record.actions, strict=False)
        ]
        self.thinking: list[SearchResult | Mapping[str, Any] | None] = [None] * len(self.moves)
        self._seed = fresh_seed() if seed is None else seed
        self._dice = Rng(self._seed)
        self._engine: Mcts | None = None
        self._compile_rest: Callable[[], None] | None = None  # what the first move does not need
        self._compilation: Future[None] | None = None  # of that, in the background
        self.opponent = opponent
        self._opponents: dict[int, Player] = {}  # by seat

    @property
    def state(self) -> State:
        """The position now."""
        return self.record.state

    @property
    def previous(self) -> State | None:
        """The position before the last move."""
        return self.record.positions[-2] if self.moves else None

    @property
    def finished(self) -> bool:
        """True if the game is over."""
        return self.record.over

    @property
    def player(self) -> int:
        """The player to move, or CHANCE."""
        return self.record.player

    @property
    def returns(self) -> list[float]:
        """The return of each player, once the game is over."""
        return self.record.returns

    def legal_moves(self) -> Sequence[Action]:
        """Return the legal moves."""
        return self.record.legal_actions()

    def name_of(self, move: Action) -> str:
        """Return the name of a legal move."""
        return self.game.action_to_text(self.state, move)

    def named(self, text: str) -> Action:
        """Return the legal move that `text` names.

        Raises:
            IllegalMove: if it names none, whatever the game makes of such a text.

        """
        try:
            move = self.game.text_to_action(self.state, text)
        except GametreeError:
            raise
        except Exception as error:
            raise IllegalMove(f"{text.strip()!r} is no legal move here") from error
        if move not in self.legal_moves():
            raise IllegalMove(f"{text.strip()!r} is no legal move here")
        return move

    def play(self, move: Action, thinking: SearchResult | Mapping[str, Any] | None = None) -> None:
        """Play a legal move; `thinking` is what led to it."""
        name = self.name_of(move)
        self.record.play(move)
        self.moves.append(name)
        self.thinking.append(thinking)
        self._compile_in_background()  # now that the first search is over and reported

    def chance_moves(self) -> str:
        """Draw an outcome where chance is to move, and play it; return its name."""
        outcome = self.record.draw_chance(self._dice)
        name = self.name_of(outcome)
        self.play(outcome)
        return name

    def play_all(self, text: str) -> None:
        """Play moves that are separated as `split_moves` has it.

        Raises:
            IllegalMove: it names the first that is not legal; those before it are played.

        """
        for name in split_moves(text):
            try:
                move = self.named(name)
            except GametreeError as error:
                raise IllegalMove(
                    f"move {len(self.moves) + 1}, {name!r}, cannot be played: {error}"
                ) from error
            self.play(move)

    def check_searchable(self) -> None:
        """Check that a player has a move to search for.

        Raises:
            FinishedPosition, ChancePosition: if not.

        """
        if self.finished:
            raise FinishedPosition("the game is over in this position: there is nothing to search")
        if is_chance(self.player):
            outcome = self.game.chance_outcomes(self.state)[0][0]
            line = moves_to_text([*self.moves, self.name_of(outcome)])
            raise ChancePosition(
                "chance moves in this position, so there is no move to search for: add an outcome, "
                f'such as --moves "{line}"'
            )

    def take_back(self, players: Iterable[int]) -> int:
        """Go back to the last position where one of `players` moved; return by how many moves.

        0 if there is no such position; then nothing changes.
        """
        players = set(players)
        for index in range(len(self.moves) - 1, -1, -1):
            if self.game.current_player(self.record.positions[index]) in players:
                taken = len(self.moves) - index
                del self.moves[index:]
                del self.thinking[index:]
                self.record.take_back(taken)
                return taken
        return 0

    @property
    def ready(self) -> bool:
        """True if the engine is ready to search."""
        return self._engine is not None

    def get_ready(self, *, wholly: bool = False) -> None:
        """Prepare the engine for the game and compile it; this takes seconds the first time.

        Unless `wholly`, what only later moves need is compiled when the first one is played.

        Raises:
            GameError: if the rules break their contract.

        """
        if self._engine is None:
            engine = Mcts(auto=True)
            self._compile_rest = engine.begin_in_parts(self.game, 0, self._seed)
            self._engine = engine
        if wholly:
            self._compile_in_background()
            self._wait_for_compilation()

    def opponent_chooses(self, limit: Limit) -> Choice:
        """Return the move of the opponent whose turn it is, with the opponent's statistics.

        Raises:
            BadParameter: if he cannot play this game.
            IllegalMove: if the move is not legal.

        """
        assert self.opponent is not None
        seat = self.player
        if seat not in self._opponents:
            player = make_player(self.opponent)
            player.begin(self.game, seat, self._seed + seat)
            self._opponents[seat] = player
        player = self._opponents[seat]
        choice = player.choose(record_for(player, self.record), limit)
        if choice.action not in self.legal_moves():
            raise IllegalMove(
                f"{self.opponent} plays {choice.action!r}, which is no legal move here"
            )
        return choice

    def end(self) -> None:
        """End the opponents."""
        while self._opponents:
            self._opponents.popitem()[1].end()

    def think(self, limit: Limit) -> SearchResult:
        """Search the position; Ctrl-C ends the search early."""
        self.get_ready()
        assert self._engine is not None
        self._wait_for_compilation()
        try:
            return self._engine.think(self.record, limit)
        except SearchInterrupted as interrupted:
            result: SearchResult = interrupted.result
            return result
        except KeyboardInterrupt:  # a second one, in the midst of a simulation
            self._engine = None
            raise

    def _compile_in_background(self) -> None:
        if self._compile_rest is not None:
            self._compilation = ThreadPoolExecutor(1, "compilation").submit(self._compile_rest)
            self._compile_rest = None

    def _wait_for_compilation(self) -> None:
        if self._compilation is not None:
            wait([self._compilation])  # what failed there fails in the search again
