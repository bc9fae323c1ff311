from __future__ import annotations

from gametree import benchmark, games
from gametree.mcts.selection.puct import PUCT
from gametree.mcts.selection.ucb1 import UCB1, UCB1Tuned
from plainpython.compilable import fingerprint

# Changes only when a search behaves differently. If you meant that, say so in
# the changelog, and put here what `gametree bench --signature` prints.
SIGNATURE = 67712000900760
STRATEGIES = ("selection", "evaluation")


def test_the_signature_is_what_it_was():
    assert benchmark.signature(compiled=False) == SIGNATURE


def test_compiled_searches_have_the_same_signature(monkeypatch):
    """Each rule and each evaluation: the rules of the games are compared in their own tests."""
    every = list(benchmark.signature_searches())
    monkeypatch.setattr(benchmark, "_SIGNED_GAMES", ("tic_tac_toe",))
    compared = list(benchmark.signature_searches())
    for name in STRATEGIES:
        met = {fingerprint(options[name]) for _, options in compared}
        assert met == {fingerprint(options[name]) for _, options in every}
    assert benchmark.signature() == benchmark.signature(compiled=False)


def test_the_signature_covers_each_of_its_games_with_every_rule():
    signed = ("nim", "tic_tac_toe", "connect_four", "othello", "ultimate_tic_tac_toe")
    searches = list(benchmark.signature_searches())
    met = {(game.name, type(options["selection"])) for game, options in searches}
    assert met == {(name, rule) for name in signed for rule in (UCB1, UCB1Tuned, PUCT)}
    for attribute in ("selection", "name"):
        pairs = {
            (type(options["selection"]) if attribute == "selection" else game.name,
             options["evaluation"])
            for game, options in searches
        }  # fmt: skip
        assert len(pairs) == 3 * (3 if attribute == "selection" else len(signed))


def test_the_signature_notices_a_change(monkeypatch):
    monkeypatch.setattr(benchmark, "_SIGNED_GAMES", ("tic_tac_toe",))
    before = benchmark.signature(compiled=False)
    assert benchmark.signature(compiled=False) == before
    monkeypatch.setattr(UCB1.__init__, "__defaults__", (1.5,))
    assert benchmark.signature(compiled=False) != before


def test_measurements():
    nim, ttt = benchmark.measure([games.load("nim"), games.load("tic_tac_toe")], 500)
    assert (nim.game, ttt.game) == ("nim", "tic_tac_toe")
    for measured in (nim, ttt):
        assert measured.compiled > 0
        assert measured.interpreted > 0
        assert measured.ready_seconds > 0
        assert 20 < measured.node_bytes < 100
    assert nim.to_dict()["game"] == "nim"
