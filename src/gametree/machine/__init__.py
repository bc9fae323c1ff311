"""The machine: its processors, its optional libraries, its cluster."""
