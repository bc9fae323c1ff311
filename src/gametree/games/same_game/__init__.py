"""SameGame: groups of blocks, playouts and positions as text."""
