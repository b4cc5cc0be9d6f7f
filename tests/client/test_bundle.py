"""The bundle of the VS Code extension: the libraries of each platform, and a complete server."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.network

CLIENT = Path(__file__).parents[2] / "client-vscode"
EXAMPLES = CLIENT.parent / "server" / "examples"
# The first bytes of a library of the platform.
ELF, MACH_O, PE = b"\x7fELF", b"\xcf\xfa\xed\xfe", b"MZ"


def bundle(folder: Path, *options: str) -> Path:
    script = [sys.executable, str(CLIENT / "scripts" / "bundle.py"), "--into", str(folder), *options]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize(
    ("target", "version", "magic", "suffixes"),
    [
        ("win32-x64", "3.14", PE, {".pyd", ".dll"}),
        ("darwin-arm64", "3.13", MACH_O, {".so"}),
        ("alpine-x64", "3.12", ELF, {".so"}),
    ],
)
def test_a_target_has_the_libraries_of_its_platform(
    tmp_path: Path, target: str, version: str, magic: bytes, suffixes: set[str]
) -> None:
    made = bundle(tmp_path / "made", "--target", target, "--python", version)

    libraries = [path for path in made.rglob("*") if path.suffix in (".so", ".pyd", ".dylib", ".dll")]
    assert {path.suffix for path in libraries} <= suffixes
    assert all(path.read_bytes().startswith(magic) for path in libraries)
    packages = {path.relative_to(made / "libs").parts[1] for path in libraries}
    assert {"tree_sitter", "paula", "ignore", "rapidfuzz", "yaml", "rpds"} <= packages
    if magic == ELF:
        assert all("linux-musl" in path.name or ".abi3." in path.name for path in libraries)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle(tmp_path_factory.mktemp("bundle") / "made", "--python", f"3.{sys.version_info.minor}")


def test_the_bundled_server_is_whole(made: Path) -> None:
    """It checks the examples as the installed one does, with only the standard library."""
    check = ["check", "--output-format", "json", str(EXAMPLES)]

    bundled = subprocess.run(
        [sys.executable, "-I", "-S", str(made / "waypost_server.py"), *check],
        capture_output=True,
        text=True,
        check=False,
    )
    installed = subprocess.run([sys.executable, "-m", "waypost", *check], capture_output=True, text=True, check=False)

    assert bundled.stderr == installed.stderr
    assert json.loads(bundled.stdout) == json.loads(installed.stdout)
    assert "unknown-locale" in bundled.stdout


def test_nothing_superfluous_is_brought_along(made: Path) -> None:
    files = {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}
    assert not [name for name in files if name.endswith((".pyi", ".c", ".h", "RECORD", "direct_url.json"))]
    # An example may have tests of its own.
    others = [name for name in files if not name.startswith("examples/")]
    assert not [name for name in others if "/tests/" in name or "/benchmarks/" in name or "_avx2" in name]
    assert not [name for name in files if "fuzz_cpp" in name]
    assert sum(path.stat().st_size for path in made.rglob("*") if path.is_file()) < 25_000_000
    libraries = [path.read_bytes() for path in made.rglob("*.so")]
    assert all(each[0x28:0x30] == bytes(8) for each in libraries if each.startswith(ELF)), "sections are for linkers"
    assert [name for name in files if "licenses" in name], "the licences are"


def test_a_vsix_is_packed_tightly_with_all_that_is_in_it(tmp_path: Path) -> None:
    vsix = tmp_path / "made.vsix"
    text = (CLIENT / "package-lock.json").read_bytes()
    with zipfile.ZipFile(vsix, "w") as loose:
        program = zipfile.ZipInfo("extension/program")
        program.external_attr = 0o755 << 16
        loose.writestr(program, text, zipfile.ZIP_DEFLATED, compresslevel=1)
        loose.writestr("extension/small", b"x")
        loose.writestr(
            "extension/readme.md",
            b"![A picture](https://h.example/raw/HEAD/images/hover.png) [x](https://h.example/a.png)",
        )
    with zipfile.ZipFile(vsix) as loose:
        before = loose.getinfo("extension/program").compress_size

    paths = [str(vsix), str(CLIENT / "images" / "walkthrough")]
    script = f"import sys; sys.path.insert(0, {str(CLIENT / 'scripts')!r}); import recompress, pathlib;"
    subprocess.run([sys.executable, "-c", f"{script} recompress.recompress(*map(pathlib.Path, {paths}))"], check=True)

    with zipfile.ZipFile(vsix) as tight:
        assert tight.getinfo("extension/program").compress_size < before
        assert tight.namelist() == ["extension/program", "extension/small", "extension/readme.md"]
        page = tight.read("extension/readme.md").decode()
        assert page.startswith("![A picture](data:image/jpeg;base64,/9j/"), "an installed page shows no other pictures"
        assert page.endswith(") [x](https://h.example/a.png)")
        assert tight.read("extension/program") == text
        assert tight.getinfo("extension/program").external_attr == 0o755 << 16
    assert list(tmp_path.iterdir()) == [vsix]
