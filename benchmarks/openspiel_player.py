"""OpenSpiel's MCTSBot, in C++, as a program for the arena; it plays for the time that it is given.

program:command=python benchmarks/openspiel_player.py

One playout a simulation, OpenSpiel's usual exploration constant 2, its solver on. It keeps
no tree from move to move. Where a move of ultimate tic-tac-toe takes OpenSpiel two, the board
and then the cell, it thinks about each for half of the time.
"""

from __future__ import annotations

import sys

import pyspiel

_EXPLORATION = 2.0
_MOST_SIMULATIONS = 1 << 30
_MEGABYTES = 1 << 12


def main() -> None:
    """Play games by the lines of the arena."""
    seed = 0
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "game":
            name = rest[0]
            rules = pyspiel.load_game(openspiels_name(name, rest[1:]))
        elif word == "seed":
            seed = int(rest[0]) % (1 << 31)
        elif word == "start":
            state = rules.new_initial_state()
            print("ready", flush=True)
        elif word == "play":
            for action in actions_left(state, moves_of(name, state)[rest[0]]):
                state.apply_action(action)
        elif word == "go":
            seed += 1
            seconds = float(rest[rest.index("seconds") + 1])
            moves = moves_of(name, state)
            print("move", thought_of(rules, state, moves, seconds, seed), flush=True)
        elif word == "quit":
            break


def thought_of(
    rules: pyspiel.Game,
    state: pyspiel.State,
    moves: dict[str, tuple[int, ...]],
    seconds: float,
    seed: int,
) -> str:
    """Return the name of the move that the bot finds in so much time."""
    after = state.clone()
    # The longest way to say a move; one that is half said takes the rest of it.
    steps = len(actions_left(state, max(moves.values(), key=len)))
    chosen = []
    for _ in range(steps):
        bot = pyspiel.MCTSBot(
            rules,
            pyspiel.RandomRolloutEvaluator(1, seed),
            _EXPLORATION,
            _MOST_SIMULATIONS,
            _MEGABYTES,
            True,
            seed,
            False,
            max_wall_clock_time=seconds / steps,
        )
        chosen.append(bot.step(after))
        after.apply_action(chosen[-1])
    if steps < len(max(moves.values(), key=len)):
        chosen.insert(0, forced_board(state))
    return next(name for name, actions in moves.items() if list(actions) == chosen)


def actions_left(state: pyspiel.State, actions: tuple[int, ...]) -> tuple[int, ...]:
    """Return OpenSpiel's actions for a move, without the board where the rules name it."""
    if len(actions) == 2 and "Choose" not in state.action_to_string(state.legal_actions()[0]):
        return actions[1:]
    return actions


def forced_board(state: pyspiel.State) -> int:
    """Return the board that must be played in: "Local board 4: x(0,0)"."""
    return int(state.action_to_string(state.legal_actions()[0]).split()[2].rstrip(":"))


def openspiels_name(game: str, parameters: list[str]) -> str:
    """Return what OpenSpiel calls a game; only hex and go may have other parameters than usual."""
    given = dict(each.split("=") for each in parameters)
    if game == "hex":
        return f"hex(board_size={given.get('size', 11)})"
    if game == "go":  # with superko=true: OpenSpiel's game is over where a position comes back
        return f"go(board_size={given.get('size', 9)},komi={given.get('komi', 7.5)})"
    return "mancala" if game == "kalah" else game


def moves_of(game: str, state: pyspiel.State) -> dict[str, tuple[int, ...]]:
    """Return OpenSpiel's actions for each move, by gametree's names.

    All moves of the game, or those that are legal in a position.
    """
    if game in ("hex", "breakthrough"):  # OpenSpiel marks moves that take: a7b6*
        return {
            state.action_to_string(action).rstrip("*"): (action,)
            for action in state.legal_actions()
        }
    if game == "go":  # OpenSpiel says "B d4", and "B PASS"
        return {
            state.action_to_string(action).split()[1].upper().replace("PASS", "pass"): (action,)
            for action in state.legal_actions()
        }
    if game == "kalah":  # the stores are pits 7 and 0
        return {str(action % 7): (action,) for action in state.legal_actions()}
    if game == "connect_four":
        return {str(column + 1): (column,) for column in range(7)}
    if game == "othello":
        names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
        return {name: (action,) for action, name in enumerate([*names, "pass"])}
    if game == "ultimate_tic_tac_toe":
        return {
            f"{'abcdefghi'[column]}{row + 1}": (
                row // 3 * 3 + column // 3,
                row % 3 * 3 + column % 3,
            )
            for row in range(9)
            for column in range(9)
        }
    raise SystemExit(f"the moves of {game} are not known")


main()
