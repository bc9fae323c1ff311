"""Commands for players and designers: levels, reviews, puzzles and reports on balance."""
