"""Tables of wins and plays, as the first article keeps them."""
