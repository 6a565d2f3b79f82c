"""How many promises were compared, and how many of them hold? Numbers that a person can check."""

from dataclasses import asdict, dataclass

from printproof.promises.suite import Checked
from printproof.scripts.modes import REDUCED


@dataclass(frozen=True)
class Count:
    """What came of a check.

    A promise is what one cell says of one mode in which it ran: ``pytest --promises`` has a test for each, beside those
    of its reruns. ``scripts`` are those that were compared, in ``fewest_modes`` to ``most_modes`` modes each. ``runs``
    were made for this check, and ``records`` of earlier ones were current.
    """

    promises: int
    holding: int
    scripts: int
    fewest_modes: int
    most_modes: int
    runs: int
    records: int

    def __str__(self) -> str:
        """One line, whole in itself."""
        runs = f"({_of(self.runs, 'run')}, {self.records} from records)"
        if not self.promises:
            return f"no promise was compared {runs}"
        amount = _of(self.promises, "promise")
        amount = amount if self.holding == self.promises else f"{self.holding} of {amount}"
        verb = "holds" if amount == "1 promise" else "hold"
        modes = _of(self.most_modes, "mode")
        modes = modes if self.fewest_modes == self.most_modes else f"{self.fewest_modes} to {modes}"
        return f"{amount} in {_of(self.scripts, 'script')} {verb} in {modes} {runs}"

    @property
    def numbers(self) -> dict[str, int]:
        """Each number by its name."""
        return asdict(self)


def count(checked: Checked) -> Count:
    """The promises of a check that were compared."""
    records, runs = checked.ran.records, checked.ran.runs
    promises = {
        (docname, mode, cell.name)
        for docname, by_mode in records.items()
        for mode, record in by_mode.items()
        for cell in record.cells
        if mode != REDUCED
    }
    broken = {promise for promise in promises if checked.about(*promise)}
    modes = [len(by_mode.keys() - {REDUCED}) for by_mode in records.values()] or [0]
    current = sum(map(len, records.values())) - sum(docname in records for docname, _ in runs)
    holding = len(promises) - len(broken)
    return Count(len(promises), holding, len(records), min(modes), max(modes), len(runs), current)


def _of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
