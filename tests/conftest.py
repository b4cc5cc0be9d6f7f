"""Set-up shared by all tests."""

import pytest

# Asserts in the shared helpers explain themselves as those of tests do.
pytest.register_assert_rewrite("tests.support.check", "tests.support.editor", "tests.support.wire")
