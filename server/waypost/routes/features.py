"""What an editor can ask of a Python source."""

from waypost.features import Features


class RouteFeatures(Features):
    """Routes and calls of one Python source."""
