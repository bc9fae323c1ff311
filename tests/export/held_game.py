"""A game on a strip whose first position is made of a list of classes, and changes in place."""

import gametree as gt

SIZE = 9


class Piece:
    letter = "?"
    reach = 1

    def __init__(self, owner, place):
        self.owner = owner
        self.place = place


class Walker(Piece):
    letter = "w"


class Runner(Piece):
    letter = "r"
    reach = 3


class Strip:
    def __init__(self, pieces, turn=0, plies=0):
        self.pieces = pieces
        self.turn = turn
        self.plies = plies

    def at(self, place):
        for piece in self.pieces:
            if piece.place == place:
                return piece
        return None


class Capture(gt.Game):
    """Who takes both pieces of the other wins."""

    players = 2

    def initial_state(self):
        pieces = [cls(owner, (1 - owner) * i + owner * (SIZE - 1 - i))
                  for owner in (0, 1) for i, cls in enumerate([Walker, Runner])]  # fmt: skip
        return Strip(pieces)

    def copy(self, state):
        pieces = [type(each)(each.owner, each.place) for each in state.pieces]
        return Strip(pieces, state.turn, state.plies)

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        owners = {each.owner for each in state.pieces}
        if len(owners) < 2 or state.plies >= 30:
            return []
        found = []
        for piece in state.pieces:
            if piece.owner != state.turn:
                continue
            for way in (-1, 1):
                for far in range(1, piece.reach + 1):
                    to = piece.place + way * far
                    if not 0 <= to < SIZE:
                        break
                    other = state.at(to)
                    if other is None or other.owner != state.turn:
                        found.append((piece.place, to))
                    if other is not None:
                        break
        return sorted(found)

    def next_state(self, state, action):
        start, end = action
        taken = state.at(end)
        if taken is not None:
            state.pieces.remove(taken)
        state.at(start).place = end
        state.turn = 1 - state.turn
        state.plies += 1
        return state

    def returns(self, state):
        owners = {each.owner for each in state.pieces}
        if len(owners) == 2:
            return (0, 0)
        return (1, -1) if 0 in owners else (-1, 1)

    def state_to_text(self, state):
        letters = ["."] * SIZE
        for each in state.pieces:
            letters[each.place] = each.letter if each.owner == 1 else each.letter.upper()
        return "".join(letters) + f" {state.turn} {state.plies}"
