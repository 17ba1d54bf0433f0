"""How does a test look at pages? In a real Chromium, headless, that asks nobody but the server under test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.events import CODE

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium: scripts/debian-packages tests"
)


@contextmanager
def chromium(profile: Path, **options: Any) -> Iterator[Any]:
    """A browser with a profile of its own."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # slow to import

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            str(profile), executable_path=CHROMIUM, args=list(FLAGS), chromium_sandbox=False, **options
        )
        opened.set_default_timeout(120_000)  # a busy host is slow, not wrong
        yield opened
        opened.close()


def signed_up(page: Any, url: str, name: str, team: str) -> str:
    """Sign up in the browser; the token."""
    page.goto(f"{url}/signup?code={CODE}")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Team").fill(team)
    page.get_by_role("button", name="Sign up").click()
    token = str(page.locator("#token").input_value())
    assert token.startswith("arena_")
    return token


def log_in(page: Any, url: str, token: str) -> None:
    """Log in with a token."""
    page.goto(f"{url}/login")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_load_state()
