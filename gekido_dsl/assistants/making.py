"""The server: tools, the pages of the reference, and a prompt, told over standard input and output."""

from pathlib import Path
from typing import Final

from mcp.server.mcpserver import MCPServer

from gekido_dsl.assistants import reference
from gekido_dsl.assistants.folder import Folder
from gekido_dsl.assistants.tools import Tools
from gekido_dsl.language import cookbook

HOW: Final = """Rulesets of tabletop games are written in a small language (files end in .gdl), checked and played.
Read the page `reference-card` first, and a shipped game that is close to what is wanted (`read_file`). Write one thin
whole first: set-up, one turn, how the game ends. `write_file` lists every problem with its place; mend them from the
top. Then write a scenario for each rule that could be got wrong (`test`), play some turns (`play`), let the game play
itself (`simulate`), and compare its rules in English (`rules_in_english`) with the rules that were meant. Ask `look_up`
for one thing at a time, in the words of a designer. Never leave a rule out in silence: say what you could not write."""


def make(folder: Path, version: str) -> MCPServer:
    """Makes the server for a folder, which is there."""
    server = MCPServer(
        "gekido-dsl", title="Gekido DSL", instructions=HOW, version=version, log_level="WARNING"
    )
    for tool in Tools(Folder(folder)).all():
        server.tool(structured_output=False)(tool)
    for name, text in {**reference.pages(), "cookbook": cookbook.page()}.items():
        _offer(server, name, text)

    @server.prompt(title="Write a ruleset from rules in prose")
    def write_ruleset(rules: str, file: str = "game.gdl") -> str:
        """Asks for a ruleset that says what these rules say."""
        return f"Write the ruleset `{file}` for the game with these rules.\n\n{HOW}\n\nThe rules:\n\n{rules}"

    return server


def _offer(server: MCPServer, name: str, text: str) -> None:
    @server.resource(f"gdl://reference/{name}", name=name, mime_type="text/markdown")
    def page() -> str:
        return text
