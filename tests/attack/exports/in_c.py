"""Make the calls of scripts with a C library, by ctypes alone: python in_c.py LIBRARY.

Reads a script as JSON from each line, and writes its answers as a line: for each call what it
returned, and the sentence of an error. A crash ends the process before the line.
"""

import ctypes
import hashlib
import json
import sys
import threading

INT, LONG, WORD, TEXT = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64, ctypes.c_char_p
KINDS = {
    "error": (TEXT,),
    "restart": (INT, WORD),
    "players": (INT,),
    "player": (INT,),
    "is_over": (INT,),
    "is_chance": (INT,),
    "returns": (ctypes.c_double, INT),
    "moves": (INT,),
    "probability": (ctypes.c_double, INT),
    "draw": (INT,),
    "play": (INT, INT),
    "undo": (INT,),
    "played": (INT,),
    "move_text": (TEXT, INT),
    "text": (TEXT,),
    "search": (LONG, LONG),
    "stop": (None,),
    "simulations": (LONG,),
    "best": (INT,),
    "visits": (LONG, INT),
    "mean": (ctypes.c_double, INT),
    "is_proven": (INT,),
    "trace": (INT,),
    "notes_size": (LONG,),
    "noted": (TEXT, INT),
    "rule": (TEXT,),
    "exploration": (ctypes.c_double,),
    "explore_by": (INT, ctypes.c_double),
    "line": (TEXT, INT),
    "tree_size": (LONG,),
    "tree": (ctypes.c_void_p,),
    "free": (None,),
}


class Player:
    """Makes calls one after the other."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.gametree_new.restype = ctypes.c_void_p
        self._library.gametree_new.argtypes = [WORD, WORD]
        for name, (kind, *numbers) in KINDS.items():
            function = getattr(self._library, f"gametree_{name}")
            function.restype, function.argtypes = kind, [ctypes.c_void_p, *numbers]
        self._game = None
        self._drawn = 0

    def _ask(self, name, game, *numbers):
        answer = getattr(self._library, f"gametree_{name}")(game, *numbers)
        if isinstance(answer, float) and answer != answer:
            return None  # as JSON of JavaScript writes it
        return answer.decode() if isinstance(answer, bytes) else answer

    def call(self, name, number):
        if name == "new":
            self._ask("free", self._game)
            self._game = self._library.gametree_new(7, number)
            return int(self._game is not None)
        if name == "huge":
            # In another thread it has begun soon; before that, to stop it does nothing.
            searching = threading.Thread(target=self._ask, args=("search", self._game, 2**62))
            searching.start()
            while searching.is_alive():
                self._ask("stop", self._game)
                searching.join(0.002)
            return self._ask("restart", self._game, 7)
        if name == "play_drawn":
            drawn = self._ask("draw", self._game)
            return drawn if drawn < 0 else self._ask("play", self._game, drawn) or drawn
        if name == "tree":
            size = 8 * self._ask("tree_size", self._game)
            words = ctypes.string_at(self._ask("tree", self._game), size)
            return hashlib.sha256(words).hexdigest()
        game = self._game
        if name.startswith("null_"):
            name, game = name.removeprefix("null_"), None
        return self._ask(name, game, *[number] * (len(KINDS[name]) - 1))

    def answers(self, calls):
        return [[self.call(*each), self._ask("error", self._game)] for each in calls]


if __name__ == "__main__":
    player = Player(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(player.answers(json.loads(line))), flush=True)
