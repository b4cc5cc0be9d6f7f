"""Child processes."""

import os
import signal
import subprocess
import sys

import pytest

SCRIPT = """
import os, time
from waypost.processes import processes

if __name__ == "__main__":
    with processes(2, afresh={afresh}) as pool:
        print(*{{job.result() for job in [pool.submit(os.getpid) for _ in range(20)]}}, flush=True)
        time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
@pytest.mark.parametrize("afresh", [False, True])
def test_processes_end_with_the_one_that_started_them(afresh, tmp_path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(afresh=afresh))
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        assert parent.stdout.readline().split()
        os.kill(parent.pid, signal.SIGKILL)
        # Each holds the pipe open for as long as it lives.
        parent.communicate(timeout=30)


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="no forks")
def test_an_interrupt_while_a_process_is_started_is_not_lost() -> None:
    """What a hook of a fork raises is only reported, and the run would go on."""
    script = """if True:
        import os, signal
        from waypost.processes import processes

        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.register_at_fork(after_in_parent=lambda: signal.raise_signal(signal.SIGINT))
        try:
            with processes(1) as pool:
                pool.submit(os.getpid)
        except KeyboardInterrupt:
            print("interrupted")
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60, check=False)
    assert done.stdout == b"interrupted\n"
    assert done.stderr == b""
