"""dead-word, dead-identifier, split-word, case-trap: single entries of the word tables, and settings among them."""

from collections.abc import Iterable, Iterator, Sequence

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding, removing, rewriting
from waypost.config.check.structure import check_text
from waypost.config.check.validate import takes, violation
from waypost.config.model.schema import SchemaNode, matching, tables_with
from waypost.config.model.tables import is_whole, table_name
from waypost.config.parse import Array, Entry, Scalar, Table, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.typos.tokens import casings, is_identifier, is_identifier_text, is_word, words
from waypost.markup import code
from waypost.results import Edit


def misplaced_in_words(
    entry: Entry, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool
) -> NodeFinding | None:
    """The finding for `extend-exclude = […]` or `check-file = false` below `[default.extend-words]`."""
    value = entry.value
    if not isinstance(value, Array | Table) and not (isinstance(value, Scalar) and isinstance(value.value, bool)):
        return None
    home = _home(entry, path[:-1])
    if home is None:
        return None
    there, here = (table_name((*prefix, *each), is_json=is_json) for each in (home, path))

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.move_entry(tree, prefix, entry, (*home, entry.name))

    message = f"`{entry.name}` belongs in {there}, not in {here}: everything below that header is a word"
    return NodeFinding("unknown-key", entry.key, message, (Draft(f"Move to {there}", edits),))


def _home(entry: Entry, engine: tuple[str, ...]) -> tuple[str, ...] | None:
    """The table that knows the key and accepts the value: the one around the word table first."""
    for home in (engine, *tables_with(entry.name)):
        node = matching((*home, entry.name)) if "*" not in home and home else None
        if node is not None and takes(node, entry.value) and violation(entry.value, node) is None:
            return home
    return None


WORDS = "extend-words"
IDENTIFIERS = "extend-identifiers"
_META = frozenset("\\.+*?()|[]{}^$")
_ODD_SHOWN = {" ": "a space", "_": "`_`"}


class EntryChecker:
    """Checks the entries of one table, each on its own."""

    def __init__(self, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool) -> None:
        self._prefix = prefix
        self._is_json = is_json
        self._path = path
        self._node = _node(path)
        self._holds_words = path[-1] == WORDS

    def can_match(self, name: str) -> bool:
        """Whether typos ever finds an entry with this name."""
        if not self._holds_words:
            return is_identifier(name)
        return is_word(name) or bool(casings(name))

    def findings(self, entry: Entry, text: str | None, *, can_match: bool) -> Sequence[NodeFinding]:
        if text is None:
            misplaced = misplaced_in_words(entry, self._prefix, self._path, is_json=self._is_json)
            if misplaced is not None:
                return [misplaced]
        wrong = list(check_text(entry, self._node, is_json=self._is_json)) if text is None else []
        if not can_match:
            return [*wrong, self._dead_word(entry) if self._holds_words else self._dead_identifier(entry)]
        return [*wrong, *self._surprises(entry, text)] if self._holds_words else wrong

    def _surprises(self, entry: Entry, text: str | None) -> Iterator[NodeFinding]:
        name = entry.name
        if text is not None and text != name and text.lower() == name.lower() and is_word(text):
            yield _case_trap(entry)
        elif not is_word(name):
            yield self._split(entry)

    def _split(self, entry: Entry) -> NodeFinding:
        name = entry.name
        # A long run of hexadecimal digits is not read at all.
        parts = " + ".join(code(word.text) for word in words(name)) if is_identifier(name) else ""
        how = f"typos reads `{name}` as {parts}" if parts else f"typos finds no word in `{name}`"
        message = f"{how}; this entry covers only {_listed(casings(name))}"
        if not is_identifier(name):
            return NodeFinding("split-word", entry.key, message)
        message += f". For `{name}`, use `{IDENTIFIERS}`"
        return NodeFinding("split-word", entry.key, message, (self._to_identifiers(entry),))

    def _dead_word(self, entry: Entry) -> NodeFinding:
        name = entry.name
        message = f"`{name}` never matches: {_why_no_word(name)}"
        if is_identifier(name):
            message += f". For the whole identifier, use `{IDENTIFIERS}`"
            return NodeFinding("dead-word", entry.key, message, (self._to_identifiers(entry), removing(entry)))
        return NodeFinding("dead-word", entry.key, message, self._as_pattern(entry))

    def _to_identifiers(self, entry: Entry) -> Draft:
        name = entry.name

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.move_entry(tree, self._prefix, entry, (*self._path[:-1], IDENTIFIERS, name))

        return Draft(f"Move to `{IDENTIFIERS}`, where it matches `{name}`", edits)

    def _dead_identifier(self, entry: Entry) -> NodeFinding:
        name = entry.name
        if is_identifier_text(name):
            message = f"`{name}` never matches: typos does not check numbers, hashes or `_` alone"
            return NodeFinding("dead-identifier", entry.key, message, (removing(entry),))
        message = f"`{name}` never matches: an identifier holds letters, digits and `_`, and this has {_odd(name)}"
        return NodeFinding("dead-identifier", entry.key, message, self._as_pattern(entry))

    def _as_pattern(self, entry: Entry) -> tuple[Draft, ...]:
        """A correct text that contains more than letters can only be ignored by a pattern."""
        if text_of(entry) != entry.name or not entry.name or is_identifier_text(entry.name):
            return (removing(entry),)

        def edits(tree: Tree) -> Sequence[Edit]:
            pattern = edit.pattern_text(escaped(entry.name), tree.syntax)
            return edit.turn_into_item(tree, self._prefix, entry, (*self._path[:-1], "extend-ignore-re"), pattern)

        return (Draft("Change to a pattern of `extend-ignore-re`, which ignores this text", edits), removing(entry))


def text_of(entry: Entry) -> str | None:
    """The correction of an entry, if it is one."""
    if isinstance(entry, PlainLine):
        return entry.text_value
    value = entry.value
    return value.value if isinstance(value, Scalar) and value.is_string and is_whole(value) else None


def escaped(text: str) -> str:
    """A pattern that matches exactly this text."""
    return "".join(f"\\{each}" if each in _META else each for each in text)


def _case_trap(entry: Entry) -> NodeFinding:
    name = entry.name
    message = f"No casing of `{name}` passes: typos reports {_listed(casings(name))}. To allow it, write `{name} = "
    assert isinstance(entry.value, Scalar), "only texts differ in case"
    draft = rewriting(entry.value, name, f'Change to "{name}", which allows every casing')
    return NodeFinding("case-trap", entry.value, f'{message}"{name}"`', (draft,))


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]


def _why_no_word(name: str) -> str:
    if not name:
        return "it is empty"
    odd = _odd(name, letters_only=True)
    if odd:
        return f"a word holds only letters, and this has {odd}"
    without_case = _shown(each for each in name if not each.islower() and not each.isupper())
    return f"a word holds only letters that are upper or lower case, unlike {without_case}"


def _odd(name: str, *, letters_only: bool = False) -> str:
    """What a key contains that its kind of text never does."""
    return _shown(
        each for each in name if not f"_{each}".isidentifier() or (letters_only and (each == "_" or each.isdigit()))
    )


def _shown(characters: Iterable[str]) -> str:
    return ", ".join(_ODD_SHOWN.get(each, code(each)) for each in dict.fromkeys(characters))


def _node(path: tuple[str, ...]) -> SchemaNode:
    node = matching(path)
    assert node is not None, "word tables are known"
    assert node.additional is not None, "word tables take any key"
    return node.additional
