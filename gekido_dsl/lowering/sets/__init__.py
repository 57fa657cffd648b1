"""Sets, which answer what is asked of several, and the pen that writes down how."""
