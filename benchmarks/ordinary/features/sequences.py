"""Lists and tuples."""

from ordinary.digits import Digits


class NegativeIndices(Digits):
    def value(self, digits):
        return digits[-1] + 10 * digits[-5] + 100 * list(digits)[-2]


class Slices(Digits):
    def value(self, digits):
        return sum(digits[1:3]) + 10 * len(digits[digits[0] :]) + 100 * sum(digits[-2:])


class SlicesWithNegativeStep(Digits):
    def value(self, digits):
        backwards = digits[::-1]
        return backwards[0] + 10 * backwards[1] + 100 * digits[3:0:-2][-1]


class SlicesBeyondTheEnd(Digits):
    def value(self, digits):
        return len(digits[3:100]) + 10 * len(digits[-100:2]) + 100 * len(digits[4:1])


class SliceAssigned(Digits):
    def value(self, digits):
        numbers = list(digits)
        numbers[1:3] = [7, 8, 9]
        return numbers[3] + 10 * len(numbers) + numbers[-1]


class SliceDeleted(Digits):
    def value(self, digits):
        numbers = list(digits)
        del numbers[1:3]
        return numbers[1] + 10 * len(numbers)


class ItemDeleted(Digits):
    def value(self, digits):
        numbers = list(digits)
        del numbers[digits[0] % 5]
        return numbers[0] + 10 * numbers[3]


class ListsAdded(Digits):
    def value(self, digits):
        numbers = list(digits[:2]) + [5] + list(digits[3:])
        return numbers[2] + numbers[3] + len(numbers)


class TuplesAdded(Digits):
    def value(self, digits):
        place = digits[0] % 5
        changed = digits[:place] + (9,) + digits[place + 1 :]
        return changed[0] + 10 * changed[4] + 100 * len(changed)


class TuplesRepeated(Digits):
    def value(self, digits):
        doubled = digits * 2
        return doubled[7] + len(doubled) + sum((3,) * digits[0])


class Append(Digits):
    def value(self, digits):
        rising = []
        for digit in digits:
            if not rising or digit >= rising[-1]:
                rising.append(digit)
        return len(rising) * 10 + rising[-1]


class Pop(Digits):
    def value(self, digits):
        numbers = list(digits)
        last = numbers.pop()
        first = numbers.pop(0)
        return last + 10 * first + 100 * len(numbers)


class InsertAndRemove(Digits):
    def value(self, digits):
        numbers = list(digits)
        numbers.insert(2, 9)
        numbers.remove(9)
        numbers.insert(0, digits[4])
        return numbers[1] + 10 * numbers[3]


class Extend(Digits):
    def value(self, digits):
        numbers = [1, 2]
        numbers.extend(digits)
        numbers += [digit for digit in digits if digit > 5]
        return len(numbers) + 10 * numbers[-1]


class IndexAndCount(Digits):
    def value(self, digits):
        return digits.index(max(digits)) + 10 * digits.count(digits[0]) + list(digits).count(4)


class SortInPlace(Digits):
    def value(self, digits):
        numbers = list(digits)
        numbers.sort()
        middle = numbers[2]
        numbers.sort(key=lambda digit: -digit)
        return middle + 10 * numbers[1]


class ReverseInPlace(Digits):
    def value(self, digits):
        numbers = list(digits)
        numbers.reverse()
        return numbers[0] + 10 * numbers[1]


class CopyAndClear(Digits):
    def value(self, digits):
        numbers = list(digits)
        other = numbers.copy()
        numbers.clear()
        return len(numbers) + 10 * other[0]


class InSequences(Digits):
    def value(self, digits):
        return (
            (7 in digits)
            + 2 * (digits[0] in [1, 3, 5])
            + 4 * (digits[1] in (2, 4))
            + 8 * (digits[2] not in range(3, 8))
        )


class TuplesCompared(Digits):
    def value(self, digits):
        a, b, c, d, e = digits
        return ((a, b) < (c, d)) + 2 * ((a, b, c) == (c, b, a)) + 4 * (digits[:2] >= digits[3:])


class TuplesOfDifferentLengthsCompared(Digits):
    def value(self, digits):
        return (digits[:2] < digits[:3]) + 2 * (digits[1:] < digits[:1])


class ListsCompared(Digits):
    def value(self, digits):
        numbers = list(digits)
        return (numbers == sorted(numbers)) + 2 * (numbers[:2] < numbers[3:]) + 4 * (numbers != [])


class TwoNamesOfOneList(Digits):
    def value(self, digits):
        numbers = list(digits)
        same = numbers
        same[0] = 7
        return numbers[0] + 10 * int(numbers is same)


class RowsThatAreOneList(Digits):
    def value(self, digits):
        grid = [[0] * 3] * 3
        grid[digits[0] % 3][1] = digits[1]
        return sum(row[1] for row in grid)


class RowsThatAreSeveralLists(Digits):
    def value(self, digits):
        grid = [[0] * 3 for _ in range(3)]
        grid[digits[0] % 3][1] = digits[1]
        return sum(row[1] for row in grid)


class ListChangedByFunction(Digits):
    def put(self, numbers, place):
        numbers[place] += 5
        numbers.append(place)

    def value(self, digits):
        numbers = list(digits)
        self.put(numbers, digits[0] % 5)
        return numbers[2] + 10 * numbers[-1]


class ListInList(Digits):
    def value(self, digits):
        rows = [[1, 2], [3]]
        row = rows[1]
        row.append(digits[0])
        rows.append([digits[1], digits[2]])
        return len(rows[1]) + sum(sum(row) for row in rows)


class ListInTuple(Digits):
    def value(self, digits):
        pair = ([], digits[0])
        for digit in digits:
            pair[0].append(digit % 2)
        numbers, first = pair
        return sum(numbers) + 10 * first


class ListChangedWhileItIsLoopedOver(Digits):
    def value(self, digits):
        waiting = [digits[0], digits[1]]
        for number in waiting:
            if number > 0 and len(waiting) < 12:
                waiting.append(number // 2)
        return sum(waiting) + len(waiting)


class MatrixTransposed(Digits):
    def value(self, digits):
        grid = [list(digits[:3]), list(digits[2:])]
        columns = [list(column) for column in zip(*grid)]
        return columns[2][0] + 10 * columns[0][1]


class MatrixProduct(Digits):
    def value(self, digits):
        a, b, c, d, _ = digits
        one, other = [[a, b], [c, d]], [[1, 2], [3, 4]]
        product = [
            [sum(one[i][k] * other[k][j] for k in range(2)) for j in range(2)] for i in range(2)
        ]
        return product[0][1] + product[1][0]


class SortedTuples(Digits):
    def value(self, digits):
        pairs = sorted((digit % 3, -place) for place, digit in enumerate(digits))
        return pairs[0][1] + 10 * pairs[-1][0]


class SortIsStable(Digits):
    def value(self, digits):
        places = [0, 1, 2, 3, 4]
        places.sort(key=lambda place: digits[place] % 2)
        return places[0] + 10 * places[4]


class TupleAsNumber(Digits):
    def value(self, digits):
        pair = divmod(digits[0], 4)
        return (10, 20, 30)[pair[0]] + pair[1]


class MixedTuple(Digits):
    def value(self, digits):
        thing = (digits[0], digits[1] / 2, digits[2] > 4, "abc"[digits[3] % 3])
        return thing[0] + int(2 * thing[1]) + 100 * thing[2] + ord(thing[3])


class EmptyListOfTuples(Digits):
    def value(self, digits):
        found = []
        for i in range(5):
            if digits[i] > 5:
                found.append((i, digits[i]))
        return found[0][1] if found else len(found)


class SlidingWindows(Digits):
    def value(self, digits):
        return max(sum(digits[i : i + 3]) for i in range(3))


class RangeAsSequence(Digits):
    def value(self, digits):
        numbers = range(digits[0], 40, 7)
        return len(numbers) + numbers[-1] + (23 in numbers)
