"""``python -m printproof`` is the program ``printproof``."""

import sys

from printproof_base.cli import main

if __name__ == "__main__":
    sys.exit(main())
