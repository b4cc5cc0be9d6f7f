"""The formats of CI services and other tools, and the recipes in the documentation, each run."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from tests.cli.run import check, run, shell
from tests.support.npm import packages
from tests.support.terminal import terminal
from waypost.rules import RULES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "server" / "docs" / "ci.md").read_text("utf-8")
SOURCE = """\
import httpx

httpx.get("https://api.github.com/user/repos?sort=updates")
x = "\U0001f6a9é", httpx.get("/x/{id}")
"""
NASTY = "a%0A::error::b;x]\n\x1b[31m.py" if sys.platform != "win32" else "a%0A;x].py"


@pytest.fixture
def project(tmp_path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "client.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "src" / "again.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "typos.toml").write_text('[default]\nlocale = "en_GB"\nlocal = 1\n')
    return tmp_path


def written(form: str, project: Path) -> str:
    done = check("--output-format", form, ".", cwd=project)
    assert done.code == 1
    return done.out


COUNT = 6


def test_sarif_is_read_by_sarif_tools(project) -> None:
    from sarif import loader

    (project / "waypost.sarif").write_text(written("sarif", project), encoding="utf-8")
    files = loader.load_sarif_files(str(project / "waypost.sarif"))
    records = files.get_records()
    assert len(records) == COUNT
    assert {each["Location"] for each in records} == {"src/again.py", "src/client.py", "typos.toml"}


@pytest.mark.network
def test_sarif_fits_its_schema(project) -> None:
    schema = packages() / "@microsoft" / "jest-sarif" / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
    Draft7Validator(json.loads(schema.read_text("utf-8"))).validate(json.loads(written("sarif", project)))


def test_sarif_has_fixes_fingerprints_and_help(project) -> None:
    log = json.loads(written("sarif", project))
    [made] = log["runs"]
    rules = {each["id"]: each for each in made["tool"]["driver"]["rules"]}
    prints = [each["partialFingerprints"]["waypost/v1"] for each in made["results"]]
    assert len(set(prints)) == COUNT
    for each in made["results"]:
        assert rules[each["ruleId"]]["help"]["text"]
        for fix in each.get("fixes", ()):
            for change in fix["artifactChanges"]:
                assert change["artifactLocation"] == each["locations"][0]["physicalLocation"]["artifactLocation"]
    [locale] = [each for each in made["results"] if each["ruleId"] == "unknown-locale"]
    [change] = locale["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"]["text"].strip('"') == "en-gb"
    # They stay the same while the rest of the file is edited.
    (project / "typos.toml").write_text('# more\n\n[default]\nlocale = "en_GB"\nlocal = 1\n')
    later = json.loads(written("sarif", project))["runs"][0]["results"]
    assert [each["partialFingerprints"]["waypost/v1"] for each in later] == prints


@pytest.mark.parametrize(
    ("paths", "category"),
    [
        (["."], "waypost/"),
        (["src"], "waypost/src/"),
        (["src/client.py", "src/again.py"], "waypost/src/"),
        (["src", "typos.toml"], "waypost/"),
    ],
)
def test_sarif_tells_runs_over_different_folders_apart(paths, category, project) -> None:
    (project / ".git").mkdir()
    [made] = json.loads(check("--output-format", "sarif", *paths, cwd=project).out)["runs"]
    assert made["automationDetails"] == {"id": category}


def test_junit_is_read_by_a_reader(project) -> None:
    from junitparser import JUnitXml

    (project / "waypost.xml").write_text(written("junit", project), encoding="utf-8")
    suites = JUnitXml.fromfile(str(project / "waypost.xml"))
    assert (suites.tests, suites.failures) == (COUNT, COUNT)
    assert [suite.name for suite in suites] == ["src/again.py", "src/client.py", "typos.toml"]
    shutil.rmtree(project / "src")
    (project / "typos.toml").unlink()
    fine = ET.fromstring(check("--output-format", "junit", ".", cwd=project).out)
    assert (fine.get("tests"), fine.get("failures")) == ("1", "0")


def test_names_are_never_commands(tmp_path) -> None:
    """Nothing in a file's name or text reaches a terminal raw, or starts a line."""
    (tmp_path / NASTY).write_text(SOURCE, encoding="utf-8")
    for form in ("github", "concise", "full", "junit"):
        done = check("--output-format", form, ".", cwd=tmp_path)
        assert done.code == 1
        assert "\x1b" not in done.out + done.err
        lines = done.out.splitlines()
        if form in ("github", "concise"):
            assert len(lines) == 2
        assert not any(line.startswith("::error::") for line in lines)
    ET.fromstring(check("--output-format", "junit", ".", cwd=tmp_path).out)


@pytest.mark.slow
def test_the_script_of_the_action(project) -> None:
    script = ROOT / ".github" / "actions" / "waypost" / "check.sh"
    files = {name: project / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    runner = project.parent / "runner temp"
    runner.mkdir(exist_ok=True)
    environment = {name: str(path) for name, path in files.items()} | {"RUNNER_TEMP": str(runner)}
    done = shell("bash", str(script), cwd=project, WAYPOST_PATHS="src\ntypos.toml", **environment)
    assert done.returncode == 0, done.stderr
    assert b"::warning file=src/client.py,line=3" in done.stdout
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    assert outputs["exit-code"] == "1"
    assert len(json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]) == COUNT
    assert "unknown-locale" in files["GITHUB_STEP_SUMMARY"].read_text()
    files["GITHUB_OUTPUT"].unlink()
    Path(outputs["sarif"]).unlink()
    shell("bash", str(script), cwd=project, WAYPOST_PATHS="src", WAYPOST_ARGS="--no-such", **environment)
    assert files["GITHUB_OUTPUT"].read_text() == "exit-code=2\n"


def recipes() -> list[str]:
    return list(re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("recipe", recipes(), ids=lambda text: text.split("\n")[0][:60])
@pytest.mark.slow
def test_every_recipe_of_the_page_runs(recipe, project) -> None:
    for command in (
        ("git", "init", "-q", "-b", "main"),
        ("git", "add", "-A"),
        ("git", "-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "-qm", "one"),
        ("git", "update-ref", "refs/remotes/origin/main", "HEAD"),
    ):
        assert shell(*command, cwd=project).returncode == 0
    done = shell("bash", "-c", recipe, cwd=project)
    assert done.returncode in (0, 1, 123), done.stderr  # xargs has its own exit code
    assert b"Traceback" not in done.stderr


def test_the_page_names_every_option(project) -> None:
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", run("check", "--help", cwd=project).out))
    assert options - set(re.findall(r"--[a-z-]+", PAGE)) <= {"--help"}


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_completion_in_shells(shell_name, tmp_path) -> None:
    script = run("completion", shell_name, cwd=tmp_path).out
    assert "_WAYPOST_COMPLETE" in script
    words = "waypost check --select unknown-lo"
    environment = {"_WAYPOST_COMPLETE": f"{shell_name}_complete", "COMP_WORDS": words, "COMP_CWORD": "3"}
    if shell_name == "fish":
        environment["COMP_CWORD"] = "unknown-lo"
    done = shell("waypost", cwd=tmp_path, **environment)
    assert b"unknown-locale" in done.stdout


SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(waypost completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -Uz compinit; compinit -u -D; eval "$(waypost completion zsh)"'),
}


@pytest.mark.parametrize("shell_name", SHELLS)
@pytest.mark.slow
def test_the_tab_key_completes_a_rule(shell_name, tmp_path) -> None:
    command, set_up = SHELLS[shell_name]
    needs(shell_name)
    with terminal(command, tmp_path, environment_of(tmp_path)) as user:
        user.type(f"{set_up}; echo 're''ady'\n")
        user.until("ready")
        user.type("waypost check --select unknown-lo\t")
        user.until("unknown-locale")
        user.type("\x15waypost che\t")
        user.until("waypost check")


def test_fish_completes_a_rule_and_describes_it(tmp_path) -> None:
    needs("fish")
    script = (
        'waypost completion fish | source; complete -C "waypost check --select unknown-lo"; complete -C "waypost che"'
    )
    done = subprocess.run(
        ["fish", "--no-config", "-c", script],
        cwd=tmp_path,
        env=environment_of(tmp_path),
        capture_output=True,
        check=True,
    )
    rule, name = done.stdout.decode().splitlines()
    assert rule.split("\t") == ["unknown-locale", RULES["unknown-locale"].summary]
    assert name.split("\t")[0] == "check"


def environment_of(home: Path) -> dict[str, str]:
    """The environment of a user with an empty home, whose `waypost` is the one under test."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"HOME": str(home), "PATH": path, "TERM": "dumb", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(home)}


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def test_a_project_is_set_up_and_nothing_is_overwritten(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b'[project]\r\nname = "x"\r\n')
    shown = run("init", "--diff", cwd=tmp_path)
    assert (shown.code, sorted(each.name for each in tmp_path.iterdir())) == (0, ["pyproject.toml"])
    assert "+[tool.waypost]" in shown.out
    assert run("init", cwd=tmp_path).code == 1
    assert run("init", "--yes", cwd=tmp_path).code == 0
    text = (tmp_path / "pyproject.toml").read_bytes()
    assert text.startswith(b'[project]\r\nname = "x"\r\n\r\n[tool.waypost]\r\n')
    assert check(cwd=tmp_path).code == 0
    again = run("init", "--yes", cwd=tmp_path)
    assert "already set up" in again.err
    assert (tmp_path / "pyproject.toml").read_bytes() == text


@pytest.mark.parametrize(
    "text", [b"[tool", b"a = '''x\n", b"\xff\xfe", b"tool = 1\n", b"[[tool]]\n", b"[tool]\nwaypost = 1"]
)
def test_what_cannot_be_read_is_not_added_to(text, tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text)
    assert run("init", "--yes", cwd=tmp_path).code == 0
    assert (tmp_path / "pyproject.toml").read_bytes() == text
    assert (tmp_path / "waypost.toml").is_file()
    assert "already set up" in run("init", "--yes", cwd=tmp_path).err


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_no_link_leads_a_set_up_out_of_the_project(tmp_path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "other.toml").write_text("")
    (project / "pyproject.toml").symlink_to("../other.toml")
    assert run("init", "--yes", cwd=project).code == 0
    assert (tmp_path / "other.toml").read_text() == ""
    (project / "_typos.toml").unlink()
    (project / "_typos.toml").symlink_to("../new.toml")
    done = shell("waypost", "init", "--yes", cwd=project)
    assert (done.returncode, done.stderr) == (2, b"waypost: _typos.toml: File exists\n")
    assert not (tmp_path / "new.toml").exists()
