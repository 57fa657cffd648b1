"""What an editor asks of a ruleset: where a name is declared and used, what it means, what may stand here.

Invariants:
    Each function takes a compilation, or a text, and gives data; none knows an editor or a protocol.
    Places are spans of the texts that were compiled.
    A ruleset with errors is answered as far as it was understood, and nothing is raised because of them.
"""
