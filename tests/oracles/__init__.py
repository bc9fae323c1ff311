"""What is known for certain about games, found without gametree."""
