"""Play a game against itself with the shared library, without gametree: python example.py."""

import ctypes
from pathlib import Path

library = ctypes.CDLL(str(Path(__file__).resolve().parent / "SHARED"))
library.gametree_new.restype = ctypes.c_void_p
library.gametree_new.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
library.gametree_search.restype = ctypes.c_int64
library.gametree_search.argtypes = [ctypes.c_void_p, ctypes.c_int64]
library.gametree_returns.restype = ctypes.c_double
for name in ("move_text", "text", "error"):
    getattr(library, f"gametree_{name}").restype = ctypes.c_char_p

game = ctypes.c_void_p(library.gametree_new(1, 256 << 20))
while library.gametree_is_over(game) == 0:
    if library.gametree_is_chance(game):
        move = library.gametree_draw(game)
    else:
        library.gametree_search(game, 1000)
        move = library.gametree_best(game)
    print(library.gametree_move_text(game, move).decode(), end=" ")
    if library.gametree_play(game, move) < 0:
        raise SystemExit(library.gametree_error(game).decode())
print("\n" + (library.gametree_text(game) or b"").decode())
print([library.gametree_returns(game, each) for each in range(library.gametree_players(game))])
library.gametree_free(game)
