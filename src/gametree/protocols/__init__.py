"""Protocols by which programs play with each other: GTP, UCI, UGI, the socket, lines of text."""
