"""The results of a search, as people and programs read them."""
