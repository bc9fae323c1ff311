"""Two games that one player cannot tell apart: other hidden events, the same information."""

from gametree.actors import CHANCE
from gametree.record import Record


def twins(game, seat, most, rng):
    """Return the lines of two games of at most so many moves, which are the same to a seat.

    Each event is a pair of who makes it and its name.
    """
    for _ in range(100):
        first = _played(game, most, rng)
        for _ in range(20):
            second = _another(game, seat, first, rng)
            if second is not None and second.actions != first.actions:
                return _named(first), _named(second)
    raise AssertionError(f"{type(game).__name__} hides nothing from player {seat}")


def _played(game, most, rng):
    record = Record(game)
    while not record.over and len(record.actions) < most:
        record.play(rng.choice(list(record.legal_actions())))
    while not record.over and record.player == CHANCE:
        record.play(rng.choice(list(record.legal_actions())))
    while record.over or record.player == CHANCE:
        record.take_back()
    return record


def _another(game, seat, first, rng):
    """Return a record with other hidden events; None if that comes to a dead end."""
    record = Record(game)
    known = record.game.information_state
    for number, action in enumerate(first.actions):
        wanted = known(first.positions[number + 1], seat)
        found = None
        for each in _candidates(record, action, rng):
            after = record.game.next_state(record.game.copy(record.state), each)
            if known(after, seat) == wanted:
                found = each
                break
        if found is None or record.player != _mover(first, number):
            return None
        record.play(found)
    return record


def _candidates(record, action, rng):
    legal = list(record.legal_actions())
    rng.shuffle(legal)
    if action in legal and rng.random() < 0.85:
        legal.insert(0, action)
    return legal


def _mover(record, number):
    return record.game.current_player(record.positions[number])


def _named(record):
    game = record.game
    return [
        (game.current_player(state), game.action_to_text(state, action))
        for state, action in zip(record.positions, record.actions, strict=False)
    ]
