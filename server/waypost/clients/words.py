"""The words by which requests, clients and responses are called in programs, whoever wrote them."""

import re
from typing import Final

# What two kinds of evidence weigh together: less is silence.
ENOUGH: Final = 3
VERB_NAMES: Final = ("method", "http_method", "verb", "request_method", "http_verb", "type", "_method")
URL_NAMES: Final = (
    *("url", "uri", "path", "endpoint", "url_path", "resource_path", "endpoint_path", "route", "request_path"),
    *("api_path", "relative_url", "path_template", "resource", "href", "_path"),
)
# `get`, `_post`, `http_get`, `get_json`, `apost`: the words around the verb say how it is sent, not what.
VERB_CALL: Final = re.compile(
    r"(?i)_*(?:a|async_|http_?|do_?|api_?|make_|send_|rest_?|raw_|authed_|safe_|signed_|call_|perform_|execute_)?_?"
    r"(?P<verb>get|post|put|patch|delete)"
    r"(?:_?(?:json|request|raw|async|api|http|call|data|page|pages|paginated|url|path|all|list|one|single|resource|"
    r"return|content|response|body|form|text))*_*"
)
ASKS: Final = re.compile(r"(?i)_*(?:\w+_)?(?:request|fetch|call|send|query|execute|api)(?:_\w+)?")
# What takes a verb and a URL but sends nothing: a log, a mock, a server's own routes, an error.
NO_REQUEST: Final = re.compile(
    r"(?i)(?:.*_)?(?:add|assert|register|expect|mock|stub|route|log|print|debug|info|warn|error|exception|format|match|"
    r"on|when|hooks?|callbacks?)(?:_\w*)?|.*(?:Error|Exception|Warning|Response|Route|Rule)|assert.*|test_.*|.*_event|"
    r"_*get_?(?:api_?)?(?:url|path)_*"
)
CLIENT: Final = re.compile(
    r"(?i).*(?:client|session|http|api|requests?|requester|transport|rest|connection|conn|adapter|caller|connector|sess|"
    r"gateway|service|network|executor|sdk|proxy|web|auth)_?(?:\(\))?"
)
# What is called a client and nothing else, not `redis_client`.
ONLY_CLIENT: Final = re.compile(
    r"(?i)_*(?:(?:api|async|base|http|rest|web)_?)?(?:client|requester|sess|session|http|requests)_*(?:\(\))?"
)
SELF: Final = re.compile(r"self|cls|super\(\)|parent|_c")
# Objects with such methods that send nothing: they stand in for servers, register handlers, or keep values by URL.
NO_CLIENT: Final = re.compile(
    r"(?i)(?:\w*mock\w*|responses?|respx|rsps|httpretty|router|app|blueprint|cache\w*|\w*_?(?:map|dict|registry|store)|"
    r"urls?|headers|cookies|params|by_\w+|m|\w*redis\w*|\w*files?\w*|\w*storage|environ|config|settings)_?(?:\(\))?"
)
# Keywords that a method named after a verb takes only if it sends a request; and those with a body.
SENT_WITH: Final = frozenset(
    ("headers", "params", "timeout", "proxies", "auth", "cookies", "verify", "allow_redirects", "follow_redirects")
)
BODIES: Final = frozenset(("json", "data", "files", "content"))
# What is read of a response; the second are read of little else.
READ: Final = frozenset(("json", "text", "content", "ok", "headers", "status", "read", "body"))
READ_OF_RESPONSES: Final = frozenset(
    ("status_code", "raise_for_status", "iter_content", "iter_lines", "aiter_bytes", "reason_phrase", "json")
)
URL_LIKE: Final = re.compile(r"(?i)(?:\w*_)?(?:url|uri|endpoint|href|link|path|address)s?")
