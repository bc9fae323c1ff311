"""Files of games as many programs write them: one game, and habits that are put on its text.

Each habit says whether the game must be read without a note, or with one.
"""

from __future__ import annotations

import itertools
import re

PGN_TAGS = '[Event "A"]\n[Site "?"]\n[Date "2020.01.01"]\n[Round "1"]\n[White "Ä"]\n[Black "B"]\n'
PGN_TAGS += '[Result "1-0"]\n\n'
PGN_MOVES = (
    "1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Nf6 5. gxh8=Q Bf5 6. Nf3 Qd7 7. Be2 O-O-O 8. O-O Kb8 1-0"
)

# Words of the movetext that are written otherwise.
PGN_WORDS = {
    "plain": ({}, False),
    "zeros": ({"O-O-O": "0-0-0", "O-O ": "0-0 "}, False),
    "small o": ({"O-O-O": "o-o-o", "O-O ": "o-o "}, False),
    "promotion without sign": ({"gxh8=Q": "gxh8Q"}, False),
    "promotion in brackets": ({"gxh8=Q": "gxh8(Q)"}, None),
    "promotion with stroke": ({"gxh8=Q": "gxh8/Q"}, False),
    "en passant": ({"exf6": "exf6 e.p."}, True),
    "en passant in the word": ({"exf6": "exf6e.p."}, False),
    "ep": ({"exf6": "exf6ep"}, False),
    "squares": ({"e4": "e2e4", "Nc6": "b8c6", "Be2": "f1e2"}, False),
    "long": ({"e4": "e2-e4", "Nc6": "Nb8-c6", "exf6": "e5xf6", "Be2": "Bf1-e2"}, False),
    "over-disambiguated": ({"Nf3": "Ng1f3", "Qd7": "Qd8d7", "Bf5": "Bcf5"}, False),
    "check marks": ({"Qd7": "Qd7+", "Kb8": "Kb8#"}, False),
    "praise": ({"e4": "e4!", "d5": "d5?!", "Be2": "Be2!!"}, False),
    "praise apart": ({"e4": "e4 !", "Be2": "Be2 !?"}, True),
    "nags": ({"e4": "e4 $1", "Be2": "Be2 $14 $146"}, True),
    "figurines": ({"Nf3": "♘f3", "Qd7": "♛d7", "Bf5": "♝f5"}, False),
    "lower case": ({"Nf3": "nf3", "Qd7": "qd7"}, True),
    "clock": ({"e4": "e4 {[%clk 0:01:02]}", "d5": "d5 {[%eval 0.1] [%clk 0:01:00]}"}, True),
    "comment with brackets": ({"e4": "e4 {a (b) [c] ; d 1. e5}"}, True),
    "comment to the end of line": ({"e4": "e4 ; best by test {\n"}, True),
    "escaped line": ({"e4": "e4\n% this (is { not PGN\n"}, False),
    "variation": ({"d5": "d5 (1... e5 2. Nf3 (2. f4 exf4) Nc6) 1... "}, None),
    "variation with comment": ({"d5": "d5 ({)} e5 2. Nf3 ; )\n)"}, True),
    "pawn letter": ({"e4": "Pe4", "d5": "Pd5"}, False),
    "novelty": ({"Nf3": "Nf3 N"}, True),
    "assessment": ({"Nf3": "Nf3 +-", "Qd7": "Qd7 ="}, True),
    "colon for captures": ({"exf6": "e:f6"}, False),
}
PGN_LAYOUTS = {
    "as it is": lambda text: text,
    "no spaces": lambda text: re.sub(r"(\d\.+) ", r"\1", text),
    "one line a move": lambda text: text.replace(" ", "\n"),
    "crlf": lambda text: text.replace(" 5.", "\r\n5."),
    "tabs": lambda text: text.replace(" ", "\t "),
    "no end": lambda text: text.removesuffix(" 1-0"),
}
PGN_HEADS = {
    "tags": lambda text: PGN_TAGS + text,
    "none": lambda text: text,
    "mark": lambda text: "\ufeff" + PGN_TAGS + text,
    "no empty line": lambda text: PGN_TAGS.rstrip("\n") + "\n" + text,
    "spaces": lambda text: "\n\n  " + PGN_TAGS.replace(' "', '   "') + "\n\n" + text + "\n\n\n",
    "doubled": lambda text: PGN_TAGS + '[White "C"]\n\n' + text,
}


def pgn_files():
    """Yield names, texts, and True if a note is expected, False if none is, None if either."""
    for (word, (changes, noted)), (layout, lay) in itertools.product(
        PGN_WORDS.items(), PGN_LAYOUTS.items()
    ):
        text = PGN_MOVES
        for old, new in changes.items():
            text = text.replace(old, new, 1)
        if layout in ("one line a move", "tabs") and ("\n%" in text or ";" in text):
            continue  # these mind where lines end
        yield f"{word}, {layout}", PGN_TAGS + lay(text), True if layout == "no end" else noted
    for name, head in PGN_HEADS.items():
        noted = name == "doubled"
        yield f"head: {name}", head(PGN_MOVES), noted


SGF_ROOT = "GM[1]FF[4]SZ[9]KM[6.5]PB[Ä]PW[B]RE[B+R]"
SGF_MOVES = ";B[ee];W[gc];B[cg];W[];B[gg]"

SGF_ROOTS = {
    "plain": (SGF_ROOT, False),
    "size twice": (SGF_ROOT.replace("SZ[9]", "SZ[9:9]"), False),
    "no komi": (SGF_ROOT.replace("KM[6.5]", ""), True),
    "empty komi": (SGF_ROOT.replace("[6.5]", "[]"), True),
    "komi in words": (SGF_ROOT.replace("[6.5]", "[six]"), True),
    "komma": (SGF_ROOT.replace("6.5", "6,5"), True),
    "komi in hundredths of stones": (SGF_ROOT.replace("6.5", "325"), True),
    "no game number": (SGF_ROOT.replace("GM[1]", ""), False),
    "old": ("GaMe[1]FileFormat[1]SiZe[9]KoMi[6.5]PB[Ä]PW[B]RE[B+R]", False),
    "tags": (SGF_ROOT + "DT[2020-01-01]EV[a]RO[1]PC[b]BR[1d]WR[2d]TM[60]OT[3x10]", False),
    "handicap 0": (SGF_ROOT + "HA[0]", False),
    "rules": (SGF_ROOT + "RU[Chinese]", False),
    "other rules": (SGF_ROOT + "RU[Japanese]", True),
    "setup that is empty": (SGF_ROOT + "AE[aa:cc]", False),
    "comment": (SGF_ROOT + "C[hello: it\\]s \\\\ me\\\nhere]", True),
    "open bracket": (SGF_ROOT + "C[see [1 here]", True),
    "brackets": (SGF_ROOT + "C[see [1] and [2], B[1]]", True),
    "private": (SGF_ROOT + "MULTIGOGM[1]KGSDE[aa][bb]", False),
    "spaces": (SGF_ROOT.replace("[", " \n[").replace("]", "]\t"), False),
}
SGF_BODIES = {
    "plain": (SGF_MOVES, False),
    "pass as tt": (SGF_MOVES.replace("W[]", "W[tt]"), False),
    "lines": (SGF_MOVES.replace(";", "\n;"), False),
    "crlf": (SGF_MOVES.replace(";", "\r\n; "), False),
    "long names": (SGF_MOVES.replace("B[", "Black[").replace("W[", "White["), False),
    "times": (SGF_MOVES.replace("]", "]BL[10]WL[20.5]OB[3]"), None),
    "marks": (SGF_MOVES.replace("]", "]LB[aa:1][bb:2]TR[cc]N[x]"), True),
    "comments": (SGF_MOVES.replace("]", "]C[a (;B\\[aa\\]) ; b]"), True),
    "variations": (
        ";B[ee](;W[gc](;B[cg];W[];B[gg])(;B[aa]))(;W[cc])(;W[dd](;B[aa])(;B[bb]))",
        True,
    ),
    "nested": ("(;B[ee](;W[gc](;B[cg](;W[](;B[gg])))))", False),
    "pass left out": (SGF_MOVES.replace(";W[]", ""), True),
    "empty nodes": (SGF_MOVES.replace(";", ";;"), False),
    "cut off": (SGF_MOVES + ";W[a", True),
    "illegal at the end": (SGF_MOVES + ";W[gg]", True),
    "off the board": (SGF_MOVES + ";W[zz];B[aa]", True),
    "late setup": (SGF_MOVES + ";AB[aa];W[bb]", True),
}


def sgf_files():
    """Yield names, texts, and True if a note is expected, False if none is, None if either."""
    for (root, (first, noted)), (body, (moves, also)) in itertools.product(
        SGF_ROOTS.items(), SGF_BODIES.items()
    ):
        end = "" if body == "cut off" else ")"
        expected = True if noted or also else None if also is None else False
        yield f"{root}, {body}", f"(;{first}{moves}{end}", expected
    yield "words before", "From: a\n\n(;" + SGF_ROOT + SGF_MOVES + ")", True
    yield "no bracket", ";" + SGF_ROOT + SGF_MOVES, True
    yield "two games", f"(;{SGF_ROOT}{SGF_MOVES})\n\n(;{SGF_ROOT};B[aa])", False
