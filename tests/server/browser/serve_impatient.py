"""`gametree serve` where a player who is not connected has left at once: run as a script."""

import sys

from thinking_pool import ThinkingPool

from gametree import analysis
from gametree.cli import main
from gametree.server.rooms.presence import Presence


class Impatient(Presence):
    def __init__(self, seconds, tell):
        super().__init__(0.01, tell)


if __name__ == "__main__":
    from gametree.server.rooms import live_room

    analysis.EnginePool = lambda games: ThinkingPool()
    live_room.Presence = Impatient
    main(["serve", *sys.argv[1:]])
