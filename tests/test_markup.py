"""Markdown as plain text, and text as Markdown."""

import pytest

from waypost.markup import block, code, escape, plain


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("plain", "plain"),
        ("# Title\n\ntext", "Title\n\ntext"),
        ("**bold** and *slanted*", "bold and slanted"),
        ("`code` and ``a ` b``", "code and a ` b"),
        ("`**not bold**`", "**not bold**"),
        ("```toml\n[a]\n**b**\n```\nafter", "[a]\n**b**\nafter"),
        ("[docs](https://x.example/a)", "docs (https://x.example/a)"),
        ("[https://x.example](https://x.example)", "https://x.example"),
        ("| a | b |\n|---|---|\n| `1` | 2 |", "a  b\n1  2"),
        (r"2 \* 3 \[x\]", "2 * 3 [x]"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("", ""),
    ],
)
def test_marks_are_taken_out_and_nothing_else(markdown: str, expected: str) -> None:
    assert plain(markdown) == expected


@pytest.mark.parametrize("text", ["x", "a`b", "`", "``", "a``b`c", " "])
def test_any_text_can_stand_as_code(text: str) -> None:
    assert plain(code(text)).strip() == text.strip()


@pytest.mark.parametrize("text", ["*a*", "[x](y)", "a_b", "`c`", "<b>", "1 | 2", "#", r"\n"])
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    assert plain(escape(text)) == text


def test_a_block_may_hold_fences() -> None:
    assert block("```", "md").splitlines()[0] == "````md"
