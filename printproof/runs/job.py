"""What is the runner asked, and what does it answer? A job in, an outcome out, each a line of JSON."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Job:
    """One script in one mode: where it is, where its record goes, and how long it may take in seconds.

    ``reduced`` shrinks the constants that the script names, ``moved`` lets it run in other surroundings.
    ``programs`` is the folder in which runs share what they compile, ``shown`` the script as messages name it.
    """

    docname: str
    mode: str
    script: str
    shown: str
    record: str
    digest: str
    limit_s: float
    reduced: bool = False
    moved: bool = False
    programs: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a job ended: no ``fact`` where its record is written, else what ended it, and in which cell."""

    docname: str
    mode: str
    cell: str = ""
    fact: str = ""
    timed_out: bool = False


def to_line(message: Job | Outcome) -> str:
    """A job or an outcome as one line, its end included."""
    return json.dumps(asdict(message)) + "\n"


def read_job(line: str) -> Job:
    """The job of a line that `to_line` wrote."""
    return Job(**json.loads(line))


def read_outcome(line: str) -> Outcome:
    """The outcome of a line that `to_line` wrote."""
    return Outcome(**json.loads(line))
