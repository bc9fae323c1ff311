"""Selection: which edge a simulation follows."""
