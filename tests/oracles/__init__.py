"""Facts about games, found without gametree."""
