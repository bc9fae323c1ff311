"""Functions within functions, as functions of their own."""
