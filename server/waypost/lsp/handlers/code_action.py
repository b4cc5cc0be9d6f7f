"""`textDocument/codeAction`."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question
from waypost.lsp.spelling_commands import spelling_actions
from waypost.results import Action, ActionKind


def actions(ask: Question, params: types.CodeActionParams) -> Any:
    """The actions of the requested kinds. A client without support for action literals gets only commands."""
    wanted = params.context.only
    span = ask.span(params.range)
    offered = (*ask.analysis.actions(span), *spelling_actions(ask, span))
    found = [action for action in offered if wanted is None or _is_wanted(action, wanted)]
    if ask.support.action_literals:
        return [to_proto.action(ask, action) for action in found]
    return [to_proto.action_command(ask, action) for action in found]


def _is_wanted(action: Action, wanted: Any) -> bool:
    return any(kind in ("", action.kind) or action.kind.startswith(f"{kind}.") for kind in wanted)


HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_CODE_ACTION, actions, types.CodeActionOptions([kind.value for kind in ActionKind])),
)
