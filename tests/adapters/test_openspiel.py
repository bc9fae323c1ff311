from __future__ import annotations

import pickle
import random
import re
import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree.actors import CHANCE
from gametree.games import ConnectFour, TicTacToe
from trees import flat, nodes_of

pyspiel = pytest.importorskip("pyspiel")
from gametree.adapters.openspiel import OpenSpiel, SpielPlayout  # noqa: E402

# What its name alone does not load: it needs a file.
NOT_BY_NAME = {"efg_game": "CHECK_TRUE"}

PAGE = Path(__file__).parents[2] / "docs" / "openspiel.md"


def searcher_of(game, state=None, *, seed=1, **options):
    return gt.Searcher(game, state, seed=seed, method="uct", **options)


def sequential_games(information):
    import open_spiel.python.games  # noqa: F401

    return sorted(
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.dynamics == kind.Dynamics.SEQUENTIAL
        and kind.information.name == information
        and kind.short_name not in NOT_BY_NAME
    )


PERFECT = sequential_games("PERFECT_INFORMATION")


def states_of(game, count, seed=1):
    """Yield states of random games."""
    choose = random.Random(seed)
    while True:
        state = game.initial_state()
        while not game.is_terminal(state):
            yield state
            count -= 1
            if count == 0:
                return
            state = game.next_state(state, choose.choice(list(game.legal_actions(state))))


# All of OpenSpiel's games.


@pytest.mark.parametrize("name", PERFECT)
def test_every_game_of_perfect_information(name):
    game = OpenSpiel(name)
    state = game.dealt_state(seed=1)
    result = searcher_of(game, state).run(simulations=30)
    assert result.simulations == 30 == sum(each.visits for each in result.actions)
    assert sorted(each.action for each in result.actions) == sorted(state.legal_actions())
    assert result.player == state.current_player()
    assert len(result.value) == game.rules.num_players()
    assert all(
        game.rules.min_utility() <= value <= game.rules.max_utility() for value in result.value
    )
    if game.rules.utility_sum() is not None:
        assert sum(result.value) == pytest.approx(game.rules.utility_sum(), abs=1e-9)


@pytest.mark.parametrize(("name", "told"), NOT_BY_NAME.items())
def test_what_is_left_out_says_why(name, told):
    with pytest.raises(gt.BadParameter, match=f"^OpenSpiel cannot load '{name}': .*{told}"):
        OpenSpiel(name)


def test_the_page_lists_all_of_them():
    listed = re.findall(r"^\| `(\w+)` \| \d", PAGE.read_text(), re.MULTILINE)
    assert set(PERFECT) <= set(listed)


@pytest.mark.parametrize("name", ["kuhn_poker", "hanabi", "skat", "go_fish", "python_liars_poker"])
def test_games_that_hide_something(name):
    game = OpenSpiel(name, see_hidden=True)
    result = searcher_of(game, game.dealt_state(seed=1)).run(simulations=50)
    assert sum(each.visits for each in result.actions) == 50


# The same search as with rules of our own.


class InOrder(ConnectFour):
    """Connect four that draws a random move from the list of the legal ones."""

    random_action = gt.Game.random_action


@pytest.mark.parametrize(
    ("own", "name", "simulations"),
    [(TicTacToe(), "tic_tac_toe", 3000), (InOrder(), "connect_four", 1000)],
)
def test_the_same_tree_as_with_own_rules(own, name, simulations):
    trees = []
    for game in (own, OpenSpiel(name)):
        searcher = gt.Searcher(game, evaluation=gt.Playout(), seed=7, compiled=False)
        searcher.run(simulations=simulations)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
    assert len(trees[0]) > simulations / 5


def test_rules_in_python_give_the_same_tree():
    trees = []
    for name in ("tic_tac_toe", "python_tic_tac_toe"):
        searcher = searcher_of(OpenSpiel(name), evaluation=gt.Playout())
        searcher.run(simulations=300)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_each_position_is_made_once():
    class Counting(OpenSpiel):
        made = 0

        def next_state(self, state, action):
            self.made += 1
            return super().next_state(state, action)

    game = Counting("connect_four")
    searcher = searcher_of(game)
    tried = game.made  # moves at the root, which are looked at for luck
    searcher.run(simulations=500)
    followed = sum(visits > 0 for *_, edges in flat(searcher) for _, visits, _ in edges)
    assert game.made - tried == followed


# Playouts in C++.


def mean_of(evaluation, game, state, count, seed=1):
    fitted = evaluation.fitted_to(game)
    work = searcher_of(game).trees.first.work
    rng = gt.Rng(seed)
    totals = [0.0] * game.players
    for _ in range(count):
        fitted.evaluate(game, state, rng, work)
        totals = [total + value for total, value in zip(totals, work.values, strict=True)]
    return [total / count for total in totals]


def worth_of_random_play(state):
    """Return what everyone gets on average, from all the ways that the game can go."""
    if state.is_terminal():
        return state.returns()
    if state.is_chance_node():
        chances = state.chance_outcomes()
    else:
        chances = [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
    worths = [(chance, worth_of_random_play(state.child(action))) for action, chance in chances]
    return [
        sum(chance * worth[player] for chance, worth in worths)
        for player in range(state.num_players())
    ]


# What uniformly random play is worth is known exactly. Returns are within -1..1, so a mean
# of n has a standard error of at most n ** -0.5; five of them miss by chance less than once
# in a million runs, and as the seed is fixed, always or never.
@pytest.mark.parametrize("evaluation", [SpielPlayout(), gt.Playout()], ids=["C++", "ours"])
@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("tic_tac_toe", [4, 0]),
        ("pig(winscore=6,horizon=7)", []),
        ("pig(winscore=6,horizon=7)", [0]),  # chance moves
        ("pig(players=3,winscore=3,horizon=8,diceoutcomes=3)", []),
        ("catch(rows=5,columns=3)", []),
        ("tic_tac_toe", [0, 3, 1, 4, 2]),  # the end
    ],
)
def test_playouts_are_worth_what_random_play_is(evaluation, name, moves):
    game = OpenSpiel(name)
    state = game.initial_state()
    for move in moves:
        state = state.child(move)
    count = 4000
    found = mean_of(evaluation, game, state, count)
    assert found == pytest.approx(worth_of_random_play(state), abs=5 * count**-0.5)


@pytest.mark.parametrize("name", ["connect_four", "backgammon", "2048"])
def test_the_same_seed_gives_the_same_tree(name):
    game = OpenSpiel(name)

    def tree(seed):
        searcher = searcher_of(game, game.dealt_state(seed=3), seed=seed)
        searcher.run(simulations=50)
        return flat(searcher)

    assert tree(1) == tree(1) != tree(2)


def test_searches_side_by_side_keep_apart():
    game = OpenSpiel("connect_four")
    playout = game.default_evaluation()
    alone = searcher_of(game, evaluation=playout)
    alone.run(simulations=200)
    one, other = (searcher_of(game, evaluation=playout, seed=seed) for seed in (1, 2))
    for _ in range(20):
        one.run(simulations=10)
        other.run(simulations=10)
    assert flat(one) == flat(alone) != flat(other)


def test_which_games_play_out_in_cpp():
    kinds = {
        name: type(OpenSpiel(name).default_evaluation())
        for name in ("connect_four", "python_tic_tac_toe", "misere(game=python_tic_tac_toe())")
    }
    assert list(kinds.values()) == [SpielPlayout, gt.Playout, gt.Playout]


@pytest.mark.parametrize("game", [TicTacToe(), OpenSpiel("python_tic_tac_toe")])
def test_spiel_playouts_are_for_rules_in_cpp(game):
    with pytest.raises(gt.BadParameter, match=r"written in C\+\+, and .* is none: use Playout\(\)"):
        gt.Searcher(game, evaluation=SpielPlayout(), compiled=False)


# Chance.


class Nothing(gt.Evaluation):
    """Everything is worth the same."""

    def evaluate(self, game, state, rng, work):
        work.values[:] = [0.0] * game.players


def test_chance_falls_as_often_as_it_should():
    game = OpenSpiel("2048")
    state = game.dealt_state(seed=1)
    # Without exploration, and as all is worth the same, one move gets nearly all simulations.
    searcher = searcher_of(game, state, evaluation=Nothing(), selection=gt.UCB1(0.0))
    searcher.run(simulations=5000)
    (move,), node, edges = max(
        (found for found in nodes_of(searcher) if len(found[0]) == 1),
        key=lambda found: found[1].visits,
    )
    assert node.player == CHANCE
    assert node.visits > 4900
    outcomes = dict(state.child(move).chance_outcomes())
    assert len(outcomes) == 28  # a 2 or, more rarely, a 4 in one of 14 cells
    assert max(outcomes.values()) == pytest.approx(9 * min(outcomes.values()))
    assert {edge.action for edge in edges} == set(outcomes)
    for edge in edges:
        chance = outcomes[edge.action]
        # 5.5 standard errors: all 28 stay within them but in about one of a million runs.
        error = 5.5 * (chance * (1 - chance) / node.visits) ** 0.5
        assert edge.visits / node.visits == pytest.approx(chance, abs=error)


def test_a_dice_game_is_worth_what_expectiminimax_says():
    from open_spiel.python.algorithms.minimax import expectiminimax

    game = OpenSpiel("pig(winscore=8,horizon=8,diceoutcomes=4)")
    state = game.initial_state()
    exact = {
        action: expectiminimax(state.child(action), 8, None, 0)[0]
        for action in state.legal_actions()
    }
    best = max(exact, key=exact.get)
    assert abs(exact[0] - exact[1]) > 0.5
    found = searcher_of(game).run(simulations=4000).actions[0]
    assert found.action == best
    # Returns are 1 or -1: five standard errors; less is left of the first, random moves.
    assert found.mean == pytest.approx(exact[best], abs=5 * found.visits**-0.5)


def test_sampled_chance_is_sampled_anew_for_each_outcome():
    game = OpenSpiel("tarok", see_hidden=True, samples=5)
    state = game.initial_state()
    assert state.is_chance_node()
    assert list(game.legal_actions(state)) == [0, 1, 2, 3, 4]
    assert game.chance_outcomes(state) == [(number, 0.2) for number in range(5)]
    assert [game.action_to_text(state, number) for number in (0, 4)] == ["sample 1", "sample 5"]
    assert len({str(game.next_state(state, number)) for number in range(5)}) == 5
    # Where there is nothing to draw it is like any other game.
    dealt = game.dealt_state(seed=1)
    assert not dealt.is_chance_node()
    assert list(game.legal_actions(dealt)) == dealt.legal_actions()


@pytest.mark.parametrize("name", ["tarok", "negotiation", "stones_and_gems"])
def test_sampled_chance_falls_the_same_in_every_search(name):
    game = OpenSpiel(name, see_hidden=True)

    def tree():
        searcher = searcher_of(game)
        while searcher.state.is_chance_node():
            searcher.advance(0)
        searcher.run(simulations=20)
        return flat(searcher)

    assert tree() == tree()


def test_dealt_states():
    game = OpenSpiel("2048")
    assert game.initial_state().is_chance_node()
    assert str(game.dealt_state(seed=1)) == str(game.dealt_state(seed=1))
    assert len({str(game.dealt_state(seed=seed)) for seed in range(9)}) > 4
    assert not game.dealt_state(seed=1).is_chance_node()


# What a game is, and what is refused.


@pytest.mark.parametrize(
    ("name", "players", "draw"),
    [
        ("tic_tac_toe", 2, 0.0),
        ("chinese_checkers(players=3)", 3, 0.0),
        ("2048", 1, 0.0),
        ("cliff_walking", 1, -104.0),  # from -199 to -9
    ],
)
def test_players_and_draws(name, players, draw):
    game = OpenSpiel(name)
    assert (game.players, game.draw_value) == (players, draw)


def test_rewards_before_the_end_count():
    state = OpenSpiel("2048").dealt_state(seed=1)
    game = OpenSpiel(state.get_game())
    result = searcher_of(game, state).run(simulations=100)
    assert result.value[0] > 100  # random play reaches about 1,000


def test_names_and_objects():
    rules = pyspiel.load_game("go(board_size=9)")
    game = OpenSpiel(rules)
    assert game.rules is rules
    assert game.name == OpenSpiel("go(board_size=9)").name == str(rules)
    assert OpenSpiel("connect_four").name == "connect_four"
    assert repr(game) == "OpenSpiel('go(board_size=9)')"


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("conect_four", gt.UnknownGame, "OpenSpiel has no game 'conect_four'; "
         "did you mean connect_four?"),
        ("zzz(a=1)", gt.UnknownGame, "OpenSpiel has no game 'zzz'; "
         "pyspiel.registered_names() lists them"),
        ("nim(piles=3)", gt.BadParameter, "OpenSpiel cannot load 'nim(piles=3)': "
         "Unknown parameter 'piles'. Available parameters are: is_misere, pile_sizes"),
        ("mfg_garnet", gt.BadParameter, "is a mean-field game, of a whole population: "
         "this search is for games whose players move in turns"),
        ("dark_chess", gt.BadParameter, "dark_chess hides something from its players, and "
         "OpenSpiel has no information_state_string for it: pass see_hidden=True for the moves of "
         "a player who sees everything"),
        ("crossword", gt.BadParameter, "the actions of crossword"),
        (5, gt.BadParameter, "game must be a pyspiel.Game or the name of one, not 5"),
    ],
)  # fmt: skip
def test_games_that_are_refused(name, error, told):
    with pytest.raises(error) as raised:
        OpenSpiel(name)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"see_hidden": 1}, "see_hidden must be True or False, not 1"),
        ({"samples": 0}, "samples must be a whole number of 1 or more, not 0"),
        ({"samples": True}, "samples must be a whole number of 1 or more, not True"),
    ],
)
def test_parameters_that_are_refused(options, told):
    with pytest.raises(gt.BadParameter, match=f"^{told}$"):
        OpenSpiel("nim", **options)


def test_simultaneous_games_in_turns():
    with pytest.raises(gt.BadParameter, match="players move at once, which see_hidden=True cannot"):
        OpenSpiel("matrix_mp", see_hidden=True)
    rules = pyspiel.convert_to_turn_based(pyspiel.load_game("matrix_mp"))
    game = OpenSpiel(rules, see_hidden=True)
    result = searcher_of(game).run(simulations=500)
    assert result.value[1] > 0.9  # matching pennies, for one who has seen the other's


def test_what_is_hidden_is_seen():
    game = OpenSpiel("kuhn_poker", see_hidden=True)
    for theirs, best in [(0, 1), (2, 0)]:  # they bet on a jack: call; on a king: fold
        state = game.initial_state()
        for action in (theirs, 1, 1):  # their card, our queen, their bet
            state = state.child(action)
        assert searcher_of(game, state).run(simulations=50).action == best


def test_without_openspiel(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(gt.MissingExtra, match=r"needs pyspiel.*pip install 'gametree\[openspiel\]"):
        OpenSpiel("nim")


# States.


def test_a_users_state_is_copied():
    mine = pyspiel.load_game("connect_four").new_initial_state()
    searcher = gt.Searcher(OpenSpiel("connect_four"), mine, method="uct")
    mine.apply_action(3)
    assert searcher.state.history() == []


def test_it_runs_interpreted_without_a_word():
    game = OpenSpiel("connect_four")
    assert not gt.Searcher(game, method="uct").compiled
    assert (
        gt.Searcher(game, method="uct").why_interpreted
        == "its rules or states are another library's objects"
    )
    with pytest.raises(gt.NotCompilable):
        gt.Searcher(game, compiled=True, method="uct")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ((0, 0), "a state of nim must be a pyspiel.State, such as rules.new_initial_state() gives, "
         "not (0, 0)"),
        (pyspiel.load_game("go(board_size=9)").new_initial_state(), "a state of go(board_size=9) "
         "is no state of nim: make the OpenSpiel game from state.get_game()"),
    ],
    ids=["a tuple", "another game"],
)  # fmt: skip
def test_states_of_another_kind_are_refused(state, told):
    with pytest.raises(gt.InvalidState) as raised:
        gt.search(OpenSpiel("nim"), state, simulations=1, method="uct")
    assert str(raised.value) == told.replace("nim", OpenSpiel("nim").name)


# For people.


@pytest.mark.parametrize("name", ["connect_four", "chess", "backgammon", "pig", "amazons"])
def test_actions_as_text(name):
    game = OpenSpiel(name)
    for state in states_of(game, 20):
        assert game.state_to_text(state) == str(state).rstrip("\n")
        for action in game.legal_actions(state):
            text = game.action_to_text(state, action)
            assert text == state.action_to_string(action)
            named = game.text_to_action(state, text)
            assert game.action_to_text(state, named).casefold() == text.casefold()


def test_games_can_be_pickled():
    for name in ("connect_four", "python_tic_tac_toe"):
        game = OpenSpiel(name)
        again = pickle.loads(pickle.dumps(game))
        trees = []
        for each in (game, again):
            searcher = searcher_of(each)
            searcher.run(simulations=50)
            trees.append(flat(searcher))
        assert trees[0] == trees[1]
