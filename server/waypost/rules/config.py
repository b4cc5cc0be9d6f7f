"""The rules of spell-checker configuration."""

from functools import partial

from waypost.results import Severity
from waypost.rules.model import Rule

_rule = partial(Rule, family="config", file="typos.toml")

_FAULTS = (
    _rule(
        name="syntax-error",
        severity=Severity.ERROR,
        summary="The document is not valid TOML or JSON.",
        explanation=(
            "The checker reads nothing of a configuration it cannot parse: it stops with exit code 78.\n\n"
            "Every fault is reported at its place, and the rest of the document is still understood."
        ),
        bad='[default]\nlocale = "en-gb\n',
        good='[default]\nlocale = "en-gb"\n',
    ),
    _rule(
        name="unknown-key",
        severity=Severity.ERROR,
        summary="A key that the checker does not know in this table.",
        explanation=(
            "The checker stops at a key it does not know; it names one of them and not where it stands. Many a "
            "key is only in the wrong table, or one that guides mention and that never existed, such as "
            "`extend-ignore-words`.\n\n"
            "The fix renames the key or moves it to the table it belongs to."
        ),
        bad='[default]\nextend-exclude = ["vendor/"]\n',
        good='[files]\nextend-exclude = ["vendor/"]\n',
    ),
    _rule(
        name="wrong-type",
        severity=Severity.ERROR,
        summary="A value of another type than its key takes.",
        explanation=(
            "A flag takes `true` or `false` without quotes, a list takes strings, and a table of words takes a "
            "string for each word. The checker stops at anything else."
        ),
        bad='[default]\ncheck-file = "false"\n',
        good="[default]\ncheck-file = false\n",
    ),
    _rule(
        name="unknown-locale",
        severity=Severity.ERROR,
        summary="A locale that is none of the five.",
        explanation="The locales are `en`, `en-us`, `en-gb`, `en-ca` and `en-au`, in lower case and with a hyphen.",
        bad='[default]\nlocale = "en_US"\n',
        good='[default]\nlocale = "en-us"\n',
    ),
    _rule(
        name="null-in-toml",
        severity=Severity.ERROR,
        summary="TOML has no null.",
        explanation="What is to stay unset is left out. In the JSON form of the configuration `null` means just that.",
        bad="[default]\nbinary = null\n",
        good="[default]\n",
    ),
    _rule(
        name="invalid-regex",
        severity=Severity.ERROR,
        summary="A regular expression that the checker's engine refuses.",
        explanation=(
            "Patterns are Rust's: there is no look-around and there are no back-references, and an escape that "
            "means nothing is an error. The offending part of the pattern is marked.\n\n"
            "In TOML, a pattern is best written in single quotes, where a backslash is a backslash."
        ),
        bad="[default]\nextend-ignore-re = ['(?!x)y']\n",
        good="[default]\nextend-ignore-re = ['[^x]y']\n",
    ),
    _rule(
        name="invalid-glob",
        severity=Severity.ERROR,
        summary="A glob that the checker's engine refuses.",
        explanation=(
            "A bracket or brace that is not closed, a range that runs backwards, a backslash at the end. A dump "
            "of the configuration lets such a glob pass, and the first real run stops at it."
        ),
        bad='[files]\nextend-exclude = ["*.{js,ts"]\n',
        good='[files]\nextend-exclude = ["*.{js,ts}"]\n',
    ),
    _rule(
        name="unknown-type",
        severity=Severity.ERROR,
        summary="A type that is neither built in nor given globs.",
        explanation=(
            "`[type.NAME]` changes how the files of a built-in type are checked; `waypost check` knows their "
            "names. Any other name makes a type of your own, which needs `extend-glob` to have files. The checker "
            "stops at one without."
        ),
        bad="[type.python]\ncheck-file = false\n",
        good="[type.py]\ncheck-file = false\n",
    ),
)

_WITHOUT_EFFECT = (
    _rule(
        name="dead-glob",
        severity=Severity.WARNING,
        summary="A glob that can match no file.",
        explanation=(
            "`extend-glob` sees the base name of a file alone, so a pattern with `/` never matches. "
            "`extend-exclude` is matched against paths below the folder the checker runs in, written without "
            "`./`: a pattern that starts with `./`, `../` or `~`, or that is an absolute path of the file system, "
            "never matches. One that starts with `#` is a comment."
        ),
        bad='[files]\nextend-exclude = ["./vendor/"]\n',
        good='[files]\nextend-exclude = ["vendor/"]\n',
    ),
    _rule(
        name="dead-word",
        severity=Severity.WARNING,
        summary="An entry that is never one word.",
        explanation=(
            "Text is cut into identifiers at everything that is no letter, digit or `_`, and identifiers into "
            "words at `_`, at digits and where the case changes. `FoV` is the words `Fo` and `V`, `OTPs` is `OT` "
            "and `Ps`: a key that spans several words, or holds characters that words never have, is looked up "
            "for nothing.\n\n"
            "A whole identifier belongs in `extend-identifiers`; text with a hyphen, dot or space in it can only "
            "be left out by a pattern in `extend-ignore-re`.\n\n"
            "A pattern of `extend-ignore-words-re` that asks for such a character, or for `_`, never matches "
            "either: it sees the word, and nothing around it."
        ),
        bad='[default.extend-words]\nFoV = "FoV"\n',
        good='[default.extend-identifiers]\nFoV = "FoV"\n',
    ),
    _rule(
        name="dead-identifier",
        severity=Severity.WARNING,
        summary="An entry that is never one identifier.",
        explanation=(
            "An identifier is an unbroken run of letters, digits and `_`. A key with a hyphen, dot, slash, "
            "apostrophe or space is looked up for nothing; such text can only be left out by a pattern in "
            "`extend-ignore-re`.\n\n"
            "So is a pattern of `extend-ignore-identifiers-re` that asks for such a character: it sees the "
            "identifier, and nothing around it."
        ),
        bad='[default.extend-identifiers]\nfoo-bar = "foo-bar"\n',
        good="[default]\nextend-ignore-re = ['foo-bar']\n",
    ),
    _rule(
        name="case-trap",
        severity=Severity.WARNING,
        summary="A correction in extend-words that differs from its word in case alone.",
        explanation=(
            "Words are looked up in any casing, but an entry declares its word right only where key and value are "
            'exactly equal. `jwt = "JWT"` therefore reports `jwt`, `Jwt` and `JWT` alike, and no spelling of it '
            'can satisfy the checker. `jwt = "jwt"` accepts every casing.'
        ),
        bad='[default.extend-words]\njwt = "JWT"\n',
        good='[default.extend-words]\njwt = "jwt"\n',
    ),
    _rule(
        name="duplicate-word",
        severity=Severity.WARNING,
        summary="A word that another entry already covers.",
        explanation=(
            "Keys of `extend-words` are looked up in any casing: of `nd` and `ND` one is idle, and where their "
            "values differ it is not said which. An identifier that is one plain word is idle too when "
            "`extend-words` accepts that word."
        ),
        bad='[default.extend-words]\nnd = "nd"\nND = "ND"\n',
        good='[default.extend-words]\nnd = "nd"\n',
    ),
    _rule(
        name="shadowed-config",
        severity=Severity.WARNING,
        summary="Another file in the same folder is read instead of this one.",
        explanation=(
            "The checker takes the first of `typos.toml`, `_typos.toml`, `.typos.toml`, `Cargo.toml` and "
            "`pyproject.toml` that holds a configuration, and nothing of the others: they are not merged. An "
            "empty `typos.toml` counts."
        ),
        bad='[tool.typos.default]\nlocale = "en-us"\n',
        good='[tool.other]\nlocale = "en-us"\n',
        file="pyproject.toml",
    ),
    _rule(
        name="misspelled-section",
        severity=Severity.WARNING,
        summary="A table that looks like the checker's and is not read by it.",
        explanation=(
            "In `pyproject.toml` the configuration sits in `[tool.typos]`, in `Cargo.toml` in "
            "`[workspace.metadata.typos]` or `[package.metadata.typos]`. Anything else is ignored without a word."
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
        summary="A pattern that silences far more than it seems to.",
        explanation=(
            "Patterns match anywhere: `te` in `extend-ignore-words-re` silences `teh` and every other word with "
            "these two letters, and a pattern that matches the empty text silences everything. Anchor it: `^te$`."
        ),
        bad="[default]\nextend-ignore-words-re = ['te']\n",
        good="[default]\nextend-ignore-words-re = ['^te$']\n",
    ),
    _rule(
        name="missing-multiline",
        severity=Severity.WARNING,
        summary="`^` or `$` in extend-ignore-re without `(?m)`.",
        explanation=(
            "`extend-ignore-re` is searched for in the whole file at once. Without `(?m)`, `^` is the start of "
            "the file and `$` its end, not those of a line."
        ),
        bad="[default]\nextend-ignore-re = ['^# noqa']\n",
        good="[default]\nextend-ignore-re = ['(?m)^# noqa']\n",
    ),
    _rule(
        name="swallowed-escape",
        severity=Severity.WARNING,
        summary="A `\\b` that the string takes for a backspace.",
        explanation=(
            "In a string with double quotes, `\\b` is a backspace, a character that no file holds, and not the "
            "edge of a word. The pattern is valid and never matches."
        ),
        bad='[default]\nextend-ignore-re = ["\\bteh\\b"]\n',
        good="[default]\nextend-ignore-re = ['\\bteh\\b']\n",
    ),
    _rule(
        name="glob-conflict",
        severity=Severity.WARNING,
        summary="One glob in two types.",
        explanation=(
            "A file has one type. Where two types of the configuration claim the same glob, the checker takes "
            "either, and not the same one in every run."
        ),
        bad='[type.one]\nextend-glob = ["*.foo"]\n\n[type.two]\nextend-glob = ["*.foo"]\n',
        good='[type.one]\nextend-glob = ["*.foo"]\n',
    ),
    _rule(
        name="lock-quirk",
        severity=Severity.INFORMATION,
        summary="Declaring this type turns its check on.",
        explanation=(
            "Lock files and certificates are not checked, not even with `check-file = true` in `[default]`. But "
            "once `[type.lock]` or `[type.cert]` stands in the configuration, however empty, that setting of "
            "`[default]` outranks the built-in one, and they are checked."
        ),
        bad='[default]\ncheck-file = true\n\n[type.lock]\nextend-glob = ["*.lck"]\n',
        good='[default]\ncheck-file = true\n\n[type.lock]\ncheck-file = false\nextend-glob = ["*.lck"]\n',
    ),
    _rule(
        name="bad-correction",
        severity=Severity.WARNING,
        summary="A correction that the checker itself reports.",
        explanation=(
            "Whoever applies the correction gets the next report. Asked of the installed checker; without one, "
            "the rule is silent."
        ),
        bad='[default.extend-words]\nfoo = "teh"\n',
        good='[default.extend-words]\nfoo = "the"\n',
    ),
)

_TIDINESS = (
    _rule(
        name="deprecated-key",
        severity=Severity.HINT,
        summary="A key that is read and has no effect.",
        explanation=(
            "`ignore-hex` and `identifier-leading-digits` are still accepted, and nothing looks at them any more."
        ),
        bad="[default]\nignore-hex = true\n",
        good="[default]\n",
    ),
    _rule(
        name="redundant-exclude",
        severity=Severity.HINT,
        summary="A setting that changes nothing.",
        explanation=(
            "Lock files and the configuration itself are never checked, so excluding them does nothing; nor does "
            "a glob that the type has built in, or a default restated."
        ),
        bad='[files]\nextend-exclude = ["Cargo.lock"]\n',
        good="[files]\nextend-exclude = []\n",
    ),
    _rule(
        name="needless-entry",
        severity=Severity.INFORMATION,
        summary="A word declared right that the checker never reports.",
        explanation=(
            'An entry like `url = "url"` does nothing when the dictionary has no objection to the word. It may '
            "have had one in another release, which is why the rule is off unless asked for. Asked of the "
            "installed checker; without one, the rule is silent."
        ),
        bad='[default.extend-words]\nurl = "url"\n',
        good='[default.extend-words]\nteh = "teh"\n',
        opt_in=True,
    ),
    _rule(
        name="unused-entry",
        severity=Severity.INFORMATION,
        summary="An entry that nothing in the workspace needs.",
        explanation=(
            "An exclude that matches no file; a word, identifier or pattern that occurs in no checked file. "
            "Searches the whole workspace, and is off unless asked for."
        ),
        bad='[files]\nextend-exclude = ["gone/"]\n',
        good="[files]\nextend-exclude = []\n",
        opt_in=True,
    ),
)

CONFIG_RULES: tuple[Rule, ...] = (*_FAULTS, *_WITHOUT_EFFECT, *_SURPRISES, *_TIDINESS)
