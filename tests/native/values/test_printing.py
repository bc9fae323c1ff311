from __future__ import annotations

from gametree.native.build import compile_function


class Stone:
    def __init__(self, colour):
        self.colour = colour

    def __str__(self):
        return f"a {self.colour} stone"


STONES = [Stone("white"), None]


def test_rules_print_what_they_print_interpreted(capsys):
    def play(n):
        print()
        print("cells", n, 0.5, True, None, (1, 2, 3, 4, 5, 6), [n, 2], sep="-")
        print(STONES[0], {n: "dict"}, end="!\n")
        if n > 3:
            print("never")
        return n

    play(1)
    expected = capsys.readouterr().out
    assert compile_function(play, 1)(1) == 1
    assert capsys.readouterr().out == expected
    assert "a white stone {1: 'dict'}!" in expected
