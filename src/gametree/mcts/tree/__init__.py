"""The tree as data: nodes, edges, transpositions."""
