"""The checks of a position, one file for each subject."""
