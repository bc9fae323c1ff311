"""Random deals of unseen cards, uniform over all deals that agree with what is known.

Cards that the same hands may hold are of one kind. If of any two kinds the hands of one are among
those of the other, or the two share no hand, the cards are dealt one by one, kinds with the fewest
hands first, each to a hand drawn by its free places. The number of free places for a kind is then
the same in all deals, so every deal is equally probable and no card is left without a place.

For other kinds that way would favour some deals. There the number of cards of each kind in each
hand is drawn first, by the number of deals that lead to it, counted by dynamic programming.
"""

from __future__ import annotations

from typing import Any

from plainpython.bits import popcount

from ..errors import BadParameter
from .rng import Rng

__all__ = ["deal", "deal_bits", "deal_items"]


def deal(cards: Any, sizes: Any, allowed: Any, rng: Rng) -> Any:
    """Deal all `cards` to hands of the given sizes: each possible deal with the same probability.

    `allowed` holds for each hand the cards that the hand may hold. There are two forms.
    Cards in a list or tuple: an item of `allowed` is any collection of cards, and the result is
    a list of hands, each a list in the order of `cards`. Cards as the bits of an int: an item of
    `allowed` is an int, and the result is a list of ints.

    If some cards are in no hand, such as a stock, give them a hand of their own.

        a, b = deal(unseen, [5, len(unseen) - 5], [may_hold, unseen], rng)

    Raises:
        BadParameter: if the sizes do not add up to the number of cards, or no deal is possible.

    """
    _check_forms(cards, sizes, allowed, rng)
    if isinstance(cards, int):
        return deal_bits(cards, sizes, allowed, rng)
    return deal_items(cards, sizes, allowed, rng)


def _check_forms(cards: Any, sizes: Any, allowed: Any, rng: Rng) -> None:
    """Refuse arguments of other types; compiled code has types for them."""
    if not hasattr(rng, "below"):
        raise BadParameter(
            f"gt.deal: rng must be the generator that sample_state gets, or a gt.Rng, not {rng!r}"
        )
    if not isinstance(cards, int | list | tuple):
        raise BadParameter(f"gt.deal: cards must be a list, a tuple or an int, not {cards!r}")
    if not isinstance(sizes, list | tuple) or not all(isinstance(size, int) for size in sizes):
        raise BadParameter(f"gt.deal: sizes must be a list or tuple of ints, not {sizes!r}")
    if not isinstance(allowed, list | tuple):
        raise BadParameter(f"gt.deal: allowed must be a list or tuple, not {allowed!r}")
    for those in allowed:
        if isinstance(cards, int) and not isinstance(those, int):
            raise BadParameter(
                "gt.deal: cards are the bits of an int, so each item of allowed must be an int, "
                f"not {those!r}"
            )
        if not isinstance(cards, int) and not hasattr(those, "__contains__"):
            raise BadParameter(
                "gt.deal: cards are a list, so each item of allowed must be a list or set of "
                f"cards, not {those!r}"
            )


def deal_bits(cards: int, sizes: Any, allowed: Any, rng: Rng) -> list[int]:
    """Deal cards that are the bits of an int."""
    if cards < 0:
        raise BadParameter("gt.deal: cards given as the bits of an int must not be negative")
    free = list(sizes)
    kinds, groups = _kinds_of_bits(cards, allowed)
    counts = [popcount(group) for group in groups]
    table = _table_of_shares(kinds, counts, free, len(allowed), rng)
    hands = [0 for _ in free]
    for index, kind in enumerate(kinds):
        shares = table[index] if table else _free_places(kind, free)
        left = groups[index]
        total = sum(shares)
        while left != 0:
            card = left & -left
            left ^= card
            hand = _drawn_hand(shares, total, rng)
            total -= 1
            hands[hand] |= card
            free[hand] -= 1
    return hands


def deal_items(cards: Any, sizes: Any, allowed: Any, rng: Rng) -> list[list[Any]]:
    """Deal cards that are the items of a list or tuple."""
    free = list(sizes)
    kinds, groups = _kinds_of_items(cards, allowed)
    counts = [len(group) for group in groups]
    table = _table_of_shares(kinds, counts, free, len(allowed), rng)
    owners = [0 for _ in cards]
    for index, kind in enumerate(kinds):
        shares = table[index] if table else _free_places(kind, free)
        total = sum(shares)
        for card in groups[index]:
            hand = _drawn_hand(shares, total, rng)
            total -= 1
            owners[card] = hand
            free[hand] -= 1
    return [
        [card for index, card in enumerate(cards) if owners[index] == hand]
        for hand in range(len(sizes))
    ]


def _kinds_of_bits(cards: int, allowed: Any) -> tuple[list[int], list[int]]:
    """Return the kinds of cards, as the bits of their hands, and the cards of each kind."""
    kinds = [0]
    groups = [cards]
    hand = 1
    for those in allowed:
        for index in range(len(kinds)):
            group = groups[index]
            if group & ~those == 0:
                kinds[index] |= hand
            elif group & those != 0:
                groups[index] = group & ~those
                kinds.append(kinds[index] | hand)
                groups.append(group & those)
        hand <<= 1
    _sort_by_hands(kinds, groups)
    return kinds, groups


def _kinds_of_items(cards: Any, allowed: Any) -> tuple[list[int], list[list[int]]]:
    """Return the kinds of cards, as the bits of their hands, and the indices of their cards."""
    kinds: list[int] = []
    groups: list[list[int]] = []
    for index, card in enumerate(cards):
        kind = 0
        hand = 1
        for those in allowed:
            if card in those:
                kind |= hand
            hand <<= 1
        if kind in kinds:
            groups[kinds.index(kind)].append(index)
        else:
            kinds.append(kind)
            groups.append([index])
    _sort_by_hands(kinds, groups)
    return kinds, groups


def _sort_by_hands(kinds: list[int], groups: Any) -> None:
    """Sort kinds and their cards: those with the fewest hands first."""
    for last in range(1, len(kinds)):
        index = last
        while index > 0 and _goes_before(kinds[index], kinds[index - 1]):
            kinds[index - 1], kinds[index] = kinds[index], kinds[index - 1]
            groups[index - 1], groups[index] = groups[index], groups[index - 1]
            index -= 1


def _goes_before(kind: int, other: int) -> bool:
    hands = popcount(kind) - popcount(other)
    return hands < 0 or (hands == 0 and kind < other)


def _free_places(kind: int, free: list[int]) -> list[int]:
    return [left if kind >> hand & 1 else 0 for hand, left in enumerate(free)]


def _drawn_hand(shares: list[int], total: int, rng: Rng) -> int:
    """Draw a hand by its share of places, and take one away."""
    draw = rng.below(total)
    hand = 0
    while draw >= shares[hand]:
        draw -= shares[hand]
        hand += 1
    shares[hand] -= 1
    return hand


def _table_of_shares(
    kinds: list[int], counts: list[int], free: list[int], hands: int, rng: Rng
) -> list[list[int]]:
    """Return how many cards of each kind each hand gets, or nothing if free places say it.

    Raises:
        BadParameter: if the sizes are wrong or no deal is possible.

    """
    if hands != len(free):
        raise BadParameter("gt.deal: allowed needs one item for each item of sizes")
    if min(free, default=0) < 0:
        raise BadParameter("gt.deal: the size of a hand must not be negative")
    if sum(free) != sum(counts):
        raise BadParameter(
            "gt.deal: sizes must add up to the number of cards; give a last hand for cards that "
            "nobody holds"
        )
    if sum(counts) > 0 and kinds[0] == 0:  # some cards fit no hand
        _refuse()
    if not _are_nested(kinds):
        return _random_shares(kinds, counts, free[:], rng)
    for kind in kinds:
        places = 0
        for hand, left in enumerate(free):
            places += left if kind >> hand & 1 else 0
        for index, other in enumerate(kinds):
            places -= counts[index] if other & ~kind == 0 else 0
        if places < 0:
            _refuse()
    return []


def _refuse() -> None:
    raise BadParameter(
        "gt.deal: no deal is possible: some cards fit only hands that have no place for all of "
        "them; check sizes and allowed"
    )


def _are_nested(kinds: list[int]) -> bool:
    """Return True if any two kinds share no hand, or one has all hands of the other."""
    for index in range(len(kinds)):
        for following in range(index + 1, len(kinds)):
            both = kinds[index] & kinds[following]
            if both != 0 and both != kinds[index] and both != kinds[following]:
                return False
    return True


def _random_shares(
    kinds: list[int], counts: list[int], free: list[int], rng: Rng
) -> list[list[int]]:
    """Draw how many cards of each kind each hand gets, by the number of deals that lead to it."""
    # One step for each kind and each of its hands: (kind, hand, whether it is the kind's last hand,
    # how many cards of later kinds the hand may get).
    steps: list[tuple[int, int, int, int]] = []
    for index, kind in enumerate(kinds):
        for hand in range(len(free)):
            if kind >> hand & 1:
                later = 0
                for following in range(index + 1, len(kinds)):
                    later += counts[following] if kinds[following] >> hand & 1 else 0
                steps.append((index, hand, 1 if kind >> hand + 1 == 0 else 0, later))
    shares = [[0 for _ in free] for _ in kinds]
    ways: dict[int, float] = {}
    base = max(free) + 1
    left = counts[0]
    for number, (index, hand, last, _) in enumerate(steps):
        total = _ways(steps, counts, base, number, left, free, ways)
        if total == 0.0:
            _refuse()
        room = free[hand]
        draw = rng.uniform() * total
        share = left
        for few in range(left if last == 1 else 0, min(left, room) + 1):
            free[hand] = room - few
            after = _ways_after(steps, counts, base, number, left - few, free, ways)
            if after > 0.0:
                share = few
                draw -= after / _factorial(few)
                if draw < 0.0:
                    break
        free[hand] = room - share
        shares[index][hand] = share
        left -= share
        if last == 1 and index + 1 < len(kinds):
            left = counts[index + 1]
    return shares


def _ways(
    steps: list[tuple[int, int, int, int]],
    counts: list[int],
    base: int,
    number: int,
    left: int,
    free: list[int],
    ways: dict[int, float],
) -> float:
    """Return a number in proportion to the deals from a step on, with `left` cards of its kind.

    A way to split the cards of a kind counts 1 / product of the factorials of its shares.
    """
    if number == len(steps):
        return 1.0
    _, hand, last, later = steps[number]
    room = free[hand]
    if left == 0 and room == 0:
        return _ways_after(steps, counts, base, number, 0, free, ways)
    key = number  # `left` follows from the free places
    for places in free:
        key = key * base + places
    if key in ways:
        return ways[key]
    total = 0.0
    # A last hand gets all that are left; a hand that cannot be filled later gets more now.
    for few in range(max(room - later, left if last == 1 else 0), min(left, room) + 1):
        free[hand] = room - few
        after = _ways_after(steps, counts, base, number, left - few, free, ways)
        total += after / _factorial(few)
    free[hand] = room
    ways[key] = total
    return total


def _factorial(number: int) -> float:
    product = 1.0
    for factor in range(2, number + 1):
        product *= factor
    return product


def _ways_after(
    steps: list[tuple[int, int, int, int]],
    counts: list[int],
    base: int,
    number: int,
    left: int,
    free: list[int],
    ways: dict[int, float],
) -> float:
    """Return the ways from the next step on, where `left` cards of the kind of this one remain."""
    kind, _, last, _ = steps[number]
    if last == 1:
        if left > 0:
            return 0.0
        left = counts[kind + 1] if kind + 1 < len(counts) else 0
    return _ways(steps, counts, base, number + 1, left, free, ways)
