"""What the verbs of the kernel do: a module for each group of them."""
