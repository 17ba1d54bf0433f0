"""What changed between two values? A JSON Merge Patch (RFC 7386), made and applied."""

from typing import Any

Value = dict[str, Any]


def patch_between(before: Value, after: Value) -> Value:
    """The patch that turns one object into the other; no value in either is None."""
    patch: Value = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            inner = patch_between(old, value)
            if inner:
                patch[key] = inner
        elif key not in before or type(old) is not type(value) or old != value:
            patch[key] = value
    return patch


def patched(before: Value, patch: Value) -> Value:
    """An object with a patch applied; neither is changed."""
    after = dict(before)
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, dict):
            old = after.get(key)
            after[key] = patched(old if isinstance(old, dict) else {}, value)
        else:
            after[key] = value
    return after
