"""The languages that a ruleset comes in, for whatever shows it to players."""

from gekido_dsl import cache
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.languages import Languages
from gekido_dsl.source import SourceProvider
from gekido_dsl.translations import naming


def languages_of(ruleset: Ruleset) -> Languages:
    """Gives the languages in which a ruleset can be played; they are read once as long as no file changes."""

    def work(provider: SourceProvider) -> naming.Told:
        return naming.told(cache.load(ruleset.name, provider))

    return naming.languages(cache.remembered("translations", ruleset.name, ruleset.provider, work))
