"""What is imported before `initialize` is answered: each module makes every editor wait longer."""

import subprocess
import sys
import textwrap
from pathlib import Path

from tests.support.wire import frame, read_message

# Prints the names of all modules as soon as the first answer is made.
LISTING = textwrap.dedent("""
    import sys
    from pathlib import Path
    {start}
    def listing(self, message):
        if "result" in message:
            Path(sys.argv[1]).write_text("\\n".join(sys.modules))
        return plain(self, message)
    {patch}
""")
OURS = LISTING.format(
    start="from waypost.lsp import run, protocol; plain = protocol.Protocol._send",
    patch="protocol.Protocol._send = listing; run.run_stdio()",
)
# Our own parts, and the other modules that they need in addition to those of pygls.
PARTS = {
    *("analysis", "cancel", "contents", "core.version", "faults", "features", "kinds", "lsp"),
    *("markup", "projects", "results", "rules", "suppressions", "text", "fixes", "workspace", "config.parse"),
}
OTHERS = {"attr", "attrs", "cattr", "cattrs", "lsprotocol", "pygls", "typing_extensions"}
HEAVY = {"click", "concurrent.futures.process", "http.client", "multiprocessing", "pickle", "subprocess", "tomllib"}


def _loaded(script: str, folder: Path) -> set[str]:
    listed = folder / "modules"
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    with subprocess.Popen(
        [sys.executable, "-c", script, str(listed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(frame(hello))
        process.stdin.flush()
        assert "result" in read_message(process.stdout)
        process.kill()
    return set(listed.read_text().split("\n"))


def test_nothing_new_is_loaded_before_initialize_is_answered(tmp_path: Path) -> None:
    loaded = _loaded(OURS, tmp_path)
    ours = {name.removeprefix("waypost.") for name in loaded if name.startswith("waypost.")}
    packages = {"config", "core"}  # of parts that are listed in full
    newcomers = {name for name in ours - packages if not any(f"{name}.".startswith(f"{part}.") for part in PARTS)}
    # A machine may have modules that Python loads at each start.
    standard = sys.stdlib_module_names | {"__main__", "sitecustomize", "usercustomize", "waypost"}
    newcomers |= {first for name in loaded if (first := name.partition(".")[0]) not in standard | OTHERS}
    assert {each for each in newcomers if not each.startswith(("_distutils", "__editable__"))} == set()


def test_what_is_heavy_is_loaded_when_it_is_needed(tmp_path: Path) -> None:
    pygls_alone = subprocess.run(
        [sys.executable, "-c", "import sys, pygls.lsp.server; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert _loaded(OURS, tmp_path) & HEAVY - set(pygls_alone.stdout.split()) == set()


def test_the_processes_that_check_closed_files_load_nothing_of_the_protocol() -> None:
    """Each of them would take 20 MB more."""
    listing = "import sys, waypost.lsp.closed_files; print(*sys.modules)"
    listed = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    assert {"asyncio", "lsprotocol", "pygls"} & set(listed.stdout.split()) == set()
