"""Attack the interfaces of exported games with wrong calls, wrong numbers and broken messages."""
