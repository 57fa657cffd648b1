"""Options of the commands that write a game as a page."""

import click

LANGUAGE = click.option(
    "--language",
    metavar="CODE",
    help="Write the rulebook in this language, if the ruleset is translated to it; the table begins in it, too.",
)
PLAYTEST = click.option(
    "--playtest",
    is_flag=True,
    help="Have the page ask players whether it may keep how they get on, for `gdl playtest report`; it sends nothing.",
)
