"""The doctor for games: plays a game in many ways and says where its rules break their contract."""
