"""A ruleset that is written, seen and played at once: what a server and a page without one both answer from."""
