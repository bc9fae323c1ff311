"""`gametree serve` with engines whose thoughts are known beforehand: run as a script."""

import sys

from thinking_pool import ThinkingPool

from gametree import analysis
from gametree.cli import main

if __name__ == "__main__":
    analysis.EnginePool = lambda games: ThinkingPool()
    main(["serve", *sys.argv[1:]])
