"""Moves of all bundled games in UGI: each has a name without spaces, and is read back."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.actors import CHANCE
from gametree.primitives.rng import Rng
from gametree.protocols.uci.notation import notation_of

PLIES = 12
MOST = 60  # moves of a position that are looked at


@pytest.mark.parametrize("name", games.names())
def test_names_are_read_back(name):
    game = games.load(name)
    notation = notation_of(game)
    record = gt.Record(game)
    rng = Rng(7)
    for _ in range(PLIES):
        legal = record.legal_actions()
        if not legal:
            break
        looked_at = legal[:MOST]
        words = [notation.name_of(record.state, action) for action in looked_at]
        assert len(set(words)) == len(words)
        assert all(word and word == "".join(word.split()) for word in words)
        assert [notation.action_named(record, word) for word in words] == looked_at
        if record.player == CHANCE:
            record.play(record.draw_chance(rng))
        else:
            record.play(legal[rng.below(len(legal))])
    assert record.actions
