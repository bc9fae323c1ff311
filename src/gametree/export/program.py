"""An exported game before it is linked: its compiled functions, and the header of its layout."""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, NotCompilable, NotCompiledWarning
from ..game import Game
from ..mcts.caller_level import level_of_caller
from ..mcts.choice_of_method import with_network
from ..mcts.engine.engine import Engine
from ..mcts.searcher import Searcher
from ..mcts.selection.puct import PUCT, GuidedPUCT
from ..mcts.tracing.another_c import exploration_of, explored_by, noting_among
from ..mcts.tracing.observed_method import observed
from ..mcts.tree.tree import END, NODES, ROOM
from ..networks.network import Network
from ..primitives.actions import room_for_actions
from ..rules.hidden_information import refuse_hidden
from ..rules.workspace import Counters, make_workspace
from . import interface
from .interface import FUNCTIONS, TEXTS, Exchange
from .layout import Buffer, MemoryLayout
from .openings import HeldOpening, Opening, opening_of
from .simulation_notes import FIGURES, GROUPS, SimulationNotes
from .traces import TRACE_FUNCTIONS, TRACE_TEXTS

__all__ = ["ExportedGame", "arguments_of", "exported_game"]

_FIRST_MOVES = 256
_FIRST_TEXT = 1024
_HALVES = {"wasm": 1 << 23, "native": 1 << 26}
_SETTLED = 1 << 18
_SLICE = 1 << 14


class ExportedGame(NamedTuple):
    """A game and its search, compiled for no machine yet.

    Attributes:
        game: the rules.
        program: a `plainpython.back_end.numba_parts.ahead_of_time.AheadProgram`.
        header: the text of layout.h.

    """

    game: Game
    program: Any
    header: str

    def object_file(self, triple: str, processor: str, features: str) -> bytes:
        """Return the compiled functions for a machine, by LLVM's names."""
        from plainpython.back_end.numba_parts.ahead_of_time import TargetMachine

        return self.program.object_file(TargetMachine(triple, processor, features))  # type: ignore[no-any-return]


def exported_game(
    game: Game, method: str = "auto", model: str | os.PathLike[str] | None = None
) -> ExportedGame:
    """Compile a game and its search ahead of time, with the network in the file `model` if any.

    Raises:
        BadParameter: if the game cannot be exported.
        NotCompilable: with the sentence of `gametree check`.

    """
    refuse_hidden(game, "an export")
    if model is None:
        searcher = Searcher(game, method=method, seed=0, compiled=True)
    elif method != "auto":
        raise BadParameter(f"give a model or method={method!r}, which searches without a network")
    else:
        strategies = with_network(game, Network.load(model, game))
        searcher = Searcher(game, **strategies, seed=0, compiled=True)
    engine = searcher.trees.first
    if engine.unit != 1:
        raise BadParameter("a search that evaluates leaves in batches cannot be exported yet")
    if engine.method.moves.counts:
        raise BadParameter(
            f"{type(game).__name__} only counts its moves (counts_actions), and such games cannot "
            "be exported yet"
        )
    arguments = arguments_of(engine)
    layout = MemoryLayout()
    for name, each in zip(_NAMES, arguments, strict=True):
        layout.add(each, name)
    try:
        program = _compiled(arguments)
    except NotCompilable:
        if type(arguments[-1].opening) is not Opening:
            raise
        program = _compiled(_held(arguments, engine.state))
    _warn_without_text(engine.game, program)
    if len(program.leaves) != len(layout.words):
        raise NotCompilable(
            f"{type(game).__name__} cannot be exported: compiled code takes its rules as "
            f"{len(program.leaves)} words, and they have {len(layout.words)}"
        )
    return ExportedGame(engine.game, program, _header(engine, layout, program.text))


_NAMES = ("game", "method", "tree", "work", "rng", "exchange")


def arguments_of(engine: Engine) -> tuple[Any, ...]:
    """Return what the functions take, as a search begins."""
    work = engine.work
    fresh = make_workspace(
        engine.game.players,
        len(work.actions),
        len(work.path_nodes),
        len(work.keys),
        compiled=True,
        state=engine.state,
        packing=engine.packing,
        line=len(work.line),
    )
    most = max(len(work.actions), engine.game.players)
    exchange = Exchange(
        moves=room_for_actions(_FIRST_MOVES, engine.packing),
        numbers=np.zeros(8, np.int64),
        counts=np.zeros(most, np.int64),
        floats=np.zeros(most),
        worths=np.zeros(most),
        children=np.zeros(most, np.int64),
        text=np.zeros(_FIRST_TEXT, np.int32),
        opening=opening_of(engine.state),
        observed=observed(engine.method, SimulationNotes(engine.packing)),
        noting=(noting_among(explored_by(engine)) or [engine.method.selection])[0],
    )
    tree = engine.empty_tree(int(engine.tree.used[ROOM]), compiled=True)
    return engine.game, engine.method, tree, fresh, engine.rng, exchange


def _held(arguments: tuple[Any, ...], state: Any) -> tuple[Any, ...]:
    """Return the arguments with the first position as a constant."""
    *others, exchange = arguments
    return *others, exchange._replace(opening=HeldOpening(state))


def _compiled(arguments: tuple[Any, ...]) -> Any:
    from ..native.ahead_of_time import compile_game

    functions = {prefixed(name): each for name, each in _FUNCTIONS.items()}
    texts = {prefixed(name): each for name, each in _TEXTS.items()}
    return compile_game(functions, texts, arguments)


_FUNCTIONS = FUNCTIONS | TRACE_FUNCTIONS
_TEXTS = TEXTS | TRACE_TEXTS


def _warn_without_text(game: Game, program: Any) -> None:
    """Warn that positions cannot be shown, if no function that writes them compiles."""
    chosen = program.chosen[program.entries.index(prefixed("text_of_position"))]
    if chosen == len(TEXTS["text_of_position"]) - 1:
        warnings.warn(
            f"positions of {type(game).__name__} are exported without a text, which pages and "
            "programs show: define state_to_text(state), and make the text of ints, bools, texts, "
            "and lists, tuples, dicts and dataclasses of these",
            NotCompiledWarning,
            stacklevel=level_of_caller(),
        )


def prefixed(name: str) -> str:
    """Return the name by which C calls a function of the interface."""
    return f"gametree_of_rules_{name}"


def _header(engine: Engine, layout: MemoryLayout, text: str) -> str:
    """Return the text of layout.h."""
    return "\n".join(_header_lines(engine, layout, text)) + "\n"


_KNOWN = {
    "TREE_WORDS": "tree.words",
    "TREE_USED": "tree.used",
    "ACTIONS": "work.actions",
    "PATH_NODES": "work.path_nodes",
    "PATH_EDGES": "work.path_edges",
    "COUNTERS": "work.counters",
    "KEYS": "work.keys",
    "EARLIER": "work.earlier",
    "KEYS_TABLE": "work.table",
    "WORK_LINE": "work.line",
    "WORK_BEST": "work.best",
    "RNG": "rng.state",
    "EXCHANGE_MOVES": "exchange.moves",
    "EXCHANGE_NUMBERS": "exchange.numbers",
    "EXCHANGE_COUNTS": "exchange.counts",
    "EXCHANGE_FLOATS": "exchange.floats",
    "EXCHANGE_WORTHS": "exchange.worths",
    "EXCHANGE_CHILDREN": "exchange.children",
    "EXCHANGE_TEXT": "exchange.text",
    **{
        f"NOTES_{name.upper()}": f"exchange.observed.observer.{name}"
        for name in SimulationNotes.runtime_arrays
    },
}
_SLOTS = "method.transpositions.slots"


def _header_lines(engine: Engine, layout: MemoryLayout, text: str) -> Iterator[str]:
    yield "/* Written by gametree for one game: see runtime.c. */"
    yield "#include <stdint.h>"
    counters = Counters.__slots__
    numbers = {
        "BUFFERS": len(layout.buffers),
        "WORDS": len(layout.words),
        "PLAYERS": engine.game.players,
        "EXPAND_AFTER": 0 if engine.method.evaluation.guides else engine.expand_after,
        "SETTLED": _SETTLED,
        "SLICE": _SLICE,
        "HAS_ARENA": int("@plainpython_arena(" in text),
        "HAS_COUNTED": int("@NRT_MemInfo_" in text),
        "HAS_LINE": int(len(engine.work.line) > 1),
        "HAS_SLOTS": int(_SLOTS in layout.names),
        "SLOTS": layout.names.get(_SLOTS, 0),
        "USED_NODES": NODES,
        "USED_END": END,
        "USED_ROOM": ROOM,
        **{name: layout.names[path] for name, path in _KNOWN.items()},
        **{f"COUNTER_{name.upper()}": place for place, name in enumerate(counters)},
        **{name: getattr(interface, name) for name in ("PLAYED", "ARGUMENT", "PLAYER")},
        **{name: getattr(interface, name) for name in ("FIRST", "SECOND", "SEARCHED", "UNSEEN")},
        "USED_FIGURES": FIGURES,
        "USED_GROUPS": GROUPS,
        "SHOWS_POSITIONS": int(engine.method.chance_nodes.shows_positions),
    }
    yield "enum {"
    yield from (f"    {name} = {number}," for name, number in numbers.items())
    yield "};"
    yield "#if defined(__wasm__)"
    yield f"enum {{ HALF = {_HALVES['wasm']} }};"
    yield "#else"
    yield f"enum {{ HALF = {_HALVES['native']} }};"
    yield "#endif"
    for name in (*_FUNCTIONS, *_TEXTS):
        yield f"#define {name} {prefixed(name)}"
        yield f"int32_t {name}(uint64_t *, int64_t *, void **);"
    yield from _rule(engine, layout)
    for place, buffer in enumerate(layout.buffers):
        if buffer.contents:
            yield from _contents(place, buffer)
    yield "typedef struct { uint32_t item; int64_t count; const void *contents; } initial;"
    yield "static const initial INITIAL[] = {"
    for place, buffer in enumerate(layout.buffers):
        contents = f"CONTENTS_{place}" if buffer.contents else "0"
        yield f"    {{{buffer.item}, {buffer.items}, {contents}}},"
    yield "};"
    yield "enum { POINTER, LENGTH, FLOAT };"
    yield "static const struct { int kind, buffer, offset; double value; } TABLE[] = {"
    for word in layout.words:
        kind = word.kind.upper()
        yield f"    {{{kind}, {word.buffer}, {word.offset}, {_float(word.value)}}},"
    yield "};"


def _rule(engine: Engine, layout: MemoryLayout) -> Iterator[str]:
    """Yield the name of the selection rule, its constant, and the words that hold this."""
    usual = exploration_of(engine)
    words = {
        word for rule in explored_by(engine) for word in layout.floats.get((id(rule), "c"), ())
    }
    kind = type(engine.method.selection)
    name = PUCT.__name__ if kind is GuidedPUCT else kind.__name__
    yield f"static const char RULE[] = {json.dumps(name)};"
    yield f"static const double USUAL_C = {_float(math.nan if usual is None else usual)};"
    ended = ", ".join(map(str, (*sorted(words), -1)))
    yield f"static const int EXPLORATION[] = {{{ended}}};"


def _contents(place: int, buffer: Buffer) -> Iterator[str]:
    """Yield what a buffer holds at first, as words where it is made of them."""
    yield f"static const uint8_t CONTENTS_{place}[] __attribute__((aligned(8))) = {{"
    for start in range(0, len(buffer.contents), 32):
        row = buffer.contents[start : start + 32]
        yield "    " + "".join(f"{each}," for each in row)
    yield "};"


def _float(value: float) -> str:
    """Return a float as C writes it, exactly."""
    if value in (float("inf"), float("-inf")):
        return f"{'-' if value < 0 else ''}__builtin_inf()"
    return '__builtin_nan("")' if value != value else value.hex()
