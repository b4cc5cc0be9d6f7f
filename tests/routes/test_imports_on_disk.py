"""Imports are followed while files change on disk, including files that appear and disappear."""

import os
from dataclasses import replace
from itertools import accumulate, count
from pathlib import Path

import pytest

from tests.routes.test_incremental import answers
from tests.support.cancel import cancelled_after
from tests.support.edits import with_other_text
from waypost.analysis import Analysis
from waypost.cancel import Cancelled
from waypost.routes.features import RouteFeatures
from waypost.text import Document, Encoding, Position, TextChange
from waypost.workspace import Folder, Services, Workspace, uri_of
from waypost.workspace.uris import uris_around

SOURCE = 'import httpx\nfrom names import BASE\n\n\ndef f():\n    httpx.get(f"{BASE}/a")\n'


@pytest.fixture
def made(tmp_path: Path) -> Analysis:
    (tmp_path / "names.py").write_text('BASE = "https://one.example"\n')
    document = Document.from_text(uri_of(tmp_path / "a.py"), SOURCE)
    found = Analysis(document, Workspace([Folder(tmp_path)]))
    assert routes_of(found) == ["https://one.example/a"]
    return found


def routes_of(made: Analysis) -> list[str]:
    assert isinstance(made.features, RouteFeatures)
    return [site.shown for site in made.features.routes.sites()]


def moved(made: Analysis) -> Workspace:
    """The state after files have come or gone, as the server is told."""
    return replace(made.workspace, moment=made.workspace.moment + 1)


def looked_at_again(made: Analysis) -> list[str]:
    """The routes as they are now, without an edit, which are the same after a fresh start."""
    again = made.updated(made.document, [], moved(made))
    assert answers(again) == answers(Analysis(again.document, again.workspace))
    return routes_of(again)


def test_a_file_that_changes(made: Analysis, tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text('BASE = "https://two.example"\n')
    os.utime(tmp_path / "names.py", ns=(1, 1))
    assert looked_at_again(made) == ["https://two.example/a"]


def test_a_star_import_that_is_typed_and_removed(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text('BASE = "https://one.example"\n')
    text = SOURCE.replace("from names import BASE", "")
    document, workspace = Document.from_text(uri_of(tmp_path / "a.py"), text), Workspace([Folder(tmp_path)])
    made = Analysis(document, workspace)
    assert routes_of(made) == ["{BASE}/a"]
    start, line = Position(1, 0), "from names import *"
    for new, end, shown in ((line, start, "https://one.example/a"), ("", Position(1, len(line)), "{BASE}/a")):
        document, applied = document.edited([TextChange(new, start, end)], Encoding.UTF8)
        made = made.updated(document, applied, workspace)
        assert routes_of(made) == [shown]
        assert answers(made) == answers(Analysis(document, workspace))


def test_a_file_that_goes_and_comes(made: Analysis, tmp_path: Path) -> None:
    (tmp_path / "names.py").unlink()
    gone = made.updated(made.document, [], made.workspace)
    assert "one.example" not in "".join(routes_of(gone))
    (tmp_path / "names.py").write_text('BASE = "https://three.example"\n')
    assert looked_at_again(gone) == ["https://three.example/a"]


def test_a_file_that_takes_the_place_of_another(made: Analysis, tmp_path: Path) -> None:
    """A package takes precedence over a module with the same name."""
    (tmp_path / "names.py").unlink()
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "__init__.py").write_text('BASE = "https://four.example"\n')
    assert looked_at_again(made) == ["https://four.example/a"]


def test_a_file_that_an_imported_one_imports(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text("from more import BASE\n")
    (tmp_path / "more.py").write_text('BASE = "https://one.example"\n')
    made = Analysis(Document.from_text(uri_of(tmp_path / "a.py"), SOURCE), Workspace([Folder(tmp_path)]))
    assert routes_of(made) == ["https://one.example/a"]
    (tmp_path / "more.py").write_text('BASE = "https://another.example"\n')
    assert looked_at_again(made) == ["https://another.example/a"]


def typed(made: Analysis, old: str, new: str, workspace: Workspace | None = None) -> Analysis:
    """The next version of a document, with the same answers as after a fresh start."""
    document, applied = with_other_text(made.document, old, new)
    again = made.updated(document, applied, workspace or made.workspace)
    assert answers(again) == answers(Analysis(document, again.workspace))
    return again


def test_what_is_kept_while_something_is_typed_follows_its_file(made: Analysis, tmp_path: Path) -> None:
    """As it changes, disappears, and appears again."""
    names = tmp_path / "names.py"
    made = typed(made, "/a", "/b")
    assert routes_of(made) == ["https://one.example/b"]
    names.write_text('BASE = "https://another.example"\n')
    made = typed(made, "/b", "/c")
    assert routes_of(made) == ["https://another.example/c"]
    names.unlink()
    made = typed(made, "/c", "/d")
    assert routes_of(made) == ["{BASE}/d"]
    names.write_text('BASE = "https://third.example"\n')
    assert routes_of(typed(made, "/d", "/e")) == ["https://third.example/e"]


def test_what_is_kept_follows_the_files_that_it_is_asked_for_later(made: Analysis, tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text('from more import OTHER\nBASE = "https://one.example"\n')
    made = typed(made, "/a", "/b")
    made = typed(made, "import BASE", "import BASE, OTHER")
    made = typed(made, "{BASE}", "{OTHER}")
    assert routes_of(made) == ["{OTHER}/b"]
    for other in ("two", "three"):
        (tmp_path / "more.py").write_text(f'OTHER = "https://{other}.example"\n')
        made = typed(made, "/b", "/bb", moved(made))
        assert routes_of(made)[0].startswith(f"https://{other}.example/b")


def test_what_a_cancelled_walk_has_read_follows_its_file(tmp_path: Path) -> None:
    # Every step of the first few, and fewer and fewer of those after them.
    for most in accumulate(count(1), lambda last, _: last + 1 + last // 8):
        (tmp_path / "names.py").write_text("from more import BASE\n")
        (tmp_path / "more.py").write_text('BASE = "https://one.example"\n')
        made = Analysis(Document.from_text(uri_of(tmp_path / "a.py"), SOURCE), Workspace([Folder(tmp_path)]))
        try:
            with cancelled_after(most):
                answers(made)
            break
        except Cancelled:
            (tmp_path / "more.py").write_text('BASE = "https://another.example"\n')
            assert (most, routes_of(typed(made, "/a", "/b"))) == (most, ["https://another.example/b"])
    assert most > 3


def test_a_folder_that_is_no_package_any_more_is_none_for_what_is_typed(tmp_path: Path) -> None:
    """The first folder in which names are looked for is the one around the outermost package."""
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    for package in (tmp_path / "outer", inner):
        (package / "__init__.py").touch()
    (tmp_path / "names.py").write_text('BASE = "https://one.example"\n')
    (inner / "names.py").write_text('BASE = "https://two.example"\n')
    made = Analysis(Document.from_text(uri_of(inner / "a.py"), SOURCE), Workspace([Folder(tmp_path)]))
    assert routes_of(made) == ["https://one.example/a"]
    (inner / "__init__.py").unlink()
    assert routes_of(typed(made, "/a", "/b", moved(made))) == ["https://two.example/b"]


def test_nothing_is_looked_at_again_while_all_stays(made: Analysis) -> None:
    again = made.updated(made.document, [], made.workspace)
    assert isinstance(again.features, RouteFeatures)
    assert isinstance(made.features, RouteFeatures)
    assert list(map(id, again.features.routes.sites())) == list(map(id, made.features.routes.sites()))


def test_an_open_file_concerns_those_who_import_from_it(tmp_path: Path) -> None:
    """Through other files, too. Sources that do not import it find the same again."""
    (tmp_path / "between.py").write_text("from names import BASE\n")
    names = uri_of(tmp_path / "names.py")
    (tmp_path / "names.py").write_text("")
    text = SOURCE.replace("from names", "from between")
    folders, services = [Folder(tmp_path)], Services()

    def opened(base: str) -> Workspace:
        document = Document.from_text(names, f'BASE = "https://{base}"\n')
        return Workspace(folders, open={names: document}, services=services)

    one, two = opened("one"), opened("two")
    importer = Analysis(Document.from_text(uri_of(tmp_path / "a.py"), text), one)
    other = Analysis(
        Document.from_text(uri_of(tmp_path / "b.py"), SOURCE.replace("from names import BASE", "BASE = 1")), one
    )
    assert routes_of(importer) == ["https://one/a"]
    found = other.features.routes.sites()  # type: ignore[attr-defined]
    assert not importer.reads().isdisjoint(uris_around(names))
    assert routes_of(importer.updated(importer.document, [], two)) == ["https://two/a"]
    again = other.updated(other.document, [], two)
    assert again.workspace is two
    assert again.features.routes.sites() == found  # type: ignore[attr-defined]


def test_a_standard_library_is_not_followed_and_a_module_of_the_same_name_is(tmp_path: Path) -> None:
    """If the workspace is Python's own folder, it contains every import; what those modules do is known."""
    for name in ("os", "site", "sysconfig"):
        (tmp_path / f"{name}.py").touch()
    (tmp_path / "queue.py").write_text('BASE = "https://own.example"\n')
    (tmp_path / "mine.py").write_text('BASE = "https://mine.example"\n')
    source = "import httpx\nfrom queue import BASE\nimport mine\nhttpx.get(f'{BASE}/a')\nhttpx.get(f'{mine.BASE}/a')\n"
    assert shown_in(tmp_path, source) == ["{BASE}/a", "https://mine.example/a"]
    (tmp_path / "sysconfig.py").unlink()
    assert shown_in(tmp_path, source) == ["https://own.example/a", "https://mine.example/a"]


def shown_in(folder: Path, source: str) -> list[str]:
    """The requests of a source in a folder, as they are shown."""
    document = Document.from_text(uri_of(folder / "a.py"), source)
    return routes_of(Analysis(document, Workspace([Folder(folder)])))
