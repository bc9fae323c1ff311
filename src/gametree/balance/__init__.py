"""Reports for designers: whether a game is fair and deep, and which of its rules matter."""
