"""The command line: arguments in, calls of the tools, text and an exit code out."""
