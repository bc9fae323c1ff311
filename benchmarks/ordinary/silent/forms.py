"""Rules that once came to something else compiled than interpreted, without a word."""

import numpy as np
from ordinary.digits import Digits


class UnsetNumber(Digits):
    def value(self, digits):
        if digits[4] < 8:
            steps = 1
        try:
            return steps + 1
        except UnboundLocalError:
            return 7


class OrderOfASet(Digits):
    def value(self, digits):
        cells = {16 + digits[0], 1 + digits[4], 8, 3}
        board = {}
        for c in cells:
            board[c] = 1
        return list(board)[1]


class OrderOfASetOfTuples(Digits):
    def value(self, digits):
        cells = {(digits[0], 1), (digits[4], 2), (3, digits[1])}
        board = {}
        for c in cells:
            board[c] = 1
        return 10 * list(board)[0][0] + list(board)[0][1]


class AnyWithEffects(Digits):
    def value(self, digits):
        seen = []

        def f(v):
            seen.append(v)
            return v > 6

        any(f(v) for v in {digits[0], 20 + digits[4], 9, 33})
        return sum(seen)


class SmallUnsigned(Digits):
    def value(self, digits):
        b = np.zeros(3, np.uint8)
        b[0] = digits[4] % 3
        return 1 if b[0] - 2 > 0 else 2


class SmallSigned(Digits):
    def value(self, digits):
        b = np.full(3, 100, np.int8)
        b[0] = digits[4] + 100
        return 5 if b[0] + np.int8(100) > 0 else 6


class Float32(Digits):
    def value(self, digits):
        b = np.zeros(2, np.float32)
        b[0] = 0.1 * (1 + digits[4] % 2)
        return 1 if b[0] == 0.1 else 2


class SumOfUnsigned(Digits):
    def value(self, digits):
        a = np.array([digits[0], digits[4]], np.uint8)
        return 1 if a.sum() - 301 > 0 else 2


class DifferenceOfUnsigned(Digits):
    def value(self, digits):
        a = np.array([digits[0], digits[4]], np.uint8)
        return 1 if int(a[0]) - int(a[1]) > 0 else 2


class LateLambdas(Digits):
    def value(self, digits):
        functions = [lambda v: v + i for i in range(3)]
        return functions[0](digits[4])


class LateGenerator(Digits):
    def value(self, digits):
        k = 1
        g = (v * k for v in digits)
        k = 2
        return sum(list(g))


class LateMap(Digits):
    def value(self, digits):
        k = 1
        g = map(lambda v: v * k, digits)
        k = 3
        return sum(list(g))


class OrderOfArguments(Digits):
    def value(self, digits):
        n = 0

        def h():
            nonlocal n
            n = 5
            return digits[4]

        def f(v):
            return v + n

        return f(h())


class IteratorTwice(Digits):
    def value(self, digits):
        r = reversed(list(digits))
        first, second = list(r), list(r)
        return len(first) + 10 * len(second)


class InvertedBool(Digits):
    def value(self, digits):
        flag = digits[4] > 4
        return 1 if ~flag else 2


class BoolAmongInts(Digits):
    def value(self, digits):
        a = digits[4]
        return len(str(a == 1 or a))


class BoolInAList(Digits):
    def value(self, digits):
        items = [digits[4] > 4, digits[0]]
        return 1 if items[0] is True else 2


class RoundedInt(Digits):
    def value(self, digits):
        flag = digits[4] > 4
        number = 2**60 + 1 if flag else 0.5
        return int(number) % 10


class UnicodeSpace(Digits):
    def value(self, digits):
        return len(("\u2003" + "x" * digits[4]).strip())


class UnicodeDigits(Digits):
    def value(self, digits):
        return int("\u0663") if digits[4] > 4 else 1


class NanInASet(Digits):
    def value(self, digits):
        nan = float("nan")
        return len({nan, nan, float(digits[4])})


class CaughtTypeError(Digits):
    def value(self, digits):
        a = None if digits[4] > 4 else digits[0]
        try:
            return a + 1
        except TypeError:
            return 7
