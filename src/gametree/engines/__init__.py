"""What gametree needs to be an engine of other programs, whatever protocol they speak."""
