"""What answers the requests of a route: functions, the methods of classes and of objects, sets of views."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from waypost.clients.shape import VERBS, At
from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import PLAIN_BASES, Arguments, Class, Entry, External, Function, Object, Value
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.serving.machine import HANDLER, LOOKED, MeantCall, ServingMachine, built, meant
from waypost.servers import Answers, Declares, ViewSets


class Handler(NamedTuple):
    """What answers a route: a function, or a class, and the body that it has."""

    name: str
    block: Block | None
    place: Place | None = None
    code: Code | None = None


class Answered(NamedTuple):
    """One way to answer: the verbs are those that it has if nothing else says them; without any, all."""

    handler: Handler | None = None
    verbs: tuple[str, ...] = ()
    function: Function | None = None


class ViewOfSet(NamedTuple):
    """One of a set of views: of the list or of one thing in it, and what its path ends with."""

    is_of_one: bool
    ending: str
    way: Answered


def argument(given: Arguments, at: At | None) -> Value | None:
    entry = given.at(*at) if at is not None else None
    return entry.value if entry is not None else None


def verbs_of(found: MeantCall, verbs: At | tuple[str, ...] | None, given: Arguments) -> tuple[str, ...] | None:
    """The verbs that a call says; empty for any, `None` where what answers decides."""
    if verbs is None:
        return (found.dotted.rpartition(".")[2].upper(),)
    if not isinstance(verbs, At):
        return verbs
    value = argument(given, verbs)
    if value is None or value.literal() is None:
        return () if given.open else None
    words: list[str] = []
    for option in value.options():
        items: Sequence[Value] = (option,)
        if isinstance(option, Items):
            all_items = option.known_items()
            if all_items is None:
                return ()
            items = all_items
        for each in items:
            word = each.name if isinstance(each, External) else each.literal()
            if not isinstance(word, str) or (isinstance(each, External) and word.upper() not in VERBS):
                # Of what is outside, only a name that is a verb says which: `HTTPMethod.GET`.
                return ()
            words.append(word.upper())
    return tuple(dict.fromkeys(word for word in words if word in VERBS)) if "*" not in words else ()


def ways_of(declared: Object, how: Declares, given: Arguments) -> Iterator[Answered]:
    """What answers a route, by the call that declares it or by what that decorates."""
    entry: Entry | None = declared.table.get(HANDLER)
    value = entry.value if entry is not None else argument(given, how.handler)
    found = meant(declared)
    for option in value.options() if value is not None else ():
        if isinstance(option, Function):
            yield Answered(_handler(option), how.default, option)
        elif isinstance(option, Class):
            own = _methods_that_answer(option, found, "")
            verbs = tuple(verb for verb, _ in own) or how.default if own is not None else ()
            yield Answered(_handler_of_class(option), verbs)
        elif isinstance(option, Object) and isinstance(option.cls, Class):
            yield from _ways_of_object(option.cls, found, how, given)


def _ways_of_object(of: Class, found: MeantCall | None, how: Declares, given: Arguments) -> Iterator[Answered]:
    """An object is called, or its methods are by their names."""
    suffix = argument(given, how.suffix)
    text = suffix.literal() if suffix is not None else None
    is_known = how.suffix is not None and (text is None or isinstance(text, str))
    own = _methods_that_answer(of, found, f"_{text}" if text else "") if is_known else None
    for verb, method in own or ():
        yield Answered(_handler(method), (verb,), method)
    if not own:
        yield Answered(_handler_of_class(of))


def _handler(function: Function) -> Handler:
    return Handler(function.code.name, function.code.block, None, function.code)


def _handler_of_class(of: Class) -> Handler:
    return Handler(of.label, None, of.place)


def _methods_that_answer(of: Class, found: MeantCall | None, suffix: str) -> list[tuple[str, Function]] | None:
    """The verbs that the methods of a class answer, with these; `None` if it may have others."""
    framework = found.framework if found is not None else None
    externals = set(of.externals()) - PLAIN_BASES
    if framework is None or of.has_unseen_base or not externals <= framework.views:
        return None
    methods = ((verb, of.find(framework.verb_method.format(verb) + suffix)) for verb in framework.class_verbs)
    return [
        (verb.upper(), entry.value)
        for verb, entry in methods
        if entry is not None and isinstance(entry.value, Function)
    ]


def ways_by_name(machine: ServingMachine, name: Value | None) -> Iterator[Answered]:
    """What says that it answers a route of this name; its verbs only if all names are known."""
    wanted = name.literal() if name is not None else None
    is_sure = all(each is not None and isinstance(each.literal(), str) for each, _, _ in _answers(machine))
    for own, answer, how in _answers(machine):
        found = meant(answer)
        if found is None or own is None or own.literal() != wanted:
            continue
        verbs = verbs_of(found, how.verbs, built(answer)) or ()
        for way in ways_of(answer, Declares(handler=how.handler), built(answer)):
            yield way._replace(verbs=verbs if is_sure else ())


def has_nameless_answers(machine: ServingMachine) -> bool:
    """Whether something answers that belongs to no route with a name, or nobody knows to which."""
    return any(each is None or not isinstance(each.literal(), str) for each, _, _ in _answers(machine))


def _answers(machine: ServingMachine) -> Iterator[tuple[Value | None, Object, Answers]]:
    for each in machine.answers:
        found = meant(each)
        assert found is not None
        assert isinstance(found.meaning, Answers)
        yield argument(built(each), found.meaning.name), each, found.meaning


def parameter_of(how: ViewSets, of: Class) -> str:
    """The name of the parameter that says which thing of a set is meant."""
    named = (of.find(name) for name in how.parameter)
    texts = (entry.value.literal() for entry in named if entry is not None)
    return next((text for text in texts if isinstance(text, str)), how.parameter_name)


def views_of(how: ViewSets, of: Class) -> list[ViewOfSet] | None:
    """The views of a set, those of its list, of each thing in it, and other methods; `None` if not all are known."""
    if of.has_unseen_base or not set(of.externals()) <= how.inherited.keys():
        return None
    inherited = {each for name in of.externals() for each in how.inherited[name]}
    methods = {name: each.value for owner in reversed(of.order()) for name, each in owner.table.items()}
    found = [
        ViewOfSet(is_of_one, "", Answered(_handler_in_set(of, methods.get(name)), (verb,)))
        for is_of_one, verbs in ((False, how.of_list), (True, how.of_one))
        for name, verb in verbs.items()
        if name in inherited or name in methods
    ]
    for name, value in methods.items():
        action = meant(value)
        if not isinstance(value, Object) or action is None or action.dotted != how.action:
            continue
        given = built(value)
        is_of_one, ending = argument(given, how.of_one_thing), argument(given, how.ending)
        of_one, text = is_of_one.literal() if is_of_one is not None else None, ending.literal() if ending else name
        if not isinstance(of_one, bool) or not isinstance(text, str):
            return None
        # Where its attributes are used, more methods may answer at the same path.
        verbs = verbs_of(action, how.verbs, given) if LOOKED not in value.table else ()
        found.append(
            ViewOfSet(of_one, text, Answered(_handler_in_set(of, value), ("GET",) if verbs is None else verbs))
        )
    # Those of the list come first, as a name of one of them would be a thing otherwise.
    return sorted(found, key=lambda each: each.is_of_one)


def _handler_in_set(of: Class, method: Value | None) -> Handler:
    entry = method.table.get(HANDLER) if isinstance(method, Object) else None
    function = entry.value if entry is not None else method
    return _handler(function) if isinstance(function, Function) else _handler_of_class(of)
