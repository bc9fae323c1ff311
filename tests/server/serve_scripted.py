"""`gametree serve` with engines that play the first legal move: run as a script."""

import sys

from scripted_pool import ScriptedPool

from gametree import analysis
from gametree.cli import main
from gametree.server import ending

if __name__ == "__main__":
    ending._LAST_SECONDS = 100.0  # beside other programs, what ends by itself may take its time
    analysis.EnginePool = lambda games: ScriptedPool()
    main(["serve", *sys.argv[1:]])
