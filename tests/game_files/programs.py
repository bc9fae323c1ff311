"""Random games, written with the habits of many programs, each drawn at random.

Our own rules play the games. A file has one habit of each group: how lines end, the encoding,
the words for moves, what else stands between them, how the file begins and ends.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from gametree.game_files.sgf_boards import board_of
from gametree.games import Chess, Go
from gametree.record import Record

LINE_ENDS = ("\n", "\r\n", "\r", "\n\r")


@dataclass
class Written:
    """A file, and what a reader must find in it.

    Attributes:
        habits: their names.
        data: the file.
        text: the file's, with Unix lines.
        record: the game.
        index: which game of the file it is.
        returns: by the result that the file names.
        noted: True if a note is expected, False if none is.
        cut: True if the file ends early, so that moves may be missing.
    """

    habits: list[str] = field(default_factory=list)
    data: bytes = b""
    text: str = ""
    record: Record = None
    index: int = 0
    returns: tuple[float, ...] | None = None
    noted: bool = False
    cut: bool = False

    def draw(self, rng, group, habits, usual=3):
        """Return a habit of a group, `usual` times as often the first one as each other one."""
        habit = rng.choice([*[habits[0]] * usual, *habits[1:]])
        self.habits.append(f"{group}: {habit}")
        return habit


def random_record(game, plies, seed, state=None, passes=0.0):
    """Return a random game; in go, few passes and none after another."""
    rng = random.Random(seed)
    record = Record(game, state)
    while not record.over and len(record.actions) < plies:
        actions = list(record.legal_actions())
        if isinstance(game, Go) and len(actions) > 1:
            skip = game.size**2
            if rng.random() >= passes or (record.actions and record.actions[-1] == skip):
                actions.remove(skip)
            else:
                actions = [skip]
        record.play(rng.choice(actions))
    return record


def go_records():
    """Return games of go on boards of several sizes, some of which begin with stones."""
    found = []
    for seed, size in enumerate((3, 5, 7, 9, 13, 19)):
        game = Go(size, (6.5, 0.5, 7.0, -3.5, 0.0, 5.5)[seed])
        found.append(random_record(game, 24, seed, passes=0.1))
        corner, middle = size + 1, size * size // 2 + 1
        found.append(random_record(game, 16, seed, game.state_with_stones([corner, middle], [], 1)))
        found.append(random_record(game, 16, seed, game.state_with_stones([corner], [middle], 0)))
    return found


def chess_records():
    """Return games of chess, with castling, promotion and capture en passant at hand."""
    fens = (
        "startpos",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12",
        "4k3/P6p/8/8/1p6/8/p1P4P/4K3 b - - 7 31",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    )
    return [random_record(Chess(fen), 18, seed) for seed in range(3) for fen in fens]


# SGF

_TEXTS = {
    "utf-8": "Ä 表 あ",
    "shift_jis": "表ソ十 あ",
    "gb2312": "阿围棋",
    "big5": "功許蓋",
    "cp949": "똠방각",
}


def _texts(encoding):
    return _TEXTS.get(encoding, "Ä ß é")


def sgf_file(record, seed):
    """Return a game of go as SGF, with habits drawn at random."""
    rng, made = random.Random(seed), Written(record=record)
    encoding, mark, declared = made.draw(rng, "encoding", (
        ("utf-8", b"", "UTF-8"), ("utf-8", b"", ""), ("utf-8", b"\xef\xbb\xbf", ""),
        ("utf-16-le", b"\xff\xfe", ""), ("latin-1", b"", "ISO-8859-1"), ("cp1252", b"", ""),
        ("cp1252", b"", "iso8859-1"), ("shift_jis", b"", "Shift_JIS"), ("gb2312", b"", "GB2312"),
        ("big5", b"", "Big5"), ("cp949", b"", "EUC-KR"), ("utf-8", b"", "GBK-OR-SO"),
    ), 1)  # fmt: skip
    if (encoding == "cp1252" and not declared) or declared == "GBK-OR-SO":
        made.noted = True
    text = _texts(encoding)
    root = _sgf_root(made, rng, text, declared)
    body = _sgf_body(made, rng, text)
    whole = _sgf_frame(made, rng, f"(;{root}{body})")
    line_end = made.draw(rng, "lines", LINE_ENDS, 1)
    made.text = whole
    made.data = mark + whole.replace("\n", line_end).encode(encoding)
    _cut(made, rng, len(mark))
    return made


def _sgf_root(made, rng, text, declared):
    record, board = made.record, board_of(made.record.game)
    size, komi = record.game.size, f"{record.game.komi:g}"
    parts = {"FF": "4", "GM": "1", "SZ": str(size), "KM": komi, "PB": text, "PW": "W"}
    if declared:
        parts["CA"] = declared
    shape = made.draw(rng, "size", ("one number", "two numbers", "spaces", "left out"), 2)
    if shape == "two numbers":
        parts["SZ"] = f"{size}:{size}"
    elif shape == "spaces":
        parts["SZ"] = f" {size} "
    elif shape == "left out" and size == 19:
        del parts["SZ"]
    habit = made.draw(rng, "komi", ("number", "comma", "empty", "zeros", "sign"), 2)
    if habit == "comma":
        parts["KM"] = komi.replace(".", ",")
        made.noted |= "." in komi
    elif habit == "empty" and record.game.komi == 0:
        parts["KM"], made.noted = "", True
    elif habit == "zeros":
        parts["KM"] = f"{record.game.komi:.2f}"
    elif habit == "sign":
        parts["KM"] = f"{record.game.komi:+g}"
    result = made.draw(rng, "result", ("B+R", "W+3.5", "Draw", "0", "W+", "Black+5", "?", ""), 1)
    parts["RE"] = result
    made.returns = {"B": (1, -1), "W": (-1, 1), "D": (0, 0), "0": (0, 0)}.get(result[:1])
    other = made.draw(rng, "others", ("none", "private", "many"), 1)
    if other != "none":
        parts |= {"KGSDE": "aa", "MULTIGOGM": "1", "AP": "Prog:1\\:2", "ST": "2"}
    if other == "many":
        parts |= {"DT": "2020-01-01,02", "EV": "a\\]b", "BR": "1d", "TM": "600", "OT": "3x30 byo"}
    for each in made.draw(rng, "missing", ("", "GM", "FF", "GM FF"), 1).split():
        del parts[each]
    names = made.draw(rng, "names", ("capitals", "long"), 2)
    long = {"SZ": "SiZe", "KM": "KoMi", "PB": "PlayerBlack", "RE": "REsult", "GM": "GaMe"}
    items = list(parts.items())
    if made.draw(rng, "order", ("usual", "any")) == "any":
        rng.shuffle(items)
    space = made.draw(rng, "space", ("", " ", "\n", "\t \n\n"), 1)
    gap = " " if space == " " else ""
    words = [
        f"{long.get(name, name) if names == 'long' else name}{gap}[{value}]"
        for name, value in items
    ]
    return space.join([*words, _sgf_setup(made, rng, board)])


def _sgf_setup(made, rng, board):
    first = made.record.positions[0]
    game = board.game
    stones = {"B": [], "W": []}
    for action in range(game.size**2):
        colour = int(first.points[game.point_of_action[action]])
        if colour in (1, 2):
            stones["BW"[colour - 1]].append(board.move_name(action))
    turn = "BW"[game.current_player(first)]
    if not stones["B"]:
        return ""
    form = made.draw(rng, "setup", ("points", "rectangles", "own node", "set and taken"), 1)
    handicap = f"HA[{len(stones['B'])}]" if turn == "W" else ""
    if form == "rectangles":
        stones = {
            colour: [f"{each}:{each}" for each in points] for colour, points in stones.items()
        }
    written = "".join(
        f"A{colour}" + "".join(f"[{each}]" for each in points)
        for colour, points in stones.items()
        if points
    )
    if form == "set and taken":
        spare = board.move_name(0)
        return f"{handicap}PL[{turn}]AW[{spare}];AE[{spare}]{written}"
    return f"{handicap}{';' if form == 'own node' else ''}{written}PL[{turn}]"


def _sgf_body(made, rng, text):
    record = made.record
    board = board_of(record.game)
    skip = made.draw(rng, "passes", ("", "tt"), 1)
    colours = made.draw(rng, "moves", ("letters", "words"), 2)
    extra = made.draw(rng, "nodes", (
        "", "BL[12.5]OB[3]", f"C[{text} \\[x\\] (;B\\[aa\\])]", "C[see [1] and (b) ; c]", "C[\\\\]",
        "N[x]LB[aa:1][bb:a\\:b]TR[cc]", "XX[a][b]", "C[one\\\ntwo\n\nsix]", f"GC[{text}]", "C[a:)]",
    ), 2)  # fmt: skip
    made.noted |= bool(extra)
    between = made.draw(rng, "between", ("", "\n", "  \n\t"), 1)
    names = [board.move_name(action) for action in record.actions]
    nodes = []
    for state, name in zip(record.positions, names, strict=False):
        colour = "BW"[record.game.current_player(state)]
        word = {"B": "Black", "W": "White"}[colour] if colours == "words" else colour
        nodes.append(f"{between};{between}{word}[{name or skip}]{extra}")
    if record.over:
        if record.returns[0] != (made.returns or record.returns)[0]:
            made.noted = True
        if made.draw(rng, "after the end", ("nothing", "a move"), 1) == "a move":
            made.noted = True
            nodes.append(";B[aa]")
    branch = made.draw(rng, "branches", ("none", "variations", "nested", "deep"), 2)
    half = len(nodes) // 2
    if branch == "variations":
        made.noted = True
        return (
            "".join(nodes[:half])
            + f"({''.join(nodes[half:]) or ';'})(;B[aa](;W[bb])(;W[cc]))(;C[x])"
        )
    if branch == "nested":
        return "(" + "(".join(nodes) + ")" * len(nodes) if nodes else ""
    if branch == "deep":
        made.noted = True
        return (
            "".join(nodes[:half])
            + f"({''.join(nodes[half:]) or ';'})"
            + "(;B[aa]" * 5000
            + ")" * 5000
        )
    return "".join(nodes)


def _sgf_frame(made, rng, tree):
    frame = made.draw(rng, "frame", (
        "alone", "letter", "blank lines", "first of two", "second of two", "words behind",
        "control-Z", "no end",
    ), 2)  # fmt: skip
    other = "(;GM[1]FF[4]SZ[5]KM[0];B[aa];W[bb](;B[cc])(;B[dd]))"
    if frame == "letter":
        made.noted = True
        return f"From: a (b) <c>\nSubject: a game\n\n{tree}"
    if frame == "blank lines":
        return f"\n\n {tree}\n\n\n"
    if frame == "first of two":
        return f"{tree}\n{other}"
    if frame == "second of two":
        made.index = 1
        return f"{other}\n\n{tree}"
    if frame == "control-Z":
        return f"{tree}\n\x1a"
    if frame == "no end":
        made.noted = True
        return tree.rstrip(")") if ")" * 100 not in tree else tree[:-1]
    if frame == "words behind":
        made.noted = True
        return f"{tree}\n-- \nbye"
    return tree


# PGN


def pgn_file(record, seed):
    """Return a game of chess as PGN, with habits drawn at random."""
    rng, made = random.Random(seed), Written(record=record)
    encoding, mark = made.draw(rng, "encoding", (
        ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b""), ("utf-16-le", b"\xff\xfe"),
    ), 1)  # fmt: skip
    result = made.draw(rng, "result", ("1-0", "0-1", "1/2-1/2", "*"), 1)
    if record.over:
        result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[record.returns[0]]
    made.returns = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}.get(result)
    moves = _pgn_moves(made, rng)
    end = made.draw(rng, "end", (result, "", "contradictory", "comment"), 3)
    tagged = result
    if end == "contradictory" and result != "*":
        tagged, made.noted = {"1-0": "0-1"}.get(result, "1-0"), True
        end = result
    elif end == "comment":
        made.noted, end = True, f"{{White resigns (or so)}} {result} {{bye}}"
    elif end == "contradictory":
        end = result
    made.noted |= not end
    head = _pgn_tags(made, rng, tagged)
    if not head and not end:
        made.returns = None
    text = _pgn_frame(made, rng, f"{head}\n{moves} {end}\n")
    made.noted |= encoding == "latin-1" and not text.isascii()
    line_end = made.draw(rng, "lines", LINE_ENDS, 1)
    made.text = text
    made.data = mark + text.replace("\n", line_end).encode(encoding)
    _cut(made, rng, len(mark))
    return made


def _pgn_tags(made, rng, result):
    fen = made.record.game.state_to_fen(made.record.positions[0])
    usual = fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
    kinds = ("seven", "more", "none") if usual else ("seven", "more")
    tags = made.draw(rng, "tags", kinds, 1)
    if tags == "none":
        return ""
    lines = ['[Event "?"]', '[Site "Zürich"]', '[Date "2020.??.??"]', '[Round "-"]',
             '[White "A \\"B\\" C \\\\"]', '[Black "D"]', f'[Result "{result}"]']  # fmt: skip
    if not usual:
        lines += ['[SetUp "1"]', f'[FEN "{fen}"]']
    if tags == "more":
        lines += ['[WhiteElo "2000"]', '[TimeControl "40/9000:1800"]', '[Termination "Normal"]',
                  '[Annotator "[a] {b} ; (c"]', '[ECO ""]', '[Variant "Standard"]']  # fmt: skip
    form = made.draw(rng, "tag form", (
        "lines", "one line", "spaces", "no empty line", "bare quotes", "signs in names",
        "any order",
    ), 2)  # fmt: skip
    if form == "one line":
        return " ".join(lines) + "\n"
    if form == "spaces":
        return "\n".join(f"  [ {line[1:-1].replace(' ', '   ', 1)} ]  " for line in lines) + "\n"
    if form == "no empty line":
        return "\n".join(lines)
    if form == "bare quotes":
        lines[4], made.noted = '[White "A "B" C"]', True
    elif form == "signs in names":
        lines.append('[White-Elo+ "2"]')
    elif form == "any order":
        rng.shuffle(lines)
    return "\n".join(lines) + "\n"


def _pgn_moves(made, rng):
    record = made.record
    game = record.game
    styles = ("short", "long", "squares", "zeros", "figurines")
    style = made.draw(rng, "moves", styles[:-1] if "latin-1" in made.habits[0] else styles, 2)
    checks = made.draw(rng, "checks", ("usual", "none", "++", "#"), 1)
    promotions = made.draw(rng, "promotions", ("=", "", "()", "/"), 1)
    sign = made.draw(rng, "signs", ("", "!", "?!", " $1", " $3 $140", " !?", " +/-", " D"), 2)
    numbers = made.draw(rng, "numbers", ("1. ", "1.", "none", "both", "1 "), 1)
    extra = made.draw(rng, "between", (
        "", " {[%clk 0:01:02.5]}", " {a (b [c] ; d 1. e5\nf}", " ; {a (b\n", "\n% {escaped (\n",
        " (1. e4 (1. d4 {)} d5) e5 $1)", "\n", " {}", " ( 1... e5 ; )\n )",
    ), 2)  # fmt: skip
    made.noted |= sign.startswith(" ") or extra.strip()[:1] in tuple("{;(")
    null = made.draw(rng, "null move", ("no", "--", "Z0", "@@@@"), 9)
    words = []
    for ply, action in enumerate(record.actions):
        state = record.positions[ply]
        word = _pgn_word(game, state, action, style)
        if "=" in word:
            before, _, piece = word.partition("=")
            word = before + {"()": f"({piece[0]})", "/": f"/{piece[0]}"}.get(
                promotions, promotions + piece
            )
        bare = word.rstrip("+#")
        word = {"usual": word, "none": bare}.get(checks, bare + (checks if word != bare else ""))
        number = state.board.number
        first = state.board.player == 0
        if numbers == "both" or (numbers != "none" and (first or not ply)):
            dots = "." if first else "..."
            words.append(f"{number}{dots if numbers != '1 ' else ''}")
        words.append(word + sign + extra)
        if null != "no" and ply == 7:
            words.append(null)
    if null != "no" and len(record.actions) > 7:
        made.noted = made.cut = True
    space = made.draw(rng, "space", (" ", "\n", "\t", "  \n "), 1)
    text = space.join(words)
    if numbers == "1.":
        for digit in range(10):
            text = text.replace(f"{digit}.{space}", f"{digit}.")
    return text


def _pgn_word(game, state, action, style):
    short = game.action_to_text(state, action)
    squares = game.action_to_uci(action)
    if style == "squares":
        return squares
    if style == "zeros":
        return short.replace("O", "0")
    if style == "figurines":
        return short.translate(str.maketrans("KQRBN", "♔♕♖♗♘")) if "=" not in short else short
    if style == "long" and not short.startswith("O"):
        piece = short[0] if short[0] in "KQRBN" else ""
        tail = short[short.index("=") :] if "=" in short else "+" * short.endswith("+")
        stroke = "x" if "x" in short else "-"
        return f"{piece}{squares[:2]}{stroke}{squares[2:4]}{tail}"
    return short


def _pgn_frame(made, rng, text):
    other = '[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. f3 e5 (1... d5 1-0) 2. g4 {x} 1-0\n\n'
    frame = made.draw(rng, "frame", (
        "alone", "blank lines", "first of two", "second of two", "files put together", "control-Z",
    ), 1)  # fmt: skip
    if frame == "blank lines":
        return f"\n\n\n{text}\n\n\n"
    if frame == "first of two":
        return f"{text}\n{other}"
    if frame in ("second of two", "files put together"):
        made.index = 1
        mark = "\ufeff" if frame == "files put together" and "latin-1" not in made.habits[0] else ""
        return f"{other}{mark}{text}"
    return f"{text}\x1a" if frame == "control-Z" else text


def _cut(made, rng, least):
    """Cut off the end of some files."""
    if made.draw(rng, "tail", ("whole", "cut"), 5) == "cut":
        made.data = made.data[: rng.randrange(least + 1, len(made.data))]
        made.cut = made.noted = True
