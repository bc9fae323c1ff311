"""Networks for any game: what they see of positions and moves, and what they make of it."""
