"""An interpreter that has imported JAX and made no backend of it: it forks for each script, and the fork runs it.

A fork does what ``python SCRIPT`` does: the script is ``__main__``, its folder is the first in which modules are
looked for, and the interpreter itself prints its traceback, calls what it has left for the end, and ends. A line on
standard input names a script, the folder in which it runs and the files that take what it prints, as JSON; the answer
is its exit status.
"""

# Nothing that a script would get without importing it: this program imports little, and nothing of the project.
import gc
import json
import os
import runpy
import sys

import jax  # noqa: F401 - what costs a second of each new interpreter


def script() -> str:
    """The script of the next line; it is handed out in a fork alone."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            path, folder, out, err = json.loads(line)
            for number, name, how in ((0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY), (2, err, os.O_WRONLY)):
                os.dup2(os.open(name, how | os.O_CREAT), number)
            os.chdir(folder)
            sys.stdin, sys.argv, sys.path[0] = open(0), [path], os.path.dirname(path)  # noqa: SIM115
            return str(path)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    sys.exit()


if __name__ == "__main__":
    gc.freeze()  # a fork then copies no page of memory for the sake of a count
    runpy.run_path(script(), run_name="__main__")
