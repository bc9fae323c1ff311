"""The place of a fault, and causes told before their consequences."""

from __future__ import annotations

from planted import ListTake, Take, examine

from gametree.doctor.fault import Fault
from gametree.doctor.findings import Findings
from gametree.doctor.report import FAULT, WARNING


def helper(state):
    return {7: 1}[state[0]]


def test_an_error_is_put_where_it_was_raised():
    class Game(Take):
        def legal_actions(self, state):
            return range(1, 1 + helper(state))

    (fault,) = examine(Game()).faults
    assert (fault.method, fault.kind) == ("legal_actions", "raises")
    line = helper.__code__.co_firstlineno + 1
    where = f"(test_findings.py, line {line}, in helper)"
    assert f"legal_actions raised KeyError: 6 {where}" in str(fault)
    assert fault.to_dict()["line"] == line


def test_an_error_in_a_method_that_another_calls():
    class Game(Take):
        def is_terminal(self, state):
            return not self.legal_actions(state)

        def legal_actions(self, state):
            return [action for action in (1, 2, 3) if action <= state[0]]

        def heuristic(self, state):
            return self.returns(state)

        def returns(self, state):
            return ((-1.0, 1.0), (1.0, -1.0))[state[1] if state[0] == 0 else 2]

    (fault,) = examine(Game()).faults
    assert (fault.method, fault.kind) == ("heuristic", "raises")
    assert "Game.returns)" in str(fault)


def test_a_cause_is_told_before_its_consequences():
    class Game(ListTake):
        def action_to_text(self, state, action):
            return "all the same"

        def next_state(self, state, action):
            if state[0] < 6:
                state[0] += 0 * action or 1
            return ListTake.next_state(self, state, action)

    faults = examine(Game(), games=5).faults
    assert (faults[0].method, faults[0].kind) == ("next_state", "changes the state")
    assert {fault.method for fault in faults} >= {"next_state", "action_to_text"}


def test_a_key_that_shows_later_what_it_forgets():
    """Both heaps answer alike as long as they are not empty; their sum tells too little."""

    class Game(Take):
        def initial_state(self):
            return (3, 3, 0)

        def current_player(self, state):
            return state[2]

        def legal_actions(self, state):
            return [0, 1] if min(state[:2]) > 0 else []

        def next_state(self, state, action):
            heaps = list(state[:2])
            heaps[action] -= 1
            return (*heaps, 1 - state[2])

        def returns(self, state):
            return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)

        def key(self, state):
            return (max(state[:2]) > 0, state[2], sum(state[:2]) if min(state[:2]) == 0 else 0)

    assert "key" in {fault.method for fault in examine(Game(), games=20).faults}


def test_a_fault_takes_the_place_of_a_warning():
    def found(severity, moves):
        findings.add(Fault("key", "changes the state", severity, severity=severity), moves)
        (kept,) = findings.sorted()
        return kept.severity, kept.moves

    findings = Findings(Take())
    assert found(WARNING, (1,)) == (WARNING, (1,))
    assert found(WARNING, ()) == (WARNING, ())
    assert found(FAULT, (1, 2)) == (FAULT, (1, 2))
    assert found(WARNING, ()) == (FAULT, (1, 2))
    assert found(FAULT, (3,)) == (FAULT, (3,))
