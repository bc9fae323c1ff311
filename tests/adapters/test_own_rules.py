"""Rules as functions that compile with no line changed."""

from __future__ import annotations

import math

import pytest
import succession
from compiled_rules import assert_rules_play_alike
from scripts import load

import gametree as gt
from gametree.adapters.rules import (
    RuleGame,
    Rules,
    create_state,
    get_content,
    get_player_just_moved,
)
from gametree.adapters.states import StateGame

NIM, TOE = load("rules_nim"), load("rules_tic_tac_toe")


class Heap:
    def __init__(self, content, player_just_moved):
        self.content = content
        self.player_just_moved = player_just_moved


def nim_of(make, content=get_content, mover=get_player_just_moved):
    return Rules(
        lambda rule, state: make(content(state) - rule, 3 - mover(state)),
        lambda state: range(1, min(3, content(state)) + 1),
        lambda state, player: int(mover(state) == player),
        get_content=content,
        get_player_just_moved=mover,
    )


def statistics(result):
    return result.nodes, [(each.action, each.visits, each.mean) for each in result.actions]


@pytest.mark.parametrize(
    ("rules", "state"), [(NIM.NIM, create_state(15, 2)), (TOE.GAME, create_state((0,) * 9, 2))]
)
def test_both_modes_grow_the_same_tree(rules, state):
    for seed in range(20):
        watched = rules.search(state, 300, seed=seed, compiled=False)
        compiled = rules.search(state, 300, seed=seed, compiled=True)
        assert compiled.compiled
        assert statistics(watched) == statistics(compiled)
    own = gt.search(RuleGame(rules, state), simulations=300, seed=1, compiled=False, method="uct")
    assert not own.compiled


def moves_again(rule, state):
    """Whoever takes 1 moves again."""
    player = state[1] if state[2] else 3 - state[1]
    return (state[0] - rule, player, rule == 1)


def test_states_of_many_structures_play_alike_in_both_modes():
    twice = Rules(
        moves_again,
        lambda state: range(1, min(2, state[0]) + 1),
        lambda state, player: int(state[1] == player),
        get_content=lambda state: state[0],
        get_player_just_moved=lambda state: state[1],
    )
    of_dict = nim_of(
        lambda content, player: {"content": (content,), "player_just_moved": player},
        lambda state: get_content(state)[0],
    )
    of_dicts = nim_of(
        lambda heap, last: {"heap": heap, "last": last},
        lambda state: state["heap"],
        lambda state: state["last"],
    )
    for rules, state in (
        (nim_of(Heap), Heap(9, 2)),
        (nim_of(lambda content, player: [content, player]), [9, 2]),
        (of_dict, {"content": (9,), "player_just_moved": 2}),
        (of_dicts, {"heap": 9, "last": 2}),
        (twice, (9, 2, False)),
    ):
        assert_rules_play_alike(RuleGame(rules, state))


def test_the_next_states_as_moves_compile():
    game = StateGame(succession, successors="children", player="player", winner="winner")
    for seed in range(20):
        modes = [
            gt.search(game, simulations=200, seed=seed, compiled=compiled, method="uct")
            for compiled in (False, True)
        ]
        assert statistics(modes[0]) == statistics(modes[1])


def rare(state):
    return get_content(state)[:5] == (1, 2, 1, 2, 1)


FAULTS = (
    ("get_result", lambda state, player: math.nan, r"^get_result returned nan; a finite number"),
    ("get_result", lambda state, player: None, r"^get_result returned None; a finite number"),
    ("apply", lambda rule, state: None, r"^apply returned None; \[content, player_just_moved\]"),
    ("apply", lambda rule, state: 1 // 0, r"^sometimes raised ZeroDivisionError"),
)


@pytest.mark.parametrize(("name", "wrong", "told"), FAULTS)
def test_what_random_games_do_not_show_is_told_in_one_sentence(monkeypatch, name, wrong, told):
    monkeypatch.setattr("gametree.adapters.recognition.random_lines._MOVES", 8)
    functions = {"apply": TOE.apply, "get_rules": TOE.get_rules, "get_result": TOE.get_result}
    right = functions[name]

    def sometimes(one, other):
        state = other if name == "apply" else one
        return wrong(one, other) if rare(state) else right(one, other)

    game = RuleGame(Rules(**(functions | {name: sometimes})), create_state((0,) * 9, 2))
    with pytest.raises(gt.GameError, match=rf"{told}.*line \d+.*\(after the moves \d .*\)$"):
        gt.search(game, simulations=30_000, seed=1, compiled=False, method="uct")


def test_rules_that_random_games_find_at_fault_are_searched_under_watch():
    def in_place(rule, state):
        state[0] -= rule
        state[1] = 3 - state[1]
        return state

    game = RuleGame(Rules(in_place, NIM.get_rules, NIM.get_result), create_state(5, 2))
    with pytest.raises(gt.GameError, match=r"^apply changed the state that it was given"):
        gt.search(game, simulations=50, compiled=True)
