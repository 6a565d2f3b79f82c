"""Drawing rails: columns first, as far apart as their widest text needs, then bands, lines and dots."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from printproof_diagrams.canvas import LEADING, WIDTH, Canvas, Words, lines, width
from printproof_diagrams.rails import Rail, Rails

TOP, GAP, MARGIN = 32, 10, 12
"""Where bands begin, and what is free between columns and in bands."""

FIRST, NARROW = 96, 64
"""The width at which names of bands are broken, and that where there is little room."""


def draw_rails(rails: Rails, words: Words) -> Canvas:
    """Rails in one language."""
    return _Drawing(rails, words).draw()


class _Drawing:
    """Rails while they are drawn: columns first, then bands, lines, what lies on lines, and results."""

    def __init__(self, rails: Rails, words: Words) -> None:
        self.rails, self.words, self.canvas = rails, words, Canvas(words)
        self.verdicts = [words.verdict(one)[0] for one in rails.printed.results] if rails.printed else []
        self.names, self.xs = self._fit(crowded := False)
        if self.canvas.tight and any(rail.name for rail in rails.rails):
            self.canvas.tight = []
            self.names, self.xs = self._fit(crowded := True)
        self.crowded = crowded
        self.bands = list(self._bands())

    def _fit(self, crowded: bool) -> tuple[list[list[str]], list[float]]:
        """The names of the bands in lines, and the middle of each column.

        Where it is ``crowded``, names are narrow, and that of a state stands above its pills instead of beside them.
        """
        room = NARROW if crowded else FIRST
        names = [lines(self.words.of(rail.label), room, "strong") for rail in self.rails.rails]
        named = [MARGIN + width(line, "strong") + 18 for name in names for line in name]
        beside = [rail.name for rail in self.rails.rails if rail.name and not crowded]
        stated = [MARGIN + width(name.text, "code") + 14 + self._half(0) for name in beside]
        return names, self._columns(max(named + stated))

    def _half(self, column: int) -> float:
        """Half of what a column needs: its call, its state, its result, its verdict."""
        states = [rail.states[column] for rail in self.rails.rails if rail.states]
        pills = [self.canvas.sized(state).width for state in states if state]
        results = self.rails.printed.results[column : column + 1] if self.rails.printed else ()
        ends = [width(result.label.text, "result") for result in results]
        verdicts = [width(verdict) for verdict in self.verdicts[column : column + 1]]
        return max([width(self.words.of(self.rails.calls[column]), "strong"), *pills, *ends, *verdicts]) / 2

    def _columns(self, least: float) -> list[float]:
        """The middle of each column, the first at ``least``; what is left over widens the gaps between them."""
        halves = [self._half(column) for column in range(len(self.rails.calls))]
        xs = [max(halves[0], least)]
        for before, half in pairwise(halves):
            xs.append(xs[-1] + before + half + GAP)
        left = WIDTH - 4 - halves[-1] - xs[-1]
        if left < 0:
            widest = max(self.rails.calls, key=lambda call: width(self.words.of(call), "strong"))
            self.canvas.tight.append((widest.line, self.words.of(widest)))
        # What is left over widens each gap by 40 at most, that in front of the first column, too; what is missing is
        # taken from the gaps between columns alone.
        share = min(left / len(xs), 40) if left > 0 else left / max(len(xs) - 1, 1)
        # Whole numbers, so that what stands around each of them is rounded alike.
        return [round(x + share * (number + (left > 0))) for number, x in enumerate(xs)]

    def _bands(self) -> Iterator[tuple[float, float]]:
        """The upper and lower edge of each band."""
        y = float(TOP)
        for rail, name in zip(self.rails.rails, self.names, strict=True):
            high = max(34 if rail.states else 44, len(name) * LEADING + 20) + self._row(rail)
            yield y, y + high
            y += high + 22 + LEADING * len(self._below(rail))

    def _row(self, rail: Rail) -> int:
        """How high the row of a state is, which stands below the dots of a band."""
        return (34 + (LEADING if self.crowded else 0)) if rail.states else 0

    def _below(self, rail: Rail) -> list[str]:
        """The words below a band, beside the line of the first call."""
        # Less than there is: the widest fonts need a sixth more than the estimate.
        return lines(self.words.of(rail.below), self.xs[0] - 30) if rail.below else []

    def draw(self) -> Canvas:
        """Everything, in the order of painting."""
        for number in range(len(self.bands)):
            self._band(number)
        for number, rail in enumerate(self.rails.rails):
            self._beside(number, rail)
        foot = self.bands[-1][1] + 26
        for column in range(len(self.xs)):
            if self.rails.about:
                self.canvas.begin(self.rails.about[column], self.xs[column])
            self._call(column)
            for number, rail in enumerate(self.rails.rails):
                self._on_line(column, number, rail)
            if self.rails.printed:
                self.canvas.results([self.rails.printed.results[column]], [(self.xs[column], foot + 20)])
        self.canvas.height = round(foot + (26 if self.rails.printed else 2) + (24 if any(self.verdicts) else 0))
        return self.canvas

    def _middle(self, number: int) -> float:
        """The height at which calls stop in a band."""
        (top, foot), rail = self.bands[number], self.rails.rails[number]
        return (top + foot - self._row(rail)) / 2

    def _end(self, column: int) -> float:
        """How far down the line of a call goes: below all bands, or to the error that ended it."""
        for number, rail in enumerate(self.rails.rails):
            if rail.stopped and rail.stopped[column]:
                return self._middle(number)
        return self.bands[-1][1] + 24

    def _band(self, number: int) -> None:
        """A band is full where its calls ran, and dashed where none did."""
        rail, (top, foot) = self.rails.rails[number], self.bands[number]
        # The dashed box lies below: where calls ran, full ones are painted over it.
        if not all(rail.ran):
            self.canvas.box(f"{rail.kind} away", 1, top, WIDTH - 2, foot - top, 8)
        for first, last in _runs(rail.ran):
            left = 1 if first == 0 else self._between(first - 1)
            right = WIDTH - 1 if last == len(self.xs) - 1 else self._between(last)
            self.canvas.box(rail.kind, left, top, right - left, foot - top, 8)

    def _between(self, column: int) -> float:
        """The middle of what is free between a column and the next."""
        return (self.xs[column] + self._half(column) + self.xs[column + 1] - self._half(column + 1)) / 2

    def _call(self, column: int) -> None:
        """The line of a call: dotted where it passes a band without running."""
        canvas, x = self.canvas, self.xs[column]
        heading = self.rails.calls[column]
        canvas.write(self.words.of(heading), x, 16, "strong", line=heading.line)
        y, kind = 23.0, ""
        edges = [(*band, rail.ran[column]) for band, rail in zip(self.bands, self.rails.rails, strict=True)]
        for top, _, ran in [edge for edge in edges if edge[0] < self._end(column)]:
            # A piece ends where the next has another look: a line that goes on through a band is one piece.
            now = "" if ran else "passes"
            if now != kind:
                canvas.line(kind, (x, y), (x, top))
                y, kind = top, now
        end = self._end(column)
        if end > self.bands[-1][1]:
            if kind:
                canvas.line(kind, (x, y), (x, self.bands[-1][1]))
                y = self.bands[-1][1]
            canvas.arrow("", (x, y), (x, end))
        else:
            canvas.line(kind, (x, y), (x, end))

    def _beside(self, number: int, rail: Rail) -> None:
        """Names of a band and of its state, and the words below it."""
        canvas, (_, foot), name = self.canvas, self.bands[number], self.names[number]
        first = self._middle(number) - (len(name) - 1) * LEADING / 2 + 5
        room = (MARGIN, self.xs[0] - 7)
        canvas.write_lines(name, MARGIN, first, f"strong {rail.kind}", "start", room, rail.label.line)
        if rail.name:
            y, start = foot - 20, MARGIN + (0 if self.crowded else canvas.width_of(rail.name, "state") + 4)
            canvas.line("state", (start, y), (self.xs[-1], y))
            canvas.label(rail.name, MARGIN, y - 18 if self.crowded else y + 4.5, "state", "start")
        if rail.below:
            right = self.xs[0] - 8
            canvas.write_lines(self._below(rail), right, foot + 24, "quiet", "end", (0, right), rail.below.line)

    def _on_line(self, column: int, number: int, rail: Rail) -> None:
        """The dot of a call in a band, or the error that ended it there, and its state; nothing below an error."""
        canvas, x, middle = self.canvas, self.xs[column], self._middle(number)
        if middle > self._end(column):
            return
        if rail.stopped and rail.stopped[column]:
            canvas.octagon(x, middle)
            canvas.write(self.words.error, x, self.bands[number][1] + 18, "wrong")
        else:
            canvas.dot(f"{rail.kind} filled" if rail.ran[column] else rail.kind, x, middle)
        state = rail.states[column] if rail.states else None
        if state:
            canvas.place(canvas.sized(state), x, self.bands[number][1] - 20)


def _runs(ran: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The first and last column of each run of calls that ran."""
    for did, run in groupby(range(len(ran)), key=lambda column: ran[column]):
        columns = list(run)
        if did:
            yield columns[0], columns[-1]
