"""The method that is chosen for a game: which one, that it is told, and that it plays."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import gametree as gt
from gametree import games
from gametree.games import ConnectFour, Othello
from gametree.mcts import choice_of_method, sampled_games
from gametree.mcts.choice_of_method import choose, choose_by_rules, with_network
from gametree.players.game_length import game_length
from gametree.players.registry import make_player
from tic_tac_toe_positions import unfinished_positions
from toys import Gather, OneHeap, Pig, Ring, Wheel
from trees import flat


@pytest.fixture(autouse=True)
def _all_games_of_the_sample(monkeypatch):
    """On the slowest machine as well."""
    monkeypatch.setattr(sampled_games, "_PATIENCE", 60.0)


@dataclass
class Equal(OneHeap):
    """A game that cannot be hashed."""

    counters: int = 3


def test_a_game_is_looked_at_once_for_its_class_and_parameters():
    assert choose(Equal()) is choose(Equal())
    assert choose(Equal()) is not choose(Equal(4))
    changed = Equal()
    before = choose(changed)
    changed.max_return = 2.0
    assert choose(changed) is not before
    assert game_length(Equal()) == 3


def test_a_game_with_other_objects_is_only_itself():
    class Holding(OneHeap):
        def __init__(self):
            super().__init__(3)
            self.table = [1, 2]

    game = Holding()
    assert choose(game) is choose(game)
    assert choose(game) is not choose(Holding())


def reason_for(game, beginning):
    return next(each for each in choose(game).reasons if each.startswith(beginning))


class Unknown(games.TicTacToe):
    """Tic-tac-toe that recommends nothing."""

    def recommended_search(self):
        return None


def test_a_game_with_all_that_is_needed():
    choice = choose(Unknown())
    assert choice.strategies["solver"] is True
    assert "evaluation" not in choice.strategies
    assert reason_for(Unknown(), "proofs: random games")
    assert reason_for(Unknown(), "playouts to the end: the game has no heuristic")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Gather(3), "outside its min_return and max_return"),
        (Gather(2, 3, scale=0.01), "do not sum to 0"),
        (Wheel(), "outside its min_return and max_return"),
    ],
    ids=["three players", "no constant sum", "out of range"],
)
def test_games_without_proofs(game, why):
    choice = choose(game)
    assert choice.strategies["solver"] is False
    assert choice.strategies["transpositions"] is False
    assert why in reason_for(game, "no proofs: ")


def test_a_position_that_depends_on_its_past_is_not_shared():
    game = Ring("draw")
    assert choose(game).strategies["transpositions"] is False


class Guess(gt.Game):
    """A hundred moves of either player, interpreted: its heuristic costs nothing beside them."""

    interpreted_only = True

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return list(range(5 if state[0] < 200 else 0))

    def next_state(self, state, action):
        return (state[0] + 1, (state[1] + action) % 3)

    def returns(self, state):
        return (1.0, -1.0) if state[1] else (-1.0, 1.0)

    def heuristic(self, state):
        lead = float(state[1] > 0)
        return (lead, -lead)


def test_a_heuristic_takes_the_place_of_long_playouts():
    choice = choose(Guess())
    assert choice.strategies["evaluation"].evaluation.max_plies == 0
    assert isinstance(choice.strategies["selection"], gt.PUCT)
    assert reason_for(Guess(), "PUCT, with priors from the heuristic of each move")
    assert reason_for(Guess(), "the heuristic instead of playouts")


@pytest.mark.parametrize(
    "game",
    [
        games.ConnectFour(),
        games.Othello(),
        games.Othello(score="discs"),
        games.UltimateTicTacToe(),
        games.TicTacToe(),
        games.Nim(),
    ],
    ids=str,
)
def test_bundled_games_recommend_what_would_be_chosen(game, monkeypatch):
    recommended = choose(game)
    assert recommended.reasons[0].startswith("recommended by the game: ")
    monkeypatch.setattr(type(game), "recommended_search", lambda self: None)
    monkeypatch.setattr(choice_of_method, "_SLOWEST", 1e9)
    chosen = choose_by_rules.__wrapped__(game)
    assert repr(recommended.strategies) == repr(chosen.strategies)


def test_a_game_that_recommends_nonsense_is_told_so():
    class Nonsense(OneHeap):
        def recommended_search(self):
            return {"simulations": 3}

    with pytest.raises(gt.BadParameter, match=r"Nonsense\.recommended_search must return None or"):
        gt.search(Nonsense(), simulations=3)


class Mute(Guess):
    """The heuristic says nothing of a move but what it has brought already: 1 if it ends well."""

    def returns(self, state):
        return (1.0, -1.0)

    def heuristic(self, state):
        return (0.0, 0.0)


def test_a_heuristic_that_says_the_same_of_all_moves_is_left_out():
    choice = choose(Mute())
    assert "evaluation" not in choice.strategies
    assert choice.reasons[-1].endswith("the heuristic says the same of all moves")


class Gathering(Gather):
    """With what each player has gathered so far, and what is hoped for, as the heuristic."""

    hope = 0

    def heuristic(self, state):
        return [(state.sums >> 10 * player & 1023) + self.hope for player in range(self.players)]


class Hopeful(Gathering):
    hope = 30


def test_a_heuristic_that_promises_less_than_random_games_bring_is_left_out():
    choice = choose(Gathering(1))
    assert "evaluation" not in choice.strategies
    assert choice.reasons[-1].endswith("random games bring more than the heuristic promises")
    assert "evaluation" in choose(Hopeful(1)).strategies


def test_it_is_used_where_random_games_do_not_end():
    class Endless(Mute):
        def legal_actions(self, state):
            return range(5)

    assert choose(Endless()).strategies["evaluation"].temperature == 1.0


def test_a_heuristic_that_is_far_slower_than_playouts_is_left_out(monkeypatch):
    monkeypatch.setattr(choice_of_method, "slowness_of_heuristic", lambda game, positions: 41.0)
    choice = choose_by_rules.__wrapped__(Guess())
    assert "evaluation" not in choice.strategies
    assert isinstance(choice.strategies["selection"], gt.UCB1)
    assert "about 41 times as long" in choice.reasons[-1]


@pytest.mark.parametrize("game", [games.TicTacToe(), Pig(8), Ring("draw"), Gather(3)], ids=str)
def test_it_plays_to_the_end(game):
    game.interpreted_only = True
    player = make_player("mcts:auto,simulations=30")
    record = gt.Record(game)
    player.begin(game, 0, seed=1)
    rng = gt.Rng(5)
    while not record.over:
        if record.player == gt.CHANCE:
            outcomes = [action for action, _ in game.chance_outcomes(record.state)]
            record.play(outcomes[rng.below(len(outcomes))])
        else:
            record.play(player.choose(record, None).action)
    player.end()
    assert record.over


class RarelyMore(gt.Game):
    """One player: of three moves the last one, after two others, returns more than it may."""

    players = 1
    interpreted_only = True

    def initial_state(self):
        return ()

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [0, 1, 2] if len(state) < 6 else []

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (5.0,) if state == (2, 1, 2, 1, 2, 2) else (0.0,)


class Undeclared(ConnectFour):
    max_actions = 64


@pytest.mark.parametrize(
    ("game", "reduction"),
    [
        (ConnectFour(), 0.0),
        (Undeclared(), 0.0),
        (Pig(20), 0.0),
        (games.TicTacToe(), 0.2),
        (Othello(), 0.2),
    ],
)
def test_a_network_holds_no_move_back_where_there_are_few(game, reduction):
    """As games show it, whatever room for actions they declare."""
    assert with_network(game, gt.Playout())["selection"].reduction == reduction


def test_what_the_sample_did_not_show_costs_only_the_proofs():
    game = RarelyMore()
    assert choose(game).strategies["solver"] is True
    player = make_player("mcts:auto,simulations=3000")
    player.begin(game, 0, seed=1)
    record = gt.Record(game)
    while not record.over:
        record.play(player.choose(record, None).action)
    assert record.returns == [5.0]


def test_a_default_search_goes_on_without_proofs_and_says_so():
    result = gt.search(RarelyMore(), simulations=3000, seed=1)
    assert result.value[0] > 4.0
    assert result.simulations == 3000
    assert result.method.endswith("no proofs, since the game broke what they rest on")
    with pytest.raises(gt.GameError, match="proofs rest on"):
        gt.search(RarelyMore(), simulations=3000, seed=1, solver=True)


def test_a_heuristic_that_raises_is_told_with_its_place():
    class Broken(Guess):
        def heuristic(self, state):
            raise ValueError("no idea")

    with pytest.raises(gt.GameError, match=r"Broken.heuristic raised ValueError: no idea"):
        gt.search(Broken(), simulations=10)
    assert gt.search(Broken(), simulations=10, method="uct").simulations == 10


def test_a_heuristic_that_gives_no_number_is_told():
    class Endless(Guess):
        def heuristic(self, state):
            return (float("inf"), 0.0)

    with pytest.raises(gt.GameError, match="heuristic"):
        gt.search(Endless(), simulations=10)


def test_a_search_says_how_it_searched():
    chosen = gt.search(games.TicTacToe(), simulations=50, seed=1, compiled=False)
    assert chosen.method == (
        "chosen for the game: UCB1(c=0.45), playouts to the end, proofs, transpositions"
    )
    assert f"method {chosen.method}\n" in str(chosen)
    assert chosen.to_dict()["method"] == chosen.method
    guided = gt.search(Guess(), simulations=5, seed=1)
    assert guided.method == (
        "chosen for the game: PUCT(c=1.25), the game's heuristic, priors from it with "
        "temperature 0.5, proofs, transpositions"
    )
    plain = gt.search(games.TicTacToe(), simulations=50, seed=1, compiled=False, method="uct")
    assert plain.method == "as asked: UCB1(c=1.4), playouts to the end"


@pytest.mark.parametrize(
    "asked",
    [
        {"method": "uct"},
        {"selection": gt.UCB1()},
        {"evaluation": gt.Playout()},
        {"expand_after": 1},
        {"solver": False},
        {"transpositions": False},
    ],
    ids=str,
)
def test_what_is_asked_for_is_all_there_is(asked):
    def tree(**options):
        searcher = gt.Searcher(games.TicTacToe(), seed=3, compiled=False, **options)
        searcher.run(simulations=200)
        return flat(searcher)

    plain = {
        "selection": gt.UCB1(),
        "evaluation": gt.Playout(),
        "expand_after": 1,
        "solver": False,
        "transpositions": False,
    }
    assert tree(**asked) == tree(**plain)


def test_plain_uct_follows_another_rule_if_one_is_given():
    asked = {"selection": gt.PUCT(0.9), "solver": True}
    for method in ("auto", "uct"):
        result = gt.search(games.Nim(), simulations=20, compiled=False, method=method, **asked)
        assert result.method == "as asked: PUCT(c=0.9), playouts to the end, proofs"


def test_a_method_that_is_none_is_refused():
    with pytest.raises(
        gt.BadParameter, match=r"method must be one of \['auto', 'untrained', 'uct'\]"
    ):
        gt.Searcher(games.Nim(), method="puct")


def test_a_default_search_goes_on_from_a_file(tmp_path):
    searcher = gt.Searcher(games.TicTacToe(), seed=3, compiled=False)
    searcher.run(simulations=100)
    searcher.save(tmp_path / "search")
    loaded = gt.Searcher.load(tmp_path / "search", games.TicTacToe())
    assert loaded.result().method == searcher.result().method
    assert loaded.run(simulations=50).actions == searcher.run(simulations=50).actions


def test_every_win_in_one_is_taken():
    """In every third position of those that are no mirrored or turned pictures of each other."""
    game = games.TicTacToe()
    missed, found = [], 0
    for state in unfinished_positions()[::3]:
        player = game.current_player(state)
        after = {move: game.next_state(state, move) for move in game.legal_actions(state)}
        wins = {
            move
            for move, next_state in after.items()
            if game.is_terminal(next_state) and game.returns(next_state)[player] > 0.0
        }
        found += bool(wins)
        if wins and gt.search(game, state, simulations=60, seed=1).action not in wins:
            missed.append(state)
    assert missed == []
    assert found > 80


def test_it_chooses_alone():
    with pytest.raises(gt.BadParameter, match="auto chooses how to search by itself"):
        make_player("mcts:auto,c=0.7")
    assert make_player("mcts").explain(Unknown()) == ()
    assert make_player("mcts:auto").explain(Unknown())[0].startswith("UCB1")


def test_threads_on_one_tree_go_without_transpositions():
    game = games.TicTacToe()
    assert choose(game).for_one_tree().reasons[-1].startswith("no transpositions: threads")
    searcher = gt.Searcher(game, workers=2, parallel="tree", seed=1)
    result = searcher.run(simulations=1_000_000)
    assert searcher.parallel == "tree"
    assert "playouts to the end, proofs;" in result.method
    assert result.proof.value == (0.0, 0.0)


@pytest.mark.parametrize("way", ["tree", "root"])
def test_several_workers_share_a_tree_where_that_is_fast(monkeypatch, way):
    asked = []

    def better(one_tree, trees):
        asked.append(one_tree)
        return one_tree if way == "tree" else trees

    monkeypatch.setattr("gametree.mcts.setup.better", better)
    game = games.TicTacToe()
    player = make_player("mcts:auto,simulations=500,workers=2")
    player.begin(game, 0, seed=1)
    result = player.think(gt.Record(game), None)
    assert result.simulations == 500
    assert ("transpositions" in result.method) is (way == "root")
    player.end()
    assert len(asked) == 1  # and no more while the clock runs


def test_interpreted_each_worker_has_a_tree():
    result = gt.search(OneHeap(4), simulations=60, seed=1, workers=2, compiled=False)
    assert result.proof is not None or result.simulations == 60
    assert result.method.startswith("chosen for the game: ")


def test_a_way_that_is_none_is_refused():
    player = make_player("mcts:auto,simulations=60,workers=2,parallel=leaf")
    with pytest.raises(gt.BadParameter, match="'root', 'tree', 'auto'"):
        player.begin(games.TicTacToe(), 0, seed=1)
