"""What the program words itself stays English, and says so where the book around it is in another language."""

from gekido_dsl.languages import ENGLISH, now


def english(markdown: str) -> str:
    """Marks blocks of Markdown as English, which is written from left to right."""
    if now() is ENGLISH or not markdown.strip():
        return markdown
    return f'<div lang="en" dir="ltr" markdown="1">\n\n{markdown}\n\n</div>'
