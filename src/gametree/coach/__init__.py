"""Reviews of finished games, the reasons behind them, and puzzles."""
