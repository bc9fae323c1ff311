"""Sets, and the order of what is in them."""

from ordinary.digits import Digits


class Distinct(Digits):
    def value(self, digits):
        return len(set(digits))


class Algebra(Digits):
    def value(self, digits):
        odd, mine = {1, 3, 5, 7, 9}, set(digits)
        return len(mine & odd) + 10 * len(mine | odd) + 100 * len(mine - odd) + len(mine ^ odd)


class MethodsOfAlgebra(Digits):
    def value(self, digits):
        mine = set(digits[:3])
        others = mine.intersection(digits[3:]).union([1, 2]).difference({2})
        return len(others) + 10 * mine.isdisjoint({0, 9})


class AddAndDiscard(Digits):
    def value(self, digits):
        numbers = set()
        for digit in digits:
            numbers.add(digit * 2 % 10)
        numbers.discard(4)
        return len(numbers) + 10 * (6 in numbers)


class RemoveAndUpdate(Digits):
    def value(self, digits):
        numbers = {10, 11}
        numbers.update(digits)
        numbers.remove(10)
        numbers |= {12}
        return len(numbers) + sum(numbers)


class SortedSet(Digits):
    def value(self, digits):
        ordered = sorted(set(digits))
        return ordered[0] + 10 * ordered[-1]


class MaxOfSet(Digits):
    def value(self, digits):
        return max({digit % 7 for digit in digits}) + 10 * min({digit // 2 for digit in digits})


class SubsetsCompared(Digits):
    def value(self, digits):
        mine = set(digits)
        return ({1, 4} <= mine) + 2 * (mine < {0, 1, 2, 3, 4, 5}) + 4 * mine.issuperset({5})


class SetsEqual(Digits):
    def value(self, digits):
        return int(set(digits[:2]) == set(digits[3:])) + 2 * int({digits[0]} != {digits[4]})


class SetOfTuples(Digits):
    def value(self, digits):
        cells = {(i, digit % 3) for i, digit in enumerate(digits)}
        return sum((i, 1) in cells for i in range(5))


class FrozensetInSet(Digits):
    def value(self, digits):
        pairs = {frozenset(pair) for pair in zip(digits, digits[1:])}
        return len(pairs) + 10 * (frozenset([1, 4]) in pairs)


class AnyOverSet(Digits):
    def value(self, digits):
        numbers = {digit + 1 for digit in digits}
        return int(any(number > 9 for number in numbers)) + 2 * int(all(numbers))


class LoopOverSet(Digits):
    """A set of numbers as it comes: refused, or in the order of Python."""

    def value(self, digits):
        result = 0
        for number in {digit * 7 % 23 for digit in digits}:
            result = (3 * result + number) % 1009
        return result


class ListOfSet(Digits):
    """What comes first of a set: refused, or what Python takes."""

    def value(self, digits):
        return list({digit + 20 for digit in digits})[0]


class SetOfStringsAsItComes(Digits):
    """A sum over texts in a set, in which the order does not matter."""

    def value(self, digits):
        names = {"abcde"[digit % 5] * 2 for digit in digits}
        return sum(ord(name[0]) for name in names)
