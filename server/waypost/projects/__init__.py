"""The settings files of projects: which one governs a file, its settings, and its problems."""

from waypost.projects.discovery import DiscoveredProjects, SettingsSources
from waypost.projects.file import OWN_FILE, PROJECT_FILES, PYPROJECT, SettingsFile, read_settings

__all__ = [
    "OWN_FILE",
    "PROJECT_FILES",
    "PYPROJECT",
    "DiscoveredProjects",
    "SettingsFile",
    "SettingsSources",
    "read_settings",
]
