"""The games that a server offers, and their rules, asked in a process of their own."""
