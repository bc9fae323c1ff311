"""Values of ordinary Python in compiled code: sequences, records, dicts, sets, arrays."""
