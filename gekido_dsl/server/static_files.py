"""The files of the front end, as answers."""

from starlette.responses import PlainTextResponse, Response

from gekido_dsl.web import assets, media_type


def static(name: str) -> Response:
    """Answers with a file of the front end."""
    found = assets().get(name)
    if found is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return Response(found, media_type=media_type(name), headers={"cache-control": "no-cache"})
