"""`python -m tablebridge` and the `tablebridge` program."""

from __future__ import annotations

import sys

from tablebridge import cli

__all__ = ["main"]


def main() -> int:
    """Runs the command line."""
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
