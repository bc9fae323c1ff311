from __future__ import annotations

from dataclasses import replace

import gametree as gt
from gametree.cli.text import thinking
from gametree.cli.text.thinking import print_thinking
from gametree.games import TicTacToe


def test_a_proven_value_above_a_higher_mean_is_explained(capsys):
    result = gt.search(TicTacToe(), simulations=1, seed=1, compiled=False, method="uct")
    print_thinking(result)
    plain = capsys.readouterr().out
    assert "1 simulation," in plain
    assert "certain" not in plain
    first, *others = result.actions
    others[0] = replace(others[0], visits=20, mean=0.425, half_width=0.1)
    drawn = replace(first, proven=0.0)
    print_thinking(replace(result, actions=(drawn, *others)))
    assert "what is proven is certain; a mean is what" in capsys.readouterr().out
    print_thinking(replace(result, actions=(others[0], drawn)))
    assert "certain" not in capsys.readouterr().out


def test_what_is_compiled_is_told_with_its_time(monkeypatch):
    shown = []
    monkeypatch.setattr(thinking, "thinking", shown.append)
    thinking.getting_ready(TicTacToe())
    assert shown.pop().startswith(
        "getting ready: tic tac toe is compiled once, mostly in 5 to 20 s"
    )

    class Plain(TicTacToe):
        interpreted_only = True

    thinking.getting_ready(Plain())
    assert shown.pop() == "getting ready"
