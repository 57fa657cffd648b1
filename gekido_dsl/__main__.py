"""`python -m gekido_dsl` is the `gdl` command."""

import sys

from gekido_dsl.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
