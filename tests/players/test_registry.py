"""Players by their descriptions."""

from __future__ import annotations

from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.search_options import OPTIONS
from gametree.mcts.selection.rule import SELECTION_RULES
from gametree.players.alphabeta import AlphaBeta
from gametree.players.player import Player
from gametree.players.registry import (
    describe_players,
    description_of,
    make_player,
    split_description,
)
from gametree.players.searching import Mcts
from own import Nth

EXAMPLES = (
    "random",
    "greedy",
    "flat:simulations=100",
    "mcts:simulations=1000,c=0.7",
    "alphabeta:depth=4",
    "perfect:positions=1000",
    "nrpa:level=3,iterations=50",
    "human",
    "level:4",
    "program:command=python engine.py --fast",
    "uci:command=stockfish,options=Skill Level=0;Threads=1",
    "ugi:command=engine",
    "gtp:command=engine --mode gtp",
)


@pytest.mark.parametrize("spec", EXAMPLES)
def test_every_kind_of_player_is_made(spec):
    player = make_player(spec)
    assert isinstance(player, Player)
    assert player.name == spec.partition(":")[0]


def test_the_list_is_complete():
    assert [kind for kind, _, _ in describe_players()] == [
        spec.partition(":")[0] for spec in EXAMPLES
    ]
    for _, _, sense in describe_players():
        assert sense.endswith(".")
    parameters = {kind: text for kind, text, _ in describe_players()}
    assert parameters["random"] == ""
    assert parameters["human"] == ""
    assert "depth=none" in parameters["alphabeta"]


def test_the_page_on_players_tells_of_every_parameter():
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    options = {each.name for each in OPTIONS}
    for kind, text, _ in describe_players():
        for parameter in text.split(", ") if text else ():
            name = parameter.removesuffix("=none")
            is_option = kind == "mcts" and name.partition("=")[0] in options  # of its own table
            assert f"`{name}`" in page or is_option, (kind, parameter)
    assert "<!-- table of options -->" in page


def test_spaces_do_not_matter():
    assert isinstance(make_player("  alphabeta : depth = 4 "), AlphaBeta)
    player = make_player("mcts: simulations=10 , reuse=false")
    assert isinstance(player, Mcts)
    assert not player.needs_limit
    assert make_player("mcts").needs_limit


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("mtcs", r"no player 'mtcs'; did you mean mcts\? players are random, greedy, flat"),
        ("", "no player ''; players are random"),
        (7, "described by a text such as"),
        (
            "mcts:simulation=5",
            r"no parameter 'simulation'; did you mean simulations\? it takes simulations=none, ",
        ),
        ("mcts:simulations=many", "simulations must be an integer or none, not 'many'"),
        ("mcts:auto,expand_after=2", "auto chooses how to search by itself"),
        ("mcts:simulations=0", "simulations must be a whole number of 1 or more"),
        ("mcts:1000", "'1000' is no key=value, such as"),
        ("mcts:c=1,c=2", "c is given twice"),
        (
            "mcts:selection=best",
            f"must be one of {', '.join(SELECTION_RULES.entries)}, or a class in a file",
        ),
        ("random:seed=1", "no parameter 'seed'; it takes none"),
        ("alphabeta:depth=0", "depth must be 1 or more"),
        ("alphabeta:depth=1000", "depth must be at most 256"),
        ("alphabeta:nodes=0", "nodes must be 1 or more"),
        ("alphabeta:seconds=0", "seconds must be a number greater than 0"),
        ("alphabeta:memory=0", "memory must be 1 or more"),
        ("perfect:positions=0", "positions must be 1 or more"),
        ("program", "needs the parameter command"),
        ("program:command=x,timeout=0", "timeout must be a number of seconds above 0"),
        ("human:ask=me", "no parameter 'ask'"),
    ],
)
def test_what_is_wrong_is_named(spec, told):
    with pytest.raises(gt.BadParameter, match=told):
        make_player(spec)


def test_what_is_wrong_is_named_in_python_too():
    with pytest.raises(gt.BadParameter, match=r"^mcts has no parameter 'max_ply'; did you "):
        Mcts(max_ply=5)
    with pytest.raises(gt.BadParameter, match=r"selection is UCB1\(c=1\.4\) already: leave out c$"):
        Mcts(selection=gt.UCB1(), c=0.7)


def test_a_search_that_follows_priors_unless_told_otherwise():
    player = make_player("mcts:simulations=20,heuristic_priors=0.5")
    game = ConnectFour(4, 4)
    game.interpreted_only = True
    player.begin(game, 0, 1)
    record = gt.Record(game)
    player.choose(record, None)
    assert "PUCT" in player.searcher.result().method
    assert repr(make_player("mcts:c=2,heuristic_priors=0.5").options["selection"]) == "UCB1(c=2.0)"


OWN = str(Path(__file__).parents[1] / "own.py")


def test_players_of_a_users_own():
    assert make_player(f"{OWN}:Nth:place=2").place == 2
    assert make_player(f"{OWN}:place=2").place == 2
    assert make_player(OWN).place == 0
    assert split_description(f" {OWN}:Nth:place=2 ") == (f"{OWN}:Nth", "place=2")
    assert split_description(f"{OWN}:place=2") == (OWN, "place=2")
    assert split_description("mcts:selection=mine.py:Rule") == ("mcts", "selection=mine.py:Rule")
    assert split_description("program:command=python mine.py:x")[0] == "program"


def test_strategies_of_a_users_own():
    player = make_player(f"mcts:selection={OWN}:Rule:zeta=2,c=0.7,playout={OWN}:Last,max_plies=4")
    assert repr(player.options["selection"]) == "Rule(c=0.7, zeta=2.0, wide=False)"
    assert repr(player.options["evaluation"].policy) == "Last()"
    player = make_player(f"mcts:evaluation={OWN}")
    assert repr(player.options["evaluation"]) == "Even()"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (
            f"{OWN}:Nth:plaice=2",
            r"^in the player '.*': Nth has no parameter 'plaice'; did you mean",
        ),
        (f"{OWN}:Nth:place=x", "place must be an integer, not 'x'"),
        (f"mcts:selection={OWN},zeta=2", r"follow it after colons, as in mine\.py:MyRule:depth=3$"),
        (f"mcts:evaluation={OWN},playout=mast", "evaluation stands in place of playouts"),
        (f"mcts:auto,evaluation={OWN}", "auto chooses how to search by itself"),
        (Nth, r"^a player is an object of its class: Nth\(\)$"),
    ],
)
def test_what_is_wrong_with_ones_own_is_named(spec, told):
    with pytest.raises(gt.BadParameter, match=told):
        make_player(spec)


def test_what_is_wrong_with_a_file_is_named():
    with pytest.raises(gt.PythonFileError, match="there is no file"):
        make_player("nowhere.py:Nth")
    with pytest.raises(gt.PythonFileError, match=r"Rule in .* is no player: it must be a class"):
        make_player(f"{OWN}:Rule")


def test_a_player_that_is_an_object_gives_copies():
    player = Nth(2, rule=gt.UCB1(0.5))
    text = description_of(player)
    assert text == "Nth(2, rule=UCB1(c=0.5))"
    made = make_player(text)
    assert made is not player
    assert (made.place, made.rule.c) == (2, 0.5)
