"""Set-up shared by all tests."""

import os
import tempfile

import pytest
from hypothesis import settings

# A test run must not use the cache of another run, or of the user.
os.environ["WAYPOST_CACHE_DIR"] = tempfile.mkdtemp(prefix="waypost-tests-")

# A slow machine is not a bug, and CI must give the same result for the same sources every time.
settings.register_profile("waypost", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("waypost")

# Asserts in the shared helpers show their values as those of tests do.
pytest.register_assert_rewrite("tests.support.check", "tests.support.editor", "tests.support.wire")

# If everything is installed, as in CI, a skipped test is a failure.
NO_SKIPS = "WAYPOST_NO_SKIPS"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> pytest.TestReport:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped where {NO_SKIPS} forbids it: {call.excinfo}"
    return report
