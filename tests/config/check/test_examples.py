"""Each rule reports its bad example, and not the good one."""

import pytest

from tests.support.typos import write
from waypost.analysis import Analysis
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

CONFIG_RULES = [rule for rule in RULES.values() if rule.family == "config"]
# Other files next to the example.
BESIDE = {
    "shadowed-config": {"typos.toml": ""},
    "nested-config": {"../typos.toml": ""},
    "nothing-checked": {"a.md": ""},
    "dead-include": {"src/a.md": "", "b.md": ""},
}


def rules_of(rule, text, folder):
    folder = folder / "in"
    write(folder, {**BESIDE.get(rule.name, {}), rule.file: text})
    settings, _ = Settings.read({"rules": {rule.name: rule.severity.value}})
    document = Document.from_text(uri_of(folder / rule.file), text)
    return {each.rule for each in Analysis(document, Workspace([Folder(folder, settings)])).diagnostics()}


@pytest.mark.parametrize("rule", CONFIG_RULES, ids=lambda rule: rule.name)
def test_the_bad_example_is_bad_and_the_good_one_good(rule, tmp_path):
    assert rule.name in rules_of(rule, rule.bad, tmp_path)
    assert rules_of(rule, rule.good, tmp_path) == set()
