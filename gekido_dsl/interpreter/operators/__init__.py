"""What the operators of the kernel mean: a module for each group of them."""
