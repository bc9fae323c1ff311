"""The journal of contests: every finished game, kept on disk."""
