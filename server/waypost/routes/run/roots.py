"""Where runs begin: the functions of a program, as if each were called from outside."""

from collections.abc import Collection, Hashable, Iterable
from itertools import islice

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.values import Class, Function, Module
from waypost.routes.run.machine import Machine, roots_of


def run_roots(machine: Machine, modules: Iterable[Module], requesting: Collection[str] | None = None) -> None:
    """The functions of some modules, as if each were called from outside; or only those that ask for something."""
    for module in modules:
        found = [*roots_of(module), *machine.made_in(module), *machine.decorated.get(module.file, ())]
        seen: set[Hashable] = set()
        for function in found:
            # What a call has made may call whatever that call was given.
            is_asked = requesting is None or bool(function.made_by) or _is_in(function.code.block.name, requesting)
            if is_asked and function.key() not in seen:
                seen.add(function.key())
                _run(machine, function)


def _is_in(name: str, blocks: Collection[str]) -> bool:
    """Whether a function is, or is in, one of some blocks of its file."""
    name = name.partition("#")[0]
    while name and name not in blocks:
        name = name.rpartition(".")[0]
    return bool(name)


def _run(machine: Machine, function: Function) -> None:
    """A root; a method also for the objects of each class that inherits it."""
    machine.run_root(function)
    owner = function.owner
    if owner is None or function.kind in ("static", "class") or function.code.name == "__init__":
        return
    subclasses = (subclass for subclass in machine.subclasses(owner) if _inherits(subclass, owner, function))
    for subclass in islice(subclasses, BOUNDS.roots):
        machine.run_root(function, subclass.instance(machine))


def _inherits(subclass: Class, owner: Class, function: Function) -> bool:
    """Whether a class has a function from one that it inherits from."""
    names = [function.code.name]
    if function.made_by:
        names = [name for name, entry in owner.table.items() if entry.value.key() == function.key()] or names
    return any(subclass.find(name) is owner.table.get(name) for name in names)
