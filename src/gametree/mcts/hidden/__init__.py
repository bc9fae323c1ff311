"""Search of games that hide information: its nodes are what a player knows, not positions."""
