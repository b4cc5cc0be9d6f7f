"""`textDocument/codeAction`."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot
from waypost.lsp.spelling_commands import spelling_actions
from waypost.results import Action, ActionKind


def actions(snapshot: DocumentSnapshot, params: types.CodeActionParams) -> Any:
    """The actions of the requested kinds. A client without support for action literals gets only commands."""
    wanted = params.context.only
    span = snapshot.span(params.range)
    offered = (*snapshot.analysis.actions(span), *spelling_actions(snapshot, span))
    found = [action for action in offered if wanted is None or _is_wanted(action, wanted)]
    if snapshot.support.action_literals:
        return [to_proto.action(snapshot, action) for action in found]
    return [to_proto.action_command(snapshot, action) for action in found]


def _is_wanted(action: Action, wanted: Any) -> bool:
    return any(kind in ("", action.kind) or action.kind.startswith(f"{kind}.") for kind in wanted)


HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_CODE_ACTION, actions, types.CodeActionOptions([kind.value for kind in ActionKind])),
)
