"""Pictures and pages: charts, trees, tables, in the colours of the reader's mode."""
