"""The real checker rejects exactly the TOML in which errors are found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.config.parse.mutations import TOML, mutated
from tests.support.budget import examples, some
from waypost.config.parse import Syntax, parse

_REFUSED = 78
_TYPOS = shutil.which("typos", path=str(Path(sys.executable).parent)) or "typos"

VALUES = [
    "9223372036854775808", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
    "0xffffffffffffffffffffffffffffffff", "-0", "+0", "00", "01", "0x_1", "1__0", "1_0", "0X1", "+0x1", "0b2", "0b1",
    "0o8", "1.", ".5", "1.e1", "1e5", "1e_5", "1e05", "0e0", "00.1", "-0.0", "1.0_0", "1e308", "1.8e308", "-1e309",
    "inf", "+nan", "-inf", "Inf", "nan_", "true", "True", "null", "1979-05-27", "1979-02-29", "2000-02-29",
    "1900-02-29", "1979-13-01", "0000-01-01", "1979-05-27T07:32", "1979-05-27T07:32Z", "1979-05-27t07:32:00z",
    "1979-05-27T07:32:00.", "1979-05-27T07:32:00.123456789012", "1979-05-27T07:32:00+24:00",
    "1979-05-27T07:32:00+23:59", "1979-05-27T07:32:60+00:60", "1979-05-27T", "1979-05-27T07", "07:32", "07:32:60",
    "07:32:61", "24:00:00", "7:32:00", "+1979-05-27", "''", '""', "'''''x'''''", '"""""x"""""', '"\\e\\x41"', '"\\q"',
    '"\\uD800"', "{a.b=1,a.c=2}", "{a=1,a.b=2}", "{a={x=1},a.y=2}", '[1,"a",{}]', "[[1],]", "[,1]", "[1,,]", "{,}",
    "{a=1,}", "{a=1,,}", "[1", "{a=1", '"x', "'x",
]  # fmt: skip
DOCUMENTS = [
    b"a.b=1\n[a]\nc=1", b"[a]\nb.c=1\n[a.b]\nd=1", b"[a]\nb.c=1\n[a.b.d]\nd=1", b'[a.b.c]\nz=9\n[a]\nb.c.t="x"',
    b"[a.b.c]\nz=9\n[a]\nb.d=1", b"[[a]]\n[a.b]\n[[a]]\n[a.b]", b"[a]\n[[a]]", b"[[a]]\n[a]", b"a=[]\n[[a]]",
    b"a={}\n[a.b]", b"a={}\na.b=1", b"a=1\n[a.b]", b"[a.b]\n[a]\n[a.b.c]\n", b"[a]\nb={}\n[a.b]", b"[[a.b]]\n[a]\n",
    b"[[a.b]]\n[a.b.c]\nx=1\n[[a.b]]\n[a.b.c]\nx=1", b"[[a.b]]\n[[a]]", b"[a.b]\n[[a]]", b"a.b.c=1\na.b.d=2\na.b=3",
    b"[]", b"[a.]", b"[a b]", b'[ a . "b" ]', b"a . b = 1", b"= 1", b"a=1 b=2", b'"a"=1\na=2', b"''=1\n\"\"=2",
    b'"""a"""=1', b"[a]]", b"[[a] ]", b"[ [a]]", b"a\nb=1", b"[a]b=1", b"[a]\n[a.b.c]\n[a.b]\n[a.b]\n",
    b"\xef\xbb\xbf\xef\xbb\xbfa=1", b"a=1\n\xef\xbb\xbfb=1", b"1.2=3", b"[a.b]\nx=1\n[a]\nb={}", b"a=\n", b"a",
    b"a=1#\x7f", b"a=1#\xc2\x80", b'a="""\\ x"""', b'a="""\\ \n"""', b'a="""\\  \r\n x"""', b"a=1\rb=2", b"#\r",
    b"a=1\r", b"[a]\r", b'a="""x\ry"""', b"a='''x\ry'''", b"\x0ca=1", b"a=1\n\x00", b"#\xff", b'a="\xff"', b"a=[1\n2]",
    b"a=" + b"[" * 80 + b"]" * 80, b"a=" + b"[" * 81 + b"]" * 81, b"a=" + b"{a=" * 80 + b"1" + b"}" * 80,
    b"a=" + b"{a=" * 81 + b"1" + b"}" * 81, b"a=" + b"[" * 100_000, b"[" * 100_000,
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where typos runs: it reads the `pyproject.toml` of its folder even if that has no table for it."""
    path = tmp_path_factory.mktemp("typos")
    (path / "clean.txt").write_text("hello\n")
    return path


def _is_refused(source: bytes, folder: Path) -> bool:
    (folder / "pyproject.toml").write_bytes(source)
    run = subprocess.run([_TYPOS, "clean.txt"], cwd=folder, capture_output=True, check=False)
    assert run.returncode in (0, _REFUSED), run.stderr
    return run.returncode == _REFUSED


def test_the_checker_refuses_the_values_in_which_errors_are_found(folder: Path) -> None:
    for value in some(VALUES):
        source = f"[x]\na={value}\n".encode()
        assert bool(parse(source, Syntax.TOML).errors) == _is_refused(source, folder), value


def test_the_checker_refuses_the_documents_in_which_errors_are_found(folder: Path) -> None:
    for source in some(DOCUMENTS):
        assert bool(parse(source, Syntax.TOML).errors) == _is_refused(source, folder), source[:80]


@examples(30)
@given(data=st.data())
def test_the_checker_refuses_the_mutations_in_which_errors_are_found(folder: Path, data: st.DataObject) -> None:
    source = data.draw(mutated(TOML))
    assert bool(parse(source, Syntax.TOML).errors) == _is_refused(source, folder)
