"""`python -m tests.changelog BASE`: requires a line in the changelog if users may notice a change since BASE.

`python -m tests.changelog --release VERSION` prints the entries of a release.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOG = "server/CHANGELOG.md"
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
# What users run: the package and the client.
_NOTICED = re.compile(r"server/waypost/|client-vscode/(src|syntaxes|package\.json)")
# Two entries that have this many first characters in common are the same one, merged twice.
_SAME = 40


def releases(text: str) -> dict[str, dict[str, list[str]]]:
    """The lines of each kind in each release, in the order in which they are written."""
    found: dict[str, dict[str, list[str]]] = {}
    for heading, body in _sections(text, "## "):
        kinds = {
            kind: re.findall(r"^- (.+(?:\n  .+)*)", lines, re.MULTILINE) for kind, lines in _sections(body, "### ")
        }
        found[heading.split(" - ")[0]] = kinds
    return found


def faults(text: str) -> Iterator[str]:
    """The errors in the format of a changelog."""
    found = releases(text)
    if next(iter(found), None) != "Unreleased":
        yield "the first section must be `Unreleased`"
    for release, kinds in found.items():
        entries = [each for lines in kinds.values() for each in lines]
        for start, count in Counter(each[:_SAME] for each in entries).items():
            if count > 1:
                yield f"{count} entries of {release} start with `{start}`"
        for kind in kinds:
            if kind not in KINDS:
                yield f"`{kind}` in {release} is not a kind; use {', '.join(KINDS)}"
        if release != "Unreleased" and not any(kinds.values()):
            yield f"{release} has no entries"


def missing(changed: list[str], messages: str, before: str, after: str) -> str | None:
    """Why a change needs a line that it does not have."""
    noticed = [name for name in changed if _NOTICED.match(name)]
    if not noticed or re.search(r"^Changelog: none\b", messages, re.MULTILINE):
        return None
    if releases(after)["Unreleased"] != releases(before).get("Unreleased"):
        return None
    return (
        f"{noticed[0]} changed, and `Unreleased` in {CHANGELOG} did not; add a line, or `Changelog: none` to the commit"
    )


def _sections(text: str, mark: str) -> Iterator[tuple[str, str]]:
    parts = re.split(rf"^{mark}(.+)$", text, flags=re.MULTILINE)
    yield from zip(parts[1::2], parts[2::2], strict=True)


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _check(base: str) -> str | None:
    after = (ROOT / CHANGELOG).read_text("utf-8")
    wrong = next(faults(after), None)
    changed = _git("diff", "--name-only", f"{base}...HEAD").splitlines()
    messages = _git("log", "--format=%B", f"{base}..HEAD")
    return wrong or missing(changed, messages, _git("show", f"{base}:{CHANGELOG}"), after)


def main() -> None:
    if sys.argv[1] == "--release":
        kinds = releases((ROOT / CHANGELOG).read_text("utf-8"))[sys.argv[2]]
        print(
            "\n\n".join(
                f"### {kind}\n\n" + "\n".join(f"- {line}" for line in lines) for kind, lines in kinds.items() if lines
            )
        )
    elif wrong := _check(sys.argv[1]):
        sys.exit(wrong)


if __name__ == "__main__":
    main()
