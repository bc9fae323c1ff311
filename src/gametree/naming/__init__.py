"""Names that people type: games, parameters of games and players, moves."""
