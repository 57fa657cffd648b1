"""What stands in for `nh3` in pages leaves out what the library leaves out."""

import nh3
import pytest

from gekido_dsl.book import allowed
from gekido_dsl.standalone import cleaning

HOSTILE = (
    "<p onclick='x()'>a<script>alert(1)</script><b>x <style>p{}</style></b></p>",
    "<img src=x onerror=1><unknown>t</unknown><!-- c --><br>&amp;&nbsp;é",
    "<a href='javascript:x()'>l</a><a href=' JaVaScript:x()'>l</a><a href='https://e.org/'>l</a>",
    "<a href='data:text/html,x'>l</a><img src='data:image/png;base64,AAAA' alt='x'>",
    "<meta http-equiv=refresh content='0;url=//e.org'><base href=x><link rel=stylesheet href=x>",
    "<iframe src=x></iframe><object data=x></object><embed src=x><form action=x><input></form>",
    "<svg><script>x</script><a href='javascript:x'>y</a></svg><math><mtext>z</mtext></math>",
    "<table><tr><td style='text-align: left' align=left onmouseover=x>1</td></tr></table>",
    "<p class=a id=b data-x=1 aria-label='q' style='color:red'>t</p><div><section role=x>s</section></div>",
    "<scr<script>ipt>alert(1)</script>", "<p title='\"><script>x</script>'>t</p>", "a < b & c > d",
)  # fmt: skip


NEVER = (
    "<script",
    "<style",
    "javascript:",
    "onclick",
    "onerror",
    "onmouseover",
    "<meta",
    "<base",
    "<iframe",
    "<form",
)


@pytest.mark.parametrize("html", HOSTILE)
def test_as_the_library(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_library = allowed.allowed(html)
    monkeypatch.setattr(allowed, "nh3", cleaning)
    ours = allowed.allowed(html)
    assert not any(word in ours.lower() for word in NEVER)
    # Laid out by the library once more, both say the same.
    assert allowed.nh3 is cleaning
    monkeypatch.undo()
    assert allowed.allowed(ours) == by_library


def test_the_lists_are_those_of_the_library() -> None:
    assert cleaning.ALLOWED_TAGS == nh3.ALLOWED_TAGS
    assert cleaning.ALLOWED_ATTRIBUTES == nh3.ALLOWED_ATTRIBUTES
