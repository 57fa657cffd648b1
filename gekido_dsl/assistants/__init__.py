"""What an assistant that writes rulesets for a designer can ask: `gdl mcp`, over the Model Context Protocol.

Invariants:
    Only files in the folder that the designer names are read and written.
    Each command of `gdl` runs in a process of its own, which is ended when it takes too long: nothing that an assistant
    writes can hold up the server.
    Nothing here asks the network.
"""
