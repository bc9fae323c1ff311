"""Every classic environment of PettingZoo that can be imported here, searched for a while.

pip install 'gametree[pettingzoo]' pygame-ce rlcard shimmy open_spiel
python examples/pettingzoo_classic.py
"""

from __future__ import annotations

import warnings

try:
    import pettingzoo
    from pettingzoo.env_registry.exceptions import FailedToImport
except ImportError as error:
    raise SystemExit(f"{error}: pip install 'gametree[pettingzoo]'") from None

import gametree as gt
from gametree.adapters.pettingzoo import PettingZoo

ENVIRONMENTS = {
    "connect_four-v3": {},
    "tictactoe-v3": {},
    "go-v5": {"board_size": 9},
    "rps-v2": {},
    "leduc_holdem-v4": {},
    "texas_holdem-v4": {},
    "texas_holdem_no_limit-v6": {},
    "hanabi-v5": {},
}


def search(name, options, seconds, method):
    """Return a line on one environment: what it lacks, or how fast it is searched."""
    try:
        game = PettingZoo(lambda: pettingzoo.make("aec", f"classic/{name}", **options))
    except (ImportError, FailedToImport) as missing:
        return f"{name}: {missing}"
    result = gt.search(game, seconds=seconds, seed=1, compiled=False, method=method)
    speed = result.simulations / result.seconds
    return f"{name}: {game.players} players, copied by {game.copied_by}, {speed:,.0f} a second"


def main(seconds=2.0, method="auto"):
    """Print a line on each; return them."""
    lines = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the environments' own
        for name, options in ENVIRONMENTS.items():
            lines.append(search(name, options, seconds, method))
            print(lines[-1])
    return lines


if __name__ == "__main__":
    main()
