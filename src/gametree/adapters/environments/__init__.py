"""The common parts of environments with `reset` and `step`."""
