"""A slug becomes the page that explains it: what it means, why it matters, wrong, right."""

import re
from importlib import resources

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def page(slug: str) -> str | None:
    """Reads the explain page of a code.

    Returns:
        Markdown whose first line is `# title`; None when there is no such page.
    """
    if not _SLUG.fullmatch(slug):
        return None
    try:
        return resources.files(__name__).joinpath(f"{slug}.md").read_text(encoding="utf-8")
    except OSError:
        return None
