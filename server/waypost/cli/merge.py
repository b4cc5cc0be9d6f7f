"""`waypost merge`: merges the results of shards into what a single run would have written."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import unquote

import click

from waypost.cli.checking.baseline import lines_of, parsed
from waypost.cli.checking.output import Output
from waypost.cli.given import json_in
from waypost.cli.report.sarif import log_of
from waypost.markup import printable

# What reading JSON of another shape ends with.
_OTHER_SHAPES: Final = (ValueError, KeyError, TypeError, AttributeError, IndexError)


class MergeError(Exception):
    """Files that cannot be merged; the message is for the user."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--output-file", type=click.Path(path_type=Path, dir_okay=False), help="Write the result to this file.")
def merge(*, files: tuple[Path, ...], output_file: Path | None) -> None:
    """Merge the results of shards: FILES of one kind, in JSON, JSON lines or SARIF, or baselines.

    The result is what a single run over all files would have written.
    """
    try:
        texts = {path: text for path in files if (text := _text(path)).strip()}
        kinds = {_kind(text, path) for path, text in texts.items()}
        joined = _joined(_one_of(kinds), texts) if kinds else ""
    except MergeError as error:
        click.echo(f"waypost: {printable(str(error))}", err=True)
        sys.exit(2)
    output = Output(output_file)
    output.line(joined)
    output.close()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise _not_a_result(path) from None


def _not_a_result(path: Path) -> MergeError:
    return MergeError(f"{path}: not a result of `waypost check`")


def _joined(kind: str, texts: Mapping[Path, str]) -> str:
    """All of them joined; one that is not of its kind after all is named."""
    try:
        return _JOINED[kind]([*texts.values()])
    except _OTHER_SHAPES:
        if len(texts) > 1:
            for path, text in texts.items():
                _joined(kind, {path: text})
        raise _not_a_result(next(iter(texts))) from None


def _one_of(kinds: set[str]) -> str:
    if len(kinds) > 1:
        raise MergeError(f"the files are of different kinds: {', '.join(sorted(kinds))}")
    return kinds.pop()


def _kind(text: str, path: Path) -> str:
    try:
        data = json_in(text)
    except ValueError:
        try:
            data = json_in(text.lstrip().partition("\n")[0])
        except ValueError:
            raise _not_a_result(path) from None
        return "json-lines" if isinstance(data, dict) else "baseline"
    if isinstance(data, dict):
        return "sarif" if "runs" in data else "json-lines"
    if not isinstance(data, list):
        raise _not_a_result(path)
    return "json" if not data or isinstance(data[0], dict) else "baseline"


def _json(texts: Sequence[str]) -> str:
    found = [each for text in texts if text.strip() for each in json_in(text)]
    return json.dumps(sorted(found, key=_path_of), indent=2)


def _json_lines(texts: Sequence[str]) -> str:
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    return "\n".join(sorted(lines, key=lambda line: _path_of(json_in(line))))


def _sarif(texts: Sequence[str]) -> str:
    runs = [run for text in texts if text.strip() for run in json_in(text)["runs"]]
    rules = {rule["id"]: rule for run in runs for rule in run["tool"]["driver"]["rules"]}
    results = [result for run in runs for result in run["results"]]
    categories = {run["automationDetails"]["id"] for run in runs}
    category = categories.pop() if len(categories) == 1 else "waypost/"
    return log_of([rules[name] for name in sorted(rules)], sorted(results, key=_path_of_result), category)


def _baseline(texts: Sequence[str]) -> str:
    return lines_of({key for text in texts for key in parsed(text)}).removesuffix("\n")


def _path_of(found: Mapping[str, Any]) -> tuple[str, ...]:
    return Path(found["path"]).parts


def _path_of_result(result: Mapping[str, Any]) -> tuple[str, ...]:
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    return PurePosixPath(unquote(uri.removeprefix("file://"))).parts


_JOINED: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    "json": _json,
    "json-lines": _json_lines,
    "sarif": _sarif,
    "baseline": _baseline,
}
