"""Games of a search against itself, and the positions that they leave."""
