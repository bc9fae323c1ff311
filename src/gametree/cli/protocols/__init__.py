"""Commands that other programs start and talk to."""
