"""What a session announces to the parts that depend on it: diagnostics, index, counts, settings."""

from collections.abc import Sequence


class Follower:
    """Called on the loop after the session has changed. Each follower overrides the events it needs."""

    def started(self) -> None:
        """The client has announced its capabilities."""

    def opened(self, uri: str) -> None:
        """A document or notebook was opened; its text may differ from the file on disk."""

    def changed(self, uri: str) -> None:
        """An open document was edited."""

    def closed(self, uri: str) -> None:
        """A document or notebook was closed: the file on disk counts again."""

    def settings_changed(self) -> None:
        """Folders or settings have changed: anything may be different now."""

    def outdated(self) -> None:
        """Something other than the open documents has changed that their results may depend on."""

    def indexed(self) -> None:
        """The list of the workspace's routes has changed."""

    def files_changed(self, uris: Sequence[str]) -> None:
        """Files on disk were changed, created or deleted."""

    def tree_changed(self) -> None:
        """Files were created or deleted, or ignore rules changed."""
