"""Functions that are taught as generated code."""

from __future__ import annotations

from numba.core.event import install_recorder

from plainpython import bits

from ..both_modes import compiled


def counted(board):
    return bits.popcount(board) + bits.nth(board, 2) - bits.lowest(bits.without_lowest(board))


def test_what_is_a_few_instructions_is_not_compiled_by_itself():
    with install_recorder("numba:run_pass") as recorder:
        made = compiled(counted, 0)
    lowered = [
        event.data["qualname"]
        for _, event in recorder.buffer
        if event.is_start and event.data["name"].startswith("lower_python")
    ]
    assert lowered == ["counted"]
    assert made(0b110110) == counted(0b110110) == 6
