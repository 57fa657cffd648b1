"""Matches and the studio in a browser: a server for this machine, a house or the internet."""
