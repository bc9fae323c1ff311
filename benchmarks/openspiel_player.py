"""OpenSpiel's MCTSBot, in C++, as a program for the arena; it plays for the time that it is given.

program:command=python benchmarks/openspiel_player.py

One playout a simulation, OpenSpiel's usual exploration constant 2, its solver on. It keeps
no tree from move to move. Where a move takes OpenSpiel several actions, such as the board and then
the cell in ultimate tic-tac-toe, or the jumps of a capture in checkers, it thinks for as long about
each that it has to choose.
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
            for action in moves_of(name, state)[rest[0]]:
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
    most = max(choices(actions, moves) for actions in moves.values())
    chosen: tuple[int, ...] = ()
    while chosen not in moves.values():
        action, *others = after.legal_actions()
        if others:
            bot = pyspiel.MCTSBot(
                rules,
                pyspiel.RandomRolloutEvaluator(1, seed),
                _EXPLORATION,
                _MOST_SIMULATIONS,
                _MEGABYTES,
                True,
                seed,
                False,
                max_wall_clock_time=seconds / most,
            )
            action = bot.step(after)
        chosen += (action,)
        after.apply_action(action)
    return next(name for name, actions in moves.items() if actions == chosen)


def choices(actions: tuple[int, ...], moves: dict[str, tuple[int, ...]]) -> int:
    """Return how many of the actions of a move have others beside them; at least 1."""
    return max(
        1,
        sum(
            any(
                other[:place] == actions[:place] and other[place : place + 1] != actions[place:][:1]
                for other in moves.values()
            )
            for place in range(len(actions))
        ),
    )


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
        first = state.action_to_string(state.legal_actions()[0])  # or Local board 4: x(0,0)
        forced = None if "Choose" in first else int(first.split()[2].rstrip(":"))
        found = {}
        for row in range(9):
            for column in range(9):
                board, cell = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
                if forced in (None, board):
                    actions = (board, cell) if forced is None else (cell,)
                    found[f"{'abcdefghi'[column]}{row + 1}"] = actions
        return found
    if game == "checkers":
        paths = checkers_paths(state)
        ends = [(path[0], path[-1]) for path in paths]
        names = {}
        for path, actions in paths.items():
            told = path if ends.count((path[0], path[-1])) > 1 else (path[0], path[-1])
            captures = len(path) > 2 or abs(path[1] - path[0]) > 5
            names[("x" if captures else "-").join(map(str, told))] = actions
        return names
    raise SystemExit(f"the moves of {game} are not known")


def checkers_paths(state: pyspiel.State) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the actions of each move by its squares in PDN, where black moves first, downwards."""

    def square(cell: str) -> int:
        return 4 * (int(cell[1]) - 1) + (7 - "abcdefgh".index(cell[0])) // 2 + 1

    paths = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        first, last = square(text[:2]), square(text[2:])
        child = state.child(action)
        if child.is_terminal() or child.current_player() != state.current_player():
            paths[first, last] = (action,)
        else:
            for further, actions in checkers_paths(child).items():
                paths[first, *further] = (action, *actions)
    return paths


main()
