"""Games in other languages: what of a ruleset is translated, and the files that say how.

`texts` lists what players read, each with a context that never hangs on where it stands. `po` reads a file of
translations, `updating` writes and renews it, `checking` tells what is wrong with it or stale. `whole` puts the
translations of a ruleset and its bases together.
"""
