"""Options of the commands that write a game as a page."""

import click

LANGUAGE = click.option(
    "--language",
    metavar="CODE",
    help="Language of the rulebook and of the table at the start, if the ruleset is translated into it.",
)
PLAYTEST = click.option(
    "--playtest",
    is_flag=True,
    help="Let the page ask players to record a playtest for `gdl playtest report`; it sends nothing.",
)
