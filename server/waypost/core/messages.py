"""The messages about mistakes in routes: one function per rule, for the request builder and every other client."""


def no_value(name: str, near: str = "", *, so: str = "its part of the path stays empty") -> str:
    """A placeholder without a value; `near` is a value that no placeholder takes."""
    return f"`{name}` has no value, so {so}{did_you_mean(near)}"


def empty_value(name: str) -> str:
    return f"`{name}` is empty, so its part of the path is empty too"


def not_sent(name: str, reason: str) -> str:
    return f"`{name}` is not sent: {reason}"


def sent_twice(name: str) -> str:
    return f"`{name}` is in the query twice"


def goes_elsewhere(credential: str, home: str, elsewhere: str) -> str:
    return f"{credential} for `{home}` would be sent to `{elsewhere}`"


def verb_in_path(verb: str) -> str:
    return f"`{verb}` becomes part of the path"


def unknown_verb(verb: str, near: str = "") -> str:
    return f"`{verb[:40]}` is not an HTTP verb{did_you_mean(near)}"


def did_you_mean(near: str) -> str:
    return f"; did you mean `{near}`?" if near else ""
