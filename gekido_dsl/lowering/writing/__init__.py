"""Writing one function: expressions and acts by their registers, what a step makes due, chance and choices."""
