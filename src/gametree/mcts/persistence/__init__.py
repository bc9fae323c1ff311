"""Trees and searches in files."""
