"""Games and searches to take away: records in JSON Lines, and pages that replay them."""

from .game_replay import GameReplay
from .reading import load_replay
from .search_replay import SearchReplay

__all__ = ["GameReplay", "SearchReplay", "load_replay"]
