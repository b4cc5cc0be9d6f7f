"""Random patterns that use all of the syntax."""

from hypothesis import strategies as st

_ATOMS = [
    "a", "b", "A", "k", "_", "1", " ", "é", "#", "-", r"\n", "\r", ".", "^", "$", r"\b", r"\B", r"\A", r"\z", r"\<",
    r"\>", r"\b{start}", r"\b{end}", r"\b{start-half}", r"\b{end-half}", r"(?-u:\b)", r"\w", r"\d", r"\s", r"\W",
    r"(?-u:\w)", r"\pL", r"\p{Lu}", r"\P{Greek}", r"\p{gc!=Lu}", "[ab]", "[^a]", "[a-c_]", "[[:alpha:]]",
    "[[:^alpha:]]", r"[^\s\d]", "[a-z&&[^b]]", r"[\w--a]", "[a~~b]", "[-a]", "[]a]", "[^]]", "[a-]", "[ #a]", r"\x41",
    r"\u{61}", r"\u0061", r"\#", r"\ ", r"\-", "(?i)", "(?s)", "(?m)", "(?U)", "(?x) ", "(?R)", "(?-i)", "(?i:k)",
    "(?i-u:k)", "(?:)",
]  # fmt: skip
_SIGNS = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{1,}?", "{ 2 }"]
_GROUPS = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?x: ", "(?im-s:", "(?U:"]


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    grouped = st.builds(lambda opened, body, sign: f"{opened}{body}){sign}", st.sampled_from(_GROUPS), inner, _SIGN)
    chosen = st.builds(lambda left, right: f"({left}|{right})", inner, inner)
    return st.lists(grouped | chosen | _ATOM, max_size=4).map("".join)


_SIGN = st.sampled_from(_SIGNS)
_ATOM = st.builds(lambda atom, sign: atom + sign, st.sampled_from(_ATOMS), _SIGN)
PATTERNS = st.recursive(st.lists(_ATOM, max_size=4).map("".join), _wider, max_leaves=6)
TEXTS = st.text(st.sampled_from("abcAkK\u212a_1 \n\r\té\u00df-#]\u017f\u0663\U0001f600"), max_size=30)
