"""How does a worker of dask.distributed run a script? In a process, since it has threads, and our runner forks.

The process starts in the folder in which the worker was started: that is its checkout of the project, and nothing is
written into it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from printproof.promises.suite import check_scripts
from printproof.runs.record import Job
from printproof.runs.schedule import jobs_of
from printproof.scripts.loading import script_of
from printproof_base.findings import ReportedError
from printproof_base.processes import own_environment, own_module
from printproof_base.project import find_project
from printproof_base.report import BROKEN


def digests_of(jobs: Sequence[Job]) -> Mapping[str, str]:
    """The digest of each job by its mode: equal ones leave equal records."""
    return {job.mode: job.digest for job in jobs}


def run_there(request: str) -> tuple[str, int, str, str]:
    """What a worker does: its address, and the exit status and both outputs of the process that answers a request."""
    from distributed import get_worker

    environ = own_environment({**os.environ, **json.loads(request)["environ"]})
    # One run at a time, as a worker takes as many scripts as it may have processors.
    environ.setdefault("SCRIPT_JOBS", "1")
    done = subprocess.run(own_module(__name__), input=request, capture_output=True, text=True, env=environ, check=False)
    return get_worker().address, done.returncode, done.stdout, done.stderr


def main() -> int:
    """Run a script in the project around this folder, if its code and versions are those that are asked for.

    The request is read from standard input, and the answer written as JSON; the exit status is 1 where there is none.
    """
    asked = json.load(sys.stdin)
    with TemporaryDirectory(prefix="cluster-") as folder:
        try:
            project = replace(find_project(Path.cwd()), build=Path(folder))
            jobs = jobs_of(project, script_of(project, asked["docname"]))
            if digests_of(jobs) == asked["digests"]:
                check_scripts(project, [asked["docname"]], again=asked["again"])
        except ReportedError as refusal:
            print(refusal, file=sys.stderr)
            return BROKEN
        made = Path(jobs[0].record).parent.glob("*.json")
        records = {path.name: path.read_bytes().decode() for path in made}
    print(json.dumps({"versions": jobs[0].versions, "digests": digests_of(jobs), "records": records}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
