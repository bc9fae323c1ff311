"""A person at a terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty")

# Compiling can take a while; a program that hangs must not hang the tests.
PATIENCE = 180


class Terminal:
    """The program in a terminal, as a person sees it: text without escape sequences."""

    def __init__(self, *arguments, **environment):
        master, slave = pty.openpty()
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from gametree.cli import main; main()", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=inherited | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment,
            start_new_session=True,
        )
        os.close(slave)
        self._master = master
        self.raw = ""
        self._read = 0

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def text(self):
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw).replace("\r\n", "\n")

    def see(self, text):
        """Wait until a text appears after what was waited for before."""
        assert self.appears(text, PATIENCE), f"{text!r} has not come: {self.text}"

    def press_ctrl_c(self, text):
        """Press it until a text appears: the moment before a program reads it goes unnoticed."""
        for _ in range(PATIENCE // 5):
            self.process.send_signal(signal.SIGINT)
            if self.appears(text, 5):
                return
        raise AssertionError(f"{text!r} has not come: {self.text}")

    def appears(self, text, seconds):
        while True:
            place = self.text.find(text, self._read)
            if place >= 0:
                self._read = place + len(text)
                return True
            ready, _, _ = select.select([self._master], [], [], seconds)
            if not ready:
                return False
            try:
                received = os.read(self._master, 4096)
            except OSError:  # how Linux tells that the other side is closed
                received = b""
            assert received, f"the program has ended without {text!r}: {self.text}"
            self.raw += received.decode()

    def type(self, line):
        os.write(self._master, line.encode() + b"\n")


def test_a_whole_game():
    with Terminal("play", "tic_tac_toe", "--simulations", "3000", "--seed", "1") as terminal:
        terminal.see("your move: ")
        terminal.type("b22")  # a typo
        terminal.see("'b22' is no legal move here")
        terminal.see("did you mean b2")
        terminal.see("your move: ")
        terminal.type("hint")
        terminal.see("hint: b2")
        terminal.see("expected: b2")
        terminal.see("your move: ")
        terminal.type("a1")
        terminal.see("player 2 (O) plays b2")
        terminal.see("your move: ")
        terminal.type("undo")
        terminal.see("1 . . .\n2 . . .\n3 . . .\n")
        terminal.see("your move: ")
        terminal.type("b2")
        for _ in range(4):
            terminal.see("player 2 (O) plays ")
            terminal.see("your move: ")
            terminal.type("hint")
            terminal.see("hint: ")
            terminal.see("expected: ")
            terminal.see("your move: ")
            terminal.type(re.findall(r"hint: (\w\d)", terminal.text)[-1])
        terminal.see("a draw")
        terminal.see("moves: b2 ")
        assert terminal.process.wait(PATIENCE) == 0
    assert "\x1b[31m\x1b[1mX" in terminal.raw or "\x1b[31m\x1b[1m\x1b[7mX" in terminal.raw
    assert "\x1b[94m\x1b[1m\x1b[7mO" in terminal.raw


def test_quitting():
    with Terminal("play", "tic_tac_toe", "--simulations", "10") as terminal:
        terminal.see("player 1 (X), your move: ")
        terminal.type("b2")
        terminal.see("player 2 (O) plays ")
        terminal.see("player 1 (X), your move: ")
        terminal.type("quit")
        terminal.see("the game is stopped")
        terminal.see("moves: b2 ")
        terminal.see("to go on: gametree play tic_tac_toe --simulations 10 --moves 'b2 ")
        assert terminal.process.wait(PATIENCE) == 0


def test_ctrl_c_and_the_end_of_input():
    with Terminal("play", "nim", "--human", "both", "--seconds", "1000") as terminal:
        terminal.see("player 1, your move: ")
        terminal.type("4:7")
        terminal.see("player 2, your move: ")
        terminal.press_ctrl_c("Ctrl-C again stops the game; or type a move")
        terminal.see("player 2, your move: ")
        terminal.type("\x04")  # Ctrl-D
        terminal.see("the input has ended before the game")
        terminal.see("moves: 4:7")
        assert terminal.process.wait(PATIENCE) == 0


def test_a_person_runs_out_of_time_at_the_prompt():
    with Terminal("play", "nim", "--human", "first", "--clock", "0.5") as terminal:
        terminal.see("time: player 1 0:00.5, player 2 0:00.5")
        terminal.see("player 1, your move: ")
        terminal.see("\nplayer 1 has run out of time: player 2 wins")
        assert terminal.process.wait(PATIENCE) == 0


def test_an_interrupted_analysis_shows_what_it_has_found():
    arguments = ["analyze", "othello", "--seconds", "1000", "--interpreted", "--seed", "1"]
    with Terminal(*arguments) as terminal:
        terminal.see("simulations, best move")  # of the progress bar
        terminal.press_ctrl_c("stopped by interrupt")
        terminal.see("line: ")
        assert terminal.process.wait(PATIENCE) == 130


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_where_they_are_wanted(environment, coloured):
    arguments = ["analyze", "othello", "--simulations", "1", "--interpreted"]
    with Terminal(*arguments, **environment) as terminal:
        terminal.see("line: ")
    assert ("\x1b[31m" in terminal.raw) is coloured


def test_what_is_typed_during_thinking_is_not_shown_twice():
    with Terminal("play", "tic_tac_toe", "--simulations", "200k") as terminal:
        terminal.see("player 1 (X), your move: ")
        terminal.type("b2")
        terminal.see("player 2 (O) thinks")
        terminal.type("quit")
        terminal.see("the game is stopped")
        # The prompt reads what was typed ahead, and the terminal had not shown it in between.
        before, _, _ = terminal.text.partition("player 2 (O) plays")
        assert "quit" not in before
