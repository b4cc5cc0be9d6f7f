"""A document's findings in protocol form, without the types of the protocol: closed files are checked in processes."""

from collections.abc import Sequence

from waypost.lsp import to_proto
from waypost.lsp.session import DocumentSnapshot
from waypost.results import Diagnostic, Severity
from waypost.text.indentation import TOO_DEEP, is_too_deep
from waypost.workspace import path_of

# Nobody reads more, and an editor takes as long to show them as the server took to find them.
_MOST_SENT = 1_000
_WEIGHT = {severity: weight for weight, severity in enumerate(Severity)}


def diagnostics_of(snapshot: DocumentSnapshot) -> list[to_proto.Json]:
    """A document's findings as they are sent."""
    is_excluded = _is_excluded(snapshot)
    if snapshot.is_python and not is_excluded and is_too_deep(snapshot.document.source):
        return [to_proto.not_read(snapshot, TOO_DEEP)]
    found = () if is_excluded else snapshot.analysis.shown()
    snapshot.opened.reads = snapshot.analysis.reads()
    return sent(snapshot, found)


def sent(snapshot: DocumentSnapshot, found: Sequence[Diagnostic]) -> list[to_proto.Json]:
    """If there are too many, the most serious and how many more there are."""
    if len(found) <= _MOST_SENT:
        return to_proto.diagnostics(snapshot, found)
    by_weight = sorted(range(len(found)), key=lambda index: _WEIGHT[found[index].severity])
    chosen = [found[index] for index in sorted(by_weight[:_MOST_SENT])]
    first_left_out = found[min(by_weight[_MOST_SENT:])]
    more = to_proto.more_findings(snapshot, len(found) - _MOST_SENT, first_left_out.span)
    return [*to_proto.diagnostics(snapshot, chosen), more]


def _is_excluded(snapshot: DocumentSnapshot) -> bool:
    """Whether the settings exclude the document: it then has no findings here, as in a check of its folder."""
    path = path_of(snapshot.document.uri)
    return path is not None and snapshot.analysis.settings.excludes(str(path))
