"""A repository of thirty projects with configurations of every form.

What explain says of a word in a file, in a run from some folder, is what typos reports there.
"""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.support.typos import TYPOS, write
from waypost.config.explain.provenance import Holding
from waypost.config.explain.report import not_checked
from waypost.config.explain.verdicts import Explainer
from waypost.config.typos.program import SpellCheckers
from waypost.config.typos.runs import Run
from waypost.workspace import Workspace

WORDS = [
    "teh",
    "Teh",
    "recieve",
    "wich",
    "seperate",
    "colour",
    "color",
    "FoV",
    "hte_thing",
    "thsi",
    "adn",
    "TEH",
    "untill",
]
WORDS += ["fo", "nd", "accross", "useTeh", "recieve2", "naïve", "well", "known"]
NAMES = ["a.md", "b.py", "c.txt", "d.rs", "Cargo.lock", "e.svg", "f.json", "g.bin", ".h.md", "deep/i.md", "gen/j.py"]
CHECKED = {Path(name).name for name in NAMES} | {"x.md", "top.md"}
FORMS = ["typos.toml", "_typos.toml", ".typos.toml", "pyproject.toml", "Cargo.toml", "Cargo.toml workspace", "", ""]


def config(random: Random, form: str) -> tuple[str, str]:
    """A file name and its text."""
    name, _, kind = form.partition(" ")
    prefix = {"pyproject.toml": "tool.typos.", "Cargo.toml": f"{kind or 'package'}.metadata.typos."}.get(name, "")
    globs = ["deep/", "*.rs", "/gen/*", "p1*/a.md", "*.md", "!a.md", "b.*", "**/i.md", "/deep", "!deep/i.md", "p2?/**"]
    lines = [f"[{prefix}files]", f"extend-exclude = {json.dumps(random.sample(globs, random.randint(0, 3)))}"]
    lines += [random.choice(["", "", "ignore-hidden = false", "ignore-files = false", "ignore-dot = false"])]
    lines += [
        f"[{prefix}default]",
        random.choice(["", "locale = 'en-us'", "locale = 'en-gb'", "check-file = true", "unicode = false"]),
    ]
    lines += [
        random.choice(
            [
                "",
                "",
                "extend-ignore-re = ['thsi.*', '(?Rm)^# .*$']",
                "extend-ignore-words-re = ['^adn$']",
                "extend-ignore-identifiers-re = ['_thing$', '2$']",
            ]
        )
    ]
    chosen = random.sample(WORDS[:12], 3)
    lines += [
        f"[{prefix}default.extend-words]",
        *(
            f"{json.dumps(each.lower())} = {json.dumps(random.choice([each.lower(), each, 'the', '']))}"
            for each in chosen
        ),
    ]
    lines += [f"[{prefix}default.extend-identifiers]", "FoV = 'FoV'" if random.random() < 0.5 else "useTeh = 'useTeh'"]
    if random.random() < 0.5:
        lines += [
            f"[{prefix}type.{random.choice(['py', 'md', 'lock', 'rust'])}]",
            f"check-file = {random.choice(['true', 'false'])}",
        ]
    if random.random() < 0.3:
        lines += [f"[{prefix}type.own]", "extend-glob = ['*.txt']", f"[{prefix}type.own.extend-words]", "wich = 'wich'"]
    return name, "\n".join(lines) + "\n"


def text(random: Random) -> str:
    lines = [" ".join(random.sample(WORDS, random.randint(3, 6))) for _ in range(3)]
    return "\n".join(random.choice(["", "# ", "x = ", "- "]) + each for each in lines) + "\n"


def repository(folder: Path, random: Random) -> None:
    files: dict[str, str | bytes] = {
        ".git/HEAD": "ref: refs/heads/main\n",
        ".gitignore": "out/\n*.tmp\n",
        "top.md": text(random),
    }
    if random.random() < 0.7:
        name, source = config(random, "typos.toml")
        files[name] = source
    for number in range(30):
        project = f"p{number}"
        for name in random.sample(NAMES, 5):
            files[f"{project}/{name}"] = (b"\0" if name.endswith(".bin") else b"") + text(random).encode()
        files[f"{project}/out/x.md"] = text(random)
        for place in (project, f"{project}/deep"):
            form = random.choice(FORMS)
            if form and (place == project or random.random() < 0.3):
                name, source = config(random, form)
                files[f"{place}/{name}"] = source
        if random.random() < 0.2:
            files[f"{project}/.ignore"] = "a.md\n"
    write(folder, files)


def reports(folder: Path) -> Mapping[Path, set[str]] | None:
    """What typos reports in the content of each file; None if it refuses its configuration."""
    done = subprocess.run([TYPOS, "--format", "json", "."], cwd=folder, capture_output=True, check=False)
    if done.returncode == 78:
        return None
    found: dict[Path, set[str]] = {}
    for line in map(json.loads, done.stdout.splitlines()):
        if line.get("type") == "typo" and line.get("line_num") is not None:
            found.setdefault(folder / line["path"].removeprefix("./"), set()).add(line["typo"])
    return found


def said(path: Path, run: Run) -> set[str]:
    """What explain says is reported in a file."""
    holding = Holding.of(path, run.workspace, run)
    if any(not_checked(holding)):
        return set()
    explainer = Explainer(holding.engine, SpellCheckers().at(""))
    return {each.text for each in explainer.explain(path.read_bytes().decode()) if each.is_reported}


def differences(folder: Path, seed: int, count: int) -> tuple[int, list[str]]:
    """How many words of how many files, in the runs of how many folders, are explained otherwise."""
    random = Random(seed)
    repository(folder, random)
    places = [folder, *sorted(folder.glob("p*")), *sorted(folder.glob("p*/deep"))]
    truth = {place: reports(place) for place in places}
    tried, wrong = 0, []
    known: dict[tuple[Path, Path], set[str]] = {}
    files = {place: [each for each in sorted(place.rglob("*")) if each.name in CHECKED] for place in places}
    while tried < count:
        place = random.choice([folder, *(each for each in places if files[each])])
        path = random.choice(files[place])
        word = random.choice(path.read_bytes().decode().replace("#", " ").split())
        theirs = truth[place]
        tried += 1
        if (place, path) not in known:
            known[place, path] = said(path, Run.at(place, Workspace()))
        ours = known[place, path]
        if theirs is None:
            if ours:
                wrong.append(f"{path} in {place}: typos refuses")
        elif {each for each in theirs.get(path, ()) if each in word} != {each for each in ours if each in word}:
            wrong.append(f"{word} of {path} in {place}: {theirs.get(path)} there, {ours} here")
    return tried, wrong


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_explain_says_what_typos_reports_in_each_run(seed, tmp_path):
    assert differences(tmp_path, seed, 150) == (150, [])
