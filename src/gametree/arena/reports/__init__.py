"""Reports of contests: text, JSON, HTML, charts and tables."""
