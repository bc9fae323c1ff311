"""`gametree serve` with engines that play the first legal move: run as a script."""

import sys

from scripted_pool import ScriptedPool

from gametree import analysis
from gametree.cli import main

if __name__ == "__main__":
    analysis.EnginePool = lambda games: ScriptedPool()
    main(["serve", *sys.argv[1:]])
