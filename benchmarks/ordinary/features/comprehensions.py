"""Comprehensions of every kind."""

from ordinary.digits import Digits


class ListWithCondition(Digits):
    def value(self, digits):
        small = [digit + 1 for digit in digits if digit < 5]
        return sum(small) + 100 * len(small)


class ListWithTwoConditions(Digits):
    def value(self, digits):
        return len([digit for digit in digits if digit > 1 if digit % 3 != 0])


class ListOfTwoLoops(Digits):
    def value(self, digits):
        return sum([a * b for a in digits for b in range(a)]) % 997


class ListOfLists(Digits):
    def value(self, digits):
        grid = [[digit + row for digit in digits] for row in range(3)]
        return grid[0][1] + 10 * grid[1][2] + 100 * grid[2][4]


class ListOfTuples(Digits):
    def value(self, digits):
        pairs = [(digit % 3, i) for i, digit in enumerate(digits)]
        return sum(a * i for a, i in pairs)


class ListOfConditionalExpressions(Digits):
    def value(self, digits):
        return sum([1 if digit > 6 else -1 if digit < 3 else 0 for digit in digits])


class ListOfUnpackedPairs(Digits):
    def value(self, digits):
        moves = [(0, 1), (2, 3), (4, 0)]
        return sum([digits[start] * digits[end] for start, end in moves])


class TupleOfGenerator(Digits):
    def value(self, digits):
        doubled = tuple(2 * digit for digit in digits)
        return doubled[0] + 3 * doubled[1] + 5 * doubled[4]


class SetComprehension(Digits):
    def value(self, digits):
        return len({digit % 4 for digit in digits})


class DictComprehension(Digits):
    def value(self, digits):
        places = {digit: i for i, digit in enumerate(digits)}
        return sum(digit * i for digit, i in places.items())


class DictComprehensionWithCondition(Digits):
    def value(self, digits):
        places = {i: digit for i, digit in enumerate(digits) if digit > 2}
        return len(places) * 10 + max(places.values(), default=0)


class WalrusInComprehension(Digits):
    def value(self, digits):
        return sum([half for digit in digits if (half := digit // 2) > 1])


class NameOfTheOutside(Digits):
    def value(self, digits):
        i = 7
        squares = [i * i for i in digits]
        return squares[0] + i


class ConditionOnBothLoops(Digits):
    def value(self, digits):
        return sum(1 for i in range(5) for j in range(i) if digits[i] < digits[j])


class NestedGenerators(Digits):
    def value(self, digits):
        rows = ((digit + i for digit in digits) for i in range(3))
        return sum(max(row) for row in rows)


class FlattenedLists(Digits):
    def value(self, digits):
        rows = [[digits[0], digits[1]], [digits[2]], [digits[3], digits[4]]]
        flat = [digit for row in rows for digit in row]
        return flat.index(max(flat))
