"""UCI (Kahlen and Meyer-Kahlen, 2004) and UGI, which is the same for any game (kz04px, 2022)."""
