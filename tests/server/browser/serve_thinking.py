"""`gametree serve` with engines whose thoughts are known beforehand: run as a script."""

import sys
from types import ModuleType, SimpleNamespace

from thinking_pool import ThinkingPool

from gametree.cli import main

if __name__ == "__main__":
    analysis = ModuleType("gametree.analysis")
    analysis.EnginePool = lambda games: ThinkingPool()
    analysis.Query = SimpleNamespace
    sys.modules["gametree.analysis"] = analysis
    main(["serve", *sys.argv[1:]])
