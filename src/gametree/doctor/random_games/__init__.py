"""Random games that the doctor plays to find faults."""
