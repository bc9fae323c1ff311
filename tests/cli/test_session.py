"""A game from the first board to the last, in games of every kind."""

from __future__ import annotations

import pytest

from gametree import games
from gametree.cli.engine_game import EngineGame
from gametree.cli.options.timing import Timing
from gametree.cli.session import Session
from gametree.limits import Limit
from toys import Corridor, Gather, OneHeap, Pig, Ring, Wheel, Words


@pytest.mark.parametrize(
    "game",
    [
        OneHeap(7),
        Gather(2, 4),
        Gather(3, 4),
        Corridor(5),
        Words("te"),
        Pig(6),
        Wheel(),
        Ring("draw"),
        Ring("forbidden"),
        Ring("own"),
        games.Nim(heaps=(1, 2)),
        games.TicTacToe(),
        games.ConnectFour(width=4, height=4),
        games.Othello(size=4),
        games.UltimateTicTacToe(),
    ],
    ids=str,
)
def test_the_engine_plays_itself_to_the_end(game, capsys):
    game.interpreted_only = True
    played = EngineGame(game, seed=1)
    played.play_all(" ".join(beginning(game)))
    assert Session(played, frozenset(), Timing(Limit(simulations=20))).run()
    assert played.finished
    output = capsys.readouterr().out
    assert " plays " in output
    assert output.rstrip().splitlines()[-1].startswith(("player", "a draw", "the game is over"))


def beginning(game):
    """Return moves that leave little of a long game."""
    if not isinstance(game, games.UltimateTicTacToe):
        return []
    played = EngineGame(game, seed=1)
    for _ in range(40):
        played.play(played.legal_moves()[0])
        if played.finished:
            played.take_back({0, 1})
            break
    return played.moves


def test_the_beginning_of_a_move_is_suggested_before_what_only_looks_alike(monkeypatch, capsys):
    class Offers(games.Nim):
        def action_to_text(self, state, action):
            return "no thanks" if action == self.legal_actions(state)[0] else f"take {action}"

    answers = iter(["no", "quit"])
    monkeypatch.setattr("gametree.cli.session.ask", lambda prompt: next(answers))
    Session(EngineGame(Offers(), seed=1), frozenset({0}), Timing(Limit(simulations=2))).run()
    assert "did you mean no thanks?" in capsys.readouterr().out
