"""Dicts."""

from collections import Counter, OrderedDict, defaultdict

from ordinary.digits import Digits


class Get(Digits):
    def value(self, digits):
        names = {1: 10, 2: 20}
        return names.get(digits[0], -1) + names.get(digits[1], 0)


class Items(Digits):
    def value(self, digits):
        places = {}
        for place, digit in enumerate(digits):
            places[digit] = place
        return sum(digit * place for digit, place in places.items())


class KeysAndValues(Digits):
    def value(self, digits):
        squares = {digit: digit * digit for digit in digits}
        return sum(squares.keys()) + sum(squares.values())


class OrderOfInsertion(Digits):
    def value(self, digits):
        seen = {}
        for digit in digits:
            seen[digit % 5] = True
        result = 0
        for key in seen:
            result = 10 * result + key
        return result


class OrderAfterDeletion(Digits):
    def value(self, digits):
        seen = {i: digit for i, digit in enumerate(digits)}
        del seen[digits[0] % 5]
        seen[digits[0] % 5] = 3
        return int("".join(str(key) for key in seen))


class InAndLength(Digits):
    def value(self, digits):
        seen = {}
        for digit in digits:
            if digit not in seen:
                seen[digit] = 0
            seen[digit] += 1
        return len(seen) + 10 * max(seen.values())


class SetDefault(Digits):
    def value(self, digits):
        groups = {}
        for digit in digits:
            groups.setdefault(digit % 3, []).append(digit)
        return sum(len(group) * key for key, group in groups.items()) + max(groups)


class DefaultDictOfInts(Digits):
    def value(self, digits):
        counts = defaultdict(int)
        for digit in digits:
            counts[digit % 4] += 1
        return counts[0] + 10 * counts[1] + 100 * counts[3]


class DefaultDictOfLists(Digits):
    def value(self, digits):
        groups = defaultdict(list)
        for place, digit in enumerate(digits):
            groups[digit % 2].append(place)
        return sum(groups[1]) + 10 * len(groups[0])


class Counted(Digits):
    def value(self, digits):
        counts = Counter(digits)
        return counts[digits[0]] + 10 * counts[11] + 100 * len(counts)


class MostCommon(Digits):
    def value(self, digits):
        ((digit, count),) = Counter(digit % 3 for digit in digits).most_common(1)
        return digit + 10 * count


class PopFromDict(Digits):
    def value(self, digits):
        prices = {0: 5, 1: 10, 2: 15}
        price = prices.pop(digits[0] % 4, 99)
        return price + len(prices)


class Update(Digits):
    def value(self, digits):
        prices = {0: 5, 1: 10}
        prices.update({digits[0]: 3, 1: digits[1]})
        return prices[1] + 10 * len(prices)


class Merged(Digits):
    def value(self, digits):
        prices = {0: 5, 1: 10} | {digits[0] % 3: digits[1]}
        other = {**prices, 7: 7}
        return sum(prices.values()) + sum(other)


class KeysThatAreTuples(Digits):
    def value(self, digits):
        grid = {(row, column): row * column for row in range(3) for column in range(3)}
        grid[digits[0] % 3, 1] = digits[1]
        return sum(grid[i, i] for i in range(3)) + grid[0, 1] + grid.get((5, 5), 50)


class KeysThatAreStrings(Digits):
    def value(self, digits):
        prices = {"pawn": 1, "knight": 3, "rook": 5}
        names = ["rook", "pawn", "knight"]
        return sum(prices[names[digit % 3]] for digit in digits)


class ValuesThatAreDicts(Digits):
    def value(self, digits):
        graph = {0: {1: 5, 2: 7}, 1: {2: 1}, 2: {0: 4}}
        return sum(graph[digits[0] % 3].values()) + graph[0].get(digits[1] % 3, 0)


class GraphOfLists(Digits):
    def value(self, digits):
        graph = {0: [1, 2], 1: [3], 2: [3, 4], 3: [0], 4: []}
        seen = [digits[0] % 5]
        for place in seen:
            seen.extend(other for other in graph[place] if other not in seen)
        return len(seen) + 10 * seen[-1]


class DictsCompared(Digits):
    def value(self, digits):
        one = {0: digits[0], 1: digits[1]}
        other = {1: digits[1], 0: digits[2]}
        return int(one == other) + 2 * int(1 in other)


class DictOfPairs(Digits):
    def value(self, digits):
        places = dict(zip(digits, range(5)))
        return places[digits[0]] + 10 * len(dict([(1, 2), (digits[1], 4)]))


class DictFromKeys(Digits):
    def value(self, digits):
        distinct = list(dict.fromkeys(digits))
        return len(distinct) + 10 * distinct[-1]


class CopiedDict(Digits):
    def value(self, digits):
        one = {0: 1, 1: 2}
        other, same = one.copy(), one
        other[0] = digits[0]
        same[1] = digits[1]
        return one[0] + 10 * one[1] + 100 * other[0]


class MaxByValue(Digits):
    def value(self, digits):
        scores = {place: digit * (5 - place) for place, digit in enumerate(digits)}
        return max(scores, key=scores.get)


class SortedByValue(Digits):
    def value(self, digits):
        scores = {place: digit % 4 for place, digit in enumerate(digits)}
        ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return ordered[0][0] + 10 * ordered[-1][0]


class Ordered(Digits):
    def value(self, digits):
        order = OrderedDict((digit, place) for place, digit in enumerate(digits))
        order.move_to_end(digits[0])
        return list(order)[0] + 10 * list(order)[-1]
