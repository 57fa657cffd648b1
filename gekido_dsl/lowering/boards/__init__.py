"""Where spaces lie, and spaces as bits."""
