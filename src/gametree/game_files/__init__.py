"""Files of games as other programs write them: SGF and PGN, read and written."""
