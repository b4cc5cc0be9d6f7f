"""Calls that look like requests, whoever the client is."""

from waypost.clients.client import Client
from waypost.clients.shape import VERB_METHODS, At, Shape, each

CLIENT = Client(
    name="",
    shapes=(
        # Verb and URL side by side.
        Shape(
            client="",
            callees=each(
                "*.",
                "request _request arequest perform_request api_request async_request make_request _make_request",
            ),
            verb=At(0, "method"),
            url=At(1, "url"),
            query=At(None, "params"),
            json=At(None, "json"),
            data=At(None, "data"),
            headers=At(None, "headers"),
            sure=False,
        ),
        # Both by keyword: `path=` and `method=`, `resource_path=` and `method=`.
        *(
            Shape(
                client="",
                callees=each("*.", "request _request param_serialize HttpRequest call_endpoint"),
                verb=At(None, "method"),
                url=At(None, name),
                query=At(None, "query"),
                json=At(None, "body"),
                headers=At(None, "headers"),
                sure=False,
            )
            for name in ("path", "resource_path", "endpoint", "url")
        ),
        # The verb is the method's name, on a receiver that only a client has.
        Shape(
            client="",
            callees=(
                *each("*.", "_get _post _put _patch _delete _head _get_api_list _post_json"),
                *each("*.", "http_get http_list http_post http_put http_patch http_delete"),
                *each("*.http. *._http. *._adapter. *._session. *.http_client. *._http_client.", VERB_METHODS),
            ),
            url=At(0, "url"),
            query=At(None, "params"),
            json=At(None, "json"),
            data=At(None, "data"),
            headers=At(None, "headers"),
            sure=False,
        ),
    ),
)
