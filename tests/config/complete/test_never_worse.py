"""Whatever item is accepted, and wherever: the document has no more errors or useless entries than before."""

import pytest

from tests.support.budget import some
from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.cli.fix import applied
from waypost.results import Severity
from waypost.text import Document

TOML = """\
# ours
[files]
extend-exclude = [
  "a", # one
  'b',
]
ignore-hidden = false

[default]
locale = "en-us"
extend-ignore-re = ['x\\d', "y"]
extend-words = { teh = "teh", "a b" = "c" }

[default.extend-identifiers]
Foo = "Foo"

[type.mine]
extend-glob = ["*.mine"]
[type.mine.extend-words]
x = ""
[type.py]
check-file = true
"""
JSON = """\
{
  "default": {
    "locale": "en",
    "extend-words": {
      "a": "b",
      "c": "d"
    }
  },
  "files": {"extend-exclude": ["x", "y"], "ignore-hidden": null}
}
"""
DOCUMENTS = {
    "typos.toml": [
        TOML,
        '[type.po]\nexnd-glob = ["*.po"]\n[default]\nextend-ignore-re = ["a\\\\',
        "default.locale = 'en'\nfiles.extend-exclude = []\ntype.py = { binary = true }\n",
        '[default]\nlocale = "en\nbin\nunicode =\n[def\nextend-exclude = [\n  "a"\n[type.py]\nbinary = tru\n',
    ],
    "typos.json": [
        JSON,
        '{"default": {"locale": , "bin": {"extend-ignore-re": ["a" "b"',
    ],
    "pyproject.toml": [
        "[project]\nname = 'x'\n[tool.typos]\n[tool.typos.default]\nbinary = true\n\n[tool.other]\na = 1\n"
    ],
}


# Rules whose hints say that an entry has no effect.
IDLE = {"redundant-exclude", "deprecated-key", "duplicate-word"}


def _errors(document: Document) -> list[str]:
    """Errors, and entries that hints say have no effect; a default is legal all the same, as is to turn others off."""
    legal = ("is the default of", "these files are not checked")
    every = Analysis(document, workspace()).diagnostics()
    found = [each for each in every if not any(said in each.message for said in legal)]
    return [each.message for each in found if each.severity is Severity.ERROR or each.rule in IDLE]


@pytest.mark.parametrize(("name", "source"), [(name, each) for name, sources in DOCUMENTS.items() for each in sources])
def test_no_item_at_any_offset_makes_a_document_worse(name: str, source: str) -> None:
    before = Document.from_text(uri(name), source)
    analysis = Analysis(before, workspace())
    errors = _errors(before)
    for offset in some(range(len(before.source) + 1)):
        items = analysis.complete(offset).items
        for item in items if len(items) < 40 else [*items[:8], *items[8::40]]:
            edited = applied(before.source, [item.edit, *item.more_edits])
            worse = _errors(Document(before.uri, edited))
            assert len(worse) <= len(errors), (item.label, before.source[:offset][-30:], edited.decode(), worse)
