"""The three games of the original play server, written from the description of its protocol.

Each board is `told` as messages tell it, and knows its `results`. `actions` are the moves that both
servers take: the original one also takes a move in a finished board of t3.
"""

from __future__ import annotations

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
)  # fmt: skip
STEPS = tuple((up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right)


class Board:
    """What the three have in common: who is to move, and who has moved last."""

    def __init__(self):
        self.player, self.previous, self.moves = 1, 2, 0

    def told(self):
        return {**self.content(), "player": self.player, "previous_player": self.previous}

    def play(self, action):
        self.put(action)
        self.previous, self.player = self.player, self.following()
        self.moves += 1

    def following(self):
        return 3 - self.player


class ConnectFour(Board):
    fields = ("column",)

    def __init__(self):
        super().__init__()
        self.columns = [[] for _ in range(7)]

    def content(self):
        return {
            "pieces": [
                {"type": "disc", "player": player, "row": row, "column": column}
                for column, discs in enumerate(self.columns)
                for row, player in enumerate(discs)
            ]
        }

    def legal(self, action):
        return 0 <= action["column"] < 7 and len(self.columns[action["column"]]) < 6

    def actions(self):
        return [action for column in range(7) if self.legal(action := {"column": column})]

    def put(self, action):
        self.columns[action["column"]].append(self.player)

    def at(self, column, row):
        inside = 0 <= column < 7 and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def results(self):
        for column in range(7):
            for row in range(6):
                player = self.at(column, row)
                for right, up in STEPS:
                    line = {self.at(column + right * n, row + up * n) for n in range(4)}
                    if player is not None and line == {player}:
                        won = {player: 1, 3 - player: 0}  # the winner comes first
                        return won, won
        drawn = {1: 0.5, 2: 0.5}
        return (drawn, drawn) if self.moves == 42 else None


class Reversi(Board):
    fields = ("row", "column")

    def __init__(self):
        super().__init__()
        self.cells = {(3, 3): 2, (3, 4): 1, (4, 3): 1, (4, 4): 2}

    def content(self):
        return {
            "pieces": [
                {"type": "disc", "player": player, "row": row, "column": column}
                for (row, column), player in sorted(self.cells.items())
            ]
        }

    def turned(self, row, column, player):
        """Return the discs that a disc of this player would turn."""
        turned = []
        for up, right in STEPS:
            line, cell = [], (row + up, column + right)
            while self.cells.get(cell) == 3 - player:
                line.append(cell)
                cell = (cell[0] + up, cell[1] + right)
            turned += line if self.cells.get(cell) == player else []
        return turned

    def free(self, row, column):
        return 0 <= row < 8 and 0 <= column < 8 and (row, column) not in self.cells

    def legal(self, action):
        cell = (action["row"], action["column"])
        return self.free(*cell) and bool(self.turned(*cell, self.player))

    def actions(self):
        cells = [{"row": row, "column": column} for row in range(8) for column in range(8)]
        return [each for each in cells if self.legal(each)]

    def put(self, action):
        cell = (action["row"], action["column"])
        for each in [cell, *self.turned(*cell, self.player)]:
            self.cells[each] = self.player

    def can_move(self, player):
        cells = [(row, column) for row in range(8) for column in range(8)]
        return any(self.free(*each) and self.turned(*each, player) for each in cells)

    def following(self):
        """A player whose opponent cannot move goes on, and is named at the end, too."""
        return 3 - self.player if self.can_move(3 - self.player) else self.player

    def results(self):
        if self.can_move(1) or self.can_move(2):
            return None
        discs = {player: [*self.cells.values()].count(player) for player in (1, 2)}
        lead, total = discs[1] - discs[2], sum(discs.values())
        half = {1: 0.5, 2: 0.5}
        won = half if lead == 0 else {1: int(lead > 0), 2: int(lead < 0)}
        return won, {1: lead / total, 2: -lead / total if lead else 0.0}


class UltimateTicTacToe(Board):
    fields = ("outer-row", "outer-column", "inner-row", "inner-column")

    def __init__(self):
        super().__init__()
        self.cells, self.owners, self.constraint = {}, {}, None

    def content(self):
        pieces = [
            {"player": player, "type": "XO"[player - 1], **self.action(board, cell)}
            for (board, cell), player in sorted(self.cells.items())
        ]
        boards = []
        for board in filter(self.finished, range(9)):
            owner = self.owners.get(board)
            kind = {"player": owner, "type": "full" if owner is None else "XO"[owner - 1]}
            boards.append({**kind, "outer-row": board // 3, "outer-column": board % 3})
        row, column = (None, None) if self.constraint is None else divmod(self.constraint, 3)
        constraint = {"outer-row": row, "outer-column": column}
        return {"pieces": pieces, "boards": boards, "constraint": constraint}

    def action(self, board, cell):
        return dict(zip(self.fields, (*divmod(board, 3), *divmod(cell, 3)), strict=True))

    def finished(self, board):
        return board in self.owners or all((board, cell) in self.cells for cell in range(9))

    def place(self, action):
        numbers = [action[field] for field in self.fields]
        inside = all(0 <= each < 3 for each in numbers)
        return (3 * numbers[0] + numbers[1], 3 * numbers[2] + numbers[3]) if inside else None

    def legal(self, action):
        place = self.place(action)
        if place is None or place in self.cells:
            return False
        return self.constraint in (None, place[0])

    def actions(self):
        places = [(board, cell) for board in range(9) for cell in range(9)]
        legal = [self.action(*each) for each in places if not self.finished(each[0])]
        return [each for each in legal if self.legal(each)]

    def put(self, action):
        board, cell = self.place(action)
        self.cells[board, cell] = self.player
        mine = {number for number in range(9) if self.cells.get((board, number)) == self.player}
        if any(mine.issuperset(line) for line in LINES):
            self.owners.setdefault(board, self.player)
        self.constraint = None if self.finished(cell) else cell

    def results(self):
        for player in (1, 2):
            mine = {board for board, owner in self.owners.items() if owner == player}
            if any(mine.issuperset(line) for line in LINES):
                points = {1: 1, 2: -1} if player == 1 else {1: -1, 2: 1}
                return {1: int(player == 1), 2: int(player == 2)}, points
        if all(map(self.finished, range(9))):
            return {1: 0.5, 2: 0.5}, {1: 0, 2: 0}
        return None


BOARDS = {"t3": UltimateTicTacToe, "connect_four": ConnectFour, "reversi": Reversi}
