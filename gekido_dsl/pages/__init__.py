"""A book and its reference become pages for a browser: a site of files that opens from the disk, or a single file.

Invariants:
    What is made asks nothing of any other host, and works the same from the disk and from a server.
    The same content gives the same files.
    Nothing is read here but the style, script and fonts of the package itself.
"""

from gekido_dsl.pages.assets import frame_worker
from gekido_dsl.pages.content import BOOK, REFERENCE, Content, Front, Page, Rule, SourceFile, Told
from gekido_dsl.pages.site import aid, one_file, site
from gekido_dsl.pages.text import aid_text, linked_texts, one_text

__all__ = [
    "BOOK",
    "REFERENCE",
    "Content",
    "Front",
    "Page",
    "Rule",
    "SourceFile",
    "Told",
    "aid",
    "aid_text",
    "frame_worker",
    "linked_texts",
    "one_file",
    "one_text",
    "site",
]
