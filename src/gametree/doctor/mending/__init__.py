"""Changes of source code that make rules compile."""
