from __future__ import annotations

from collections import Counter

from gametree.games import TicTacToe

GAME = TicTacToe()


def play(*texts):
    state = GAME.initial_state()
    for text in texts:
        state = GAME.next_state(state, GAME.text_to_action(state, text))
    return state


def test_all_games():
    """255168 games end after 5 to 9 moves, with X, O or no one ahead; there are 5478 positions."""
    positions = set()
    results = Counter()

    def visit(state):
        positions.add(state)
        if GAME.is_terminal(state):
            results[GAME.returns(state)[0]] += 1
        for action in GAME.legal_actions(state):
            visit(GAME.next_state(state, action))

    visit(GAME.initial_state())
    assert results == {1.0: 131184, -1.0: 77904, 0.0: 46080}
    assert sum(results.values()) == 255168
    assert len(positions) == 5478


def test_with_best_play_it_is_a_draw():
    def value(state):
        if GAME.is_terminal(state):
            return GAME.returns(state)[GAME.current_player(state)]
        return max(-value(GAME.next_state(state, action)) for action in GAME.legal_actions(state))

    assert value(play("b2")) == 0
    assert value(play("b2", "b1")) == 1  # answering the centre on an edge loses


def test_text():
    state = play("b2", "a1", "c1")
    assert GAME.state_to_text(state) == "  a b c\n1 O . X\n2 . X .\n3 . . ."
    assert GAME.text_to_action(state, "A3") == 6
    assert GAME.action_to_text(state, 5) == "c2"


def test_each_player_can_win():
    assert GAME.returns(play("a1", "b1", "a2", "b2", "a3")) == (1.0, -1.0)
    assert GAME.returns(play("a1", "b1", "a2", "b2", "c3", "b3")) == (-1.0, 1.0)
