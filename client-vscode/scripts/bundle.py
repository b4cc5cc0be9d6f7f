"""Puts the server and its dependencies into `bundled/` and, with --package, makes a VSIX, or one for each platform.

Packages in pure Python, or compiled for any version of it, are in `libs/any`; those compiled for one version are in
`libs/cp311` and so on, so that the VSIX of a platform works with every Python its user may have.
"""

import argparse
import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from email import message_from_string
from pathlib import Path

from recompress import recompress
from strip_elf import stripped

CLIENT = Path(__file__).resolve().parents[1]
BUNDLED = CLIENT / "bundled"
# By hash: whoever builds a VSIX gets the same packages.
PINNED = CLIENT.parent / "server" / "requirements.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# VS Code's names of platforms, and the tags of wheels that run on them.
TARGETS = {
    "linux-x64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "linux-arm64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "alpine-x64": ("musllinux_1_2_x86_64", "musllinux_1_1_x86_64"),
    "darwin-x64": ("macosx_11_0_x86_64",),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "win32-x64": ("win_amd64",),
    "win32-arm64": ("win_arm64",),
}
# Dependencies without a wheel: the extension then looks for another Python. (alpine-arm64 has none of tree-sitter.)
WITHOUT = {("win32-arm64", "3.11")}
# Files that a server on stdio never reads. rapidfuzz's copies for newer processors are as large as the rest, and it
# works without them; of its `fuzz`, it has a second copy in Python, which is quick enough for the few names that are
# compared so. Of a package's metadata, its name, version and licence stay.
SUPERFLUOUS = (
    *("cattr", "**/*_avx2.*", "rapidfuzz/fuzz_cpp.*", "**/tests", "**/benchmarks", "**/__pyinstaller"),
    *("**/*.pyi", "**/py.typed", "**/*.c", "**/*.h", "**/*.pxd", "**/*.pyx"),
    *(f"*.dist-info/{name}" for name in ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json", "sboms")),
)


def main() -> None:
    options = _options()
    for target in TARGETS if options.target == "all" else (options.target,):
        shutil.rmtree(options.into, ignore_errors=True)
        _fill(options.into, target, options.python)
        if options.package:
            _package(target)


def _fill(bundle: Path, target: str, versions: Iterable[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        wheel = _build_server(Path(folder))
        for version in versions:
            if (target, version) not in WITHOUT:
                installed = Path(folder) / version
                _install(wheel, target, version, installed)
                _sort(installed, bundle / "libs" / "any", bundle / "libs" / f"cp{version.replace('.', '')}")
    for home in (bundle / "libs").iterdir():
        _remove_superfluous(home)
    shutil.copy(CLIENT / "scripts" / "waypost_server.py", bundle)
    shutil.copytree(CLIENT.parent / "server" / "examples", bundle / "examples")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", choices=(*TARGETS, "all"), default=_host(), help="the platform (default: this one)")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="only these versions (default: all)")
    parser.add_argument("--into", type=Path, default=BUNDLED, help="write to another folder, to look at the result")
    parser.add_argument("--package", action="store_true", help="make a VSIX as well")
    options = parser.parse_args()
    options.python = options.python or PYTHONS
    return options


def _host() -> str:
    system, _, machine = sysconfig.get_platform().rpartition("-")
    system = {"linux": "linux", "win": "win32"}.get(system, "darwin")
    return f"{system}-{'arm64' if machine in {'arm64', 'aarch64'} else 'x64'}"


def _build_server(folder: Path) -> Path:
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(CLIENT.parent))
    (wheel,) = folder.glob("waypost-*.whl")
    return wheel


def _install(wheel: Path, target: str, version: str, folder: Path) -> None:
    platforms = [word for tag in TARGETS[target] for word in ("--platform", tag)]
    only = ("--only-binary=:all:", "--no-compile", "--no-warn-conflicts", "--python-version", version)
    into = (*only, *platforms, "--target", str(folder))
    _pip("install", *into, "--require-hashes", "--requirement", str(PINNED))
    _pip("install", *into, "--no-deps", str(wheel))


def _sort(installed: Path, pure: Path, compiled: Path) -> None:
    """Put each installed package where it belongs."""
    for info in sorted(installed.glob("*.dist-info")):
        home = compiled if _is_for_one_version(info) else pure
        for path in _files(info):
            target = home / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(installed / path, target)


def _remove_superfluous(home: Path) -> None:
    for pattern in SUPERFLUOUS:
        for path in list(home.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for about in home.glob("*.dist-info/METADATA"):
        about.write_text(about.read_text("utf-8").partition("\n\n")[0] + "\n", "utf-8")  # without its README
    for library in home.rglob("*.so"):
        library.write_bytes(stripped(library.read_bytes()))


def _is_for_one_version(info: Path) -> bool:
    """Whether the wheel was compiled for a single version of Python: its tag has an ABI of one, as cp312-cp312."""
    tags = message_from_string((info / "WHEEL").read_text("utf-8")).get_all("Tag", [])
    return any(tag.split("-")[1].startswith("cp") for tag in tags)


def _files(info: Path) -> Iterator[Path]:
    for line in (info / "RECORD").read_text("utf-8").splitlines():
        path = Path(line.rsplit(",", 2)[0].strip('"'))
        # Programs and manual pages are next to the packages.
        if ".." not in path.parts:
            yield path


def _package(target: str) -> None:
    manifest = json.loads((CLIENT / "package.json").read_text("utf-8"))
    vsix = f"waypost-{target}-{manifest['version']}.vsix"
    home = manifest["repository"]["url"].removesuffix(".git")
    options = (
        "--no-dependencies",  # everything is in out/
        # The page's links and pictures are relative to this folder, not to the repository's root.
        f"--baseContentUrl={home}/blob/HEAD/{CLIENT.name}",
        f"--baseImagesUrl={home}/raw/HEAD/{CLIENT.name}",
        "--allow-package-secrets=github",  # the example of the rule that finds such tokens
    )
    _run("npx", "--no-install", "vsce", "package", "--target", target, *options, "--out", vsix)
    recompress(CLIENT / vsix, CLIENT / "images" / "walkthrough")


def _pip(*arguments: str) -> None:
    _run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        sys.exit(f"{command[0]} is not installed")
    subprocess.run([program, *command[1:]], cwd=CLIENT, check=True)  # noqa: S603 - our own arguments


if __name__ == "__main__":
    main()
