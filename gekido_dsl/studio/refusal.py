"""What is asked for and cannot be had."""


class Refused(Exception):
    """Something that cannot be had here; its text says why."""
