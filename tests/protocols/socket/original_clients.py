"""Small replicas of the original clients, a person's and an engine's, from the description alone.

Both ask for a move when an update names them, and only then: what the server answers to a line that
was no move asks for nothing.
"""

from __future__ import annotations

import json

from .talk import Socket


class OriginalClient:
    """A client of the original protocol.

    Args:
        port: of the server.
        choose: from the number of the player and the state of an update to the action.
        extras: what an engine adds to its actions; None for a person.

    Attributes:
        number: the seat; None if the server has declined.
        refused: the messages `error` and `illegal` that came.
        winners: the result; None if the connection ended before.

    """

    def __init__(self, port, choose, extras=None):
        self.port, self.choose, self.extras = port, choose, extras
        self.number, self.refused, self.winners = None, [], None

    def play(self):
        """Play until the game is over, or the server closes, or `choose` leaves with None."""
        with Socket(self.port) as connection:
            while line := connection.line():
                message = json.loads(line)
                match message["type"]:
                    case "player":
                        self.number = message["message"]
                    case "error" | "illegal":
                        self.refused.append(message)
                    case "decline":
                        return
                    case "update" if "winners" in message:
                        self.winners = message["winners"]
                        return
                    case "update" if message["state"]["player"] == self.number:
                        action = self.choose(self.number, message["state"])
                        if action is None:
                            return
                        self.send(connection, action)

    def send(self, connection, action):
        message = {"type": "action", "message": action}
        if self.extras is not None:
            message["extras"] = self.extras
        connection.say(message)
