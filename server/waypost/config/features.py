"""What an editor can ask of a configuration."""

from waypost.features import Features


class ConfigFeatures(Features):
    """One configuration document."""
