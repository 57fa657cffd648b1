"""The files of the front end: nothing missing, nothing from elsewhere, nothing that the policy of a page refuses."""

import posixpath
import re

import pytest

from gekido_dsl import web

PAGES = sorted(name for name in web.assets() if name.endswith(".html"))
MODULES = sorted(name for name in web.assets() if name.endswith(".js") and not name.startswith("vendor/"))
_IMPORT = re.compile(r"""(?:from|import)\s+"(\.[^"]+)";""")
_LINK = re.compile(r"""(?:href|src)="([^"]+)\"""")
_ADDRESS = re.compile(r"(?:https?:)?//[\w.-]+\.\w+")


def text(name: str) -> str:
    """Reads a file."""
    return web.assets()[name].decode()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_links_to_files_that_exist_and_has_nothing_inline(name: str) -> None:
    page = text(name)
    for link in _LINK.findall(page):
        assert link.partition("static/")[2] in web.assets(), link
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_files_that_exist(name: str) -> None:
    for path in _IMPORT.findall(text(name)):
        assert posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in web.assets(), path


@pytest.mark.parametrize("name", sorted({*PAGES, *MODULES, "table.css", "studio/studio.css"}))
def test_nothing_comes_from_elsewhere(name: str) -> None:
    found = [one for one in _ADDRESS.findall(text(name)) if "www.w3.org" not in one]
    if (
        name == "studio/files.js"
    ):  # where the files are that a page of that host shows, whose address somebody gave
        found.remove("https://raw.githubusercontent.com")
    assert not found


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_read_as_markup(name: str) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text(name)
    )


def test_every_file_has_a_kind() -> None:
    assert not [name for name in web.assets() if web.media_type(name) == "application/octet-stream"]


def test_what_is_bundled_has_its_licences() -> None:
    assert "@codemirror/view" in text("vendor/editor.licences.txt")
