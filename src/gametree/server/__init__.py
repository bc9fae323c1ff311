"""Games over HTTP and WebSocket: the log, the rooms, the server (extra `web`)."""
