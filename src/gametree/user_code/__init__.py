"""Users' files: how they are loaded, where their errors are, how much time they may take."""
