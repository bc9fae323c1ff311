"""Chess: the board as bits, moves, FEN and SAN, Chess960."""
