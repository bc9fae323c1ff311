"""Checks sentences about moves against exhaustive search, which shares no code with gametree's."""

from __future__ import annotations

import re
from functools import lru_cache

from gametree import CHANCE, Record
from gametree.naming.named_moves import action_named

RESULT = r"a proven (?:win|draw|loss|[+-]\S+)"
KEPT = r"wins by force|holds the draw|loses by force|keeps [+-]\S+ for certain"
PERCENT = r"-?\d+ %"
TEXTS = {
    kind: re.compile(text)
    for kind, text in {
        "forced": r"(?P<move>.+) is the only legal move\.",
        "wins": r"(?P<move>.+?) wins (?:at once|by force: (?P<line>.+) ends the game in "
        r"(?P<plies>\d+) moves?)\.",
        "loses": r"(?P<move>.+?) loses (?:by force|at once|in (?P<plies>\d+) moves?: "
        r"(?P<line>.+))\.",
        "only_move": rf"Only (?P<move>.+?) (?P<kept>{KEPT}): every other move is proven worse\.",
        "all_lose": r"Every move of (?P<player>.+) loses here\.",
        "given_up": rf"(?P<move>.+?) gives up (?P<before>{RESULT}): after it the game is "
        rf"(?P<result>{RESULT}) for (?P<player>.+)\.",
        "missed": rf"(?P<better>.+?) (?:wins at once|wins in (?P<plies>\d+) moves?: (?P<line>.+)|"
        rf"(?P<kept>{KEPT}))\.",
        "replies": r"After it (?P<least>at least )?(?P<winning>\d+) of (?P<legal>\d+) "
        r"repl(?:y|ies) of (?P<opponent>.+?) wins?: (?P<names>.+?)(?: and (?P<more>\d+) more)?\.",
        "cost": rf"(?P<move>.+?) costs (?P<loss>{PERCENT}) of the expected result \(95 %: "
        rf"(?P<low>{PERCENT}) to (?P<high>{PERCENT})\): (?P<best>{PERCENT}) after (?P<better>.+), "
        rf"(?P<played>{PERCENT}) after .+\.",
    }.items()
}


class Exact:
    """Exact values of a small game of two players whose returns have the sum 0."""

    def __init__(self, game):
        self.game = game
        self.value = lru_cache(maxsize=None)(self._value)

    def children(self, state):
        game = self.game
        for action in game.legal_actions(state):
            yield action, game.next_state(game.copy(state), action)

    def _value(self, state):
        """Return the return of player 0."""
        game = self.game
        if game.is_terminal(state):
            return game.returns(state)[0]
        player = game.current_player(state)
        if player == CHANCE:
            chances = dict(game.chance_outcomes(state))
            return sum(chances[each] * self.value(child) for each, child in self.children(state))
        best = max if player == 0 else min
        return best(self.value(child) for _, child in self.children(state))

    def worth(self, state, player):
        value = self.value(state)
        return value if player == 0 else -value


def check(exact, review, fact):
    """Assert that a fact about a move of a review is true, as its text says it."""
    record, names = review.replay.record, review.replay.players
    shown = TEXTS[fact.kind].fullmatch(fact.text)
    assert shown, fact.text
    words = shown.groupdict()
    game = exact.game
    state, after = record.positions[fact.ply : fact.ply + 2]
    player = game.current_player(state)
    worth, left = exact.worth(state, player), exact.worth(after, player)
    name = game.action_to_text(state, record.actions[fact.ply])
    assert words.get("move", name) == name
    assert words.get("player", names[player]) == names[player]
    assert words.get("opponent", names[1 - player]) == names[1 - player]
    line, values = _along(exact, record, fact, player)
    if words.get("line") or "at once" in fact.text:
        assert words.get("line") in (None, " ".join(fact.moves))
        assert int(words.get("plies") or 1) == len(fact.moves) == fact.numbers["plies"]
        assert game.is_terminal(line.state)
    if words.get("better"):
        assert words["better"] == fact.moves[0]
    if fact.kind == "forced":
        assert list(game.legal_actions(state)) == [record.actions[fact.ply]]
    elif fact.kind in ("wins", "loses"):
        assert fact.moves[0] == name
        assert left > 0 if fact.kind == "wins" else left < 0
        assert set(values[1:]) == {left} == {fact.numbers["value"]}
    elif fact.kind == "only_move":
        others = [exact.worth(child, player) for each, child in exact.children(state)
                  if each != record.actions[fact.ply]]  # fmt: skip
        assert len(others) == fact.numbers["others"]
        assert max(others) < left == fact.numbers["value"]
        assert _kept(left, words["kept"])
    elif fact.kind == "all_lose":
        assert worth < 0
        assert worth == fact.numbers["value"]
    elif fact.kind == "given_up":
        before = fact.numbers["before"]
        assert worth >= before > left == fact.numbers["after"]  # which was there for certain
        assert _is_result(before, words["before"])
        assert _is_result(left, words["result"])
    elif fact.kind == "missed":
        assert set(values[1:]) == {fact.numbers["value"]}
        assert worth >= values[1] > left
        assert _kept(values[1], words["kept"]) if words["kept"] else values[1] > 0
    elif fact.kind == "replies":
        _check_replies(exact, after, 1 - player, fact, words)
    else:
        _check_cost(fact, words)


def _along(exact, record, fact, player):
    """Return the record after the line of a fact, and the values on the way."""
    game = exact.game
    line = Record(game, record.positions[0])
    for action in record.actions[: fact.ply]:
        line.play(action)
    values = [exact.worth(line.state, player)]
    for move in fact.moves:
        line.play(action_named(line, move))
        values.append(exact.worth(line.state, player))
    return line, values


def _check_replies(exact, after, opponent, fact, words):
    game = exact.game
    replies = {
        game.action_to_text(after, each): exact.worth(child, opponent)
        for each, child in exact.children(after)
    }
    winning = {each for each, value in replies.items() if value > 0}
    listed = fact.numbers["winning"]
    assert set(listed) <= winning
    assert int(words["winning"]) == len(listed) == len(set(listed))
    assert int(words["legal"]) == len(replies)
    assert words["names"] == ", ".join(listed[:4])
    assert int(words["more"] or 0) == max(0, len(listed) - 4)
    if not words["least"]:
        assert set(listed) == winning


def _check_cost(fact, words):
    numbers = fact.numbers
    assert not fact.proven
    assert numbers["low"] <= numbers["loss"] <= numbers["high"]
    assert abs(numbers["best"] - numbers["played"] - numbers["loss"]) < 1e-9
    for each in ("loss", "low", "high", "best", "played"):
        assert words[each] == f"{100 * numbers[each]:.0f} %"


def _is_result(value, text):
    word = text.removeprefix("a proven ")
    signs = {"win": value > 0, "draw": value == 0, "loss": value < 0}
    return signs[word] if word in signs else float(word) == value


def _kept(value, text):
    words = {"wins by force": "win", "holds the draw": "draw", "loses by force": "loss"}
    return _is_result(value, words[text] if text in words else text.split()[1])


def random_record(game, rng):
    """Return a random game."""
    record = Record(game)
    while not record.over:
        legal = list(record.legal_actions())
        record.play(legal[rng.below(len(legal))])
    return record
