"""The API a builder makes requests to: its address, and the vendor and version in its media type."""

from typing import Final, NamedTuple

from waypost.core.version import VERSION


class Profile(NamedTuple):
    """One API. `version` may be empty."""

    base_url: str
    vendor: str
    version: str = ""

    @property
    def accept(self) -> str:
        version = f".{self.version}" if self.version else ""
        return f"application/vnd.{self.vendor}{version}+json"

    def preview(self, name: str, form: str) -> str:
        """The media type of the preview `name`, in the requested format."""
        return f"application/vnd.{self.vendor}.{name}-preview{'.' + form if form else '+json'}"


GITHUB: Final = Profile("https://api.github.com", "github", "v3")
USER_AGENT: Final = f"waypost/{VERSION}"
