"""Go: groups and liberties, playouts and knowledge for a search."""
