"""Who plays: opponents that are described by a short text and choose moves."""
