"""Built-in functions over what can be looped over."""

from ordinary.digits import Digits


class AnyOfGenerator(Digits):
    def value(self, digits):
        return 7 if any(digit > 7 for digit in digits) else 2


class AllOfGenerator(Digits):
    def value(self, digits):
        return 7 if all(digit < 7 for digit in digits) else 2


class AnyOfList(Digits):
    def value(self, digits):
        return int(any([digit % 4 == 3 for digit in digits])) + 2 * int(all(digits))


class AnyOfAll(Digits):
    def value(self, digits):
        pairs = [(0, 1), (1, 2), (2, 3), (3, 4)]
        return 5 if any(all(digits[i] > 4 for i in pair) for pair in pairs) else 1


class SumOfGenerator(Digits):
    def value(self, digits):
        return sum(digit * digit for digit in digits if digit % 2)


class SumOfTruths(Digits):
    def value(self, digits):
        return sum(digit > 4 for digit in digits)


class SumOfTuple(Digits):
    def value(self, digits):
        return sum(digits) + sum(digits[1:4], 100)


class MinAndMax(Digits):
    def value(self, digits):
        return 10 * max(digits) + min(digits)


class MaxOfGenerator(Digits):
    def value(self, digits):
        return max(abs(a - b) for a, b in zip(digits, digits[1:]))


class MaxWithKey(Digits):
    def value(self, digits):
        return max(range(5), key=lambda i: digits[i])


class MinWithMethodAsKey(Digits):
    def distance(self, digit):
        return abs(digit - 5)

    def value(self, digits):
        return min(digits, key=self.distance)


class MaxOfTuples(Digits):
    def value(self, digits):
        digit, place = max((digit, place) for place, digit in enumerate(digits))
        return 10 * digit + place


class MaxWithDefault(Digits):
    def value(self, digits):
        return max((digit for digit in digits if digit > 6), default=-1)


class MinOfArguments(Digits):
    def value(self, digits):
        a, b, c, *_ = digits
        return min(a, b, c) + 10 * max(a, 4)


class Sorted(Digits):
    def value(self, digits):
        ordered = sorted(digits)
        return ordered[0] + 10 * ordered[2] + 100 * ordered[4]


class SortedDownwards(Digits):
    def value(self, digits):
        number = 0
        for digit in sorted(digits, reverse=True):
            number = 10 * number + digit
        return number


class SortedWithKey(Digits):
    def value(self, digits):
        order = sorted(range(5), key=lambda i: (digits[i] % 3, -i))
        return order[0] + 5 * order[1] + 25 * order[4]


class Reversed(Digits):
    def value(self, digits):
        number = 0
        for digit in reversed(digits):
            number = 10 * number + digit
        return number


class Enumerated(Digits):
    def value(self, digits):
        return sum(i * digit for i, digit in enumerate(digits, start=1))


class Zipped(Digits):
    def value(self, digits):
        return sum(a * b for a, b in zip(digits, [5, 4, 3, 2, 1]))


class ZippedThree(Digits):
    def value(self, digits):
        rising = 0
        for a, b, c in zip(digits, digits[1:], digits[2:]):
            if a <= b <= c:
                rising += 1
        return rising


class ZippedStar(Digits):
    def value(self, digits):
        rows = [digits, digits[::-1], (1, 2, 3, 4, 5)]
        return sum(max(column) for column in zip(*rows))


class Mapped(Digits):
    def value(self, digits):
        return sum(map(lambda digit: digit // 2, digits))


class MappedTwo(Digits):
    def value(self, digits):
        return max(map(lambda a, b: a * b, digits, range(5)))


class Filtered(Digits):
    def value(self, digits):
        odd = list(filter(lambda digit: digit % 2 == 1, digits))
        return len(odd) * 10 + (odd[-1] if odd else 0)


class NextOfGenerator(Digits):
    def value(self, digits):
        return next((i for i, digit in enumerate(digits) if digit >= 6), 9)


class IterAndNext(Digits):
    def value(self, digits):
        iterator = iter(digits)
        first = next(iterator)
        return 100 * first + sum(iterator)


class RangeDownwards(Digits):
    def value(self, digits):
        number = 0
        for i in range(4, -1, -2):
            number = 10 * number + digits[i]
        return number


class ListOfRange(Digits):
    def value(self, digits):
        places = list(range(5))
        return sum(digits[i] * place for i, place in enumerate(places[::-1]))
