"""All that subclasses or replaces parts of Numba, or reads what Numba keeps private."""
