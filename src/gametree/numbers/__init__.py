"""Numbers that users pass, checked, and numbers in sentences."""
