from __future__ import annotations

import copy
import pickle

import pytest
from scripts import load

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe

pyspiel = pytest.importorskip("pyspiel")
from gametree.adapters.openspiel import OpenSpiel  # noqa: E402
from gametree.adapters.openspiel_bot import SpielBot  # noqa: E402


def bot(game, **options):
    """Return a bot that plays the same in every run; interpreted, as it plays a few moves only."""
    return SpielBot(game, **{"simulations": 100, "seed": 1, "compiled": False, **options})


def random_bot(player):
    return pyspiel.make_uniform_random_bot(player, 10 + player)


def state_after(name, *actions):
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


# Whole games.


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (OpenSpiel("tic_tac_toe"), "tic_tac_toe"),
        (OpenSpiel("python_tic_tac_toe"), "python_tic_tac_toe"),
        (TicTacToe(), "tic_tac_toe"),
        (ConnectFour(), "connect_four"),
    ],
    ids=["OpenSpiel", "OpenSpiel, in Python", "our tic-tac-toe", "our connect four"],
)
def test_it_beats_a_random_player(game, name):
    ours = bot(game)
    start = pyspiel.load_game(name).new_initial_state()
    for _ in range(5):
        assert pyspiel.evaluate_bots(start.clone(), [ours, random_bot(1)], 3) == [1.0, -1.0]


@pytest.mark.parametrize(
    "name",
    ["pig(winscore=20)", "backgammon", "2048(max_tile=64)", "stones_and_gems"],
)
def test_it_plays_games_with_chance(name):
    ours = bot(OpenSpiel(name), simulations=5)
    rules = ours.game.rules
    bots = [ours, *map(random_bot, range(1, rules.num_players()))]
    state = rules.new_initial_state()
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert state.is_terminal()
    assert returns == state.returns()


def test_it_plays_in_python_too():
    np = pytest.importorskip("numpy")
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

    for name in ("tic_tac_toe", "pig(winscore=20)"):
        ours = bot(OpenSpiel(name), simulations=30)
        state = pyspiel.load_game(name).new_initial_state()
        returns = evaluate_bots(state, [ours, random_bot(1)], np.random.RandomState(1))
        assert returns == [1.0, -1.0]


def test_one_bot_may_play_every_side():
    both = bot(TicTacToe(), simulations=3000)
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert pyspiel.evaluate_bots(state, [both, both], 3) == [0.0, 0.0]


def test_the_same_seed_plays_the_same_games():
    def history(seed):
        state = pyspiel.load_game("connect_four").new_initial_state()
        pyspiel.evaluate_bots(state, [bot(OpenSpiel("connect_four"), seed=seed), random_bot(1)], 3)
        return state.history()

    assert history(1) == history(1)
    assert len({tuple(history(seed)) for seed in range(6)}) > 1


# Following a game.


@pytest.mark.parametrize("game", [OpenSpiel("tic_tac_toe"), TicTacToe()], ids=["OpenSpiel", "own"])
def test_the_tree_moves_along(game):
    ours = bot(game, simulations=500, method="uct")
    state = state_after("tic_tac_toe")
    first = ours.step(state)
    assert ours.searcher.result().simulations == 500
    searcher = ours.searcher
    state.apply_action(first)
    reply = state.legal_actions()[0]
    ours.inform_action(state, 1, reply)
    state.apply_action(reply)
    ours.step(state)
    assert ours.searcher is searcher
    assert ours.searcher.result().simulations > 500
    assert ours.searcher.result().new_simulations == 500
    ours.step(state)  # the same state again: the search goes on
    assert ours.searcher.result().simulations > 1000


@pytest.mark.parametrize("game", [OpenSpiel("tic_tac_toe"), TicTacToe()], ids=["OpenSpiel", "own"])
def test_another_game_begins_a_new_search(game):
    ours = bot(game)
    ours.step(state_after("tic_tac_toe", 4, 0))
    for state in (state_after("tic_tac_toe", 4), state_after("tic_tac_toe", 3, 1, 2)):
        before = ours.searcher
        action = ours.step(state)
        assert ours.searcher is not before
        assert ours.searcher.result().simulations == 100
        assert action in state.legal_actions()


@pytest.mark.parametrize("forget", ["restart", "restart_at"])
def test_restart_forgets(forget):
    ours = bot(TicTacToe())
    state = state_after("tic_tac_toe", 4)
    ours.step(state)
    if forget == "restart":
        ours.restart()
    else:
        ours.restart_at(state)
    assert ours.searcher is None
    ours.step(state)
    assert ours.searcher.result().simulations == 100


def test_boards_set_up_by_hand_are_distinguished():
    rules = pyspiel.load_game("chess")
    mate = rules.new_initial_state("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")
    ours = bot(OpenSpiel(rules), simulations=200)
    ours.step(rules.new_initial_state())
    assert mate.history() == []
    action = ours.step(mate)
    mate.apply_action(action)
    assert mate.is_terminal()


def test_the_state_that_is_shown_stays_as_it_is():
    state = state_after("tic_tac_toe", 4)
    ours = bot(OpenSpiel("tic_tac_toe"))
    action = ours.step(state)
    assert state.history() == [4]
    state.apply_action(action)
    assert ours.searcher.state.history() == [4]


# Policies.


def test_the_policy_is_the_share_of_the_simulations():
    ours = bot(OpenSpiel("tic_tac_toe"))
    assert ours.provides_policy()
    state = state_after("tic_tac_toe", 4)
    policy, action = ours.step_with_policy(state)
    assert [each for each, _ in policy] == state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert dict(policy)[action] == max(share for _, share in policy)
    visits = {each.action: each.visits for each in ours.searcher.result().actions}
    assert policy == [(each, visits[each] / 100) for each in state.legal_actions()]
    fresh = bot(OpenSpiel("tic_tac_toe"))
    assert fresh.get_policy(state) == policy


# Games of one's own.

NIM = "nim(pile_sizes=1;3;5;7,is_misere=false)"
NUMBERS = (
    lambda number: number % 4 * 7 + number // 4,
    lambda action: action % 7 * 4 + action // 7,
)


def test_actions_numbered_otherwise():
    ours = bot(Nim(), numbers=NUMBERS, simulations=400)
    state = pyspiel.load_game(NIM).new_initial_state()
    assert pyspiel.evaluate_bots(state, [random_bot(0), ours], 4)[1] == 1.0
    state = state_after(NIM, 2, 0)
    assert [action for action, _ in ours.get_policy(state)] == state.legal_actions()


class Pairs(TicTacToe):
    """Tic-tac-toe whose actions are pairs."""

    def legal_actions(self, state):
        return [divmod(cell, 3) for cell in super().legal_actions(state)]

    def next_state(self, state, action):
        return super().next_state(state, 3 * action[0] + action[1])

    def fill_legal_actions(self, state, out):
        return gt.Game.fill_legal_actions(self, state, out)

    def random_action(self, state, rng):
        return gt.Game.random_action(self, state, rng)


def test_actions_that_are_no_numbers():
    numbers = (lambda number: divmod(number, 3), lambda action: 3 * action[0] + action[1])
    ours = bot(Pairs(), numbers=numbers)
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert pyspiel.evaluate_bots(state, [ours, random_bot(1)], 3) == [1.0, -1.0]
    with pytest.raises(
        gt.BadParameter, match=r"^OpenSpiel's actions are integers, and Pairs has \(.*pass numbers"
    ):
        bot(Pairs()).step(state_after("tic_tac_toe"))


class TheOther(TicTacToe):
    """Tic-tac-toe that O begins."""

    def current_player(self, state):
        return 1 - super().current_player(state)


@pytest.mark.parametrize(
    ("game", "state", "told"),
    [
        (
            ConnectFour(),
            state_after("tic_tac_toe"),
            "ConnectFour and OpenSpiel's tic_tac_toe() are not the same game, or number their "
            "actions otherwise (see `numbers`): after the actions none, ConnectFour has the legal "
            "actions 0, 1, 2, 3, 4, 5, 6, OpenSpiel 0, 1, 2, 3, 4, 5, 6, 7, 8",
        ),
        (
            ConnectFour(),
            state_after("tic_tac_toe", 4, 8),
            "after the actions 4 8, ConnectFour has no action 8 on the way there, "
            "but 0, 1, 2, 3, 4, 5, 6, OpenSpiel 8",
        ),
        (
            Nim(heaps=(20,)),
            state_after(NIM),
            "Nim has the legal actions 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..., OpenSpiel 0, ",
        ),
        (
            TheOther(),
            state_after("tic_tac_toe", 4),
            "after the actions 4, TheOther has player 0 to move, OpenSpiel 1",
        ),
    ],
    ids=["other actions", "on the way", "many", "other player"],
)
def test_rules_that_differ(game, state, told):
    ours = bot(game)
    for _ in range(2):  # and again
        with pytest.raises(gt.GameError) as raised:
            ours.step(state)
        assert told in str(raised.value)


# What is refused.


def test_a_state_of_another_game():
    with pytest.raises(gt.InvalidState, match=r"^a state of tic_tac_toe is no state of go: "):
        bot(OpenSpiel("go")).step(state_after("tic_tac_toe"))
    with pytest.raises(gt.BadParameter, match=r"^state must be a pyspiel.State, not \(0, 0\)$"):
        bot(TicTacToe()).step((0, 0))


@pytest.mark.parametrize("method", ["step", "step_with_policy", "get_policy"])
def test_no_action_at_the_end_or_for_chance(method):
    over = state_after("tic_tac_toe", 0, 3, 1, 4, 2)
    with pytest.raises(gt.FinishedPosition, match=r"^the game is over in this state"):
        getattr(bot(OpenSpiel("tic_tac_toe")), method)(over)
    dice = state_after("pig", 0)
    with pytest.raises(gt.ChancePosition, match=r"^chance moves in this state: a bot is asked"):
        getattr(bot(OpenSpiel("pig")), method)(dice)


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"game": "tic_tac_toe"}, gt.BadParameter, 'game must be a Game, such as OpenSpiel("go")'),
        ({"simulations": None}, gt.BadParameter, "a search needs a limit"),
        ({"simulations": 0}, gt.BadParameter, "simulations must be a whole number"),
        ({"numbers": abs}, gt.BadParameter, "numbers must be two functions, from OpenSpiel's"),
        ({"state": 1}, gt.BadParameter, "a bot takes no state: it is shown one whenever"),
        ({"seed": -1}, gt.BadParameter, "seed must be an integer"),
        ({"expand_after": 0}, gt.BadParameter, "expand_after must be"),
        ({"depth": 3}, TypeError, "unexpected keyword argument 'depth'"),
    ],
)
def test_options_that_are_refused(options, error, told):
    with pytest.raises(error) as raised:
        bot(**{"game": TicTacToe(), **options})
    assert told in str(raised.value)


# The class.


def test_it_is_a_bot_of_openspiels():
    ours = bot(TicTacToe())
    assert isinstance(ours, pyspiel.Bot)
    assert isinstance(ours, SpielBot)


@pytest.mark.parametrize("again", [lambda ours: pickle.loads(pickle.dumps(ours)), copy.deepcopy])
def test_it_can_be_pickled(again):
    ours = bot(OpenSpiel("connect_four"), selection=gt.PUCT())
    state = state_after("connect_four", 3)
    other = again(ours)
    assert isinstance(other, SpielBot)
    assert other.step_with_policy(state) == ours.step_with_policy(state)
    assert again(ours).searcher is None  # its tree stayed behind


def test_there_is_nothing_else_in_the_module():
    from gametree.adapters import openspiel_bot

    with pytest.raises(AttributeError, match="has no attribute 'Bot'"):
        _ = openspiel_bot.Bot


def test_the_example(capsys):
    script = load("openspiel_game")
    assert script.main("tic_tac_toe", 300) == [1.0, -1.0]
    said = capsys.readouterr().out
    assert "tic tac toe, player 1 to move: 300 simulations" in said
    assert said.endswith("player 1 (gametree) gets 1\nplayer 2 (random) gets -1\n")
