"""Functions, methods and classes as people arrange them."""

from functools import cache, lru_cache, partial, reduce

from ordinary.digits import Digits

LIMIT = 5
WEIGHTS = [1, 3, 5, 7, 9]
NAMES = {0: 10, 1: 20, 2: 30}
PRIMES = {2, 3, 5, 7}
TABLE = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


class ConstantOfModule(Digits):
    def value(self, digits):
        return sum(1 for digit in digits if digit > LIMIT)


class ListOfModule(Digits):
    def value(self, digits):
        return sum(digit * weight for digit, weight in zip(digits, WEIGHTS))


class NestedListOfModule(Digits):
    def value(self, digits):
        return sum(TABLE[digit % 3][i % 3] for i, digit in enumerate(digits))


class DictOfModule(Digits):
    def value(self, digits):
        return sum(NAMES[digit % 3] for digit in digits)


class SetOfModule(Digits):
    def value(self, digits):
        return sum(digit in PRIMES for digit in digits)


class Lambda(Digits):
    def value(self, digits):
        square = lambda digit: digit * digit  # noqa: E731
        return square(digits[0]) + square(digits[4])


class NestedFunction(Digits):
    def value(self, digits):
        def at(place):
            return digits[place % 5]

        return at(1) + 10 * at(7) + 100 * at(-1)


class ClosureOverVariable(Digits):
    def value(self, digits):
        offset = digits[0]

        def shifted(digit):
            return (digit + offset) % 10

        return sum(shifted(digit) * 2 for digit in digits)


class ClosureThatCounts(Digits):
    def value(self, digits):
        count = 0

        def see(digit):
            nonlocal count
            if digit > 3:
                count += digit

        for digit in digits:
            see(digit)
        return count


class FunctionAsArgument(Digits):
    def fold(self, function, digits):
        result = 1
        for digit in digits:
            result = function(result, digit)
        return result

    def value(self, digits):
        return self.fold(lambda a, b: (3 * a + b) % 101, digits)


class DictOfFunctions(Digits):
    def value(self, digits):
        operations = {0: lambda a, b: a + b, 1: lambda a, b: a * b, 2: lambda a, b: a - b}
        return operations[digits[0] % 3](digits[1], digits[2])


def weighted(digits, weight=3, *, offset=0):
    return sum(weight * digit for digit in digits) + offset


class DefaultArguments(Digits):
    def value(self, digits):
        return weighted(digits)


class KeywordArguments(Digits):
    def value(self, digits):
        return weighted(digits, offset=digits[0], weight=2)


def total(*numbers):
    return sum(numbers) + 10 * len(numbers)


class StarArguments(Digits):
    def value(self, digits):
        return total(*digits) + total(digits[0], 1)


class SeveralReturnValues(Digits):
    def split(self, number):
        return number // 3, number % 3

    def value(self, digits):
        result = 0
        for digit in digits:
            threes, rest = self.split(digit)
            result += 7 * threes + rest
        return result


def collatz(number):
    if number <= 1:
        return 0
    return 1 + collatz(number // 2 if number % 2 == 0 else 3 * number + 1)


class Recursion(Digits):
    def value(self, digits):
        return collatz(digits[0]) + collatz(10 + digits[1])


class RecursiveMethod(Digits):
    def ways(self, digits, left):
        if left == 0:
            return 1
        if left < 0 or not digits:
            return 0
        return self.ways(digits[1:], left - digits[0]) + self.ways(digits[1:], left)

    def value(self, digits):
        return self.ways(digits, 10)


def is_even(number):
    return True if number == 0 else is_odd(number - 1)


def is_odd(number):
    return False if number == 0 else is_even(number - 1)


class MutualRecursion(Digits):
    def value(self, digits):
        return sum(1 for digit in digits if is_even(digit))


class FloodFill(Digits):
    def fill(self, grid, row, column):
        if not (0 <= row < 5 and 0 <= column < 5) or grid[row][column] != 0:
            return 0
        grid[row][column] = 2
        return 1 + sum(
            self.fill(grid, row + down, column + right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )

    def value(self, digits):
        grid = [[1 if (row * digit + 3) % 7 > 4 else 0 for row in range(5)] for digit in digits]
        return self.fill(grid, 2, 2)


class FloodFillWithStack(Digits):
    def value(self, digits):
        walls = {(i, digit % 5) for i, digit in enumerate(digits)}
        seen = set()
        stack = [(4, 4)]
        while stack:
            row, column = stack.pop()
            if (row, column) in seen or (row, column) in walls:
                continue
            if not (0 <= row < 5 and 0 <= column < 5):
                continue
            seen.add((row, column))
            stack.extend(
                [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            )
        return len(seen)


def runs(digits):
    length = 1
    for a, b in zip(digits, digits[1:]):
        if b > a:
            length += 1
        else:
            yield length
            length = 1
    yield length


class GeneratorFunction(Digits):
    def value(self, digits):
        return max(runs(digits)) * 10 + len(list(runs(digits)))


class GeneratorMethod(Digits):
    def places(self, digits, wanted):
        for place, digit in enumerate(digits):
            if digit % 3 == wanted:
                yield place

    def value(self, digits):
        return sum(place + 1 for place in self.places(digits, 1))


@cache
def triangle(number):
    return 0 if number == 0 else number + triangle(number - 1)


class Cached(Digits):
    def value(self, digits):
        return sum(triangle(digit) for digit in digits)


class LruCachedMethod(Digits):
    @lru_cache(maxsize=100)
    def weight(self, digit):
        return digit * (digit - 1) // 2

    def value(self, digits):
        return self.weight(digits[0]) + self.weight(digits[2])


class Partial(Digits):
    def value(self, digits):
        tripled = partial(weighted, weight=3)
        return tripled(digits, offset=1)


class Reduced(Digits):
    def value(self, digits):
        return reduce(lambda number, digit: 10 * number + digit, digits, 0)


class StaticMethod(Digits):
    @staticmethod
    def larger(a, b):
        return a if a > b else b

    def value(self, digits):
        return self.larger(digits[0], digits[1]) + StaticMethod.larger(digits[2], 5)


class ClassMethod(Digits):
    base = 7

    @classmethod
    def number(cls, digits):
        result = 0
        for digit in digits:
            result = cls.base * result + digit
        return result

    def value(self, digits):
        return self.number(digits)


class Property(Digits):
    @property
    def middle(self):
        return self.players + 0

    def value(self, digits):
        return digits[self.middle] * 3


class AttributeOfInit(Digits):
    def __init__(self, seed=3):
        self.weights = [seed * i % 7 for i in range(5)]
        self.names = {i: i * i for i in range(10)}

    def value(self, digits):
        return sum(w * self.names[digit] for w, digit in zip(self.weights, digits))


class ConstantOfClass(Digits):
    PAIRS = [(0, 1), (1, 2), (3, 4)]
    BONUS = {"equal": 10, "rising": 5}

    def value(self, digits):
        result = 0
        for a, b in self.PAIRS:
            if digits[a] == digits[b]:
                result += self.BONUS["equal"]
            elif digits[a] < digits[b]:
                result += self.BONUS["rising"]
        return result


class Weighted(Digits):
    def weight(self, place):
        return place + 1

    def value(self, digits):
        return sum(self.weight(i) * digit for i, digit in enumerate(digits))


class SuperMethod(Weighted):
    def weight(self, place):
        return 2 * super().weight(place)

    def value(self, digits):
        return 1 + super().value(digits)


class OverriddenMethod(Weighted):
    def weight(self, place):
        return 5 - place


class Countdown:
    """What counts in twos."""

    def __init__(self, start):
        self.left = start

    def step(self):
        """Count once."""
        self.left -= 2
        return self.left > 0


class HelperClass(Digits):
    def value(self, digits):
        countdown = Countdown(sum(digits))
        steps = 0
        while countdown.step():
            steps += 1
        return steps


class AnnotatedFunction(Digits):
    def at(self, digits: tuple[int, ...], place: int = 0) -> int:
        digit: int = digits[place]
        return digit

    def value(self, digits: tuple[int, ...]) -> int:
        return self.at(digits) + self.at(digits, place=3)


class DocstringsAndPass(Digits):
    def value(self, digits):
        """Return something."""
        if digits[0] > 5:
            pass
        else:
            return digits[1]
        return -digits[2]
