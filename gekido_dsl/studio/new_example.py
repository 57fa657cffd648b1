"""The position on the table becomes an example in the text.

Invariants:
    The text of the ruleset is as before afterwards: what is tried is written nowhere.
"""

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.language.examples import examples
from gekido_dsl.play.as_example import example
from gekido_dsl.play.stretches import NoExample
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.refusal import Refused

_MOST_TITLE = 200


def made(live: LiveRuleset, title: str) -> tuple[str, str, list[str]]:
    """Writes it; gives the text, the file at whose end it goes, and what it leaves out.

    Raises:
        Refused: it cannot be made, or there is an example of that title.
    """
    title = " ".join(title.split())
    if not title or len(title) > _MOST_TITLE or '"' in title or not title.isprintable():
        raise Refused(f"A title is up to {_MOST_TITLE} characters, and holds no quotation marks.")
    written = [(source.name, one.title) for source, _ in live.newest.files for one in examples(source)]
    if title in (one for _, one in written):
        raise Refused("There is an example of this title.")
    if live.newest.game is None or has_errors(live.newest.diagnostics):
        raise Refused("The text has errors; an example can be made when they are mended.")
    try:
        found = example(live.table.session, title, lambda text: _tried(live, text))
    except NoExample as error:
        raise Refused(f"This position cannot be made an example: {error}.") from error
    own = {one.name for one in live.drafts.files() if one.own}
    with_examples = [name for name, _ in written if name in own]
    return found.text, with_examples[-1] if with_examples else live.drafts.main, list(found.left_out)


def _tried(live: LiveRuleset, text: str) -> Compilation:
    """Compiles the ruleset with a text at the end of its main file."""
    drafts = live.drafts
    kept = dict(drafts.texts)
    whole = drafts.source(drafts.main).text
    try:
        drafts.texts[drafts.main] = f"{whole.rstrip()}\n\n{text}"
        made = drafts.compilation()
        made.diagnostics  # noqa: B018 - read while the text is there
        return made
    finally:
        drafts.texts = kept
