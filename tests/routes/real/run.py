"""Runs programs that each send one request to its own server, and reports what arrived: JSON in and out."""

import json
import sys
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SENT: list[dict[str, object]] = []


class _Notes(BaseHTTPRequestHandler):
    """Answers every request with an empty object."""

    protocol_version = "HTTP/1.1"

    def _note(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode("utf-8", "replace")
        _SENT.append(
            {
                "verb": self.command,
                "target": self.path,
                "headers": {name.lower(): value for name, value in self.headers.items()},
                "body": body,
            }
        )
        answer = b"" if self.command == "HEAD" else b"{}"
        self.send_response(200)
        self.send_header("content-type", "application/json; charset=utf-8")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = _note  # noqa: N815 - http.server's names

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Notes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    results = []
    for code in json.load(sys.stdin):
        _SENT.clear()
        error = ""
        try:
            exec(
                compile(code.replace("@BASE@", base).replace("@HOST@", base.removeprefix("http://")), "<case>", "exec"),
                {"__name__": "case"},
            )
        except Exception:  # noqa: BLE001 - a client may fail in any way; the test shows how
            error = traceback.format_exc()
        results.append({"sent": list(_SENT), "error": error})
    json.dump({"base": base, "results": results}, sys.stdout)


if __name__ == "__main__":
    main()
