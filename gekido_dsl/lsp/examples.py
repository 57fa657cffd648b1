"""Examples are run and played from: what an editor shows above each, and what happens when it is asked for.

An editor that has a terminal of its own takes `gdl.playExample` itself; its arguments are the file, the title and the
ruleset. Where it comes here, the editor is told what to type.
"""

from pathlib import Path
from typing import Final

from lsprotocol import types

from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.language.examples import Example, Ran, examples, run
from gekido_dsl.lsp.addresses import path_in
from gekido_dsl.lsp.rulesets import path_of
from gekido_dsl.lsp.server import Server

RUN: Final = "gdl.runExample"
PLAY: Final = "gdl.playExample"


def register(server: Server) -> None:
    """Has a server run examples."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        path = path_in(uri)
        if path is None or not uri.endswith(".gdl"):
            return []
        found = []
        for one in examples(server.source(uri)):
            place = server.convert.range(one.title_span)
            found += [types.CodeLens(place, command) for command in commands(server, path, uri, one)]
        return found

    @server.command(RUN)
    def run_example(uri: str, title: str, *_: object) -> None:
        path = path_in(uri)
        if path is None:
            return
        came_out = []
        for ruleset in server.rulesets.of(path):
            made = server.rulesets.compilation(ruleset)
            name = next((one.name for one, _ in made.files if path_of(one.name).resolve() == path), "")
            ran = run(made, name, title)
            if ran is not None:
                server.ran.setdefault(ruleset, {})[title] = ran
                server.publish(ruleset, made)
                came_out.append(ran)
        _tell(server, title, came_out)

    @server.command(PLAY)
    def play_example(uri: str, title: str, ruleset: str, *_: object) -> None:
        words = joined(["gdl", "play", ruleset, "--example", title])
        _say(server, types.MessageType.Info, f"To play from here, type in a terminal: {words}")


def commands(server: Server, path: Path, uri: str, one: Example) -> list[types.Command]:
    """Lists what can be done with an example; the first says how it came out, if it was run since the last change."""
    owners = server.rulesets.of(path)
    ran = [server.ran.get(ruleset, {}).get(one.title) for ruleset in owners]
    known = [each for each in ran if each is not None]
    said = "Run this example"
    if known:
        said = "Passed – run again" if all(each.passed for each in known) else "Failed – run again"
    ruleset = str(owners[0]) if owners else str(path)
    arguments = [uri, one.title, ruleset]
    return [types.Command(said, RUN, None, arguments), types.Command("Play from here", PLAY, None, arguments)]


def _tell(server: Server, title: str, ran: list[Ran]) -> None:
    """Says how an example came out, and has what stands above it shown anew."""
    failed = next((one for one in ran if not one.passed), None)
    if not ran:
        _say(
            server, types.MessageType.Warning, f"No ruleset near has the example `{title}` as it stands here."
        )
    elif failed is not None:
        _say(server, types.MessageType.Error, f"`{title}` fails: {failed.message}")
    else:
        _say(server, types.MessageType.Info, f"`{title}` passes.")
    workspace = server.client_capabilities.workspace
    if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None)


def _say(server: Server, kind: types.MessageType, text: str) -> None:
    server.window_show_message(types.ShowMessageParams(kind, text))
