"""The users' service."""

from fastapi import FastAPI

from users.routers import router

PREFIX = "/api/v1"

app = FastAPI()
app.include_router(router, prefix=PREFIX)
