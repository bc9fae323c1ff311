"""Players: objects that choose moves, each described by a short text."""
