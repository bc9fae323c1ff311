"""Arithmetic, in which compiled code must agree with Python to the last bit."""

import math
from math import ceil, floor, gcd, sqrt

from ordinary.digits import Digits


class FloorDivisionOfNegatives(Digits):
    def value(self, digits):
        return (digits[0] - 7) // 3 + 100 * ((digits[1] - 5) // -2)


class ModuloOfNegatives(Digits):
    def value(self, digits):
        return (digits[0] - 7) % 4 + 10 * ((5 - digits[1]) % -3)


class Divmod(Digits):
    def value(self, digits):
        quotient, rest = divmod(digits[0] - 12, 5)
        return 10 * quotient + rest


class DivmodOfFloats(Digits):
    def value(self, digits):
        quotient, rest = divmod(digits[0] - 4.5, 1.25)
        return int(quotient) * 100 + int(rest * 8)


class TrueDivision(Digits):
    def value(self, digits):
        return int((digits[0] + 1) / (digits[1] + 1) * 1000)


class Powers(Digits):
    def value(self, digits):
        return digits[0] ** 2 + 2 ** digits[1] + int((digits[2] + 1) ** 0.5 * 100)


class PowerWithModulus(Digits):
    def value(self, digits):
        return pow(digits[0] + 2, 13, 101)


class NegativePower(Digits):
    def value(self, digits):
        return int(2 ** -digits[0] * 1024)


class AbsoluteValue(Digits):
    def value(self, digits):
        return abs(digits[0] - digits[1]) + abs(-3)


class RoundedToEven(Digits):
    def value(self, digits):
        return round(digits[0] / 2) + 10 * round(digits[1] / 4)


class RoundedToDigits(Digits):
    def value(self, digits):
        return int(round(digits[0] / 7, 2) * 10000)


class TruncatedTowardsZero(Digits):
    def value(self, digits):
        return int((digits[0] - 4) * 1.5) + int(-0.5 * digits[1])


class FloorAndCeiling(Digits):
    def value(self, digits):
        return floor((digits[0] - 5) / 3) + 10 * ceil(digits[1] / 4)


class SquareRoots(Digits):
    def value(self, digits):
        return int(sqrt(digits[0]) * 1000) + math.isqrt(10 * digits[1])


class GreatestCommonDivisor(Digits):
    def value(self, digits):
        return gcd(digits[0] * 6, digits[1] * 4 + 8)


class MathFunctions(Digits):
    def value(self, digits):
        angle = math.pi * digits[0] / 10
        return int(1000 * math.sin(angle)) + int(100 * math.log(1 + digits[1], 2))


class Hypotenuse(Digits):
    def value(self, digits):
        return int(100 * math.hypot(digits[0], digits[1])) + int(10 * math.dist((0, 0), (1, 1)))


class Combinations(Digits):
    def value(self, digits):
        return math.comb(9, digits[0]) + math.factorial(digits[1] % 6)


class ProductOfNumbers(Digits):
    def value(self, digits):
        return math.prod(digit + 1 for digit in digits)


class BitCount(Digits):
    def value(self, digits):
        return (digits[0] * 37 + digits[1]).bit_count()


class BitLength(Digits):
    def value(self, digits):
        return (digits[0] * digits[1]).bit_length() + 10 * digits[2].bit_length()


class ShiftsAndMasks(Digits):
    def value(self, digits):
        mask = 0
        for digit in digits:
            mask |= 1 << digit
        return (mask & ~0b1010) ^ (mask >> 3)


class BitsOfNegatives(Digits):
    def value(self, digits):
        return (~digits[0] & 0xFF) + ((digits[1] - 9) >> 1) + (-digits[2] | 3)


class BitsAsSets(Digits):
    def value(self, digits):
        cells = sum({1 << digit for digit in digits})
        count = 0
        while cells:
            cells &= cells - 1
            count += 1
        return count


class TruthsAsNumbers(Digits):
    def value(self, digits):
        return (digits[0] > 4) + 2 * (digits[1] > 4) + True


class ChainedComparison(Digits):
    def value(self, digits):
        a, b, c, d, e = digits
        return (a < b < c) + 2 * (c >= d >= e) + 4 * (0 < a != e < 9)


class NegativeZero(Digits):
    def value(self, digits):
        zero = -0.0 if digits[0] > 4 else 0.0
        sign = math.copysign(1, zero)
        return int(sign) + (10 if zero == 0 else 20)


class Infinity(Digits):
    def value(self, digits):
        best = float("inf")
        place = -1
        for i, digit in enumerate(digits):
            if abs(digit - 4.5) < best:
                best = abs(digit - 4.5)
                place = i
        return place


class NegativeInfinity(Digits):
    def value(self, digits):
        best = -math.inf
        for digit in digits:
            best = max(best, digit)
        return int(best)


class NotANumber(Digits):
    def value(self, digits):
        number = math.nan if digits[0] % 2 else 1.0
        return int(number != number) + 2 * int(math.isnan(number)) + 4 * int(number < 2)


class FloatsNearlyEqual(Digits):
    def value(self, digits):
        third = digits[0] / 3
        return int(third * 3 == digits[0]) + 2 * int(math.isclose(0.1 * digits[1] * 3, 0.3))


class IntsAndFloatsCompared(Digits):
    def value(self, digits):
        return int(digits[0] == 4.0) + 2 * int(digits[1] > 4.5) + 4 * int(1 == True)  # noqa: E712


class MaxOfIntAndFloat(Digits):
    def value(self, digits):
        return int(10 * max(digits[0], 4.5)) + int(min(digits[1], 3.0))


class IntegerThatBecomesFloat(Digits):
    def value(self, digits):
        score = 0
        for digit in digits:
            if digit > 4:
                score += 0.5
        return int(score * 2)


class IsInteger(Digits):
    def value(self, digits):
        return sum((digit / 3).is_integer() for digit in digits)


class NumbersInOtherBases(Digits):
    def value(self, digits):
        return int("%d%d" % (digits[0] % 2, digits[1] % 2), 2) + len(bin(digits[2])) + 0x10


class BeyondSixtyFourBits(Digits):
    """Numbers of 200 bits: refused, or the same as in Python."""

    def value(self, digits):
        number = 1
        for digit in digits * 4:
            number = number * 1000 + digit
        return number % 1009


class FactorialBeyondSixtyFourBits(Digits):
    """A product of more than 64 bits: refused, or the same as in Python."""

    def value(self, digits):
        product = 1
        for number in range(1, 25 + digits[0]):
            product *= number
        return product % 10007


class ShiftBeyondSixtyFourBits(Digits):
    """A shift by more than 63: refused, or the same as in Python."""

    def value(self, digits):
        return (1 << 60 + digits[0]) % 1013
