"""Going on in a fork of the tests' process."""

from __future__ import annotations

import os
import signal
import traceback
import warnings

_SECONDS = 120  # till a fork that hangs is killed


def forked(function):
    """Run a function in a fork; return 0 if all went well, and else something else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there are threads
        child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(_SECONDS)
            function()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]
