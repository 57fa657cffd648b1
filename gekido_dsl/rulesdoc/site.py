"""The settings of the site, for mkdocs with the theme Material.

Invariants:
    A built site asks no other host for anything, and can be opened from the disk.
"""

import json
from collections.abc import Sequence

from gekido_dsl.languages import spoken
from gekido_dsl.rulesdoc.names import PAGES

_SETTINGS = """\
# Written by `gdl docs`. To build the site: pip install "gekido-dsl[docs]", then mkdocs build
# The built site can be opened from the disk, and nothing in it is loaded from elsewhere.
site_name: {title}
site_url: ""
use_directory_urls: false

theme:
  name: material
  language: en
  font: false
  features:
    - navigation.top
    - toc.follow
    - search.highlight
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      primary: indigo
      accent: indigo
      toggle:
        icon: material/weather-night
        name: Dark
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      primary: indigo
      accent: indigo
      toggle:
        icon: material/weather-sunny
        name: Light

extra:
  generator: false
  # Lets the search work from the disk; the theme's own way would fetch a script from elsewhere.
  polyfills:
    - assets/iframe-worker.js

extra_css:
  - assets/rules.css

plugins:
  - search
  - offline

markdown_extensions:
  # Leaves out HTML of the chapters that acts, sends or leads away by itself.
  - gekido_dsl.book.extension:AllowedExtension
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - toc:
      permalink: true
      toc_depth: 3
  - pymdownx.superfences:
      custom_fences:
        # The theme draws what has the class mermaid, with a program that it fetches from elsewhere. To have
        # it drawn, put mermaid.min.js into docs/assets, list it as extra_javascript, and write mermaid here.
        - name: mermaid
          class: diagram
          format: !!python/name:pymdownx.superfences.fence_code_format

validation:
  nav:
    not_found: warn
    omitted_files: warn
    absolute_links: warn
  links:
    not_found: warn
    anchors: warn
    absolute_links: warn
    unrecognized_links: warn

nav:
{nav}"""

CSS = """\
/* Names that lead to their rule are marked quietly: a rule is full of them. */
.md-typeset li > a, .md-typeset p > a, .md-typeset td > a {
  text-decoration: underline;
  text-decoration-color: var(--md-default-fg-color--lighter);
  text-underline-offset: .15em;
}
.md-typeset p.note-line { color: var(--md-default-fg-color--light); font-size: .7rem; margin-top: -.4em; }
/* A sign behind a paragraph leads to its rule; the name of the rule is there for those who hear the page. */
.md-typeset a.book-mark { font-size: 0; text-decoration: none; color: var(--md-default-fg-color--light); }
.md-typeset a.book-mark::before { content: " §"; font-size: .6rem; }
.md-typeset a.book-mark:not([id$="--1"]):not(:focus-visible) { opacity: 0; }
.md-typeset :is(p, li, blockquote, td, dd):hover > a.book-mark { opacity: 1 !important; }
@media print { .md-typeset a.book-mark { display: none; } }
.listing { font: .64rem/1.55 var(--md-code-font-family, monospace); }
.listing div { display: grid; grid-template-columns: 3.4em minmax(0, 1fr) auto; column-gap: .7em; }
.listing div:target { background: var(--md-accent-fg-color--transparent); }
.listing div > a:first-child { text-align: right; color: var(--md-default-fg-color--light); user-select: none; }
.md-typeset .listing code { padding: 0; background: none; font-size: 1em; white-space: pre-wrap; }
.listing :is(.k, .kd, .nt) { color: var(--md-code-hl-keyword-color); }
.listing .nf { color: var(--md-code-hl-function-color); }
.listing .m { color: var(--md-code-hl-number-color); }
.listing .s { color: var(--md-code-hl-string-color); }
.listing :is(.c1, .nl) { color: var(--md-code-hl-comment-color); }
.md-typeset table:not([class]) td { vertical-align: top; }
.md-typeset img[src$="turn.svg"] { background: white; border-radius: .2rem; }
.md-typeset :target { scroll-margin-top: 4rem; }
.md-typeset tr:has(:target) { background-color: var(--md-accent-fg-color--transparent); }
.md-typeset pre.diagram > code { max-height: 20rem; }
"""


def settings(title: str, pages: Sequence[str]) -> str:
    """Writes `mkdocs.yml` of a reference alone."""
    return project(title, "".join(entry(spoken(PAGES[page]), f"{page}.md") for page in pages))


def entry(title: str, path: str, depth: int = 1) -> str:
    """Writes a line of the navigation."""
    return f"{'  ' * depth}- {json.dumps(title, ensure_ascii=False)}: {path}\n"


def project(title: str, nav: str) -> str:
    """Writes `mkdocs.yml`.

    Args:
        nav: the lines of the navigation.
    """
    return _SETTINGS.format(title=json.dumps(title, ensure_ascii=False), nav=nav)
