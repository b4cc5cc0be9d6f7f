"""The shapes of tokens: one list for the rule about secrets and for masking.

Each shape is a prefix and the characters after it, as its maker has published them.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class TokenShape(NamedTuple):
    """One kind of token."""

    maker: str
    # Its prefix, for a quick look at a whole source.
    beginning: str
    # The rest, as a pattern, and how many characters a real one has.
    characters: str
    length: int


_ANY: Final = r"[A-Za-z0-9_-]"
_PLAIN: Final = r"[A-Za-z0-9]"
_HEX: Final = r"[0-9a-f]"

SHAPES: Final = (
    *(TokenShape("GitHub", each, _PLAIN, 36) for each in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    TokenShape("GitHub", "github_pat_", r"[A-Za-z0-9_]", 60),
    *(TokenShape("GitLab", each, _ANY, 20) for each in ("glpat-", "gldt-", "glrt-", "glptt-", "gloas-", "glcbt-")),
    *(
        TokenShape("Slack", each, r"[A-Za-z0-9-]", 20)
        for each in ("xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-")
    ),
    TokenShape("Slack", "xapp-", r"[A-Za-z0-9-]", 20),
    *(TokenShape("AWS", each, r"[0-9A-Z]", 16) for each in ("AKIA", "ASIA")),
    *(TokenShape("Stripe", each, _PLAIN, 20) for each in ("sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_")),
    TokenShape("Google", "AIza", _ANY, 35),
    TokenShape("Google", "ya29.", _ANY, 20),
    TokenShape("Google", "GOCSPX-", _ANY, 20),
    TokenShape("npm", "npm_", _PLAIN, 36),
    TokenShape("PyPI", "pypi-", _ANY, 50),
    TokenShape("Hugging Face", "hf_", _PLAIN, 30),
    TokenShape("OpenAI, Anthropic", "sk-", _ANY, 30),
    TokenShape("Groq", "gsk_", _PLAIN, 40),
    TokenShape("Perplexity", "pplx-", _PLAIN, 40),
    TokenShape("Replicate", "r8_", _PLAIN, 37),
    TokenShape("xAI", "xai-", _PLAIN, 40),
    TokenShape("SendGrid", "SG.", r"[A-Za-z0-9_.-]", 60),
    TokenShape("Mailgun", "key-", _HEX, 32),
    *(TokenShape("DigitalOcean", each, _HEX, 64) for each in ("dop_v1_", "doo_v1_", "dor_v1_")),
    *(TokenShape("Shopify", each, r"[0-9a-fA-F]", 32) for each in ("shpat_", "shpca_", "shppa_", "shpss_")),
    *(TokenShape("Square", each, _ANY, 22) for each in ("sq0atp-", "sq0csp-")),
    *(TokenShape("Atlassian", each, r"[A-Za-z0-9_=-]", 20) for each in ("ATATT3", "ATCTT3", "ATBB")),
    TokenShape("Linear", "lin_api_", _PLAIN, 40),
    TokenShape("Notion", "ntn_", _PLAIN, 40),
    TokenShape("Figma", "figd_", _ANY, 40),
    TokenShape("Databricks", "dapi", _HEX, 32),
    TokenShape("Netlify", "nfp_", _PLAIN, 36),
    TokenShape("New Relic", "NRAK-", r"[A-Z0-9]", 27),
    *(TokenShape("Grafana", each, r"[A-Za-z0-9_+/=-]", 32) for each in ("glsa_", "glc_")),
    *(TokenShape("Sentry", each, r"[A-Za-z0-9_+/=-]", 40) for each in ("sntrys_", "sntryu_")),
    TokenShape("Docker", "dckr_pat_", _ANY, 27),
    *(TokenShape("Vault", each, _ANY, 24) for each in ("hvs.", "hvb.")),
    TokenShape("Doppler", "dp.pt.", _PLAIN, 40),
    TokenShape("Pulumi", "pul-", _HEX, 40),
    TokenShape("Postman", "PMAK-", r"[A-Za-z0-9-]", 50),
    TokenShape("RubyGems", "rubygems_", _HEX, 48),
    TokenShape("Supabase", "sbp_", _HEX, 40),
    *(TokenShape("PlanetScale", each, r"[A-Za-z0-9_.-]", 32) for each in ("pscale_tkn_", "pscale_pw_")),
    TokenShape("age", "AGE-SECRET-KEY-1", r"[0-9A-Z]", 58),
    TokenShape("JSON Web Token", "eyJ", r"[A-Za-z0-9_.-]", 40),
)
BEGINNINGS: Final = tuple(shape.beginning.encode() for shape in SHAPES)
# Masking also hides a token that has been cut short.
_SHORTEST: Final = 10
# A real token has more distinct characters than `ghp_xxxx…`.
_VARIED: Final = 13


def _pattern(shortest: int | None = None) -> str:
    shapes = (
        f"{re.escape(shape.beginning)}{shape.characters}{{{min(shape.length, shortest or shape.length)},}}"
        for shape in SHAPES
    )
    return rf"(?<![A-Za-z0-9_])(?:{'|'.join(shapes)})"


TOKEN: Final = re.compile(_pattern() + "(?![A-Za-z0-9_])")
TOKEN_IN_SOURCE: Final = re.compile(TOKEN.pattern.encode())
_LIKE_A_TOKEN: Final = re.compile(_pattern(_SHORTEST))
# Others have no prefix but more structure: bots of Telegram and Discord, and what tells one hook from another in the
# addresses of chats, each by its maker's documentation. One segment of a path is it.
_HOOKS: Final = (
    r"(?:hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)|/api/(?:v\d+/)?webhooks/\d{5,}"
    r"|\.webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook"
    r"|hooks\.zapier\.com/hooks/catch/\w+|hook(?:\.[a-z0-9]+)?\.(?:integromat|make)\.com"
    r"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook|maker\.ifttt\.com/trigger/[\w-]+/(?:json/)?with/key"
    r"|discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+|ntfy\.sh|connect\.pabbly\.com/workflow/sendwebhookdata)/"
)
_OTHERS: Final = re.compile(
    r"(?<!\w)\d{8,10}:AA[\w-]{33}|(?<![\w.])[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}"
    rf"|{_HOOKS}(?P<hook>(?=[\w@/-]{{10}})[\w@-]+(?:/[\w@-]+)*)|/bot(?P<bot>\d{{5,}}:[\w-]{{16,}})"
    r"|/hooks/(?P<own>[a-z0-9]{26}\b|(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}(?:/[\w-]{20,})?)"
)


def is_varied(token: str | bytes) -> bool:
    """Whether it may be real, unlike the examples of documentation: `ghp_xxxx…`, `AKIAIOSFODNN7EXAMPLE`."""
    text = token.decode("ascii", "replace") if isinstance(token, bytes) else token
    return len(set(text)) >= _VARIED and "EXAMPLE" not in text.upper()


# What nobody writes by hand: hexadecimal digits, or letters of both cases with digits at more than one place.
_RANDOM: Final = re.compile(
    r"(?=.*\d)(?=.*[A-Fa-f])(?:[0-9a-f]{20,}|[0-9A-F]{20,})|(?=.*[a-z])(?=.*[A-Z])(?=.*\d[^\d]+\d)[\w+/~.%-]{20,}={0,2}",
    re.ASCII,
)
_VARIED_DIGITS: Final = 8


def is_random(value: str) -> bool:
    """Whether a value that has the name of a secret looks like a real one, whoever makes it."""
    return _RANDOM.fullmatch(value) is not None and len(set(value)) >= _VARIED_DIGITS and "EXAMPLE" not in value.upper()


def tokens(text: str) -> Iterator["re.Match[str]"]:
    """Where a text contains real tokens."""
    return (found for found in TOKEN.finditer(text) if is_varied(found[0]))


def maker_of(token: str) -> str:
    """Who makes tokens that begin like this one."""
    return next((each.maker.split(",")[0] for each in SHAPES if token.startswith(each.beginning)), "")


def token_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where a text contains what looks like a token, also one that is cut short."""
    yield from (found.span() for found in _LIKE_A_TOKEN.finditer(text) if _may_be_real(found[0]))
    yield from (found.span(found.lastgroup or 0) for found in _OTHERS.finditer(text))


def _may_be_real(found: str) -> bool:
    """Whether it has digits, or letters of both cases, unlike a natural word."""
    rest = found[3:]
    return any(each.isdigit() for each in rest) or (rest != rest.lower() and rest != rest.upper())
