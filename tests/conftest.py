from __future__ import annotations

import sys
from pathlib import Path

# Toy games are shared between test modules.
sys.path.insert(0, str(Path(__file__).parent))
