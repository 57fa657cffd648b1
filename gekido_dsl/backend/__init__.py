"""Programs as modules, and modules as matches."""
