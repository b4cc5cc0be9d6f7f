"""`waypost expand`: items, options, outputs, problems, and a printed command that is really run."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.forked import launcher
from tests.support.loopback import loopback
from waypost.cli.expand import expand
from waypost.cli.group import waypost
from waypost.cli.items import split


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(expand, arguments, input=stdin)


def request(*arguments: str, stdin: str | bytes = "") -> dict:
    """The result object of a call without problems."""
    done = run(*arguments, "--show-secrets", stdin=stdin)
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refused(*arguments: str, stdin: str | bytes = "") -> str:
    done = run(*arguments, stdin=stdin)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("a=b", ("a", "=", "b")),
        ("a==b", ("a", "==", "b")),
        ("a:=1", ("a", ":=", "1")),
        ("a:=@f", ("a", ":=@", "f")),
        ("a=@f", ("a", "=@", "f")),
        ("A:b=c", ("A", ":", "b=c")),
        ("A:", ("A", ":", "")),
        ("A:=b:c", ("A", ":=", "b:c")),
        ("a=b:=c", ("a", "=", "b:=c")),
        (r"a\:b=c", ("a:b", "=", "c")),
        (r"a\=b:c", ("a=b", ":", "c")),
        (r"a=\@b", ("a", "=", "@b")),
        (r"a\b=c\d", (r"a\b", "=", r"c\d")),
        ("if-x=é", ("if-x", "=", "é")),
        ("=b", ("", "=", "b")),
        ("word", ("word", "", "")),
    ],
)
def test_an_item_is_split_as_httpie_does(item, expected):
    assert split(item) == expected


def test_items_become_parameters_headers_and_body():
    shown = request("POST /repos/{owner}/x", "owner=o c", "n:=5", 'j:={"a": [1]}', "X-A:b:c", "Accept:", "X-Empty;")
    assert shown["url"] == "https://api.github.com/repos/o%20c/x"
    assert shown["body"] == {"n": 5, "j": {"a": [1]}}
    assert shown["headers"]["x-a"] == "b:c"
    assert shown["headers"]["x-empty"] == ""
    assert "accept" not in shown["headers"]


def test_the_options_of_the_builder_are_items():
    media = 'mediaType:={"format": "raw", "previews": ["a", "b"]}'
    shown = request("GET /x", "--base-url", "https://h.example/api", media)
    assert shown["url"] == "https://h.example/api/x"
    assert shown["headers"]["accept"] == "application/vnd.github.a-preview.raw,application/vnd.github.b-preview.raw"
    assert request("PUT /x", "data=raw text")["body"] == "raw text"


@pytest.mark.parametrize(
    ("output", "start"),
    [("http", "GET https://"), ("curl", "curl "), ("httpie", "http "), ("httpx", "httpx.request("), ("json", "{")],
)
def test_every_output_masks_secrets_unless_asked(output, start):
    arguments = ("GET /x", "Authorization:token s3cret", "--output", output)
    assert run(*arguments).stdout.startswith(start)
    assert "s3cret" not in run(*arguments).output
    assert "s3cret" in run(*arguments, "--show-secrets").stdout


def test_problems_go_to_standard_error_with_carets():
    done = run("POST /repos/{owner}/x", "data=1", "a=2")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["body"] == "1"
    assert done.stderr == (
        "warning[unused-parameter]: `a` is not sent: `data` is the whole body; "
        "put it in `data`, or in the URL as `{?a}`\n"
        "  POST /repos/{owner}/x\n"
        "       ^^^^^^^^^^^^^^^^\n"
        "error[missing-parameter]: `owner` has no value, so its part of the path stays empty\n"
        "  POST /repos/{owner}/x\n"
        "              ^^^^^^^\n"
    )
    assert run("POST /x", "data=1", "a=2").exit_code == 0


def test_a_route_that_is_no_request_is_one_message():
    assert refused("GTE /x") == "error: `GTE` is not an HTTP verb; did you mean `GET`?\n  GTE /x\n  ^^^\n"
    assert refused("") == "error: The route is empty; write a verb and a path, such as 'GET /users'.\n"
    assert "leads elsewhere" in refused("GET /{a}", "a=..")
    assert "`baseUrl` has no scheme" in refused("GET /x", "--base-url", "h.example")


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (["word"], "'word' is not an item; write name=text"),
        (["=b"], "'=b' is not an item"),
        (["q==s"], "'q==s': write q=s."),
        (["a:=b"], "'a:=b' is not JSON: Expecting value"),
        (["a:=" + "[" * 100_000], "'a:=[[["),
        (["a=@file"], "'a=@file': no file is read; write its text"),
        (["@file"], "'@file': no file is read"),
        (["a:=@file"], "'a:=@file': no file is read"),
        (["headers=x"], "'headers' is an option"),
    ],
)
def test_bad_input_is_one_clear_message(items, message):
    shown = refused("GET /x", *items)
    assert shown.startswith(f"error: {message}")
    assert shown.count("\n") == 1


def test_an_option_of_the_command_that_is_none_is_exit_code_two():
    assert "Invalid value for '-o'" in refused("GET /x", "--output", "fax")


@pytest.mark.parametrize("item", [b"a=\xff", b"X-A:\xff", b"\xff=a", b"\xff"])
@pytest.mark.parametrize("route", [b"POST /x", b"GET /x/{a}", b"GET /\xff"])
def test_bytes_that_are_no_text_are_never_a_traceback(route, item):
    command = [*launcher(), "expand", route, item]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr
    assert done.stdout or done.stderr.startswith(b"error: ")


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal."""
    reader, writer = pty.openpty()
    command = [*launcher(), "expand", *arguments]
    with subprocess.Popen(command, stdout=writer, stderr=writer, env={**os.environ, **environment}) as process:
        os.close(writer)
        text = b""
        while chunk := _read(reader):
            text += chunk
        process.wait(timeout=60)
    os.close(reader)
    return text.decode()


def _read(descriptor: int) -> bytes:
    """The output of a terminal; on Linux, its end is an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def test_colour_is_for_terminals_and_no_color_is_honoured():
    assert "\x1b[" in in_a_terminal("GET /{a}/x", NO_COLOR="")
    assert "\x1b[" not in in_a_terminal("GET /{a}/x", NO_COLOR="1")
    assert "\x1b[" not in run("GET /{a}/x").output


@pytest.mark.parametrize("output", ["curl", "httpie"])
def test_the_printed_command_really_sends_the_request(output):
    items = ["owner=octocat", "repo=hello", "title=Found a bug", 'labels:=["bug"]']
    with loopback() as server:
        route = "POST /repos/{owner}/{repo}/issues"
        done = run(route, *items, "--output", output, "--base-url", server.base)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        subprocess.run(["sh", "-c", done.stdout], check=True, capture_output=True, env={**os.environ, "PATH": path})
        arrived = server.arrived()
    assert (arrived.method, arrived.target) == ("POST", "/repos/octocat/hello/issues")
    assert json.loads(arrived.body) == {"title": "Found a bug", "labels": ["bug"]}
    assert arrived.headers["content-type"] == b"application/json; charset=utf-8"


def test_the_help_page_lists_the_items_line_by_line():
    lines = [line.strip() for line in run("--help").stdout.splitlines()]
    assert "name=text       a parameter" in lines
    assert "Header:value    a header; `Header:` leaves a default header out" in lines


@pytest.mark.parametrize(
    ("words", "url"),
    [
        (("GET", "/user"), "https://api.github.com/user"),
        (("get", "user", "page=2"), "https://api.github.com/user?page=2"),
        (("GET", "/x?a=b:c", "page=2"), "https://api.github.com/x?a=b:c&page=2"),
        (("GET", "https://h.example:8080/x"), "https://h.example:8080/x"),
        (("GET", "{+path}", "path=a/b"), "https://api.github.com/a/b"),
        (("GET /x", "a=b"), "https://api.github.com/x?a=b"),
        (("/GET", "a=b"), "https://api.github.com/GET?a=b"),
    ],
)
def test_a_verb_and_a_url_need_no_quotes(words, url):
    assert json.loads(run(*words).stdout)["url"] == url


@pytest.mark.parametrize("words", [("GET",), ("GET", "a=b"), ("GET", "X-A:1"), ("GTE", "/x")])
def test_a_verb_without_a_url_is_refused_as_before(words):
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    ("words", "rule", "marked"),
    [
        (("GET", "/repos/o/r/isues"), "unknown-route", "/repos/o/r/isues"),
        (("GET", "/repos/{owner}/r/issues", "owner=é", "state=close"), "bad-value", "GET /repos/{owner}/r/issues"),
        (("DELETE", "/repos/o/r/issues"), "wrong-verb", "DELETE"),
        (("POST", "/repos/o/r/issues"), "missing-required", "POST /repos/o/r/issues"),
    ],
)
def test_a_request_is_checked_against_its_api_when_asked(words, rule, marked):
    done = run(*words, "--check")
    assert f"warning[{rule}]" in done.stderr
    line, marks = done.stderr.splitlines()[1:3]
    assert line[marks.index("^") : len(marks)] == marked
    assert done.exit_code == 1
    assert json.loads(done.stdout)["method"] == words[0].lower()
    assert run(*words).exit_code == 0


@pytest.mark.parametrize(
    "words", [("GET", "/repos/o/r/issues", "state=open"), ("GET", "https://nobody.example/isues"), ("GET", "/user")]
)
def test_a_request_that_fits_or_goes_elsewhere_is_not_reported(words):
    done = run(*words, "--check")
    assert (done.exit_code, done.stderr) == (0, "")


def test_data_of_a_get_request_is_in_its_query_and_no_body():
    done = run("GET", "/user", "data=x", "--check")
    assert "warning[body-on-get]" in done.stderr
    assert "unexpected-body" not in done.stderr
    assert json.loads(done.stdout)["url"] == "https://api.github.com/user?data=x"


def test_a_document_of_the_settings_is_checked_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "waypost.toml").write_text('apis."https://api.pets.example" = "pets.json"\n')
    (tmp_path / "pets.json").write_text(json.dumps({"openapi": "3.1.0", "info": {}, "paths": {"/pets": {"get": {}}}}))
    done = run("GET", "/pest", "--base-url", "https://api.pets.example", "--check")
    assert "unknown-route" in done.stderr
    assert run("GET", "/pets", "--base-url", "https://api.pets.example", "--check").exit_code == 0


@pytest.mark.parametrize(
    ("word", "answer"),
    [("exapnd", "did you mean `expand`?"), ("GET /x", "use `waypost expand`"), ("zzz", "There is no command `zzz`\n")],
)
def test_an_unknown_command_comes_with_what_was_meant(word, answer):
    done = CliRunner().invoke(waypost, [word])
    assert done.exit_code == 2
    assert answer in done.output
