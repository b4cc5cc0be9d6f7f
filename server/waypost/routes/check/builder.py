"""Calls of Waypost's own builder: the problems it lists itself, at their places in the source."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from waypost.apis import Apis
from waypost.core.preview import Preview
from waypost.core.types import Problem
from waypost.results import Edit, Fix, Severity, Tag
from waypost.routes.check.braces import brace_fixes, is_doubled
from waypost.routes.check.finding import SiteFinding, related
from waypost.routes.check.values import missing_fixes
from waypost.routes.check.verbs import nearest_verb, replace_verb
from waypost.routes.edit import arguments as edits
from waypost.routes.model.site import Site
from waypost.routes.model.values import MARK, Either, KeyedValue
from waypost.routes.sites.part_origins import defaults_are_open
from waypost.routes.sites.request import preview_of, route_and_options
from waypost.rules import RULES
from waypost.text import Span

_OPTIONS_RULES = (
    "unused-parameter",
    "reserved-name",
    "body-on-get",
    "unsendable-value",
    "bad-header",
    "invalid-option",
)


def check(site: Site, apis: Apis) -> Iterator[SiteFinding]:
    if not site.record.is_builder or not site.arguments.positional:
        return
    preview = preview_of(site)
    if preview is None:
        return
    problems = list(dict.fromkeys(each for form in _forms(site) for each in _problems(form, preview, site)))
    for problem in problems:
        yield _finding(site, problem, problems, apis)


def _forms(site: Site) -> Iterator[Site]:
    """The call with the first of several possible values of each option, and with each other one."""
    yield site
    keywords = site.arguments.keywords
    for entry in keywords.entries:
        for other in entry.value.options[1:] if isinstance(entry.value, Either) else ():
            given = keywords.with_entry(replace(entry, value=other))
            yield replace(site, arguments=replace(site.arguments, keywords=given))


def _problems(form: Site, preview: Preview, site: Site) -> Iterator[Problem]:
    """Of another form, only mistakes in an option: a parameter may be left out where something is not known."""
    for problem in preview.problems(*route_and_options(form, preview)):
        is_own = form is site or problem.rule == "invalid-option"
        if is_own and problem.rule in RULES and not _unsure(site, problem):
            yield problem


def _unsure(site: Site, problem: Problem) -> bool:
    """Whether something unknown may solve a problem."""
    if problem.rule == "unknown-verb":
        return MARK.search(site.route.marked[slice(*problem.span)]) is not None
    if problem.rule in ("missing-parameter", "invalid-option"):
        return site.values.open or defaults_are_open(site.client)
    return bool(problem.parameter) and (entry := site.values.by_key.get(problem.parameter)) is not None and entry.maybe


def _finding(site: Site, problem: Problem, problems: Sequence[Problem], apis: Apis) -> SiteFinding:
    place = site.route.where(*problem.span) or site.literal
    entry = site.values.by_key.get(problem.parameter) if problem.parameter else None
    if entry is not None and entry.key_span is not None and not site.span.holds(entry.key_span):
        entry = None
    at_argument = problem.rule in _OPTIONS_RULES or problem.rule in ("empty-parameter", "unsafe-path")
    span = place
    if entry is not None and at_argument:
        span = (entry.value_span if problem.rule in ("empty-parameter", "unsafe-path") else entry.key_span) or place
    rule = "doubled-braces" if _is_doubled(site, problem) else problem.rule
    return SiteFinding(
        rule,
        span,
        problem.message,
        related(place if span != place else None, "in the route"),
        fixes=lambda source: _fixes(site, problem, entry, source, problems, apis),
        tags=(Tag.UNNECESSARY,) if rule == "unused-parameter" else (),
        severity=RULES[rule].severity if rule != problem.rule else Severity(problem.severity),
    )


def _verb_fixes(site: Site, problem: Problem, source: bytes) -> Sequence[Fix]:
    span = site.route.where(*problem.span)
    near = nearest_verb(site.route.marked[slice(*problem.span)].upper())
    return replace_verb(span, near)(source) if near and span is not None else ()


def _space_fixes(site: Site, problem: Problem) -> Sequence[Fix]:
    """One space instead of none or several; a route without a URL gets no fix."""
    span, written = site.route.where(*problem.span), site.route.marked[slice(*problem.span)]
    if span is None or site.route.marked.strip() == written:
        return ()
    place = span if not written.strip() else Span.at(span.end)
    return (Fix("Write one space", (Edit(place, " "),), preferred=True),)


def _is_doubled(site: Site, problem: Problem) -> bool:
    return problem.rule == "invalid-template" and is_doubled(site.route.marked[slice(*problem.span)])


def _fixes(  # noqa: PLR0917 - a problem, its place, and what may solve it
    site: Site, problem: Problem, entry: KeyedValue | None, source: bytes, problems: Sequence[Problem], apis: Apis
) -> Sequence[Fix]:
    name = problem.parameter
    if problem.rule == "unknown-verb":
        return _verb_fixes(site, problem, source)
    if problem.rule == "invalid-template":
        span = site.route.where(*problem.span)
        return brace_fixes(span, site.route.marked[slice(*problem.span)])(source) if span is not None else ()
    if problem.rule == "route-spacing":
        return _space_fixes(site, problem)
    if problem.rule == "missing-parameter" and entry is None:
        lacking = (each.parameter for each in problems if each.rule == problem.rule and each.severity == "error")
        return missing_fixes(site, source, name, lacking, apis)
    if problem.rule == "unused-parameter" and entry is not None:
        removed = edits.remove_entry(entry, source)
        return (Fix(f"Remove `{name}`", (removed,)),) if removed is not None else ()
    return ()
