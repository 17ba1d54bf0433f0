"""How does a test look at a board in a browser? Open it, see whether it fits the screen, ask axe, keep a picture."""

import os
import time
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

Page = Any
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SHOTS = os.environ.get("ARENA_SHOTS", "")

FITS = """() => {
    const wrong = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) wrong.push(`${root.scrollWidth - innerWidth} pixels wider than the screen`);
    if (root.scrollHeight > innerHeight) wrong.push(`${root.scrollHeight - innerHeight} pixels higher than the screen`);
    for (const part of ['.told', '.city', '.time']) {
        const all = [...document.querySelectorAll(`[data-board] ${part}`)].filter(one => one.checkVisibility());
        const box = all.map(one => one.getBoundingClientRect()).sort((a, b) => b.width - a.width)[0];
        if (!box) wrong.push(`${part} is not shown`);
        else if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) wrong.push(`${part} is not on the screen`);
        else if (part === '.city' && Math.min(box.width, box.height) < 150) wrong.push(`the city has ${box.width} by ${box.height} pixels`);
    }
    return wrong;
}"""


def opened(page: Page, url: str) -> Page:
    """A page with its board drawn; what goes wrong in its script fails the test."""
    page.on("pageerror", _fail)
    page.goto("about:blank")  # a change of the fragment alone would not load it again
    page.goto(url)
    page.wait_for_selector("[data-board][data-ready]", state="attached")
    return page


def until(page: Page, condition: str, argument: Any = None, patience_s: float = 60.0) -> None:
    """Wait for a condition in the page. Playwright's own waiting needs `eval`, which pages forbid."""
    deadline = time.monotonic() + patience_s
    while not page.evaluate(condition, argument):
        assert time.monotonic() < deadline, f"it never came to that: {condition}"
        page.wait_for_timeout(20)


def _fail(wrong: Any) -> None:
    raise AssertionError(f"an error in the page: {wrong}")


def fits(page: Page) -> list[str]:
    """What does not fit on the screen."""
    return [str(one) for one in page.evaluate(FITS)]


def violations(page: Page) -> list[str]:
    """What axe finds."""
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]
    ]


def keep_shot(page: Page, name: str) -> None:
    """Keep a picture when ARENA_SHOTS names a folder."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/board-{name}.png")
