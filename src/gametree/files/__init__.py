"""Files that are written whole or not at all, and the folders they are kept in."""
