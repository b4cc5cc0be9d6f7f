"""A change to a few files, and whether typos gives the expected result after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from waypost.config.typos.program import TyposRun
from waypost.results import Edit
from waypost.text.encoding import encode
from waypost.workspace.write import write_file


class RefusedChangeError(Exception):
    """Nothing was changed; the message says why."""


@dataclass(frozen=True)
class FileChange:
    """A file before and after; `before` is None for a new file."""

    path: Path
    before: bytes | None
    after: bytes


@dataclass(frozen=True)
class Change:
    """The change in a sentence, and the files that it touches."""

    summary: str
    files: Sequence[FileChange]

    def kept_if(self, run: Callable[[], TyposRun | None], holds: Callable[[TyposRun], bool]) -> bool:
        """Write the files and run typos; if the result is not as expected, restore everything."""
        for each in self.files:
            write_file(each.path, each.after, each.before)
        try:
            done = run()
            kept = done is not None and not done.is_refused and holds(done)
        except BaseException:
            self.undo()
            raise
        if not kept:
            self.undo()
        return kept

    def undo(self) -> None:
        for each in self.files:
            if each.before is None:
                each.path.unlink()
            else:
                write_file(each.path, each.before, each.after)


def edited(source: bytes, edits: Sequence[Edit]) -> bytes:
    """A source with edits applied; edits at one place keep their order."""
    for _, edit in reversed(sorted(enumerate(edits), key=lambda each: (each[1].span, each[0]))):  # noqa: C413
        source = source[: edit.span.start] + encode(edit.text) + source[edit.span.end :]
    return source
