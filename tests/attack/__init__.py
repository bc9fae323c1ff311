"""Random games, random faults and random input, and the judges of what a search makes of them."""
