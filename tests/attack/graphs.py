"""Random games as graphs: trees, graphs without and with cycles, luck with awkward odds."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

CHANCE = -1

SHAPES = ("tree", "dag", "line", "wide", "ring")


@dataclass
class Graph:
    """The data of a game. Moves of a position `p` stand from `first[p]` to `first[p + 1]`.

    Attributes:
        movers: who moves at each position, CHANCE included.
        labels, targets, odds: of each move: the action, where it leads, its probability.
        pays, guesses: for each position what each player gets there, and is guessed to get.
        lowest, highest: the least and the most that anybody gets.
        draw: what each gets for a draw.

    """

    players: int
    shape: str
    first: list
    labels: list
    targets: list
    odds: list
    movers: list
    pays: list
    guesses: list
    lowest: float
    highest: float
    draw: float

    def __len__(self):
        return len(self.movers)

    def moves(self, place):
        """Return (label, target, probability) of each move."""
        span = range(self.first[place], self.first[place + 1])
        return [(self.labels[move], self.targets[move], self.odds[move]) for move in span]

    def ends(self, place):
        return self.first[place] == self.first[place + 1]

    @property
    def has_luck(self):
        return CHANCE in self.movers


def odds_of(random, count=0, *, fair=False):
    """Return the probabilities of some outcomes, awkward ones by preference, or fair enough."""
    style = random.randrange(6)
    if count:
        style = 4 if fair else 3 + style % 3
    if style < 2:
        count = random.choice([2, 3, 6, 9, 11, 18, 20, 21, 52] if style else [2, 3, 4])
        return [1 / count] * count
    if style == 2:  # the sum of two dice
        return [(6 - abs(face - 7)) / 36 for face in range(2, 13)]
    count = count or random.randint(2, 7)
    if style == 3:  # one of them impossible, or all but
        weights = [random.choice([0.0, 1e-9, 1.0, 1.0]) for _ in range(count)]
        weights[0] = 1.0
    else:
        weights = [random.random() ** 3 + 1e-3 for _ in range(count)]
    total = sum(weights)
    odds = [weight / total for weight in weights]
    if style == 5:  # what the contract still lets pass
        odds[-1] += random.choice([-4e-10, 4e-10]) if odds[-1] > 1e-9 else 0.0
    return odds


def payments(random, players, *, zero_sum):
    """Return a function that draws returns, and the least and the most that it gives."""
    style = random.randrange(8)
    lowest, highest = -1.0, 1.0
    if style == 0:
        draw = lambda: random.choice([-1.0, 1.0])  # noqa: E731
    elif style <= 2:
        draw = lambda: random.choice([-1.0, 0.0, 1.0])  # noqa: E731
    elif style == 3:
        lowest, highest = -3.0, 3.0
        draw = lambda: float(random.randint(-3, 3))  # noqa: E731
    else:
        lowest, highest = {
            4: (-1.0, 1.0),
            5: (-1e12, 1e12),
            6: (-1e-9, 1e-9),
            7: (995.0, 1005.0),
        }[style]
        draw = lambda: random.uniform(lowest, highest)  # noqa: E731

    def pay():
        if players == 2 and zero_sum:
            value = draw()
            return [value, lowest + highest - value]
        return [draw() for _ in range(players)]

    return pay, lowest, highest


def random_graph(random: Random, shape, players, *, luck, zero_sum, plain=False, size=24):
    """Return a game of about this many positions.

    With `plain` returns are from -1 to 1 about 0, as policies for repetition want them.
    """
    pay, lowest, highest = payments(random, players, zero_sum=zero_sum)
    while plain and (lowest, highest) != (-1.0, 1.0):
        pay, lowest, highest = payments(random, players, zero_sum=zero_sum)
    successors = {
        "tree": _tree,
        "dag": _dag,
        "line": _line,
        "wide": _wide,
        "ring": _ring,
    }[shape](random, size)
    count = len(successors)
    likely = random.choice([0.15, 0.4, 0.7]) if luck else 0.0
    movers, odds = [], []
    streak = random.random()
    mover = random.randrange(players)
    for place, targets in enumerate(successors):
        if random.random() > 0.5 * streak:  # else the same player again
            mover = (mover + 1) % players
        lucky = place > 0 and bool(targets) and random.random() < likely
        movers.append(CHANCE if lucky else mover)
        if lucky and shape in ("tree", "dag") and random.random() < 0.6:
            shares = odds_of(random)  # as many outcomes as that; some lead to the same place
            targets[:] = [random.choice(targets) for _ in shares]
        else:
            shares = [1.0] * len(targets)
            if len(targets) > 1:
                shares = odds_of(random, len(targets), fair=shape == "ring")
        odds += shares
    first = [0]
    labels, flat = [], []
    for targets in successors:
        flat += targets
        first.append(len(flat))
        # Any numbers of 32 bits may be actions.
        begin = random.choice([0, 0, 0, 1, -3, 2**31 - len(targets), -(2**31)])
        names = list(range(begin, begin + len(targets)))
        random.shuffle(names)
        labels += names
    middle = 0.5 * (lowest + highest)
    guesses = []
    for _ in range(count):
        value = random.uniform(lowest, highest)
        guess = [value] + [random.uniform(lowest, highest) for _ in range(players - 1)]
        if players == 2:
            guess[1] = lowest + highest - value
        guesses.append(guess)
    return Graph(
        players=players,
        shape=shape,
        first=first,
        labels=labels,
        targets=flat,
        odds=odds,
        movers=movers,
        pays=[pay() for _ in range(count)],
        guesses=guesses,
        lowest=lowest,
        highest=highest,
        draw=middle,
    )


def _tree(random, size):
    successors = [[]]
    open_places = [0]
    while open_places and len(successors) < size:
        place = open_places.pop(random.randrange(len(open_places)))
        for _ in range(random.randint(1, 4)):
            successors[place].append(len(successors))
            open_places.append(len(successors))
            successors.append([])
    return successors


def _dag(random, size):
    reach = random.choice([3, 6, size])
    ends = random.choice([0.1, 0.3])
    successors = []
    for place in range(size):
        further = range(place + 1, min(size, place + 1 + reach))
        over = not further or (place > 0 and random.random() < ends)
        count = 0 if over else random.randint(1, min(5, 2 * len(further)))
        successors.append([random.choice(further) for _ in range(count)])
    return successors


def _line(random, size):
    """Return a long way with few branches: paths, keys and playouts have to grow."""
    length = random.choice([20, 70, 150, 300])
    successors = []
    for place in range(length):
        step = [place + 1]
        if random.random() < 0.3:
            step.append(random.choice([length, length + 1, min(length, place + 3)]))
        random.shuffle(step)
        successors.append(step)
    return [*successors, [], []]


def _wide(random, size):
    """Return a graph where some positions have more than 64 moves."""
    successors = _dag(random, size)
    last = len(successors)
    for place in range(last - 1):
        if successors[place] and random.random() < 0.2:
            extra = random.choice([20, 70, 130])
            successors[place] += [random.randrange(place + 1, last) for _ in range(extra)]
    return successors


def _ring(random, size):
    """Return few positions that come back, steps on the spot included, and two ends."""
    count = random.randint(2, 5)
    successors = []
    for _ in range(count):
        moves = [random.randrange(count) for _ in range(random.randint(1, 2))]
        if random.random() < 0.75:
            moves.append(count + random.randrange(2))
        successors.append(moves)
    ending = set()
    while len(ending) < count:  # so that play at random ends
        before = len(ending)
        for place, moves in enumerate(successors):
            if any(move >= count or move in ending for move in moves):
                ending.add(place)
        if len(ending) == before:
            successors[random.choice([each for each in range(count) if each not in ending])].append(
                count
            )
    return [*successors, [], []]
