"""Which passes of Numba's compiler a function goes through."""

from __future__ import annotations

from numba.core.event import install_recorder

from gametree.native.build import compile_function


def of_ours(number):
    return number + 1


def of_a_user(number):
    return number + 1


of_ours.__module__ = "gametree.mcts.own"


def test_only_users_functions_are_searched_for_what_ours_do_without(fresh_cache):
    passed = {}
    for function in (of_ours, of_a_user):
        with install_recorder("numba:run_pass") as recorder:
            assert compile_function(function, 3)(3) == 4
        passed[function] = {event.data["name"].split()[0] for _, event in recorder.buffer}
    assert "dead_branch_prune" in passed[of_a_user]
    assert "dead_branch_prune" not in passed[of_ours]
    assert "constant_branches" in passed[of_ours]
    assert {"ir_processing", "infer_types", "lower_python"} <= passed[of_ours]
