"""Run the command line as ``python -m benchlib``."""

from benchlib.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
