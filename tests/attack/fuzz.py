"""Random input to the public entries: no crash, no raw error, no silent difference of the modes."""

from __future__ import annotations

import tempfile
import warnings
from functools import cache
from pathlib import Path
from random import Random

import click
import numpy as np

import gametree as gt
from gametree import games
from gametree.arena.contest import Contest
from gametree.arena.journal.journal import Journal
from gametree.arena.run import compete
from gametree.cli.options.seats import seats
from gametree.naming.loading import load_game
from gametree.naming.parameters import parse_parameters
from gametree.players.registry import make_player
from gametree.players.time_control import TimeControl
from gametree.protocols.gtp.engine import GtpEngine
from gametree.protocols.uci.dialects import ugi
from gametree.protocols.uci.engine import UciEngine

from .dumps import difference, dump
from .garbled import anything, spoilt
from .judge import Failed, insist
from .trials import Outcome


class Board(gt.Game):
    """States of an array, a number and a tuple: fill six cells in turn."""

    def initial_state(self):
        return (np.zeros((2, 3), np.int8), 0, (1, 2.5))

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [cell for cell in range(6) if state[0][cell // 3, cell % 3] == 0]

    def next_state(self, state, action):
        cells = state[0].copy()
        cells[action // 3, action % 3] = state[1] + 1
        return (cells, 1 - state[1], state[2])

    def returns(self, state):
        value = 1.0 if state[0][0, 0] == 1 else -1.0
        return (value, -value)


class Places(gt.Game):
    """States of nested tuples of whole numbers: six steps, each by one or two."""

    def initial_state(self):
        return ((0, 0), 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, 1 if state[0][0] >= 6 or state[0][0] < 0 else 3)

    def next_state(self, state, action):
        return ((state[0][0] + action, state[0][1] + state[1] * action), 1 - state[1])

    def returns(self, state):
        value = 1.0 if state[0][1] % 3 == 1 else -1.0
        return (value, -value)


SHAPES = (Board(), Places())


def _searched(game, state, *, compiled, advance=None):
    """Return the tree of a search, or the error of gametree's family that it met."""
    try:
        searcher = gt.Searcher(game, state, seed=1, compiled=compiled, method="uct")
        searcher.run(simulations=12)
        return dump(searcher)
    except gt.GametreeError as error:
        return error


def states(random):
    """A state that was spoilt: refused, or the same search in both modes."""
    game = random.choice(SHAPES)
    state = game.initial_state()
    for _ in range(random.randrange(3)):
        state = game.next_state(state, random.choice(list(game.legal_actions(state))))
    for _ in range(random.choice([1, 1, 2])):
        state = spoilt(random, state)
    found = _searched(game, state, compiled=True)
    if isinstance(found, gt.GametreeError):
        return f"refused: {type(found).__name__}"
    plain = _searched(game, state, compiled=False)
    insist(not isinstance(plain, Exception), "compiled it runs, interpreted: {}", plain)
    told = difference(found, plain)
    insist(told is None, "the modes differ for {!r}: {}", state, told)
    return "searched"


@cache
def _searcher(compiled):
    return gt.Searcher(Places(), seed=1, compiled=compiled, method="uct")


def actions(random):
    """A move that was spoilt: refused in both modes, or made in both."""
    action = anything(random) if random.random() < 0.5 else spoilt(random, random.choice([1, 2]))
    verdicts = []
    over = False
    for compiled in (False, True):
        searcher = _searcher(compiled)
        try:
            searcher.advance(action)
        except gt.IllegalMove:
            verdicts.append(None)
        else:
            verdicts.append(repr(searcher.state))
            over = searcher.state[0][0] >= 6
    if over or verdicts[0] != verdicts[1]:
        _searcher.cache_clear()
    insist(verdicts[0] == verdicts[1], "{!r}: {} and {}", action, *verdicts)
    return "refused" if verdicts[0] is None else "made"


_BASES = (gt.SelectionRule, gt.Evaluation, gt.GuidedEvaluation, gt.PlayoutPolicy)
STRATEGIES = [
    each
    for each in (getattr(gt, name) for name in gt.__all__)
    if isinstance(each, type) and issubclass(each, _BASES) and each not in _BASES
]
OPTIONS = (
    "state", "history", "selection", "evaluation", "expand_after", "final_move", "solver",
    "transpositions", "seed", "workers", "parallel",
)  # fmt: skip
LIMITS = ("simulations", "seconds", "memory", "early_stop", "longest")


def parameters(random):
    """Arguments of searches, limits and strategies: refused in one sentence, or a search."""
    import inspect

    what = random.randrange(4)
    options = {"seed": 1, "compiled": False}
    limit = {"simulations": 3}
    try:
        if what == 0:
            name = random.choice(OPTIONS)
            value = anything(random)
            if name in ("workers", "expand_after") and isinstance(value, int) and value > 1:
                value = -value  # not thousands of processes
            options[name] = value
        elif what == 1:
            for _ in range(random.randint(1, 2)):
                name, value = random.choice(LIMITS), anything(random)
                if isinstance(value, (int, float)) and name != "memory":
                    value = min(value, 20) if value == value else value
                limit[name] = value
            if "seconds" in limit and isinstance(limit["seconds"], (int, float)):
                limit["seconds"] = limit["seconds"] and 0.001 * (limit["seconds"] > 0) - (
                    limit["seconds"] < 0
                )
            if "longest" in limit and "seconds" not in limit:
                del limit["longest"]
            gt.Limit(**limit)
            return "accepted"
        else:
            strategy = random.choice(STRATEGIES)
            names = list(inspect.signature(strategy).parameters)
            given = {name: anything(random) for name in names if random.random() < 0.7}
            for name, each in inspect.signature(strategy).parameters.items():
                if each.default is each.empty and name not in given:
                    given[name] = anything(random)
            made = strategy(**given)
            return f"accepted: {type(made).__name__}"
        gt.Searcher(Places(), method="uct", **options).run(**limit)
    except gt.GametreeError as error:
        return f"refused: {type(error).__name__}"
    return "searched"


@cache
def _saved(compiled):
    """Return a file's bytes, and the tree in it."""
    searcher = gt.Searcher(Places(), seed=1, compiled=compiled, method="uct")
    searcher.run(simulations=40)
    with tempfile.TemporaryDirectory() as folder:
        searcher.save(Path(folder, "search"))
        return Path(folder, "search").read_bytes(), dump(searcher)


def _damaged(random, data):
    how = random.randrange(5)
    if how == 0:
        return data[: random.randrange(len(data))]
    if how == 1:
        begin = random.randrange(len(data))
        return data[:begin] + data[begin + random.randint(1, 64) :]
    if how == 2:
        begin = random.randrange(len(data))
        return data[:begin] + random.randbytes(random.randint(1, 64)) + data[begin:]
    spoilt = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        place = random.randrange(len(spoilt))
        if how == 3:
            spoilt[place] ^= 1 << random.randrange(8)
        else:
            spoilt[place] = random.randrange(256)
    return bytes(spoilt)


_FOLDER = tempfile.TemporaryDirectory()


def files(random):
    """A saved search that was damaged: refused, or the same search."""
    data, tree = _saved(random.random() < 0.5)
    path = Path(_FOLDER.name, "search")
    path.write_bytes(_damaged(random, data))
    try:
        loaded = gt.Searcher.load(path, Places())
    except (gt.SavedSearchError, gt.BadParameter) as error:
        return f"refused: {type(error).__name__}"
    told = difference(dump(loaded), tree)
    insist(told is None, "a damaged file was loaded as another search: {}", told)
    return "the same"


@cache
def _journal():
    """Return the bytes of a journal with games in it."""
    path = Path(_FOLDER.name, "games.db")
    compete(Contest(("random", "greedy"), "tic_tac_toe", games=4), journal=path)
    return path.read_bytes()


def journals(random):
    """A journal that was damaged: refused, or read; what it holds of games is whole."""
    path = Path(_FOLDER.name, "damaged.db")
    path.write_bytes(_damaged(random, _journal()))
    try:
        journal = Journal(path)
        try:
            found = list(journal.games())
        finally:
            journal.close()
    except gt.JournalError:
        return "refused"
    return f"{len(found)} games"


WORDS = (
    "mcts", "alphabeta", "random", "greedy", "flat", "perfect", "human", "mcts:simulations=1000",
    "mcts:c=0.7,seconds=1", "mcts:auto", "mcts:selection=puct,simulations=10", "nim:heaps=1,2,3",
    "alphabeta:depth=4", "mcts:playout=mast,simulations=5", "mcts:solver=true,simulations=5",
    "mcts:transpositions,simulations=5,workers=2", "5+0.1", "1:30", "40/60+1", "10s", "1m",
    "3+2/40", "0,1", "1", "2", "nobody", "both", "connect_four", "othello", "nim", "size=6",
)  # fmt: skip
LETTERS = "abcdefxyz0123456789=,:;.+-/*%()[]{}'\"\\ \t\n\x00éß_"


def _word(random):
    text = random.choice(WORDS)
    for _ in range(random.choice([0, 1, 1, 2, 5])):
        place = random.randrange(len(text) + 1)
        how = random.randrange(4)
        if how == 0:
            text = text[:place] + random.choice(LETTERS) + text[place:]
        elif how == 1:
            text = text[:place] + text[place + 1 :]
        elif how == 2:
            text = text[:place] + random.choice(WORDS) + text[place:]
        else:
            key = random.choice(["c", "simulations", "seconds", "depth", "selection", "playout",
                                 "workers", "memory", "bias", "widening", "halving"])  # fmt: skip
            value = random.choice(
                ["nan", "inf", "-1", "0", "1e400", "10**9", "none", "true", "", "٣"]
            )
            text += f",{key}={value}" if ":" in text else f":{key}={value}"
    return text


READERS = (
    make_player,
    TimeControl.from_text,
    lambda text: load_game(text, {}),
    lambda text: seats(text, 2),
    lambda text: games.Nim().text_to_action(games.Nim().initial_state(), text),
    lambda text: games.ConnectFour().text_to_action(games.ConnectFour().initial_state(), text),
    lambda text: parse_parameters(games.Nim, {"heaps": text}),
    lambda text: parse_parameters(games.Othello, {"size": text}),
)


def words(random):
    """Descriptions of players and games, times, seats and moves: read, or refused."""
    text = _word(random)
    reader = random.choice(READERS)
    if reader is READERS[2] and (".py" in text or "program" in text):
        return "left out"
    try:
        reader(text)
    except (gt.GametreeError, click.UsageError, click.BadParameter) as error:
        return f"refused: {type(error).__name__}"
    return "read"


SAID = (
    "boardsize 3", "clear_board", "komi 7.5", "play b A1", "play white C3", "genmove b", "undo",
    "genmove w", "time_settings 0 1 5", "time_left b 3 1", "final_score", "showboard", "name",
    "lz-analyze w 10", "genmove_analyze 5", "gogui-play_sequence b a2 w b2", "# interrupt", "quit",
    "12 reg_genmove b", "list_commands", "ugi", "isready", "uginewgame", "position startpos",
    "position startpos moves b2 a1 #0", "go nodes 5", "go p1time 9 p2time 9", "stop",
    "query result", "setoption name MultiPV value 2",
)  # fmt: skip


def lines(random):
    """Lines to engines: each command of GTP is answered once, and both engines go on."""
    told = []
    gtp = GtpEngine(told.append, games.Hex(3), gt.Limit(2, memory=1 << 20), compiled=False, seed=1)
    other = UciEngine(lambda line: None, games.TicTacToe(), ugi(2), compiled=False, seed=1)
    asked = 0
    for _ in range(random.randint(1, 6)):
        line = random.choice(SAID)
        for _ in range(random.choice([0, 0, 1, 2])):
            place = random.randrange(len(line) + 1)
            new = random.choice([random.choice(LETTERS), random.choice(SAID), " "])
            line = line[:place] + new + line[place + random.randrange(3) :]
        line = line.replace("\n", " ")
        seen = "".join(each for each in line.replace("\t", " ") if each >= " ")
        asked += bool(seen.partition("#")[0].split())
        gtp.take(line)
        if "infinite" not in line:
            other.take(line)
    gtp.finish()
    other.finish()
    answers = [line for line in told if line[:1] in ("=", "?")]
    insist(len(answers) == told.count("") == asked, "{} commands, answers {}", asked, told)
    return "answered"


_KINDS = (states, actions, parameters, files, journals, words, lines)
FAMILIES = {each.__name__: each for each in _KINDS}
SHARES = {
    "states": 3, "actions": 22, "parameters": 22, "files": 2, "journals": 1, "words": 49,
    "lines": 1,
}  # fmt: skip


def attempt(family, seed):
    """Give one random input, warnings as errors; return its outcome."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", gt.NotCompiledWarning)
        return Outcome(FAMILIES[family](Random(f"{family} {seed}")))


__all__ = ["FAMILIES", "SHARES", "Failed", "attempt"]
