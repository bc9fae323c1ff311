"""The protocol of the original play server: JSON lines over TCP."""
