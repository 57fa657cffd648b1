"""What was worked out of a ruleset is kept in a folder, so that a ruleset that did not change is not worked out anew.

`load` is `compilation.load` with this; `CacheFolder` is a store in a folder of the user's own.
"""

from gekido_dsl.cache.folder import CacheFolder, Entry
from gekido_dsl.cache.rulesets import hand_on, kept, load, look, remembered
from gekido_dsl.cache.version import version_of_program

__all__ = ["CacheFolder", "Entry", "hand_on", "kept", "load", "look", "remembered", "version_of_program"]
