"""The algorithm, and the engine that runs it on one tree."""
