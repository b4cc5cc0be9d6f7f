"""The settings files of projects: which one governs a file, its settings, and its problems."""

from waypost.projects.file import OWN_FILE, PROJECT_FILES, PYPROJECT, SettingsFile, read_settings
from waypost.projects.governing import Governing, SettingsSources

__all__ = ["OWN_FILE", "PROJECT_FILES", "PYPROJECT", "Governing", "SettingsFile", "SettingsSources", "read_settings"]
