"""Modules of the standard library that rules of games use."""

import itertools
import operator
import string
from bisect import bisect_left, insort
from collections import deque
from heapq import heapify, heappop, heappush, nlargest
from itertools import (
    accumulate,
    chain,
    combinations,
    groupby,
    islice,
    pairwise,
    permutations,
    product,
    repeat,
    takewhile,
    zip_longest,
)

from ordinary.digits import Digits


class Product(Digits):
    def value(self, digits):
        return sum(digits[r] * c for r, c in product(range(5), (1, 2, 3)) if (r + c) % 2)


class ProductRepeated(Digits):
    def value(self, digits):
        return sum(1 for a, b in product((-1, 0, 1), repeat=2) if a * digits[0] + b * digits[1] > 2)


class Combinations(Digits):
    def value(self, digits):
        return sum(1 for three in combinations(digits, 3) if sum(three) == 15)


class Permutations(Digits):
    def value(self, digits):
        return max(100 * a + 10 * b + c for a, b, c in permutations(digits[:4], 3))


class Chain(Digits):
    def value(self, digits):
        return sum(i * digit for i, digit in enumerate(chain(digits[:2], [7], digits[3:])))


class ChainFromIterable(Digits):
    def value(self, digits):
        rows = [[digits[0]], [digits[1], digits[2]], []]
        return len(list(chain.from_iterable(rows))) + max(chain(*rows))


class Accumulate(Digits):
    def value(self, digits):
        return sum(accumulate(digits))


class Pairwise(Digits):
    def value(self, digits):
        return sum(a < b for a, b in pairwise(digits))


class GroupBy(Digits):
    def value(self, digits):
        return max(len(list(group)) for _, group in groupby(digit % 2 for digit in digits))


class Islice(Digits):
    def value(self, digits):
        return sum(islice(digits, 1, 4)) + sum(islice(itertools.count(digits[0], 3), 4))


class TakeWhile(Digits):
    def value(self, digits):
        return len(list(takewhile(lambda digit: digit < 6, digits)))


class ZipLongest(Digits):
    def value(self, digits):
        return sum(a * b for a, b in zip_longest(digits, (2, 3), fillvalue=1))


class Repeat(Digits):
    def value(self, digits):
        return sum(map(operator.mul, digits, repeat(3))) + len(list(repeat(0, digits[0])))


class Cycle(Digits):
    def value(self, digits):
        signs = itertools.cycle((1, -1))
        return sum(next(signs) * digit for digit in digits)


class OperatorsAsFunctions(Digits):
    def value(self, digits):
        return max(enumerate(digits), key=operator.itemgetter(1))[0] + operator.add(digits[0], 2)


class DequeAsQueue(Digits):
    def value(self, digits):
        queue = deque([digits[0]])
        seen = 0
        while queue and seen < 10:
            number = queue.popleft()
            seen += 1
            if number > 1:
                queue.append(number // 2)
                queue.append(number // 3)
        return seen + 10 * len(queue)


class DequeRotated(Digits):
    def value(self, digits):
        ring = deque(digits)
        ring.rotate(digits[0] % 3)
        ring.appendleft(8)
        return ring[1] + 10 * ring[-1] + ring.pop()


class HeapOfNumbers(Digits):
    def value(self, digits):
        heap = list(digits)
        heapify(heap)
        heappush(heap, 4)
        heappop(heap)
        return heappop(heap) + 10 * heap[0] + 100 * nlargest(2, digits)[1]


class HeapOfTuples(Digits):
    def value(self, digits):
        heap = []
        for place, digit in enumerate(digits):
            heappush(heap, (digit, place))
        distance, place = heappop(heap)
        return distance + 10 * place


class Bisected(Digits):
    def value(self, digits):
        ordered = sorted(digits)
        insort(ordered, 5)
        return bisect_left(ordered, 4) + 10 * ordered[3]


class StringConstants(Digits):
    def value(self, digits):
        return string.ascii_lowercase.index("abcdefghij"[digits[0]]) + len(string.digits)
