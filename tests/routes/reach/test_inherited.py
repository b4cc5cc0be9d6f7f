"""What an inherited `__init__` sets is what it sets for objects of the subclass."""

from pathlib import Path

from tests.support.check import workspace
from tests.support.routes import check_routes
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document

BASE = """\
import requests

class Base:
    host = "https://x.example"
    path = "/base"

    def __init__(self):
        self.url = self.host + self.path

    def all(self):
        return requests.get(self.url)  #> ... | GET https://x.example/base
"""
HEIRS = """
class Path(Base):
    path = "/heir"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://x.example/heir/one

class Host(Base):
    host = "https://y.example"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://y.example/base/one

class Property(Base):
    @property
    def path(self):
        return "/p"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://x.example/p/one

class NothingThatIsUsed(Base):
    name = "/heir"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://x.example/base/one

class Between(Base):
    path = "/between"

class Below(Between):
    def one(self):
        return requests.get(self.url + "/one")  #> GET https://x.example/between/one
"""


def test_in_one_file() -> None:
    check_routes(BASE + HEIRS)


def test_in_two_files(tmp_path: Path) -> None:
    files = {"p/__init__.py": "", "p/base.py": BASE, "p/heir.py": f"import requests\nfrom .base import Base\n{HEIRS}"}
    check_routes("".join(f"#-- {name}\n{text}" for name, text in files.items()), tmp_path)


def test_what_an_init_calls_is_that_of_the_subclass() -> None:
    check_routes("""\
import requests

class Base:
    def __init__(self):
        self.url = "https://x.example" + self.get_path()

    def all(self):
        return requests.get(self.url)  #> ...

class Heir(Base):
    get_path = lambda self: "/heir"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://x.example/heir/one
""")


def test_what_is_not_the_objects_own_is_not_the_subclasses() -> None:
    check_routes("""\
import requests

class Base:
    def __init__(self):
        self.url = "https://z.example" + path

    def all(self):
        return requests.get(self.url)  #> GET https://z.example{path}

class Heir(Base):
    path = "/heir"

    def one(self):
        return requests.get(self.url + "/one")  #> GET https://z.example{path}/one
""")


def test_the_list_has_what_a_base_does_for_each_subclass() -> None:
    source = BASE + HEIRS
    document = Document.from_text("file:///w/a.py", source[: source.index("class Between")])
    listed = [each.template for each in calls_of(RouteFeatures(document, workspace()).routes)]
    assert listed == [
        *("https://x.example/base", "https://x.example/heir", "https://y.example/base", "https://x.example/p"),
        *("https://x.example/heir/one", "https://y.example/base/one", "https://x.example/p/one"),
        "https://x.example/base/one",
    ]


def test_a_subclass_that_inherits_from_itself_ends() -> None:
    check_routes("""\
import requests

class Base(Heir):
    path = "/base"

    def __init__(self):
        self.url = self.path + self.url

    def all(self):
        return requests.get(self.url)  #> ...

class Heir(Base):
    path = "/x"

    def one(self):
        return requests.get(self.url + "/one")  #> ...
""")
