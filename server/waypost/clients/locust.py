"""locust: its users' `client` is a session of requests that joins URLs to the user's host."""

from waypost.clients.client import Client

CLIENT = Client(
    name="locust",
    package="locust",
    modules=("locust",),
    attributes={
        (f"locust.{owner}", "client"): "requests.Session"
        for owner in ("HttpUser", "FastHttpUser", "TaskSet", "SequentialTaskSet")
    },
)
