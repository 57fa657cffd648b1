"""What a ruleset means; see `nodes` and `from_syntax`."""
