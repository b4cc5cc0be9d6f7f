"""The blanks of a copied request: values that are not known, and masked secrets.

A blank is an ASCII name in braces, which survives every kind of quoting and becomes a variable in the copied format.
Before the name is a letter that says what may be put there.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count, islice
from keyword import iskeyword
from typing import Any, Final, NamedTuple

from waypost.core.preview import Preview
from waypost.core.types import Endpoint
from waypost.routes.sites.request import Request
from waypost.shown.secrets import MASK

# A text; any value, which in JSON is written as JSON; the same for what may be left out; and in JSON, by itself.
_TEXT, _ANY, _PERHAPS, _JSON = "wvoj"
# That of a whole pair, which may be left out, has what is before and after its value in hexadecimal digits.
_BLANK: Final = re.compile(
    r"\{_(?P<kind>[wvoj])_(?:p(?P<before>[0-9a-f]*)_(?P<after>[0-9a-f]*)_p_)?(?P<name>\w+?)_w_\}"
)
_QUOTED: Final = re.compile(r'"\{_[vo]_(?P<name>\w+?)_w_\}"')
_PERHAPS_PAIR: Final = re.compile(r"([^{}=]+=)?\{_o_(\w+?)_w_\}")
_STRING: Final = re.compile(r"(?<![bB])(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
_MASKED_PAIR: Final = re.compile(rf"(?<![\w.-])([\w.-]+)=(?={re.escape(MASK)})")


class NamingPreview(Preview):
    """Shows each unknown value as a blank with a name of its own."""

    def __init__(self, builder: Endpoint) -> None:
        super().__init__(builder)
        self._names: dict[str, str] = {}

    def unknown(self, text: str, _expression: str = "") -> str:
        return super().unknown(blank(self._named(text, _expression), _ANY))

    def unknown_text(self, text: str, expression: str = "") -> str:
        return super().unknown(blank(self._named(text, expression)))

    def perhaps(self, text: str, expression: str = "") -> str:
        return super().unknown(blank(self._named(text, expression), _PERHAPS))

    def unknown_address(self, text: str, _expression: str = "", *, end: str = "") -> str:
        return super().unknown_address(blank(self._named(text, _expression)), end=end)

    def _named(self, text: str, expression: str) -> str:
        """`user.id` and `team.id` are two values."""
        short = text.strip("{}?")
        expression = expression or short
        if expression not in self._names:
            name, taken = _variable(short), self._names.values()
            others = (_variable(f"{short}_{number}") for number in count(2))
            self._names[expression] = next(each for each in (name, *islice(others, len(taken))) if each not in taken)
        return self._names[expression]


def blank(name: str, kind: str = _TEXT) -> str:
    return f"{{_{kind}_{_variable(name)}_w_}}"


def _variable(name: str) -> str:
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or ("more" if "…" in name else "value")
    name = words if words[0].isalpha() else f"value_{words}"
    return f"{name}_value" if iskeyword(name) else name


def with_blanks(request: Request) -> Request:
    """The request with a blank for each masked secret."""
    shown = request.masked()
    return replace(
        shown,
        url=_in_text(shown.url, "SECRET"),
        headers={
            _in_text(name, "SECRET"): value.replace(MASK, blank(_secret(name))) for name, value in shown.headers.items()
        },
        body=_in_data(shown.body, "SECRET"),
    )


def _secret(name: str) -> str:
    return {"authorization": "TOKEN", "cookie": "COOKIE"}.get(name.lower(), name.upper())


def _in_text(text: str, name: str) -> str:
    named = _MASKED_PAIR.sub(lambda found: found[0] + "\0" + found[1], text)
    named = re.sub(rf"\0([\w.-]+){re.escape(MASK)}", lambda found: blank(found[1].upper()), named)
    return named.replace(MASK, blank(name))


def _in_data(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {_in_data(key, name): _in_data(item, str(key).upper()) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_in_data(item, name) for item in value]
    return _in_text(value, name) if isinstance(value, str) else value


def without_more(request: Request) -> tuple[Request, list[str]]:
    """The request without what stands for further headers and members of its body, and where there may be some."""
    headers = {name: value for name, value in request.headers.items() if value or not _BLANK.fullmatch(name)}
    body = _without_more(request.body)
    more = ["headers"] if len(headers) < len(request.headers) else []
    more += ["body"] if body != request.body else []
    return replace(request, headers=headers, body=body), more


def _without_more(value: Any) -> Any:
    if isinstance(value, dict):
        kept = ((key, item) for key, item in value.items() if item is not None or not _BLANK.fullmatch(str(key)))
        return {key: _without_more(item) for key, item in kept}
    return [_without_more(item) for item in value] if isinstance(value, list) else value


# What may be left out ------------------------------------------------------------------------------------------------


def with_pairs_left_out(request: Request) -> Request:
    """The request, without the sign of a pair in its query or form where the pair itself is left out."""
    before, sign, query = request.url.partition("?")
    url = before + _pairs(query, "?") if sign else before
    is_form = request.kind == "form" and isinstance(request.body, str)
    return replace(request, url=url, body=_pairs(request.body, "") if is_form else request.body)


def _pairs(query: str, sign: str) -> str:
    pairs = query.split("&")
    perhaps = [_PERHAPS_PAIR.fullmatch(pair) for pair in pairs]
    first = next((index for index, found in enumerate(perhaps) if found is None), len(pairs))
    if first == len(pairs) == 1:
        return _left_out_pair(perhaps[0], sign, "") if perhaps[0] is not None else ""
    made = [sign]
    for index, (pair, found) in enumerate(zip(pairs, perhaps, strict=True)):
        is_before = index < first < len(pairs)
        before = "" if index == 0 or index <= first < len(pairs) else "&"
        made.append(f"{before}{pair}" if found is None else _left_out_pair(found, before, "&" if is_before else ""))
    return "".join(made)


def _left_out_pair(pair: re.Match[str], before: str, after: str) -> str:
    """A blank for a pair, with what is around its value."""
    start = f"{before}{pair[1] or ''}".encode().hex()
    return f"{{_{_PERHAPS}_p{start}_{after.encode().hex()}_p_{pair[2]}_w_}}"


class _FilledBlank(NamedTuple):
    """A variable; of a pair that may be left out, also what is before and after it."""

    name: str
    before: str = ""
    after: str = ""

    @classmethod
    def read(cls, found: re.Match[str]) -> "_FilledBlank":
        before, after = (bytes.fromhex(found[each] or "").decode() for each in ("before", "after"))
        return cls(found["name"], before, after)

    @property
    def is_pair(self) -> bool:
        return bool(self.before or self.after)


# How formats write them ----------------------------------------------------------------------------------------------


class Remarks(NamedTuple):
    """What is said of a copy besides its blanks: known values that may be left out, and where more may be sent."""

    left_out: Sequence[str] = ()
    more: Sequence[str] = ()


def for_shell(text: str, remarks: Remarks) -> str:
    """`"$name"` between the single quotes of its word, and lines that say which names to set."""
    return _notes(text, remarks) + _BLANK.sub(_in_shell, text)


def _in_shell(found: re.Match[str]) -> str:
    name, before, after = blank = _FilledBlank.read(found)
    if not blank.is_pair:
        return f"'\"${name}\"'"
    start = re.sub(r"[\\$`\"]", r"\\\g<0>", before)
    return f"'\"${{{name}:+{start}${{{name}}}{after}}}\"'"


def for_http(text: str, remarks: Remarks) -> str:
    """Variables at the top, as REST Client, httpYac and JetBrains' HTTP client read them: none can leave out a pair."""
    variables = "".join(f"@{name} = \n" for name in _names(text))
    perhaps = (found["name"] for found in _BLANK.finditer(text) if found["kind"] == _PERHAPS)
    text = _further_notes(text, perhaps, remarks) + _BLANK.sub(
        lambda found: _http_value(_FilledBlank.read(found)), text
    )
    return f"{variables}\n### \n{text}" if variables else text


def _http_value(blank: _FilledBlank) -> str:
    return f"{blank.before}{{{{{blank.name}}}}}{blank.after}"


def for_python(text: str, remarks: Remarks) -> str:
    """f-strings."""
    return _notes(text, remarks) + _STRING.sub(_f_string, text)


def _f_string(found: re.Match[str]) -> str:
    quote, inner = found[0][0], found[0][1:-1]
    pieces: list[str] = []
    at, own = 0, ""
    for each in _BLANK.finditer(inner):
        blank = _FilledBlank.read(each)
        own += _doubled(inner[at : each.start()])
        at = each.end()
        if blank.is_pair:
            pair = f"{blank.before}{{{blank.name}}}{blank.after}"
            pieces += [_literal(own, quote), f"(f{pair!r} if {blank.name} else '')"]
            own = ""
        else:
            own += f"{{{blank.name}}}"
    if not at:
        return found[0]
    own += _doubled(inner[at:])
    return " + ".join([*pieces, _literal(own, quote)] if own else pieces)


def _literal(text: str, quote: str) -> str:
    return f"{'f' if '{' in text else ''}{quote}{text}{quote}"


def _doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _notes(text: str, remarks: Remarks) -> str:
    found = list(_BLANK.finditer(text))
    pairs = [each["name"] for each in found if _FilledBlank.read(each).is_pair]
    others = [each["name"] for each in found if each["kind"] == _PERHAPS and each["name"] not in pairs]
    names = _noted("Set first", _names(text)) + _noted("Left out if empty", pairs)
    return names + _further_notes(text, others, remarks)


def _further_notes(text: str, perhaps: Iterable[str], remarks: Remarks) -> str:
    in_json = [found["name"] for found in _BLANK.finditer(text) if found["kind"] == _JSON]
    return (
        _noted("As JSON, a text with its quotes", in_json)
        + _noted("May be left out", [*remarks.left_out, *perhaps])
        + _noted("More may be sent in", remarks.more)
    )


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(found["name"] for found in _BLANK.finditer(text)))


def _noted(what: str, names: Sequence[str]) -> str:
    return f"# {what}: {', '.join(dict.fromkeys(names))}\n" if names else ""


def in_json(text: str) -> str:
    """A text with JSON, in which a value that may be of any type has no quotes of its own.

    What is also sent elsewhere, where a text has none, has another name there.
    """
    elsewhere = set(_names(_QUOTED.sub("", text)))

    def written(found: re.Match[str]) -> str:
        name = found["name"]
        return blank(f"{name}_json" if name in elsewhere else name, _JSON)

    return _QUOTED.sub(written, text)


Writer = Callable[[str, Remarks], str]
