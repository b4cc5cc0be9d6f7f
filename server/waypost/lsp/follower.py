"""What a session announces to the parts that depend on it: diagnostics, index, counts, settings."""

from collections.abc import Sequence


class Follower:
    """Called on the loop, after the session has changed. Each follower overrides what it follows."""

    def started(self) -> None:
        """The client has said what it can do."""

    def opened(self, uri: str) -> None:
        """A document is open, perhaps with another text than the file on disk has."""

    def changed(self, uri: str) -> None:
        """An open document has been edited."""

    def closed(self, uri: str) -> None:
        """A document is open no more: the file on disk counts again."""

    def settings_changed(self) -> None:
        """Folders or settings have changed: anything may be different now."""

    def outdated(self) -> None:
        """Something outside the open documents has changed that what is shown of them may depend on."""

    def files_changed(self, uris: Sequence[str]) -> None:
        """Files have changed on disk, come or gone."""

    def tree_changed(self) -> None:
        """Files have come or gone, or are ignored that were not."""
