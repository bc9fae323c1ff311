"""Commands as people type them: words, quotes, paths of Windows."""

from __future__ import annotations

import pytest

from gametree.protocols.program.process import words_of


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\engines\stockfish.exe -x", [r"C:\engines\stockfish.exe", "-x"]),
        (r'"C:\Program Files\fish.exe" --a "b c"', [r"C:\Program Files\fish.exe", "--a", "b c"]),
        (r"'C:\Program Files\fish.exe' -x", [r"C:\Program Files\fish.exe", "-x"]),
        (r"C:\Jim's\fish.exe -x", [r"C:\Jim's\fish.exe", "-x"]),
        (r"\\server\share\fish.exe -x", [r"\\server\share\fish.exe", "-x"]),
        (r'"\\server\my share\fish.exe" -x', [r"\\server\my share\fish.exe", "-x"]),
        (r"engines\fish.exe", [r"engines\fish.exe"]),
        (r"..\fish.bat 1", [r"..\fish.bat", "1"]),
        (r"python D:\bots\mine.py", ["python", r"D:\bots\mine.py"]),
        (r"fish --book=C:\books\a.bin", ["fish", r"--book=C:\books\a.bin"]),
        ("./fish --a 'b c' \"d e\"", ["./fish", "--a", "b c", "d e"]),
        (r"/opt/my\ fish/fish a\"b", ["/opt/my fish/fish", 'a"b']),
        (r'fish "a\"b" # c', ["fish", 'a"b', "#", "c"]),
        ("fish ''", ["fish", ""]),
    ],
)
def test_words(command, words):
    assert words_of(command) == words
