"""The language server: what `language` knows of a ruleset, for any editor that speaks the Language Server Protocol."""
