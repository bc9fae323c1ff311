"""What is proven of a position."""
