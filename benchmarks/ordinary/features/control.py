"""Statements: loops, branches, assignments, errors."""

from ordinary.digits import Digits


class WalrusInWhile(Digits):
    def value(self, digits):
        i = 0
        while (digit := digits[i]) < 8 and i < 4:
            i += 1
        return 10 * i + digit


class WalrusInIf(Digits):
    def value(self, digits):
        if (rest := digits[0] % 4) > 1:
            return rest
        return rest + 10


class WhileElse(Digits):
    def value(self, digits):
        i = 0
        while i < 5:
            if digits[i] == 7:
                break
            i += 1
        else:
            return 99
        return i


class ForElse(Digits):
    def value(self, digits):
        for i, digit in enumerate(digits):
            if digit > 7:
                found = i
                break
        else:
            found = -1
        return found


class BreakOutOfTwoLoops(Digits):
    def value(self, digits):
        for i in range(5):
            for j in range(i):
                if digits[i] == digits[j]:
                    break
            else:
                continue
            break
        return i


class Continue(Digits):
    def value(self, digits):
        result = 0
        for digit in digits:
            if digit % 2 == 0:
                continue
            result += digit
        return result


class LoopForever(Digits):
    def value(self, digits):
        number = digits[0] + 1
        while True:
            number = number * 3 % 17
            if number < 5:
                return number


class LoopOverTuples(Digits):
    def value(self, digits):
        result = 0
        for name, (low, high) in (("low", (0, 3)), ("middle", (3, 6)), ("high", (6, 9))):
            if low <= digits[0] < high:
                result += len(name)
        return result


class LoopOverMixedTuple(Digits):
    def value(self, digits):
        result = 0.0
        for weight in (1, 2.5, True):
            result += weight * digits[0]
        return int(result * 2)


class MatchNumbers(Digits):
    def value(self, digits):
        match digits[0]:
            case 0:
                return 1
            case 1 | 2 | 3:
                return 2
            case digit if digit % 2 == 0:
                return 3
            case _:
                return 4


class MatchTuples(Digits):
    def value(self, digits):
        match (digits[0] % 3, digits[1]):
            case (0, _):
                return 1
            case (1, other):
                return other
            case (rest, other):
                return rest * other
        return -1


class MatchSequences(Digits):
    def value(self, digits):
        match [digit for digit in digits if digit > 3]:
            case []:
                return 0
            case [only]:
                return only
            case [first, *others]:
                return first + 10 * len(others)
        return -1


class TryIndexError(Digits):
    def value(self, digits):
        try:
            return digits[digits[0]]
        except IndexError:
            return 50


class TryKeyError(Digits):
    def value(self, digits):
        names = {1: 10, 3: 30, 5: 50}
        try:
            return names[digits[0]]
        except KeyError:
            return -1


class TryValueError(Digits):
    def value(self, digits):
        try:
            return [digits[0], digits[1], digits[2]].index(4)
        except ValueError:
            return 9


class TryZeroDivisionError(Digits):
    def value(self, digits):
        try:
            return 20 // (digits[0] % 4)
        except ZeroDivisionError:
            return 77


class TryElseFinally(Digits):
    def value(self, digits):
        result = 0
        try:
            result += digits[digits[1]]
        except (IndexError, TypeError):
            result += 3
        else:
            result += 5
        finally:
            result *= 2
        return result


class TryStopIteration(Digits):
    def value(self, digits):
        odd = (digit for digit in digits if digit % 2)
        try:
            next(odd)
            return next(odd)
        except StopIteration:
            return -5


class BadDigit(Exception):
    """A digit that is not wanted."""


class RaiseOwnException(Digits):
    def checked(self, digit):
        if digit > 6:
            raise BadDigit(digit)
        return digit

    def value(self, digits):
        try:
            return self.checked(digits[0]) + self.checked(digits[1])
        except BadDigit:
            return 40


class RaiseWithFormattedString(Digits):
    def value(self, digits):
        if not 0 <= digits[0] <= 9:
            raise ValueError(f"{digits[0]} is no digit of {digits!r}")
        return digits[0]


class RaiseWithPercent(Digits):
    def value(self, digits):
        if digits[0] + digits[1] > 18:
            raise RuntimeError("%d and %d are too much" % (digits[0], digits[1]))
        return digits[0] + digits[1]


class RaiseInElse(Digits):
    def value(self, digits):
        if digits[0] < 5:
            result = 1
        elif digits[0] < 10:
            result = 2
        else:
            raise AssertionError
        return result


class Assertion(Digits):
    def value(self, digits):
        assert len(digits) == 5, "five digits"
        assert all(0 <= digit <= 9 for digit in digits)
        return digits[2]


class ConditionalExpression(Digits):
    def value(self, digits):
        return 1 if digits[0] > 6 else 2 if digits[1] > 3 else 3


class ValueOfOr(Digits):
    def value(self, digits):
        return (digits[0] % 3 or 7) + 10 * (digits[1] and digits[2])


class NotAndTruth(Digits):
    def value(self, digits):
        empty = []
        return int(not digits[0]) + 2 * int(not empty) + 4 * bool(digits[1] % 2)


class SwappedVariables(Digits):
    def value(self, digits):
        a, b = digits[0], digits[1]
        if a > b:
            a, b = b, a
        return 10 * a + b


class StarUnpacking(Digits):
    def value(self, digits):
        first, *middle, last = digits
        return first + 10 * len(middle) + 100 * last + max(middle)


class StarUnpackingOfList(Digits):
    def value(self, digits):
        head, *tail = sorted(digits)
        return head + 10 * tail[-1]


class NestedUnpacking(Digits):
    def value(self, digits):
        (a, b), c = (digits[0], digits[1]), digits[2]
        return a + 10 * b + 100 * c


class SeveralTargets(Digits):
    def value(self, digits):
        a = b = digits[0]
        a += 1
        return 10 * a + b


class AugmentedAssignments(Digits):
    def value(self, digits):
        result = digits[0]
        result += 5
        result *= 3
        result -= digits[1]
        result //= 2
        result <<= 1
        result |= 1
        result %= 50
        result **= 2
        return result


class DeletedName(Digits):
    def value(self, digits):
        temporary = digits[0] * 2
        result = temporary + 1
        del temporary
        return result


class VariableOfTwoTypes(Digits):
    def value(self, digits):
        best = None
        for digit in digits:
            if best is None or digit > best:
                best = digit
        return best


class VariableThatChangesType(Digits):
    def value(self, digits):
        result = [digit for digit in digits if digit > 2]
        result = len(result)
        return result


class BranchWithoutAssignment(Digits):
    def value(self, digits):
        for digit in digits:
            last = digit
        return last
