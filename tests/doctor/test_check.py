from __future__ import annotations

import json
import re
import signal
import threading
import time

import pytest
from planted import needs_timer

import gametree as gt
from gametree.games import Nim, TicTacToe
from toys import Endless, OneHeap, Words

FEW = {"games": 40, "seconds": 200.0, "compiled": False}


class Broken(OneHeap):
    def returns(self, state):
        return (1.0,)


def test_a_report_in_words():
    text = str(gt.check(Broken(4), **FEW))
    heading, _, finding = text.split("\n", 2)
    assert heading.startswith("Broken: 1 fault (40 random games, ")
    line = Broken.returns.__code__.co_firstlineno
    assert finding.startswith(
        "fault: returns returned (1.0,); 2 finite numbers expected, one a player "
        f"(test_check.py, line {line})\n  after the moves 1 3\n"
    )
    assert "note: no search was run: mend the faults first" in text


def test_a_report_as_a_dict():
    report = gt.check(Broken(4), **FEW)
    found = json.loads(json.dumps(report.to_dict()))
    assert found["sound"] is report.sound is False
    assert found["game"] == "Broken"
    (finding,) = found["findings"]
    assert finding["severity"] == "fault"
    assert finding["method"] == "returns"
    assert finding["moves"] == [1, 3]


def test_what_is_in_a_profile():
    profile = gt.check(TicTacToe(), games=300, seconds=200.0, compiled=False).profile
    assert profile.most_actions == 9
    assert (profile.shortest, profile.longest) == (5, 9)
    assert 7 < profile.length < 8.5
    # Of random play 58.5 % is won by the first player, 28.8 % by the second.
    assert abs(profile.first_player - 0.297) < 0.297  # six standard errors
    assert 0.02 < profile.first_player - profile.first_player_low < 0.12
    assert 0.02 < profile.first_player_high - profile.first_player < 0.12
    assert set(profile.microseconds) == {
        "legal_actions",
        "fill_legal_actions",
        "is_terminal",
        "random_action",
        "next_state",
        "current_player",
        "returns",
    }
    assert profile.compiled is None
    assert "µs" in str(profile)


def test_advice_for_rules_without_the_optional_methods():
    advice = "\n".join(gt.check(OneHeap(9), **FEW).profile.advice)
    assert "define is_terminal" in advice
    assert "define random_action" in advice
    assert "define fill_legal_actions" in advice


def test_advice_names_the_method_that_takes_most_of_the_time():
    class Slow(OneHeap):
        def legal_actions(self, state):
            sum(range(3000))
            return OneHeap.legal_actions(self, state)

    (sentence, *_) = gt.check(Slow(5), **FEW).profile.advice
    assert sentence.startswith("legal_actions takes ")
    assert sentence.endswith(" % of the time of a random game")


def test_why_rules_do_not_compile_is_told():
    report = gt.check(Words("tee"), games=20, seconds=200.0)
    assert report.sound
    assert "Words.returns cannot be compiled" in report.profile.why_interpreted
    assert report.profile.advice[0].startswith("make it compile: ")


def test_the_same_seed_gives_the_same_findings():
    first, second = (gt.check(Broken(9), seed=5, **FEW).findings for _ in range(2))
    assert first == second


def test_time_is_bounded():
    begun = time.thread_time()
    report = gt.check(Nim(heaps=(7, 7, 7, 7)), games=10**9, seconds=0.3, compiled=False)
    assert time.thread_time() - begun < 60
    assert report.sound
    assert report.positions > 0


@pytest.mark.usefixtures("endless_after_a_thousand")
def test_an_endless_game_is_found_out_in_bounded_time():
    report = gt.check(Endless(), games=1000, seconds=200.0, compiled=False)
    assert report.games < 10  # a few that do not end are enough
    assert [(each.method, each.kind) for each in report.faults] == [("legal_actions", "endless")]
    assert report.profile is None


def test_slow_rules_are_told_apart_from_endless_ones():
    class Slow(OneHeap):
        def legal_actions(self, state):
            time.sleep(0.02)
            return OneHeap.legal_actions(self, state)

    report = gt.check(Slow(1000), games=5, seconds=0.8, compiled=False)
    assert report.findings == ()
    note = report.notes[0]
    assert note.startswith("no random game could be finished in the time; the longest reached ")
    assert re.search(r"legal_actions takes \d{2,4}\.\d ms a call", note)  # 20 and a little more


def test_too_few_games_are_not_blamed_on_the_time():
    report = gt.check(OneHeap(9), games=5, seconds=200.0, compiled=False)
    assert report.findings == ()
    assert report.notes == ("20 random games are too few for statistics: allow more games",)


def test_where_a_fault_ended_the_games_the_time_is_not_blamed():
    class NeverEnds(OneHeap):
        def is_terminal(self, state):
            return False

    report = gt.check(NeverEnds(9), games=10, seconds=200.0, compiled=False)
    assert [fault.method for fault in report.faults] == ["is_terminal"]
    assert not any("too few" in note for note in report.notes)


@needs_timer
def test_a_bare_except_does_not_save_what_hangs():
    class Stubborn(OneHeap):
        def next_state(self, state, action):
            while state[0] == 3:
                try:
                    time.sleep(0.01)
                except:  # noqa: E722
                    break
            return OneHeap.next_state(self, state, action)

    report = gt.check(Stubborn(4), games=10, seconds=4.0, compiled=False)
    assert [(each.method, each.kind) for each in report.faults] == [("next_state", "hangs")]


@needs_timer
def test_timers_and_handlers_are_left_as_they_were():
    def handler(number, frame):
        raise AssertionError("the program's own alarm went off")

    previous = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        gt.check(OneHeap(4), games=5, seconds=1.0, compiled=False)
        assert signal.getsignal(signal.SIGALRM) is handler
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_beside_the_main_thread_a_note_says_what_is_missing():
    reports = []
    thread = threading.Thread(target=lambda: reports.append(gt.check(OneHeap(4), **FEW)))
    thread.start()
    thread.join()
    (report,) = reports
    assert report.sound
    assert report.notes == (
        "methods cannot be interrupted here, so one that hangs is not detected",
    )


def test_many_actions_are_looked_at_in_bounded_time():
    class Wide(OneHeap):
        def legal_actions(self, state):
            return range(1, state[0] + 1)

    begun = time.thread_time()
    report = gt.check(Wide(3000), games=100, seconds=0.8, compiled=False)
    assert time.thread_time() - begun < 60
    assert report.findings == ()


def test_ctrl_c_ends_a_check():
    class Impatient(OneHeap):
        def returns(self, state):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gt.check(Impatient(4), **FEW)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"games": 0}, "games"),
        ({"games": 1.5}, "games"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("inf")}, "seconds"),
        ({"seconds": "long"}, "seconds"),
    ],
)
def test_arguments_are_checked(options, name):
    with pytest.raises(gt.BadParameter, match=f"^{name} must be"):
        gt.check(OneHeap(), **options)


def test_a_class_is_no_game():
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        gt.check(OneHeap)


@needs_timer
def test_states_of_shared_parts_do_not_take_more_than_the_time():
    """Each state holds the one before it twice: written out it doubles with each move."""

    class Doubling(OneHeap):
        def initial_state(self):
            return [self.counters, 0, []]

        def next_state(self, state, action):
            return [state[0] - action, 1 - state[1], [state[2], state[2]]]

        def state_to_text(self, state):
            return str(state[0])  # its whole text would be a fault: it takes seconds

    begun = time.thread_time()
    report = gt.check(Doubling(60), games=10**6, seconds=0.8, compiled=False)
    assert time.thread_time() - begun < 30
    assert report.sound


def test_an_interval_stays_within_what_can_be_returned():
    for games in (1, 10):
        profile = gt.check(OneHeap(5), games=games, seconds=200.0, compiled=False).profile
        assert -1 <= profile.first_player_low < profile.first_player_high <= 1
