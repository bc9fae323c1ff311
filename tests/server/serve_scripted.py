"""`gametree serve` with engines that play the first legal move: run as a script."""

import sys
from types import ModuleType, SimpleNamespace

from scripted_pool import ScriptedPool

from gametree.cli import main

if __name__ == "__main__":
    analysis = ModuleType("gametree.analysis")
    analysis.EnginePool = lambda games: ScriptedPool()
    analysis.Query = SimpleNamespace
    sys.modules["gametree.analysis"] = analysis
    main(["serve", *sys.argv[1:]])
