"""The rules of spell-checker configuration."""

from functools import partial

from waypost.results import Severity
from waypost.rules.model import Rule

_rule = partial(Rule, family="config", file="typos.toml")
_refusal = partial(_rule, severity=Severity.ERROR, is_refusal=True)

_FAULTS = (
    _refusal(
        name="syntax-error",
        summary="The document is not valid TOML or JSON.",
        explanation=(
            "typos stops with exit code 78 at a configuration that it cannot parse.\n\n"
            "Every error is reported where it is, and the rest of the document is still checked."
        ),
        bad='[default]\nlocale = "en-gb\n',
        good='[default]\nlocale = "en-gb"\n',
    ),
    _refusal(
        name="unknown-key",
        summary="A key that typos does not know in this table.",
        explanation=(
            "typos stops at the first key that it does not know, and names it without a line. Many such keys are just "
            "in the wrong table. Others appear in guides but never existed, such as `extend-ignore-words`.\n\n"
            "The fix renames the key or moves it to the table it belongs to."
        ),
        bad='[default]\nextend-exclude = ["vendor/"]\n',
        good='[files]\nextend-exclude = ["vendor/"]\n',
    ),
    _refusal(
        name="wrong-type",
        summary="A value of the wrong type for its key.",
        explanation=(
            "A flag must be `true` or `false` without quotes, a list must contain strings, and a table of words must "
            "have a string for each word. typos stops at anything else."
        ),
        bad='[default]\ncheck-file = "false"\n',
        good="[default]\ncheck-file = false\n",
    ),
    _refusal(
        name="unknown-locale",
        summary="Not a supported locale.",
        explanation="The locales are `en`, `en-us`, `en-gb`, `en-ca` and `en-au`, in lower case and with a hyphen.",
        bad='[default]\nlocale = "en_US"\n',
        good='[default]\nlocale = "en-us"\n',
    ),
    _refusal(
        name="null-in-toml",
        summary="TOML has no null.",
        explanation=(
            "To leave a key unset in TOML, omit it. In the JSON form of the configuration, `null` means unset."
        ),
        bad="[default]\nbinary = null\n",
        good="[default]\n",
    ),
    _refusal(
        name="invalid-regex",
        summary="A regular expression that typos rejects.",
        explanation=(
            "typos uses Rust's regular expressions: they have no look-around and no back-references, and an "
            "unknown escape is an error. The diagnostic marks the invalid part of the pattern.\n\n"
            "In TOML, write patterns in single quotes, where a backslash is a backslash."
        ),
        bad="[default]\nextend-ignore-re = ['(?!x)y']\n",
        good="[default]\nextend-ignore-re = ['[^x]y']\n",
    ),
    _refusal(
        name="invalid-glob",
        summary="A glob that typos rejects.",
        explanation=(
            "An unclosed bracket or brace, a range that runs backwards, or a backslash at the end. `typos "
            "--dump-config` accepts such a glob, but the first real run stops at it."
        ),
        bad='[files]\nextend-exclude = ["*.{js,ts"]\n',
        good='[files]\nextend-exclude = ["*.{js,ts}"]\n',
    ),
    _refusal(
        name="unknown-type",
        summary="A type that is not built in and has no globs.",
        explanation=(
            "`[type.NAME]` changes how files of a built-in type are checked; `typos --type-list` lists their "
            "names. Any other name makes a new type, which needs `extend-glob` to have files. typos stops at a new "
            "type without globs."
        ),
        bad="[type.python]\ncheck-file = false\n",
        good="[type.py]\ncheck-file = false\n",
    ),
)

_WITHOUT_EFFECT = (
    _rule(
        name="nothing-checked",
        severity=Severity.ERROR,
        summary="The excludes leave no file to check.",
        explanation=(
            "typos checks no file and succeeds: the patterns of `extend-exclude` leave out every file that there is. "
            "Usually one that was to bring some back does not, see `dead-include`."
        ),
        bad='[files]\nextend-exclude = ["*"]\n',
        good='[files]\nextend-exclude = ["*.min.js"]\n',
    ),
    _rule(
        name="dead-include",
        severity=Severity.ERROR,
        summary="A pattern that brings back nothing: a folder around it is excluded, or a later pattern.",
        explanation=(
            "As in a `.gitignore`, typos does not go into a folder that is excluded, so nothing in it can be brought "
            'back: in `["src/", "!src/a.md"]` the second pattern does nothing, and in `["*", "!src/a.md"]` the first '
            "one excludes the folder, too. Exclude what is in the folder (`src/*`), or bring the folder back before "
            "(`!src/`). Nor does a pattern bring back what a later one excludes again: the last one counts.\n\n"
            "The patterns are tried on the files that there are."
        ),
        bad='[files]\nextend-exclude = ["src/", "!src/a.md"]\n',
        good='[files]\nextend-exclude = ["src/*", "!src/a.md"]\n',
    ),
    _rule(
        name="dead-glob",
        severity=Severity.WARNING,
        summary="A glob that matches no file.",
        explanation=(
            "`extend-glob` sees only the name of a file, so a pattern with `/` never matches. `extend-exclude` "
            "is matched against paths below the folder that typos runs in, written without `./`: a pattern that "
            "starts with `./`, `../` or `~`, or is an absolute path, never matches. A pattern that starts with "
            "`#` is a comment, and `!x` has no effect unless something before it excludes `x`. A blank at the start is "
            "part of the name, as is a `[` that nothing closes.\n\n"
            "A glob that matches none of the files that there are may well match one some day. It is reported if "
            "another reading of it matches some: as a regular expression (`^docs/.*`), as a list (`docs/, vendor/`), "
            "without quotes or a variable (`$PWD/docs/`), with a `[slug]` that is meant as such, without a character "
            "that cannot be seen, in another case, or "
            "one letter off. So is a glob of a type whose files all belong to a type with a more specific glob: "
            "`test_*` has no `test_a.py`, for `*.py` says more.\n\n"
            "In Waypost's own settings, `./x` is `x`. A glob that is empty, that leads out of the folder of the "
            "settings, or that starts with `!` or `~` never matches."
        ),
        bad='[files]\nextend-exclude = ["./vendor/"]\n',
        good='[files]\nextend-exclude = ["vendor/"]\n',
    ),
    _rule(
        name="dead-word",
        severity=Severity.WARNING,
        summary="An entry that never matches a word.",
        explanation=(
            "typos splits text into identifiers at everything that is not a letter, digit or `_`, and "
            "identifiers into words at `_`, at digits and where the case changes. A key with a character that no "
            "word has never matches: `foo_bar`, `sha2`, `OME-TIFF`.\n\n"
            "For a whole identifier, use `extend-identifiers`. To ignore text with a hyphen, dot or space in it, use "
            "a pattern in `extend-ignore-re`.\n\n"
            "A pattern in `extend-ignore-words-re` that requires such a character never matches either: it sees "
            "only the word, not the text around it. Nor does one that requires upper case behind lower case, as "
            "`getTeh`: that is two words."
        ),
        bad='[default.extend-words]\nsha2 = "sha2"\n',
        good='[default.extend-identifiers]\nsha2 = "sha2"\n',
    ),
    _rule(
        name="dead-identifier",
        severity=Severity.WARNING,
        summary="An entry that never matches an identifier.",
        explanation=(
            "An identifier is an unbroken run of letters, digits and `_`. A key with a hyphen, dot, slash, "
            "apostrophe or space never matches; to ignore such text, use a pattern in `extend-ignore-re`. Numbers, "
            "hashes and `_` alone never match either, because typos does not check them.\n\n"
            "Nor does a pattern in `extend-ignore-identifiers-re` that requires such a character: it sees only the "
            "identifier, not the text around it."
        ),
        bad='[default.extend-identifiers]\nfoo-bar = "foo-bar"\n',
        good="[default]\nextend-ignore-re = ['foo-bar']\n",
    ),
    _rule(
        name="split-word",
        severity=Severity.WARNING,
        summary="An entry that does not cover its own spelling.",
        explanation=(
            "typos splits identifiers into words where the case changes: `FoV` is `Fo` and `V`. An entry `FoV` in "
            "`extend-words` covers the words fov, Fov and FOV, because case is ignored there, but never the text `FoV` "
            "itself. For that, use `extend-identifiers`. It is an information where something else covers the text."
        ),
        bad='[default.extend-words]\nFoV = "FoV"\n',
        good='[default.extend-identifiers]\nFoV = "FoV"\n',
    ),
    _rule(
        name="case-trap",
        severity=Severity.WARNING,
        summary="A correction that differs from its word only in case.",
        explanation=(
            "typos ignores case when it looks up a word, but accepts the word only if key and value are exactly "
            'equal. `jwt = "JWT"` therefore reports `jwt`, `Jwt` and `JWT`, and no spelling of it passes. '
            '`jwt = "jwt"` accepts every casing.\n\n'
            '`github = "GitHub"` works as intended: typos reads `GitHub` as two words, which this entry does not '
            "cover."
        ),
        bad='[default.extend-words]\njwt = "JWT"\n',
        good='[default.extend-words]\njwt = "jwt"\n',
    ),
    _rule(
        name="duplicate-word",
        severity=Severity.WARNING,
        summary="A word that another entry already covers.",
        explanation=(
            "typos ignores case when it looks up a word, so one of `nd` and `ND` has no effect; if their values "
            "differ, typos uses either. An identifier that is a single word has no effect if `extend-words` accepts "
            "that word, nor does an entry of a type that repeats one in `default`."
        ),
        bad='[default.extend-words]\nnd = "nd"\nND = "ND"\n',
        good='[default.extend-words]\nnd = "nd"\n',
    ),
    _rule(
        name="shadowed-config",
        severity=Severity.WARNING,
        summary="A configuration that typos does not read.",
        explanation=(
            "typos takes the first of `typos.toml`, `_typos.toml`, `.typos.toml`, `Cargo.toml` and "
            "`pyproject.toml` that contains a configuration and ignores the others: they are not merged. An empty "
            "`typos.toml` counts. If an earlier file is not valid TOML, typos stops. It never reads JSON."
        ),
        bad='[tool.typos.default]\nlocale = "en-us"\n',
        good='[tool.other]\nlocale = "en-us"\n',
        file="pyproject.toml",
    ),
    _rule(
        name="nested-config",
        severity=Severity.WARNING,
        summary="A configuration that typos does not read at the root.",
        explanation=(
            "`typos .` reads one configuration: the first on the way up from the folder that it is started in. It "
            "never looks below. Only a run that is given the folder or files of this configuration reads it, as `typos "
            "sub`, or a hook of pre-commit, which passes the names of files.\n\n"
            "If you run typos in this folder, name it in the setting `run-at`. A file that says just what the "
            "configuration at the root says is worth an information only."
        ),
        bad='[default]\nlocale = "en-us"\n',
        good="",
    ),
    _rule(
        name="misspelled-section",
        severity=Severity.WARNING,
        summary="A table that looks like the configuration and is not read.",
        explanation=(
            "In `pyproject.toml` the configuration is in `[tool.typos]`, in `Cargo.toml` in "
            "`[workspace.metadata.typos]` or `[package.metadata.typos]`. typos silently ignores every other table."
        ),
        bad='[tool.typo.default]\nlocale = "en-us"\n',
        good='[tool.typos.default]\nlocale = "en-us"\n',
        file="pyproject.toml",
    ),
)

_SURPRISES = (
    _rule(
        name="broad-ignore",
        severity=Severity.WARNING,
        summary="A pattern that ignores far more than it seems to.",
        explanation=(
            "Patterns match anywhere: `te` in `extend-ignore-words-re` ignores `teh` and every other word that "
            "contains it, and a pattern that matches the empty string ignores everything. Anchor it: `^te$`."
        ),
        bad="[default]\nextend-ignore-words-re = ['te']\n",
        good="[default]\nextend-ignore-words-re = ['^te$']\n",
    ),
    _rule(
        name="missing-multiline",
        severity=Severity.WARNING,
        summary="`^` or `$` in extend-ignore-re without `(?m)`, or `.` between lines without `(?s)`.",
        explanation=(
            "`extend-ignore-re` is searched for in the whole file at once. Without `(?m)`, `^` matches only at the "
            "start of the file and `$` only at its end. `(?Rm)` also handles lines that end with CR LF.\n\n"
            "Nor does `.` match the end of a line: `spellchecker:off.*spellchecker:on` is about one line, and with "
            "`(?s)` at its start about all lines between the two."
        ),
        bad="[default]\nextend-ignore-re = ['^# noqa']\n",
        good="[default]\nextend-ignore-re = ['(?Rm)^# noqa']\n",
    ),
    _rule(
        name="dead-pattern",
        severity=Severity.WARNING,
        summary="A pattern that matches no text.",
        explanation=(
            "A pattern in `extend-ignore-re` ignores what is in its matches. One that is empty, or that only looks at "
            "places, such as `\\b`, has matches without any text: it ignores nothing, as does one whose matches have "
            "no letter, digit or `_`, such as `\\s+`. Others never match: nothing "
            "comes after `$` or before `^`, and no boundary of a word is between two letters. A dollar sign is written "
            "`\\$`."
        ),
        bad='[default]\nextend-ignore-re = [""]\n',
        good="[default]\nextend-ignore-re = []\n",
    ),
    _rule(
        name="swallowed-escape",
        severity=Severity.WARNING,
        summary="An escape that means something else where it is written.",
        explanation=(
            "In a string with double quotes, `\\b` is a backspace, not a word boundary. The pattern is valid but "
            "never matches, because no file contains that character.\n\n"
            "In single quotes, a backslash is a backslash: `'\\\\bteh\\\\b'` looks for the text `\\bteh\\b`, and "
            "hardly ever finds it. Nor does `/teh/i` mean what it does in JavaScript, and `[:word:]` is one of these "
            "characters: the class is written `[[:word:]]`. `[teh|fo]` is one of these characters, and a choice "
            "`(?:teh|fo)`; `c++` is any number of `c`."
        ),
        bad='[default]\nextend-ignore-re = ["\\bteh\\b"]\n',
        good="[default]\nextend-ignore-re = ['\\bteh\\b']\n",
    ),
    _rule(
        name="glob-conflict",
        severity=Severity.WARNING,
        summary="One glob in two types.",
        explanation=(
            "A file has one type. If two types in the configuration claim the same glob, typos uses one of them, "
            "and not the same one in every run."
        ),
        bad='[type.a]\nunicode = false\nextend-glob = ["*.x"]\n\n[type.b]\nbinary = true\nextend-glob = ["*.x"]\n',
        good='[type.a]\nunicode = false\nextend-glob = ["*.x"]\n',
    ),
    _rule(
        name="lock-quirk",
        severity=Severity.INFORMATION,
        summary="Declaring this type makes typos check its files.",
        explanation=(
            "typos does not check lock files and certificates, not even with `check-file = true` in `[default]`. "
            "But once `[type.lock]` or `[type.cert]` is in the configuration, even empty, that setting in "
            "`[default]` applies to them, and they are checked."
        ),
        bad='[default]\ncheck-file = true\n\n[type.lock]\nextend-glob = ["*.lck"]\n',
        good='[default]\ncheck-file = true\n\n[type.lock]\ncheck-file = false\nextend-glob = ["*.lck"]\n',
    ),
    _rule(
        name="bad-correction",
        severity=Severity.WARNING,
        summary="A correction that typos itself reports.",
        explanation=(
            "The correction is itself reported as a typo, because of another entry or of the dictionary in the "
            "installed typos. If typos is not installed, only the configuration is checked."
        ),
        bad='[default.extend-words]\nfoo = "teh"\n',
        good='[default.extend-words]\nfoo = "the"\n',
    ),
)

_TIDINESS = (
    _rule(
        name="deprecated-key",
        severity=Severity.HINT,
        summary="A key that has no effect.",
        explanation="typos still accepts `ignore-hex` and `identifier-leading-digits`, but ignores them.",
        bad="[default]\nignore-hex = true\n",
        good="[default]\n",
    ),
    _rule(
        name="redundant-exclude",
        severity=Severity.HINT,
        summary="A setting that changes nothing.",
        explanation=(
            "typos never checks lock files or its own configuration, and skips hidden files and what a `.gitignore` "
            "has, so excluding them has no effect. Nor has what another exclude covers, a glob that is built into the "
            "type, a pattern that the list already has, a key that is set to its default or to what holds anyway, a "
            "type of globs without settings, or a setting of files that `check-file = false` leaves out. Where a hook "
            "passes the names of files to typos, excluding hidden ones has an effect, and nothing is said."
        ),
        bad='[files]\nextend-exclude = ["Cargo.lock"]\n',
        good="[files]\nextend-exclude = []\n",
    ),
    _rule(
        name="needless-entry",
        severity=Severity.INFORMATION,
        summary="An entry that says what typos does anyway.",
        explanation=(
            'An entry such as `code = "code"` has no effect if the dictionary does not report the word, nor has '
            '`teh = "the"`, which it corrects to this anyway, or a pattern for a text that it accepts. Another release '
            "of typos may report it, so the rule is off by default. It asks the installed typos; if there is none, "
            "nothing is reported."
        ),
        bad='[default.extend-words]\ncode = "code"\n',
        good='[default.extend-words]\nteh = "teh"\n',
        opt_in=True,
    ),
    _rule(
        name="unused-entry",
        severity=Severity.INFORMATION,
        summary="An entry that nothing in the workspace needs.",
        explanation=(
            "An exclude that matches no file, or a pattern, an allowed word or an allowed identifier that occurs in "
            "no checked file. This searches the whole workspace, so it is off by default."
        ),
        bad='[files]\nextend-exclude = ["gone/"]\n',
        good="[files]\nextend-exclude = []\n",
        opt_in=True,
    ),
)

CONFIG_RULES: tuple[Rule, ...] = (*_FAULTS, *_WITHOUT_EFFECT, *_SURPRISES, *_TIDINESS)
