"""What takes an app and changes none of its routes, by the beginning of its dotted name."""

from typing import Final

_MODULES: Final = (
    "uvicorn hypercorn granian waitress gunicorn mangum asgiref a2wsgi asgi_lifespan async_asgi_testclient werkzeug "
    "httpx httpx2 unittest logging asyncio contextlib typing dataclasses builtins "
    "starlette.testclient starlette.middleware fastapi.testclient fastapi.openapi fastapi.middleware slowapi "
    "litestar.testing aiohttp.test_utils aiohttp_cors flask.cli celery opentelemetry sentry_sdk prometheus_client "
    "whitenoise pyramid_jinja2 pyramid_mako pyramid_chameleon pyramid_tm pyramid_retry pyramid_beaker pyramid_mailer "
    "pyramid_services pyramid_exclog pyramid_debugtoolbar webtest sanic_testing tornado.ioloop tornado.httpserver"
)
_OF_FLASK: Final = (
    "sqlalchemy migrate login cors bcrypt wtf mail caching limiter talisman compress babel moment marshmallow seasurf "
    "htmx session bootstrap jwt_extended httpauth principal static_digest"
)
HARMLESS: Final = (
    *(f"{module}." for module in _MODULES.split()),
    *(f"flask_{name}." for name in _OF_FLASK.split()),
    "pytest",
    "aiohttp.web.run_app",
    "aiohttp.web.AppRunner",
)
