"""canvasapi: lists get their first page from a URL."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Shape

CLIENT = Client(
    name="canvasapi",
    package="canvasapi",
    modules=("canvasapi",),
    shapes=(
        Shape(
            client="canvasapi",
            callees=("canvasapi.paginated_list.PaginatedList", "*.PaginatedList"),
            verb=At(2, "request_method"),
            url=At(3, "first_url"),
            imports=("canvasapi",),
            sure=False,
        ),
    ),
)
