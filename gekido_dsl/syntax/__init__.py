"""Text becomes syntax; see `parse.parse`. The parser is not loaded for the nodes alone."""
