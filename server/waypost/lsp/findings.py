"""A document's findings in protocol form, without the types of the protocol: closed files are checked in processes."""

from collections.abc import Sequence

from waypost.lsp import to_proto
from waypost.lsp.session import Question
from waypost.results import Diagnostic, Severity
from waypost.text.indentation import TOO_DEEP, is_too_deep
from waypost.workspace import path_of

# Nobody reads more, and an editor takes as long to show them as the server took to find them.
_MOST_SENT = 1_000
_WEIGHT = {severity: weight for weight, severity in enumerate(Severity)}


def diagnostics_of(question: Question) -> list[to_proto.Json]:
    """A document's findings as they are sent."""
    is_excluded = _is_excluded(question)
    if question.is_python and not is_excluded and is_too_deep(question.document.source):
        return [to_proto.not_read(question, TOO_DEEP)]
    found = () if is_excluded else question.analysis.shown()
    question.opened.reads = question.analysis.reads()
    return sent(question, found)


def sent(question: Question, found: Sequence[Diagnostic]) -> list[to_proto.Json]:
    """If there are too many, the most serious and how many more there are."""
    if len(found) <= _MOST_SENT:
        return to_proto.diagnostics(question, found)
    by_weight = sorted(range(len(found)), key=lambda index: _WEIGHT[found[index].severity])
    chosen = [found[index] for index in sorted(by_weight[:_MOST_SENT])]
    first_left_out = found[min(by_weight[_MOST_SENT:])]
    more = to_proto.more_findings(question, len(found) - _MOST_SENT, first_left_out.span)
    return [*to_proto.diagnostics(question, chosen), more]


def _is_excluded(question: Question) -> bool:
    """Whether the settings exclude the document: it then has no findings here, as in a check of its folder."""
    path = path_of(question.document.uri)
    return path is not None and question.analysis.workspace.settings_at(str(path)).excludes(str(path))
