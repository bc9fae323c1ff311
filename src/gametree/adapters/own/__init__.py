"""Games whose states are the user's own objects: they compile where the user's code does."""
