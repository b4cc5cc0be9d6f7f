"""A file is written completely or not at all, and keeps its place, owner and permissions."""

import os
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from waypost.workspace import write
from waypost.workspace.files import MOST_BYTES, NotRegularError, open_file, read_file, read_regular
from waypost.workspace.write import ChangedError, sweep, write_file

OLD, NEW = b"old\r\n" * 10_000, "new \U0001f6a9\n".encode() * 9_000
pytestmark = pytest.mark.skipif(os.name == "nt", reason="links, permissions and limits are POSIX'")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "typos.toml"
    path.write_bytes(OLD)
    return path


def alone(path: Path) -> bool:
    """No temporary file is left."""
    return [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_content_is_replaced(file: Path) -> None:
    write_file(file, NEW, OLD)
    assert file.read_bytes() == NEW
    assert alone(file)


def test_a_new_file_is_made_with_usual_permissions(tmp_path: Path) -> None:
    write_file(tmp_path / "new", NEW)
    (tmp_path / "usual").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_what_was_saved_meanwhile_stays(file: Path) -> None:
    file.write_bytes(b"saved")
    with pytest.raises(ChangedError):
        write_file(file, NEW, OLD)
    assert file.read_bytes() == b"saved"
    assert alone(file)


def test_what_is_saved_while_the_new_text_is_written_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill = write._fill

    def slowly(*given: object, **named: object) -> None:
        fill(*given, **named)  # type: ignore[arg-type]
        file.write_bytes(b"saved")

    monkeypatch.setattr(write, "_fill", slowly)
    with pytest.raises(ChangedError):
        write_file(file, NEW, OLD)
    assert file.read_bytes() == b"saved"
    assert alone(file)


def test_a_removed_file_does_not_come_back(file: Path) -> None:
    file.unlink()
    with pytest.raises(ChangedError):
        write_file(file, NEW, OLD)
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o4755])
def test_permissions_stay(file: Path, mode: int) -> None:
    file.chmod(mode)
    write_file(file, NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_the_owner_stays(file: Path) -> None:
    if os.geteuid():
        pytest.skip("only the superuser may give files away")
    os.chown(file, 1234, 4321)
    write_file(file, NEW)
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 4321)


def test_attributes_stay(file: Path) -> None:
    try:
        os.setxattr(file, "user.note", b"kept")
    except (OSError, AttributeError):
        pytest.skip("no attributes on this file system")
    write_file(file, NEW)
    assert os.getxattr(file, "user.note") == b"kept"


def test_a_symbolic_link_stays_one(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file.name)
    write_file(link, NEW, OLD)
    assert link.is_symlink()
    assert file.read_bytes() == NEW


@pytest.mark.parametrize("outside", ["outside", "outside/none"])
def test_a_link_out_of_the_checkout_is_not_followed(outside: str, tmp_path: Path) -> None:
    """Whoever made the checkout could name any file of the user's: one that is there, or one that programs read."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "project" / ".git").mkdir(parents=True)
    link = tmp_path / "project" / "typos.toml"
    link.symlink_to(tmp_path / outside / "file")
    with pytest.raises(OSError, match="a link out of the folder"):
        write_file(link, NEW)
    assert not list((tmp_path / "outside").iterdir())


def test_a_link_inside_the_checkout_is_followed(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "link").symlink_to("../file")
    write_file(tmp_path / "below" / "link", NEW)
    assert (tmp_path / "file").read_bytes() == NEW


def test_a_place_outside_of_the_given_folders_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    with pytest.raises(OSError, match="outside of the project"):
        write_file(tmp_path / "project" / ".." / "file", NEW, within=[tmp_path / "project"])
    assert not (tmp_path / "file").exists()


LEFT = ".waypost-0123456789ab"


def test_what_a_killed_writer_left_is_removed(file: Path) -> None:
    held = (
        "import sys; from pathlib import Path; from waypost.workspace import write\n"
        "write._fill = lambda *given, **named: (print('filling', flush=True), sys.stdin.read())\n"
        f"write.write_file(Path({str(file)!r}), b'new')"
    )
    with subprocess.Popen([sys.executable, "-c", held], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == b"filling\n"
        sweep([str(file.parent)])
        assert not alone(file)  # it is needed
        writer.kill()
        writer.wait()
    assert not alone(file)
    sweep([str(file.parent), "/no/such/folder"])
    assert alone(file)


@pytest.mark.parametrize(
    "name", [".waypost-0123456789a", ".waypost-0123456789abc", ".waypost-0123456789aB", ".waypost-0123456789ab.old"]
)
def test_a_file_with_another_name_is_not_swept(name: str, file: Path) -> None:
    (file.parent / name).touch()
    sweep([str(file.parent)])
    assert (file.parent / name).exists()


def test_what_is_no_file_of_the_users_is_not_swept(file: Path) -> None:
    folder = file.parent / "below"
    folder.mkdir()
    (folder / LEFT).symlink_to(file)
    (folder / LEFT.replace("ab", "cd")).mkdir()
    (folder / LEFT.replace("ab", "ef")).hardlink_to(file)
    os.mkfifo(folder / LEFT.replace("ab", "aa"))
    if not os.geteuid():
        (folder / LEFT.replace("ab", "bb")).touch()
        os.chown(folder / LEFT.replace("ab", "bb"), 12345, -1)
    before = sorted(folder.iterdir())
    sweep([str(folder)])
    assert sorted(folder.iterdir()) == before


def test_old_content_stays_if_nothing_can_be_written_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of it is all that is left, so nothing removes it."""
    file.with_name("other").hardlink_to(file)

    def broken(target: str, _: bytes) -> None:
        Path(target).write_bytes(b"torn")
        raise OSError

    monkeypatch.setattr(write, "_rewrite", broken)
    with pytest.raises(OSError):  # noqa: PT011 - the one above
        write_file(file, NEW)
    sweep([str(file.parent)])
    assert OLD in [each.read_bytes() for each in file.parent.iterdir()]


def test_a_hard_link_stays_one(file: Path) -> None:
    other = file.with_name("other")
    other.hardlink_to(file)
    write_file(file, NEW, OLD)
    assert other.read_bytes() == NEW
    assert {each.name for each in file.parent.iterdir()} == {"typos.toml", "other"}


def test_an_owner_that_cannot_be_kept_is_kept_all_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user's file in one of our folders is written in place."""

    def refused(*_: object) -> None:
        raise PermissionError

    number = file.stat().st_ino
    monkeypatch.setattr(os, "chmod", refused)
    write_file(file, NEW, OLD)
    assert (file.stat().st_ino, file.read_bytes()) == (number, NEW)
    assert alone(file)


def test_nothing_but_a_regular_file_is_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        write_file(tmp_path / "pipe", NEW)
    reader, writer = os.pipe()
    with pytest.raises(OSError, match="not a regular file"):
        write_file(Path(f"/dev/fd/{writer}"), NEW)
    os.close(reader)
    os.close(writer)


def test_what_has_no_folder_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        write_file(tmp_path / "none" / "file", NEW)
    assert error.value.filename == str(tmp_path / "none" / "file")


@pytest.mark.parametrize("links", [1, 2])
def test_a_full_disk_loses_nothing(file: Path, links: int) -> None:
    if links > 1:
        file.with_name("other").hardlink_to(file)
    here = os.fork()
    if not here:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(OLD) + 100, len(OLD) + 100))
        try:
            write_file(file, OLD * 2, OLD)
        except OSError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(here, 0)[1]) == 7
    assert file.read_bytes() == OLD
    assert len(list(file.parent.iterdir())) == links


_WRITER = """
import sys
from pathlib import Path
from waypost.workspace.write import write_file
file, one, other = Path(sys.argv[1]), *(each.encode() * 200_000 for each in "ab")
print(flush=True)
while True:
    write_file(file, one)
    write_file(file, other)
"""


@pytest.mark.slow
def test_no_kill_loses_text(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for number in range(8):
        file.write_bytes(b"a" * 200_000)
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, file], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        end = time.monotonic() + 0.003 * number
        while time.monotonic() < end:
            held = file.read_bytes()
            assert held in (b"a" * 200_000, b"b" * 200_000)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        assert file.read_bytes() in (b"a" * 200_000, b"b" * 200_000)


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero"), Path("/dev/stdin")):
        assert read_file(path) is None
    with pytest.raises(NotRegularError):
        open_file(tmp_path / "pipe")


def test_a_file_is_read_to_its_end_or_to_so_many_bytes(tmp_path: Path) -> None:
    for content in (b"", b"a", b"\0\r\n" * 100_000):
        (tmp_path / "file").write_bytes(content)
        assert read_regular(tmp_path / "file") == content
        assert read_regular(tmp_path / "file", 2) == content[:2]
        assert read_regular(tmp_path / "file", 2_000) == content[:2_000]


def test_a_file_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert read_file(tmp_path / "large") is None


def test_a_pipe_that_takes_the_place_of_a_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that is opened counts, not the one that was there a moment before."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    facts = (tmp_path / "file").stat()
    monkeypatch.setattr(os, "stat", lambda _: facts)
    assert read_file(tmp_path / "pipe") is None
