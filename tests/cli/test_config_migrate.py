"""`waypost config migrate`: accepted words stay accepted, and settings without an equivalent are listed."""

import json
import os

import pytest
from click.testing import CliRunner

from tests.support.budget import is_in_proportion
from tests.support.typos import run_typos, write
from waypost.cli.group import waypost
from waypost.config.migrate.javascript import exported


def run(*arguments):
    return CliRunner().invoke(waypost, ["config", "migrate", *map(str, arguments)])


CODESPELL = {
    "setup.cfg": (
        "[codespell]\nignore-words-list = teh,FoV,\n    a-b, sha2\nskip = ./vendor/*,*.min.js\nignore-regex = "
        "https?://\\S+\n quiet-level = 3\nbuiltin = clear,rare\nignore-words = words.txt\ncheck-hidden =\n"
    ),
    "words.txt": "thsi\nRecieve\n",
}
CSPELL = {
    "cspell.json": """{
  // comments are fine
  "version": "0.2", "language": "en-GB",
  "words": ["teh", "FoV", "sha2"], "ignoreWords": ["a-b"], "flagWords": ["hte"],
  "ignorePaths": ["vendor/**", "*.min.js"],
  "ignoreRegExpList": ["/https?:\\\\/\\\\/\\\\S+/gi", "Email", "own"],
  "patterns": [{"name": "own", "pattern": "/(?!x)y/"}],
  "dictionaries": ["mine"], "dictionaryDefinitions": [{"name": "mine", "path": "words.txt"}],
  "overrides": [],
}
""",
    "words.txt": "# mine\nthsi\nRecieve # why\n!bsd\n",
}
YAML = "version: '0.2'\nwords:\n  - teh\n  - thsi\n  - recieve\nignorePaths: [vendor/**, '*.min.js']\n"
JAVASCRIPT = """/** @type {import("x").Settings} */
"use strict";
const { forbidden } = require('./forbidden');
module.exports = defineConfig({
  words: ["teh", 'thsi', 'recieve'], // and "no": more
  flagWords: forbidden,
  ignoreRegExpList: [/https?:\\/\\/[^\\s/]+/gi],
  "ignorePaths": [`vendor/**`, "*.min.js"],
});
"""
TEXT = {"t.txt": "teh Teh thsi recieve https://x/teh\n", "vendor/x.txt": "teh hte\n", "x.min.js": "hte\n"}


@pytest.mark.parametrize(
    "files",
    [
        CODESPELL,
        {".codespellrc": CODESPELL["setup.cfg"], "words.txt": CODESPELL["words.txt"]},
        {"pyproject.toml": "[tool.codespell]\nignore-words-list = ['teh', 'thsi,recieve']\nskip = 'vendor,*.min.js'\n"},
        CSPELL,
        {"cspell.config.yaml": YAML},
        {"cspell.config.js": JAVASCRIPT},
        {
            ".vscode/settings.json": '{"cSpell.words": ["teh", "thsi", "recieve"], '
            '"cSpell.ignorePaths": ["vendor", "*.min.js"]}'
        },
        {"package.json": '{"cspell": {"words": ["teh", "thsi", "recieve"], "ignorePaths": ["vendor/", "*.min.js"]}}'},
    ],
)
def test_what_was_accepted_is_accepted(files, tmp_path):
    write(tmp_path, {**files, **TEXT})
    done = run(tmp_path, "--write")
    assert done.exit_code == 0, done.output
    found = [line for line in run_typos(tmp_path, {}, "--sort").lines if line.startswith(("t.txt", "vendor", "x.min"))]
    assert found == []


def test_each_text_goes_where_typos_finds_it_and_the_rest_is_listed(tmp_path):
    write(tmp_path, CSPELL)
    done = run(tmp_path)
    assert done.stdout == (
        '[files]\nextend-exclude = ["vendor/**", "*.min.js"]\n\n[default]\nlocale = "en-gb"\n'
        "extend-ignore-re = [\"a-b\", '(?i)https?:\\/\\/\\S+']\n\n"
        '[default.extend-words]\nbsd = ""\nfov = "fov"\nhte = ""\nrecieve = "recieve"\nteh = "teh"\nthsi = "thsi"\n\n'
        '[default.extend-identifiers]\nFoV = "FoV"\nsha2 = "sha2"\n\n'
    )
    assert [line.partition(": ")[2][:20] for line in done.stderr.splitlines()] == [
        "the pattern `Email`,",
        "the pattern `(?!x)y`",
        "`overrides`",
    ]


@pytest.mark.parametrize(
    ("source", "exported_words"),
    [
        ("module.exports = { words: ['teh', \"it's\", `x`] }", ["teh", "it's", "x"]),
        ("export default {\n  words: ['a\\u0062\\x63', /* no */ 'd',],\n} satisfies Settings;\n", ["abc", "d"]),
        ("export default /** @type {Settings} */ ({ 'words': [ 'a', b, 'c', ], });", ["a", "c"]),
        ("module.exports = { words, ignoreWords: more.words, userWords: ['b'] };", None),
        ("module.exports = { words: undefined, ignoreWords: more.words, userWords: ['b'] };", ["b"]),
        ("module.exports = { words: ['// no', '/* no', 'it\\'s: {a: b,}'] };", ["// no", "/* no", "it's: {a: b,}"]),
        (
            "module.exports = { words: ['\\u{110000}', '\\u{10ffff}', '\\u{" + "9" * 40 + "}'] };",
            ["\\u{110000}", "\U0010ffff", "\\u{" + "9" * 40 + "}"],
        ),
        ("// module.exports = { words: ['no'] };\nmodule.exports = { words: ['a'] }; /* ", ["a"]),
        ("module.exports = { words: ['🚩', 'é'] };", ["🚩", "é"]),
        ("export default { words: [ 'a', 'b' + c, 'd' ] };", None),
        ("export default { words: [ 'a', ...more ] };", None),
        ("export default { words: load(), ignoreWords: ['a'] };", None),
        ("export default { words: [`a${b}`] };", None),
        ("export default { words() { return ['a'] } };", None),
        ("export default { words: ['a'", None),
        (f"module.exports = {{ words: ['a'], a: {'9' * 5000} }};", None),
        ("module.exports = {a: " + "[" * 100_000 + "]" * 100_000 + ", words: ['b']}", None),
    ],
)
def test_javascript_is_read_if_it_is_data(source, exported_words):
    found = exported(source)
    keys = ("words", "ignoreWords", "userWords") if found else ()
    read = [each for key in keys for each in _list(found.get(key))]
    assert (found and [each for each in read if isinstance(each, str)]) == exported_words


@pytest.mark.parametrize(
    "part", ["9", "/[", "/", "'", "`${", "`", "define", "{a:", "[", ", ", "export default ", "\\", "/*"]
)
def test_reading_javascript_takes_time_in_proportion(part):
    def reading(count):
        source = f"export default {{ words: [{part * count}"
        return lambda: exported(source)

    assert is_in_proportion(reading, 3_000, 30_000)


def _list(value):
    return value if isinstance(value, list) else []


@pytest.mark.parametrize(
    "source", ["module.exports = makeSettings();", "const a = { words: ['a'] };", "", "export default ["]
)
def test_a_program_that_exports_no_object_is_listed(source, tmp_path):
    write(tmp_path, {"cspell.config.mjs": source})
    assert run(tmp_path).stderr == "no equivalent in typos: cspell.config.mjs, a program that is not run\n"


def test_what_has_only_a_name_is_listed(tmp_path):
    write(tmp_path, {"cspell.config.js": "module.exports = { words: more, ignorePaths: ['a', ignored, ] };"})
    assert run(tmp_path).stderr == (
        "no equivalent in typos: what a program adds to `words`\n"
        "no equivalent in typos: what a program adds to `ignorePaths`\n"
    )


def test_a_pattern_of_codespell_is_about_a_line(tmp_path):
    write(tmp_path, {".codespellrc": '[codespell]\nignore-regex = ^sic:.*$\nskip = "*.min.js"\n'})
    write(tmp_path, {"t.txt": "fine\nsic: teh\n"})
    assert run(tmp_path, "--write").exit_code == 0
    assert run_typos(tmp_path, {"x.min.js": "hte\n"}).lines == []


def test_what_codespell_alone_knows_is_listed(tmp_path):
    write(tmp_path, CODESPELL)
    assert run(tmp_path).stderr == "no equivalent in typos: `builtin = clear,rare`\n"


def test_a_configuration_that_is_there_is_not_overwritten(tmp_path):
    write(tmp_path, {**CODESPELL, "typos.toml": ""})
    assert run(tmp_path, "--write").exit_code == 1
    assert run(tmp_path, "--from", "cspell").exit_code == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX'")
@pytest.mark.parametrize("name", ["setup.cfg", "cspell.json", "cspell.yaml", "cspell.config.js"])
def test_a_pipe_is_not_opened(name, tmp_path):
    os.mkfifo(tmp_path / name)
    assert run(tmp_path).exit_code != 0


@pytest.mark.parametrize("path", ["../secret.txt", "link.txt"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.cfg", "[codespell]\nignore-words = {}\n"),
        ("cspell.json", '{{"dictionaries": ["a"], "dictionaryDefinitions": [{{"name": "a", "path": "{}"}}]}}'),
    ],
)
def test_a_word_list_outside_the_checkout_is_not_read(name, text, path, tmp_path):
    (tmp_path / "secret.txt").write_text("hunter\n")
    folder = tmp_path / "checkout"
    (folder / ".git").mkdir(parents=True)
    (folder / "link.txt").symlink_to("../secret.txt")
    (folder / name).write_text(text.format(path))
    assert "which cannot be read" in run(folder).output
    assert not any("hunter" in file.read_text() for file in folder.glob("*typos.toml"))


def test_half_of_a_surrogate_pair_is_replaced(tmp_path):
    (tmp_path / "cspell.json").write_text('{"words": ["\\ud83d", "\\ud83d\\ude80"]}')
    assert "\ufffd" in run(tmp_path).output
    assert run(tmp_path, "--write").exit_code == 0
    assert "\U0001f680" in (tmp_path / "_typos.toml").read_text("utf-8")


def test_what_is_set_is_read_as_far_as_a_project_is_written(tmp_path):
    write(tmp_path, {"pyproject.toml": "[tool.codespell]\nskip = 'a'\n[tool.other]\nb = \n"})
    assert 'extend-exclude = ["a"]' in run(tmp_path).stdout


def test_lines_may_end_with_a_carriage_return(tmp_path):
    (tmp_path / "setup.cfg").write_bytes(b"[codespell]\rskip = a\rignore-words-list = teh\r")
    assert run(tmp_path).stdout == '[files]\nextend-exclude = ["a"]\n\n[default.extend-words]\nteh = "teh"\n\n'


@pytest.mark.parametrize("name", ["a\0b", "a" * 5_000])
def test_a_word_list_of_a_name_that_no_file_has_cannot_be_read(name, tmp_path):
    write(tmp_path, {"setup.cfg": f"[codespell]\nignore-words = {name}\nskip = x\n"})
    done = run(tmp_path)
    assert done.exit_code == 0
    assert "which cannot be read" in done.stderr


def test_languages_and_dictionaries_that_are_dropped_are_named(tmp_path):
    settings = {"language": "en-GB,fr, en", "dictionaries": ["python", "mine"], "words": ["teh"]}
    settings["dictionaryDefinitions"] = [{"name": "mine", "path": "./mine.txt"}]
    write(tmp_path, {"cspell.json": json.dumps(settings), "mine.txt": "foo\n"})
    done = run(tmp_path)
    assert 'locale = "en-gb"' in done.stdout
    assert done.stderr.splitlines() == [
        "no equivalent in typos: the language `fr`",
        "no equivalent in typos: the dictionary `python` of cspell",
    ]


def test_what_is_left_is_listed_as_one_printable_line_each(tmp_path):
    (tmp_path / "cspell.json").write_text('{"words": ["abc"], "a\\nb\\u001b[31m\\r": 3, "c": 4}')
    lines = run(tmp_path).stderr.split("\n")
    assert [line.isprintable() for line in lines] == [True, True, True]
    assert lines[1:] == ["no equivalent in typos: `c`", ""]
