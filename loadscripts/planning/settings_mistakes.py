"""Settings of the applications that an experiment cannot have: unknown ones, and values that nobody could read."""

from typing import Any

from deploy.specification.plan import DEFAULT_SETTINGS, expected_setting


def settings_mistakes(raw: dict[str, Any]) -> list[str]:
    """Those of a file as it was read, each named by its key."""
    settings = raw.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    unknown = [
        f"settings.{key}: expected one of {', '.join(DEFAULT_SETTINGS)}"
        for key in settings
        if key not in DEFAULT_SETTINGS
    ]
    return unknown + [
        f"settings.{key}: expected {expected}, got {value!r}"
        for key, value in settings.items()
        if key in DEFAULT_SETTINGS and isinstance(value, str) and (expected := expected_setting(key, value))
    ]
