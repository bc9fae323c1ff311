"""The text output of the command line."""
