"""Generated calls for which the JavaScript library and ours must agree: everyday calls with unusual content."""

import random
from typing import Any

Call = tuple[list[dict[str, Any]], str | None, dict[str, Any]]

VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
NAMES = ["owner", "repo", "per_page", "page", "state", "labels", "ref2", "issue_number", "sort"]
LITERALS = ["repos", "users", "a-b", "v1.0", "x_y", "caf\u00e9", "~me", "a%20b", "(x)"]
CHARACTERS = "abcXYZ019 -_~!'()*/?#&=+:;@$,[]<>\"\\^`{|}\t\n\u00e9\u00df\u65e5\U0001f600"
PREVIEWS = ["mercy", "symmetra", "scarlet-witch"]
ACCEPTS = [
    "application/vnd.github.v3+json",
    "text/html",
    "application/octet-stream",
    "application/vnd.github.nova+json",
]


class Calls:
    """A stream of calls that is the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def call(self, *, previews: bool) -> Call:
        names = self.random.sample(NAMES, self.random.randint(0, 6))
        url, used = self.url(names)
        options = {name: self.value(scalar=name in used) for name in names}
        for name in names:
            if f"{{+{name}}}" in url and isinstance(options[name], str):
                # A fragment: the JavaScript library puts the query after it.
                options[name] = options[name].replace("#", "")
        options |= self.extras(previews=previews)
        verb = self.random.choice(VERBS)
        defaults = [self.extras(previews=previews) for _ in range(self.random.choice([0, 0, 1, 2]))]
        for name in names:
            if defaults and self.random.random() < 0.2:
                self.random.choice(defaults)[name] = options.pop(name, "kept")
        if self.random.random() < 0.2:
            return defaults, None, {"method": verb, "url": url, **options}
        return defaults, url if verb == "GET" and self.random.random() < 0.3 else f"{verb} {url}", options

    def url(self, names: list[str]) -> tuple[str, set[str]]:
        """A URL that contains some of `names`, each with its own value."""
        url = self.random.choice(["", "", "", "https://uploads.example:8443", "http://h.example/base"])
        used: set[str] = set()
        for name in names[: self.random.randint(0, len(names))]:
            form = self.random.choice(
                [
                    "/{NAME}",
                    "/:NAME",
                    "/{+NAME}",
                    "/x-{NAME}.zip",
                    "{/NAME}",
                    "/z{;NAME}",
                    "/y{.NAME}",
                    "/{NAME}/" + self.random.choice(LITERALS),
                ]
            )
            url += form.replace("NAME", name)
            used.add(name)
        url += "/" + self.random.choice(LITERALS)
        left = [name for name in names if name not in used]
        if left and self.random.random() < 0.4:
            query = left[: self.random.randint(1, len(left))]
            url += self.random.choice(["{?NAMES}", "?fixed=1{&NAMES}"]).replace("NAMES", ",".join(query))
            used.update(query)
        return url, used

    def value(self, *, scalar: bool) -> Any:
        kinds = ["text", "text", "number", "flag"] + ([] if scalar else ["list"])
        match self.random.choice(kinds):
            case "number":
                return self.random.randint(-(2**53), 2**53)
            case "flag":
                return self.random.random() < 0.5
            case "list":
                return [self.text() for _ in range(self.random.randint(1, 3))]
        return self.text()

    def text(self) -> str:
        # The letter keeps a text from being empty, or only dots.
        return "v" + "".join(self.random.choices(CHARACTERS, k=self.random.randint(0, 12)))

    def extras(self, *, previews: bool) -> dict[str, Any]:
        """Options in addition to the parameters."""
        extras: dict[str, Any] = {}
        if self.random.random() < 0.3:
            extras["headers"] = {"X-Own": "1", "Accept": self.random.choice(ACCEPTS)}
        if self.random.random() < 0.2:
            extras["baseUrl"] = self.random.choice(["https://ghe.example/api/v3", "http://localhost:3000"])
        if self.random.random() < 0.2:
            extras["data"] = self.random.choice(["raw", 5, ["a", "b"]])
        if self.random.random() < 0.2:
            extras["q"] = self.text().replace("\t", "+")
        if self.random.random() < 0.1:
            extras["request"] = {"timeout": 5}
        if self.random.random() < 0.3:
            extras["mediaType"] = {"format": self.random.choice(["raw", "text+json", "diff"])}
            if previews:
                names = self.random.sample(PREVIEWS, self.random.randint(0, 3))
                extras["mediaType"]["previews"] = names
        return extras
