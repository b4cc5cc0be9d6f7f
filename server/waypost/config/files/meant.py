"""What a glob that matches no file was meant to be: other ways to read it, tried on the files that there are.

`src/(gen|lib)/` is a folder of Next.js or a regular expression: the files decide. Where no reading matches a file
either, nothing is claimed, since a folder such as `dist/` may come to be.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from waypost.config.model.facts import facts
from waypost.config.model.schema import Format
from waypost.config.typos.filetype import matches_name
from waypost.config.typos.globs import Excludes, glob_error
from waypost.config.typos.regex import finds, regex_error

_WILD: Final = frozenset("*?[{")
_ANY: Final = "*"
# What is written around a glob and becomes part of it.
_AROUND: Final = (
    ("the quotes are part of it", re.compile(r"'(.+)'|\"(.+)\"|`(.+)`|\u201c(.+)\u201d|\u2018(.+)\u2019")),
    ("`[…]` is one of the characters in it", re.compile(r"\[([^\[\]]+)\]")),
    (
        "what is before the path is part of it",
        re.compile(r"(?:-+(?:\w+[= ])?|(?:glob|path|file|re|regexp?|ex\w+)[=:]|:[!^]|\$?\{\{.*\}\}/?)(.+)"),
    ),
    ("typos knows no variables", re.compile(r"(?:\$\w+|\$\{\w+\}|\$\([^()]+\)|%\w+%)[/\\](.+)")),
    ("typos excludes files, not lines", re.compile(r"(.+?)(?::\d+){1,2}")),
)
_SEPARATOR: Final = re.compile(r"\s*[,;|:]\s*|\s+")
# Where absolute paths start.
_FROM_ROOT: Final = re.compile(r"/(?:tmp|var|usr|opt|root|mnt|srv|private|workspaces?|builds|github)/.+/?")
# What has no width on a screen.
_INVISIBLE: Final = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
_BLANKS: Final = re.compile(r"\{[^{},\s]+(?:\s+[^{},\s]+)+\}")
_RANGE: Final = re.compile(r"\{(\d{1,3})\.\.(\d{1,3})\}")
_NESTED: Final = re.compile(r"[{(\[][^})\]]*[})\]]")
# What is common in regular expressions and rare in globs.
_REGEX: Final = re.compile(r"\A\^|\$\Z|\\[.dw/]|\.[*+]|[)\]][*+]|\([^)]*\||\(\?[:=!<]")
# What no glob has that anybody means as one.
_SURELY_REGEX: Final = re.compile(r"\(\?[:=!<]|\\\.|\.\*\\|\.\+\\|\A\^.*(?:\.\*|\$\Z)|(?<![\w*?\]])\.\*/|/\.\*\$?\Z")
_EXTENDED: Final = re.compile(r"[@+?*]\(([^()]+)\)")
_AS_GLOB: Final = (
    (re.compile(r"\A\^|\$\Z"), ""),
    (re.compile(r"\(\?:|[@+]?\("), "{"),
    (re.compile(r"\)[?*+]?"), "}"),
    (re.compile(r"\|"), ","),
    (re.compile(r"(?:\A|(?<=/))\.\*(?=/)"), "**"),
    (re.compile(r"(?<!\\)\.[*+]"), "*"),
    (re.compile(r"\\[dw]\+?"), "*"),
    (re.compile(r"\\(.)"), r"\1"),
)
# A name that is similar is taken to be meant only if it is long: `dist/` is not `list/`.
_LONG: Final = 8
_LONG_SUFFIX: Final = 3
_MOST_NUMBERS: Final = 20
_NEAR: Final = 0.88


class Meant(NamedTuple):
    """Why a glob matches nothing, and what to write instead; nothing if that is not known."""

    why: str
    better: Sequence[str] = ()


class Tried:
    """The files that globs are tried on: paths for excludes, names for the globs of types."""

    def __init__(self, paths: Iterable[str], kind: Format) -> None:
        every = tuple(paths)
        self.kind = kind
        self.folders = tuple(sorted({each for path in every for each in _folders_of(path)}))
        names = dict.fromkeys(path.rpartition("/")[2] for path in every)
        self.paths = every if kind is Format.EXCLUDE_GLOB else tuple(names)

    def matches(self, glob: str) -> bool:
        return next(self.matched(glob), None) is not None

    def matched(self, glob: str) -> Iterator[str]:
        if not glob.strip() or glob_error(glob, self.kind) is not None:
            return
        if self.kind is Format.TYPE_GLOB:
            yield from (each for each in self.paths if matches_name(glob, each))
            return
        excludes = Excludes((glob,))
        yield from (each for each in self.paths if excludes.excluding(each))


def meant(glob: str, tried: Tried, root_name: str = "") -> Meant | None:
    """What a valid glob that matches none of the files was meant to be; None if it may well match some one day."""
    for why, pattern in _AROUND:
        found = pattern.fullmatch(glob)
        inner = found[found.lastindex or 0] if found else ""
        if inner and tried.matches(inner):
            return Meant(why, [inner])
        if inner and (below := meant(inner, tried, root_name)):  # `$HOME/project/docs/`
            return Meant(why, below.better)
    for why, ways in _readings(glob, tried, root_name):
        if any(map(tried.matches, ways)):
            return Meant(why, [each for each in ways if each != _ANY])
    if (as_regex := _as_regex(glob, tried)) is not None:
        return as_regex
    return _similar(glob, tried)


def _readings(glob: str, tried: Tried, root_name: str) -> Iterator[tuple[str, Sequence[str]]]:
    yield from _of_types(glob, tried) if tried.kind is Format.TYPE_GLOB else _of_paths(glob, root_name)
    if "[" in glob:
        yield "`[…]` is one of the characters in it", [glob.replace("[", "[[]")]
    if _EXTENDED.search(glob):
        choice = _EXTENDED.sub(lambda found: f"{{{found[1].replace('|', ',')}}}", glob)
        yield "a choice is written `{a,b}`", [choice]
    if glob.startswith("^") or glob.endswith("$"):
        yield "`^` and `$` are part of the name", [glob.removeprefix("^").removesuffix("$")]
    if _BLANKS.search(glob):
        yield "a choice is written `{a,b}`", [_BLANKS.sub(lambda found: ",".join(found[0].split()), glob)]
    if _INVISIBLE.search(glob):
        yield "it has a character that cannot be seen", [_INVISIBLE.sub("", glob)]
    if _RANGE.search(glob):
        yield "a choice is written `{a,b}`, and has no ranges", [_RANGE.sub(_every_number, glob)]
    if "%" in glob:
        yield "`*` stands for any text, and `%` for itself", [glob.replace("%", "*")]
    if (parts := _split(glob)) != [glob]:
        yield "each glob is an item of its own", parts
    bare = glob.lstrip("*.")
    if bare and not _WILD & set(bare) and "/" not in bare:
        yield "it has to match the whole name", [f"*.{bare}"]
    yield from _other_case(glob, tried)
    yield from _slips(glob, tried)


def _of_types(glob: str, tried: Tried) -> Iterator[tuple[str, Sequence[str]]]:
    if any(matches_name(glob, each.rpartition("/")[2]) for each in tried.folders):
        yield "it sees only names of files, and this is a folder", [_ANY]
    if glob.startswith("!"):
        yield "`!` is part of the name", [glob[1:]]
    if glob.isidentifier():
        yield "it has to match the whole name", [f"{glob}.*"]
    if "\\" in glob:
        yield "it sees only names of files, and `\\` takes the next sign for itself", [glob.rpartition("\\")[2]]


def _of_paths(glob: str, root_name: str) -> Iterator[tuple[str, Sequence[str]]]:
    if glob.endswith("/"):
        yield "with `/` at the end, it matches only folders", [glob.rstrip("/")]
    if _FROM_ROOT.fullmatch(glob):
        yield "paths start at the folder typos runs in, not at the root", [_ANY]
    below = glob.lstrip("/")
    if root_name and below.startswith(f"{root_name}/"):
        yield f"paths start in `{root_name}`, not above it", [below.removeprefix(f"{root_name}/")]


def _every_number(found: re.Match[str]) -> str:
    numbers = range(int(found[1]), int(found[2]) + 1)
    return f"{{{','.join(map(str, numbers))}}}" if 0 < len(numbers) <= _MOST_NUMBERS else found[0]


def _split(glob: str) -> Sequence[str]:
    """At separators that are not in brackets, and without quotes of their own."""
    kept = _NESTED.sub(lambda nested: "x" * len(nested[0]), glob)
    places = [found.span() for found in _SEPARATOR.finditer(kept)]
    starts, ends = [0, *(end for _, end in places)], [*(start for start, _ in places), len(glob)]
    return [part for start, end in zip(starts, ends, strict=True) if (part := glob[start:end].strip("'\""))]


def _other_case(glob: str, tried: Tried) -> Iterator[tuple[str, Sequence[str]]]:
    why = "upper and lower case differ"
    if not _WILD & set(glob):
        plain = glob.strip("/").lower()
        whole = next((each for each in (*tried.folders, *tried.paths) if each.lower() == plain), None)
        ending = next((each for each in (*tried.folders, *tried.paths) if each.lower().endswith(f"/{plain}")), None)
        if whole or (ending and "/" not in plain):
            yield why, [(whole or str(ending)[-len(plain) :]) + ("/" if glob.endswith("/") else "")]
    for changed in (glob.lower(), glob.upper()):
        if changed != glob:
            yield why, [changed]


def _slips(glob: str, tried: Tried) -> Iterator[tuple[str, Sequence[str]]]:
    """A suffix with two letters in the wrong order, if no type has it; the name of a file that is a letter off."""
    stem, _, suffix = glob.rpartition(".")
    is_known = any(f"*.{suffix}" in globs for globs in facts().globs.values())
    if stem.endswith("*") and len(suffix) >= _LONG_SUFFIX and not is_known:
        swapped = sorted({each for path in tried.paths if _is_swapped(suffix, each := path.rpartition(".")[2])})
        yield f"no file ends in `.{suffix}`", [f"{stem}.{each}" for each in swapped[:1]]
    if tried.kind is Format.TYPE_GLOB and not _WILD & set(glob) and len(glob) >= _LONG:
        yield "there is none of this name", [each for each in tried.paths if _is_a_letter_off(glob, each)][:1]


def _is_swapped(text: str, other: str) -> bool:
    """Whether two neighbors are exchanged."""
    if sorted(text) != sorted(other):
        return False
    apart = [at for at, (one, two) in enumerate(zip(text, other, strict=True)) if one != two]
    return len(apart) == 2 and apart[1] - apart[0] == 1  # noqa: PLR2004 - two of them


def _is_a_letter_off(text: str, other: str) -> bool:
    """Whether a letter is missing, one too many, or exchanged with the next. Other digits make another name."""
    short, long = sorted((text, other), key=len)
    without = (long[:at] + long[at + 1 :] for at, sign in enumerate(long) if sign.isalpha())
    return _is_swapped(text, other) or (len(long) - len(short) == 1 and short in without)


def _as_regex(glob: str, tried: Tried) -> Meant | None:
    if not _REGEX.search(glob):
        return None
    why = "it is a glob, not a regular expression"
    found = {each for each in tried.paths if finds(glob, each)} if regex_error(glob) is None else set()
    if not found:
        return Meant(why) if _SURELY_REGEX.search(glob) else None
    better = glob
    for pattern, by in _AS_GLOB:
        better = pattern.sub(by, better)
    ways = (better, better.replace("/*", "/**/*"), f"{better}*", f"**/{better}", better.removesuffix("/*") + "/")
    return Meant(why, next(([each] for each in ways if set(tried.matched(each)) == found), ()))


def _similar(glob: str, tried: Tried) -> Meant | None:
    """A path that is one or two letters off."""
    plain = glob.strip("/")
    if _WILD & set(plain) or len(plain) < _LONG or tried.kind is Format.TYPE_GLOB:
        return None
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    known = tried.folders + tried.paths
    found = process.extractOne(plain, known, scorer=Indel.normalized_similarity, score_cutoff=_NEAR)
    if found is None or "/" not in plain or found[0].count("/") != plain.count("/"):
        return None
    return Meant("there is none of this name", [f"{found[0]}/" if glob.endswith("/") else found[0]])


def _folders_of(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
