"""Checks sentences about moves against exhaustive search, which shares no code with gametree's."""

from __future__ import annotations

from functools import lru_cache

from gametree import Record
from gametree.naming.named_moves import action_named


class Exact:
    """Exact values of a small game of two players with returns from -1 to 1."""

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
        best = max if game.current_player(state) == 0 else min
        return best(self.value(child) for _, child in self.children(state))

    def worth(self, state, player):
        value = self.value(state)
        return value if player == 0 else -value


def check(exact, record, fact):
    """Assert that a fact about a move of a record is true."""
    game = exact.game
    state = record.positions[fact.ply]
    player = game.current_player(state)
    after = record.positions[fact.ply + 1]
    played = record.actions[fact.ply]
    name = game.action_to_text(state, played)
    numbers = fact.numbers
    line = Record(game, record.positions[0])
    for action in record.actions[: fact.ply]:
        line.play(action)
    values = [exact.worth(line.state, player)]
    for move in fact.moves:
        line.play(action_named(line, move))
        values.append(exact.worth(line.state, player))
    if fact.kind == "forced":
        assert list(game.legal_actions(state)) == [played]
    elif fact.kind in ("wins", "loses"):
        assert name == fact.moves[0]
        assert exact.worth(after, player) == numbers["value"] == (1 if fact.kind == "wins" else -1)
        assert set(values[1:]) == {numbers["value"]}
        if "plies" in numbers:
            assert numbers["plies"] == len(fact.moves)
            assert game.is_terminal(line.state)
    elif fact.kind == "only_move":
        others = [exact.worth(child, player) for each, child in exact.children(state)
                  if each != played]  # fmt: skip
        assert len(others) == numbers["others"]
        assert exact.worth(after, player) == numbers["value"]
        assert max(others) < numbers["value"]
    elif fact.kind == "all_lose":
        assert exact.worth(state, player) == -1
    elif fact.kind == "given_up":
        assert exact.worth(state, player) >= numbers["before"]  # which was there for certain
        assert exact.worth(after, player) == numbers["after"] < numbers["before"]
    elif fact.kind == "missed":
        assert set(values) == {numbers["value"]}
        if "plies" in numbers:
            assert numbers["value"] == 1
            assert numbers["plies"] == len(fact.moves)
            assert game.is_terminal(line.state)
    elif fact.kind == "replies":
        replies = {
            game.action_to_text(after, each): exact.worth(child, player)
            for each, child in exact.children(after)
        }
        assert len(replies) == numbers["legal"]
        winning = {each for each, value in replies.items() if value == -1}
        assert set(numbers["winning"]) <= winning
        if numbers["exact"]:
            assert set(numbers["winning"]) == winning
    else:
        assert fact.kind == "cost", fact.kind
        assert not fact.proven
        assert numbers["low"] <= numbers["loss"] <= numbers["high"]
        assert abs(numbers["best"] - numbers["played"] - numbers["loss"]) < 1e-9
    told = [each for each in (numbers.get("plies"), numbers.get("legal")) if each not in (None, 1)]
    assert all(f"{each} " in fact.text for each in told)


def random_record(game, rng):
    """Return a random game."""
    record = Record(game)
    while not record.over:
        legal = list(record.legal_actions())
        record.play(legal[rng.below(len(legal))])
    return record
