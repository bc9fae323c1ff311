"""Several threads on a tree, several trees in processes."""
