"""`gdl explain`"""

import json
import sys

import click
from click.shell_completion import CompletionItem

from gekido_dsl.cli import output
from gekido_dsl.diagnostics import codes, explain, suggest
from gekido_dsl.language import cookbook

_EPILOG = """\b
Examples:
  gdl explain
  gdl explain unknown-word
  gdl explain "steal a random card"
"""


@click.command("explain", short_help="Explain a message, or show how to write a rule.", epilog=_EPILOG)
@click.argument("slug", required=False, metavar="[NAME|TEXT]", shell_complete=lambda c, p, i: _offer(i))
@output.format_option("text", "json")
@output.color_option
def command(slug: str | None, form: str, colour: str) -> int:
    """Explain a message by its name (shown in brackets), or show how to write a rule.

    Without a name, all messages are listed. Any other words are looked up in the cookbook: describe what you want to
    do, and it shows a few lines that do it.
    """
    if slug is None:
        output.result(_json_list() if form == "json" else _list())
        return 0
    name = slug.strip("[]").lower()
    page = explain.page(name)
    code = codes.ALL.get(name)
    words = " " in slug or "-" not in slug  # a name with a slip in it is no question
    if page is None and code is None and words and (found := cookbook.find(slug)):
        _answer(found, form, colour)
        return 0
    if page is None and code is None:
        near = suggest.did_you_mean(name, codes.ALL) or "`gdl explain` lists them all"
        raise click.UsageError(f"no kind of problem is called `{slug}`; {near}")
    text = page if page is not None else f"# {code.summary if code else name}\n"
    if form == "json":
        output.result(
            json.dumps(
                {
                    "code": name,
                    "severity": code.severity.value if code else None,
                    "summary": code.summary if code else None,
                    "page": text,
                },
                ensure_ascii=False,
                indent=2,
            )
            + "\n"
        )
    elif output.coloured(colour) and output.is_terminal(sys.stdout):
        _show(text)
    else:
        output.result(text)
    return 0


def _answer(found: list[cookbook.Recipe], form: str, colour: str) -> None:
    """Shows the answer of the cookbook that fits best, and names those that are close."""
    best, *others = found
    if form == "json":
        shown = [{"title": one.title, "text": one.text} for one in found]
        output.result(
            json.dumps({"schema_version": 1, "recipes": shown}, ensure_ascii=False, indent=2) + "\n"
        )
        return
    text = f"# I want to {best.title}\n\n```gdl\n{best.text}```\n"
    if others:
        text += "\nClose to it:\n\n" + "".join(f"- {one.title}\n" for one in others)
    if output.coloured(colour) and output.is_terminal(sys.stdout):
        _show(text)
    else:
        output.result(text)


def _offer(incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(each, help=code.summary) for each, code in codes.ALL.items() if incomplete in each]


def _list() -> str:
    """Lists every kind, the severity first."""
    widest = max(map(len, codes.ALL), default=0)
    lines = [f"{code.severity.value:8} {slug:{widest}}  {code.summary}" for slug, code in codes.ALL.items()]
    return "".join(line + "\n" for line in lines)


def _json_list() -> str:
    kinds = [
        {"code": slug, "severity": code.severity.value, "summary": code.summary}
        for slug, code in codes.ALL.items()
    ]
    return json.dumps({"schema_version": 1, "codes": kinds}, ensure_ascii=False, indent=2) + "\n"


def _show(text: str) -> None:
    """Draws a page for a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(output.width_columns(), 100)).print(Markdown(text))
