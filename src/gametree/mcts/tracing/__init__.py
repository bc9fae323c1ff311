"""A search one step at a time: what it chose and why, what it added, played out and changed."""
