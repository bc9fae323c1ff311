"""Strings, as boards use them."""

from ordinary.digits import Digits

BOARD = "..x.o..x."


class JoinedStrings(Digits):
    def value(self, digits):
        board = "".join("x" if digit > 4 else "." for digit in digits)
        return board.count("x") + 10 * board.find("x")


class JoinedNumbers(Digits):
    def value(self, digits):
        return int("".join(map(str, digits))) % 1009


class Split(Digits):
    def value(self, digits):
        words = "one two three four".split()
        rows = "ab/cd/ef".split("/")
        return len(words[digits[0] % 4]) + ord(rows[digits[1] % 3][1])


class SplitLines(Digits):
    def value(self, digits):
        board = """
..x
.o.
x..
"""
        rows = board.strip().splitlines()
        return "ox.".index(rows[digits[0] % 3][digits[1] % 3])


class Replace(Digits):
    def value(self, digits):
        board = BOARD.replace(".", "#").replace("x", "..", 1)
        return board.count("#") + 10 * board.index("o") + digits[0] % len(board)


class FindAndIndex(Digits):
    def value(self, digits):
        return BOARD.find("x", digits[0] % 9) + 10 * BOARD.find("z") + BOARD.rfind("x")


class CountOfPart(Digits):
    def value(self, digits):
        row = "".join("ab"[digit % 2] for digit in digits)
        return row.count("ab") + 10 * row.count("b")


class InString(Digits):
    def value(self, digits):
        row = "".join("xo"[digit % 2] for digit in digits)
        return int("xx" in row) + 2 * int("oxo" in row) + 4 * int("xxx" not in row)


class UpperAndLower(Digits):
    def value(self, digits):
        mark = "abCDe"[digits[0] % 5]
        return int(mark.isupper()) + ord(mark.upper()) + ord(mark.lower())


class SwappedCase(Digits):
    def value(self, digits):
        row = "aBcDe"[digits[0] % 5 :].swapcase()
        return sum(letter.islower() for letter in row) + 10 * len(row)


class OrdAndChr(Digits):
    def value(self, digits):
        square = chr(ord("a") + digits[0] % 8) + str(digits[1] % 8 + 1)
        return ord(square[0]) - ord("a") + 10 * int(square[1])


class SlicedString(Digits):
    def value(self, digits):
        place = digits[0] % 9
        board = BOARD[:place] + "o" + BOARD[place + 1 :]
        return board.count("o") + 10 * (board[::-1] == board) + 100 * (board[:3] == "..x")


class StringIterated(Digits):
    def value(self, digits):
        points = 0
        for place, mark in enumerate(BOARD):
            if mark == "x":
                points += digits[place % 5]
            elif mark == "o":
                points -= 1
        return points


class StringAsList(Digits):
    def value(self, digits):
        cells = list(BOARD)
        cells[digits[0] % 9] = "o"
        return "".join(cells).count("o") + 10 * len(cells)


class StringsCompared(Digits):
    def value(self, digits):
        one, other = "abcde"[digits[0] % 5], "badec"[digits[1] % 5]
        return (one < other) + 2 * (one == other) + 4 * ("aa" < "ab" + one)


class StringsRepeated(Digits):
    def value(self, digits):
        row = "x" * digits[0] + "." * (9 - digits[0])
        return len(row) + row.count("xx")


class StartsAndEnds(Digits):
    def value(self, digits):
        row = BOARD[digits[0] % 9 :]
        return row.startswith(".") + 2 * row.endswith("x.") + 4 * row.startswith(("x", "o"))


class DigitsAndLetters(Digits):
    def value(self, digits):
        text = "a1b2c3"[digits[0] % 6]
        return text.isdigit() + 2 * text.isalpha() + 4 * text.isspace()


class FormattedString(Digits):
    def value(self, digits):
        text = f"{digits[0]:02d}{digits[1]}-{digits[2] / 4:.1f}"
        return len(text) + 10 * int(text[:3])


class FormattedByPercent(Digits):
    def value(self, digits):
        return len("%d:%s" % (digits[0] * 12, "abc"[: digits[1] % 4]))


class NumbersOfText(Digits):
    def value(self, digits):
        text = "10,20,-5"
        numbers = [int(part) for part in text.split(",")]
        return numbers[digits[0] % 3] + int(str(digits[1]) + "7")


class StrippedText(Digits):
    def value(self, digits):
        text = "xx" + "." * digits[0] + "x"
        return len(text.strip("x")) + 10 * len(text.lstrip("x")) + len(" a ".rstrip())


class MirroredText(Digits):
    def value(self, digits):
        row = "".join(reversed("".join("abc"[digit % 3] for digit in digits)))
        return "abc".index(row[0]) + 10 * (row == row[::-1])


class TranslatedText(Digits):
    def value(self, digits):
        board = BOARD.translate(str.maketrans("xo", "ox"))
        return board.count("o") * 10 + "xo.".index(board[digits[0] % 9])


class RowsOfText(Digits):
    def value(self, digits):
        rows = [BOARD[i : i + 3] for i in range(0, 9, 3)]
        columns = ["".join(column) for column in zip(*rows)]
        return rows[digits[0] % 3].count(".") + 10 * columns[digits[1] % 3].count("x")


class BytesOfBoard(Digits):
    def value(self, digits):
        board = bytes(digits) + b"ab"
        return board[2] + 10 * len(board) + board.count(b"a") + board.index(97)


class ByteArrayChanged(Digits):
    def value(self, digits):
        board = bytearray(3)
        board[digits[0] % 3] = digits[1]
        board.append(7)
        return sum(board)


class StringOfTuple(Digits):
    def value(self, digits):
        return len(str(digits)) + 10 * len(repr(digits[0] * 5))
