"""The Go Text Protocol, version 2 (Farnebäck, 2002): what a board is called, and the engine."""
