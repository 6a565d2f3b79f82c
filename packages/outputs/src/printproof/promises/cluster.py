"""How do workers of dask.distributed run the scripts of a check? Their records come back as they were written there."""

import json
import logging
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from printproof.promises.cluster_worker import digests_of
from printproof.promises.reproducibility import RERUN, rerun_of
from printproof.promises.suite import compared
from printproof.runs.record import Job, RunError
from printproof.runs.schedule import current_record, current_records, jobs_of
from printproof.scripts.loading import scripts_of
from printproof.scripts.script import Script
from printproof_base.files import write_whole
from printproof_base.findings import summarize_names
from printproof_base.project import Project
from printproof_base.report import Say

WORKER = "printproof.promises.cluster_worker"
ANSWERS_WITHIN_S = 10
LOOKS_EVERY_S = 5
INSTALL = "install it here and where workers run: pip install 'printproof[dask]'"
START = "start one with: dask scheduler, and name the address that it prints, such as tcp://10.0.0.4:8786"
SAME = "give it the checkout and the packages that are here, and start it in that checkout"
SENT = ("JAX_", "XLA_FLAGS", "SCRIPT_")
"""How the variables begin that a run goes by."""


def fetch_records(project: Project, docnames: Sequence[str], again: bool, address: str, report: Say) -> None:
    """Let workers run the scripts that have no current record, and keep the records, each as it comes.

    A script whose run leaves no record there has none here, either. Raises RunError where dask.distributed is not
    installed, no scheduler answers, or a worker would not run a script as it would run here.
    """
    try:
        from distributed import Client
    except ImportError:
        raise RunError.at(f"--dask {address}", "dask.distributed is not installed", INSTALL) from None
    for logger in ("distributed", "distributed.client"):  # they write tracebacks of what is said in one line here
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    scripts, _ = scripts_of(project, docnames)
    asked = {one.docname: jobs_of(project, one) for one in scripts if _would_run(project, one, again)}
    if not asked:
        return
    try:
        _require_scheduler(address)
        client = Client(address)
    except (OSError, ValueError) as error:
        fact = f"no scheduler of dask.distributed answers there ({_first_line(error)})"
        raise RunError.at(f"--dask {address}", fact, START) from None
    with client:
        _require_packages(client)
        report(f"workers at {address}: {_workers(client)}; scripts for them: {summarize_names([*asked])}")
        for number, (docname, worker, answer) in enumerate(_answers(client, asked, again, report), 1):
            _keep(project, asked[docname], worker, answer)
            report(f"[{number}/{len(asked)}] {docname}: {worker}")


def _require_scheduler(address: str) -> None:
    """Raises OSError or ValueError where no scheduler answers: a client waits for ever for a web server, as on 8787."""
    from distributed.comm import get_address_host_port, parse_address

    place = get_address_host_port(address)
    if parse_address(address)[0] == "tcp":
        with socket.create_connection(place, ANSWERS_WITHIN_S) as connection:
            # It speaks first, and begins with the length of its greeting, in eight bytes.
            if not 0 < int.from_bytes(connection.recv(8), "little") < 2**32:
                raise OSError("something else answers")


def _require_packages(client: Any) -> None:
    """Raises RunError where a worker that is there cannot import what it would run."""
    for worker, found in client.run(import_module, WORKER, on_error="return").items():
        if isinstance(found, Exception):
            raise RunError.at(f"worker {worker}", f"cannot import printproof ({_first_line(found)})", INSTALL)


def _would_run(project: Project, script: Script, again: bool) -> bool:
    """Whether a check runs a script; a second time only where its promises hold."""
    records = current_records(project, script)
    return not records or (again and not rerun_of(project, script) and not compared(project, script, records))


def _answers(
    client: Any, asked: Mapping[str, Sequence[Job]], again: bool, report: Say
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Each script with the worker that ran it and its answer, as they come; where a worker dies, another runs it.

    Raises RunError where nobody can.
    """
    from distributed import wait

    environ = {name: value for name, value in os.environ.items() if name.startswith(SENT)}
    waiting = {}
    for docname, jobs in asked.items():
        request = {"docname": docname, "again": again, "digests": digests_of(jobs), "environ": environ}
        # By its name: a worker that cannot read a function of ours would end, and it is somebody's.
        call = f"__import__({WORKER!r}, fromlist=['']).run_there({json.dumps(request)!r})"
        waiting[client.submit(eval, call, pure=False)] = docname
    while waiting:
        try:
            ended = wait(list(waiting), timeout=LOOKS_EVERY_S, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            if not _workers(client):
                report("no worker is there; waiting for one")
            continue
        except CancelledError:
            fact = f"the scheduler is gone, and so are the records of {summarize_names([*waiting.values()])}"
            raise RunError.at(f"--dask {client.scheduler.address}", fact, "start it, then run this again") from None
        for future in ended:
            docname = waiting.pop(future)
            yield docname, *_answer(docname, future)


def _answer(docname: str, future: Any) -> tuple[str, Mapping[str, Any]]:
    """The worker that ran a script, and what it answers. Raises RunError where it could not, or died of it."""
    from distributed import KilledWorker

    cure = f"see the logs of the workers, or run it here: printproof check {docname}"
    try:
        worker, status, said, complaint = future.result()
    except KilledWorker as error:
        fact = f"each of {error.allowed_failures + 1} workers died that ran it, {error.last_worker.address} last"
        raise RunError.at(docname, fact, cure) from None
    except Exception as error:  # whatever a worker raises that cannot even begin
        fact = f"a worker cannot run it ({type(error).__name__}: {_first_line(error)})"
        raise RunError.at(docname, fact, INSTALL if isinstance(error, ImportError) else cure) from None
    if status:
        last = complaint.strip().rpartition("\n")[2]
        raise RunError.at(f"worker {worker}", f"cannot run {docname} ({last})", SAME)
    return worker, json.loads(said)


def _keep(project: Project, jobs: Sequence[Job], worker: str, answer: Mapping[str, Any]) -> None:
    """Keep the records of a script. Raises RunError where they are not those that it would leave here."""
    docname, place = jobs[0].docname, f"worker {worker}"
    if answer["digests"] != digests_of(jobs):
        there, here = answer["versions"], jobs[0].versions
        differing = [name for name in {**here, **there} if there.get(name) != here.get(name)]
        named = [f"{name} {there.get(name, '(none)')} (here {here.get(name, 'none')})" for name in differing]
        code = f"another code of {docname}, of what it imports, or of printproof, or other variables of JAX"
        raise RunError.at(place, f"has {', '.join(named) or code}", SAME)
    with TemporaryDirectory(prefix="records-") as folder:
        for job in (*jobs, replace(jobs[0], mode=RERUN)):
            copy = Path(folder, f"{job.mode}.json")
            if (text := answer["records"].get(copy.name)) is None:
                continue
            copy.write_bytes(text.encode())
            if current_record(replace(job, record=str(copy))) is None:
                fact = f"its record of {docname} is not whole, or was made with other files of the project"
                raise RunError.at(place, fact, SAME)
            write_whole(project.record(docname, job.mode), text)


def _workers(client: Any) -> int:
    return len(client.nthreads())


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
