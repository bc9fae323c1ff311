"""The perfect player against brute force and published values."""

from __future__ import annotations

import functools

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.players.backward_induction import Solver
from gametree.players.registry import make_player
from toys import Corridor, Endless, Gather, Pig, Ring, Wheel


def interpreted(cls):
    return type(cls.__name__, (cls,), {"interpreted_only": True, "name": cls.name})


class Race(gt.Game):
    """Two players draw near a goal by one step or a die's throw; no way leads back."""

    players = 2

    def __init__(self, goal=6):
        self.goal = goal

    def initial_state(self):
        return (0, 0, 0, False)

    def current_player(self, state):
        return gt.CHANCE if state[3] else state[2]

    def legal_actions(self, state):
        if max(state[0], state[1]) >= self.goal:
            return range(0)
        return range(4) if state[3] else range(2)

    def chance_outcomes(self, state):
        return [(0, 0.375), (1, 0.125), (2, 0.0), (3, 0.5)]

    def next_state(self, state, action):
        first, second, player, rolling = state
        if not rolling and action == 1:
            return (first, second, player, True)
        steps = action if rolling else 1
        steps += 1 if rolling else 0
        if player == 0:
            return (first + steps, second, 1, False)
        return (first, second + steps, 0, False)

    def returns(self, state):
        return (1.0, -1.0) if state[0] >= self.goal else (-1.0, 1.0)


def brute_force(game):
    """Return a function from a state to (values, distance), by plain recursion."""

    @functools.cache
    def value(state):
        if game.is_terminal(state):
            return tuple(map(float, game.returns(state))), 0.0
        player = game.current_player(state)
        if player == gt.CHANCE:
            found = [
                (weight, *value(game.next_state(state, outcome)))
                for outcome, weight in game.chance_outcomes(state)
            ]
            means = [
                sum(weight * values[each] for weight, values, _ in found)
                for each in range(game.players)
            ]
            return tuple(means), 1.0 + sum(weight * far for weight, _, far in found)
        found = [value(game.next_state(state, action)) for action in game.legal_actions(state)]
        most = max(values[player] for values, _ in found)
        best = [pair for pair in found if pair[0][player] == most]
        if game.players <= 2:
            losing = most < sum(best[0][0]) / game.players
            values, far = (max if losing else min)(best, key=lambda pair: pair[1])
            return values, 1.0 + far
        chosen = best[0]
        for values, far in best[1:]:
            losing = most < sum(values) / game.players
            if (far > chosen[1]) if losing else (far < chosen[1]):
                chosen = values, far
        return chosen[0], 1.0 + chosen[1]

    return value


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        Nim(heaps=(2, 3, 4), misere=True),
        Nim(heaps=(8, 1), take=3),
        ConnectFour(3, 4, 3),
        Race(),
        Wheel(),
        Gather(players=3, rounds=4),
        Gather(players=1, rounds=4),
        Corridor(50),
    ],
    ids=repr,
)
def test_every_position_as_by_brute_force(game):
    plain = interpreted(type(game))(
        **{name: getattr(game, name) for name in vars(game) if name in parameters(game)}
    )
    expected = brute_force(game)
    solver = Solver(plain, 1_000_000)
    state = game.initial_state()
    rng = gt.Rng(3)
    for _ in range(25):
        state = game.initial_state()
        while not game.is_terminal(state):
            values, distance = solver.value(state)
            assert values == pytest.approx(expected(state)[0])
            assert distance == pytest.approx(expected(state)[1])
            actions = list(game.legal_actions(state))
            state = game.next_state(state, actions[rng.below(len(actions))])


def parameters(game):
    import inspect

    return inspect.signature(type(game)).parameters


@pytest.mark.parametrize("game", [Race(), ConnectFour(4, 3, 3), Gather(3, 4)], ids=repr)
def test_compiled_as_interpreted(game):
    plain, native = Solver(game, 1_000_000, compiled=False), Solver(game, 1_000_000)
    state = game.initial_state()
    assert native._compiled
    assert not plain._compiled
    assert native.value(state) == plain.value(state)
    assert native.visited == plain.visited
    actions = list(game.legal_actions(state))
    assert native.proofs(state, actions) == plain.proofs(state, actions)


@pytest.mark.parametrize(
    ("heaps", "misere", "value"),
    [
        ((3, 5, 7), False, 1.0),
        ((1, 2, 3), False, -1.0),
        ((1, 3, 5, 7), False, -1.0),
        ((1, 3, 5, 7), True, -1.0),
        ((1, 1), True, 1.0),
    ],
)
def test_nim_as_bouton_has_it(heaps, misere, value):
    game = interpreted(Nim)(heaps=heaps, misere=misere)
    assert Solver(game, 100_000).value(game.initial_state())[0][0] == value


def test_the_tables_grow():
    # Allis and Tromp give both as draws.
    game = ConnectFour(4, 4)
    solver = Solver(game, 200_000)
    assert solver.value(game.initial_state())[0] == (0.0, 0.0)
    assert solver.visited == 134_289
    assert len(solver._proofs.entries) > 134_289


def started(game, spec="perfect", seed=1):
    player = make_player(spec)
    player.begin(game, 0, seed)
    return player


def test_tic_tac_toe_is_a_draw_whatever_is_played():
    game = interpreted(TicTacToe)()
    player, opponent = started(game), make_player("random")
    for seed in range(30):
        player.begin(game, seed % 2, seed)
        opponent.begin(game, 1 - seed % 2, seed)
        record = gt.Record(game)
        while not record.over:
            mover = player if record.player == seed % 2 else opponent
            record.play(mover.choose(record, None).action)
        assert record.returns[seed % 2] >= 0.0


def test_two_of_them_draw():
    game = interpreted(TicTacToe)()
    players = [started(game, seed=seed) for seed in range(2)]
    record = gt.Record(game)
    while not record.over:
        record.play(players[record.player].choose(record, None).action)
    assert record.returns == [0.0, 0.0]


def test_a_proof_for_every_move():
    game = interpreted(TicTacToe)()
    record = gt.Record(game)
    for action in (0, 3, 1, 4):
        record.play(action)
    choice = started(game).choose(record, None)
    assert choice.action == 2  # wins at once; c3 wins too, but not so soon
    statistics = choice.statistics
    assert (statistics["value"], statistics["distance"], statistics["equals"]) == (1.0, 1.0, 1)
    texts = {game.action_to_text(record.state, each) for each in record.legal_actions()}
    assert set(statistics["proofs"]) == texts
    assert statistics["proofs"]["c1"] == [1.0, 1.0]
    assert statistics["positions"] == 4520


def test_a_lost_game_is_put_off():
    game = interpreted(Nim)(heaps=(8,), take=3)
    choice = started(game).choose(gt.Record(game), None)
    assert choice.statistics["value"] == -1.0
    assert choice.statistics["distance"] == brute_force(game)(game.initial_state())[1]
    proofs = choice.statistics["proofs"]
    assert choice.statistics["distance"] == max(distance for _, distance in proofs.values())


def test_ties_are_broken_by_the_seed():
    game = interpreted(TicTacToe)()
    player = started(game)
    chosen = []
    for seed in range(40):
        player.begin(game, 0, seed)
        chosen.append(player.choose(gt.Record(game), None).action)
    assert set(chosen) == set(range(9))
    player.begin(game, 0, 11)
    assert player.choose(gt.Record(game), None).action == chosen[11]


def test_one_solution_serves_many_games():
    game = interpreted(TicTacToe)()
    player = started(game)
    solver = player.solver
    player.end()
    with pytest.raises(gt.BadParameter, match="before begin"):
        player.choose(gt.Record(game), None)
    assert started(game).solver is solver
    assert started(game, "perfect:positions=5000").solver is not solver
    other = interpreted(Nim)()
    assert started(other).solver.game is other


class Listed(TicTacToe):
    interpreted_only = True

    def initial_state(self):
        return [0, 0]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (interpreted(Pig)(), "perfect cannot play Pig: positions can recur"),
        (Ring("draw"), "Ring: with repetition='draw'"),
        (interpreted(Ring)(), "positions can recur"),
        (interpreted(Endless)(), "lines of more than 400 moves"),
        (interpreted(Corridor)(3000), "lines of more than 400 moves, after 400 positions"),
        (interpreted(ConnectFour)(), "more than 2,000 positions; raise the bound, perfect:pos"),
        (Listed(), "Listed without key"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_other_games_are_refused(game, told):
    with pytest.raises(gt.BadParameter, match=told):
        started(game, "perfect:positions=2000")


def test_a_refusal_compiled():
    with pytest.raises(gt.BadParameter, match="more than 50,000 positions"):
        started(ConnectFour(4, 4), "perfect:positions=50000")


def test_broken_rules_are_told_as_such():
    class Broken(TicTacToe):
        interpreted_only = True

        def returns(self, state):
            return (float("inf"), 0.0)

    with pytest.raises(gt.GameError, match="solving Broken failed with RulesBroken"):
        started(Broken())


def test_no_move_before_begin():
    with pytest.raises(gt.BadParameter, match="before begin"):
        make_player("perfect").choose(gt.Record(TicTacToe()), None)
