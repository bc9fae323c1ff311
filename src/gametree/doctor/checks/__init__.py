"""What must hold of a position, one file a subject."""
