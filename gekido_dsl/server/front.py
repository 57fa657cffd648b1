"""The files of the front end, as answers."""

from importlib import import_module

from starlette.responses import PlainTextResponse, Response


def static(name: str) -> Response:
    """Answers with a file of the front end."""
    try:
        web = import_module("gekido_dsl.web")
    except ImportError:
        return PlainTextResponse("There is no front end.\n", 404)
    found = web.assets().get(name)
    if found is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return Response(found, media_type=web.media_type(name), headers={"cache-control": "no-cache"})
