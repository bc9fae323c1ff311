from __future__ import annotations

import signal
import sys
from pathlib import Path

# Toy games are shared between test modules.
sys.path.insert(0, str(Path(__file__).parent))

# A shell starts what runs in its background with Ctrl-C ignored, and all that
# this starts in turn. The tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
