"""The error that ended a cell: its text, and the line that raised it."""

import dis
import traceback

from printproof.runs.record import RaisedError
from printproof.runs.state import ADDRESS
from printproof.scripts.script import Script


def raised_error(error: BaseException, filename: str, script: Script) -> RaisedError:
    """An error as a record keeps it, at the last line of the script that it came through."""
    frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == filename]
    # None where the compiler gave an instruction no line.
    at = (frames or [0])[-1] or 0
    text = ADDRESS.sub(" at 0x…", message(error).strip())
    return RaisedError(type(error).__name__, text, *script.in_cell(at))


def qualified(error: BaseException) -> str:
    """The name of the type of an error as a traceback has it, with the module where that is not Python's own."""
    kind = type(error)
    return (
        kind.__qualname__ if kind.__module__ in {"builtins", "__main__"} else f"{kind.__module__}.{kind.__qualname__}"
    )


def message(error: BaseException) -> str:
    """The text of an error; where it has none to give, the words that Python prints in its place."""
    try:
        return str(error)
    except BaseException:  # as Python itself does: also one that would end the process
        return "<exception str() failed>"


def raised_by(filename: str, error: BaseException) -> bool:
    """True where a ``raise`` or ``assert`` of a file made the error, and not what it calls."""
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    if last is None or last.tb_frame.f_code.co_filename != filename:
        return False
    # The instruction itself: one line may also call what raises, as ``raise ValueError(f"{x:.2f}")`` does.
    return dis.opname[last.tb_frame.f_code.co_code[last.tb_lasti]] == "RAISE_VARARGS"
