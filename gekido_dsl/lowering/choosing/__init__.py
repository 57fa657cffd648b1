"""The options of a decision."""
