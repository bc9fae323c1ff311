"""`gametree serve` with real engines, whose moves are the same each time: run as a script."""

import sys
from dataclasses import replace

from gametree import analysis
from gametree.cli import main


class SeededPool(analysis.EnginePool):
    def submit(self, query, listener, *, client):
        if query.kind == "choose":
            query = replace(query, seed=1)
        return super().submit(query, listener, client=client)


if __name__ == "__main__":
    analysis.EnginePool = SeededPool
    main(["serve", *sys.argv[1:]])
