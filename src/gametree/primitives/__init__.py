"""Numbers, bits, records and arrays that run in both modes."""
