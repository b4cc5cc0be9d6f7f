"""An HTTPie command that sends the request."""

from waypost.core.types import EndpointOptions
from waypost.render.body import shown_payload
from waypost.render.masking import masked
from waypost.render.shell import is_text, lines, printed

_OWN = ("accept", "user-agent")
# HTTPie sends input from a pipe in chunks.
LENGTH = "content-length"


def as_httpie(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """A command for a POSIX shell. The body is sent as it is: HTTPie would encode fields in its own way."""
    shown = options if show_secrets else masked(options)
    sent, body = shown_payload(shown)
    piped = body is not None and not (body and is_text(body))
    headers = [[_header(name, value)] for name, value in sent.items() if not (piped and name == LENGTH)]
    own = _OWN if body is None else (*_OWN, "content-type")
    headers += [[f"{name}:"] for name in own if name not in sent]
    words = [shown["method"].upper(), shown["url"]]
    if "/." in shown["url"]:
        words.insert(0, "--path-as-is")
    if body is None:
        return lines(["http", "--ignore-stdin", *words], *headers)
    if piped:
        return f"{printed(body)} | " + lines(["http", *words], *headers)
    return lines(["http", "--ignore-stdin", *words], *headers, ["--raw", body.decode()])


def _header(name: str, value: str) -> str:
    """A header item. `:=` and `:@` mean something else to HTTPie, so a value must not start that way."""
    if not value:
        return f"{name};"
    return f"{name}:{chr(92) if value[0] in '=@' else ''}{value}"
