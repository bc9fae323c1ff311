"""The games in memory, and who takes part in them."""
