"""A server with everything that it answers."""

from gekido_dsl.lsp import documents, examples, naming, reading, writing
from gekido_dsl.lsp.rulesets import Owners
from gekido_dsl.lsp.server import Server


def make(version: str, owners: Owners) -> Server:
    """Makes a server.

    Args:
        owners: finds the rulesets that a part belongs to.
    """
    server = Server(version, owners)
    for part in (documents, naming, reading, writing, examples):
        part.register(server)
    return server
