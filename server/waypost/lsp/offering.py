"""Mentions an OpenAPI document that lies in a project, once a connection: requests could be checked against it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from waypost.lsp.connection import Connection
from waypost.lsp.session import Follower

if TYPE_CHECKING:
    from waypost.routes.listed import ListedCall
    from waypost.workspace import Folder


class Offering(Follower):
    """Looks for a document only in folders with requests to an API of which nothing is known."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._looked_in: set[Path] = set()

    def indexed(self) -> None:
        session = self._connection.session
        if session.support.offers_apis:
            return
        workspace = session.workspace
        wanting = {uri for uri, calls in workspace.index.files.items() if any(map(_is_to_unknown_api, calls))}
        folders = {folder.path: folder for folder in map(workspace.folder_of, wanting) if folder is not None}
        for path in folders.keys() - self._looked_in:
            self._looked_in.add(path)
            self._connection.spawn(self._offer(folders[path]))

    async def _offer(self, folder: "Folder") -> None:
        from waypost.apis import ApiLibrary
        from waypost.apis.offers import offer_of, offered_documents

        library = self._connection.session.services.of(ApiLibrary)
        for path in offered_documents(folder):
            text = await self._connection.files.worker.run(
                partial(offer_of, path, path.relative_to(folder.path).as_posix(), folder, library)
            )
            if text:
                message = {"type": int(types.MessageType.Info), "message": f"Waypost: {text}"}
                self._connection.notify(types.WINDOW_SHOW_MESSAGE, message)


def _is_to_unknown_api(call: "ListedCall") -> bool:
    return not (call.api or call.likely or call.vague)
