"""How does a test play by hand? It clicks on what the board offers, and knows neither rules nor action texts."""

from random import Random
from typing import Any

from tests.web.board_page import Page, until

OFFERED = """() => {
    const root = document.querySelector('[data-board]');
    const sheet = root.querySelector('.sheet:not([hidden])');
    root.querySelectorAll('[data-nth]').forEach(one => delete one.dataset.nth);
    const all = [...(sheet ?? root).querySelectorAll('[data-offer], [data-pick], [data-do=send]')];
    const open = all.filter(one => !one.disabled && !one.matches('.closed, .chosen, [aria-pressed=true]') && one.checkVisibility());
    return open.map((one, nth) => { one.dataset.nth = nth; return one.dataset.offer ?? one.dataset.pick ?? 'send'; });
}"""
STATE = "() => document.querySelector('[data-board]').dataset.state"
ONWARDS = ("square:", "slot:", "pick pay:", "buy ", "place ")
PATIENCE = 30


class ByHand:
    """Somebody who clicks at random, rather on what brings the game forward."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = Random(seed)
        self.clicked: list[str] = []

    def state(self) -> str:
        return str(self.page.evaluate(STATE))

    def settle(self) -> str:
        """Wait until something is asked, or the game is over; skip what is played back."""
        until(self.page, f"() => ['asking', 'over', 'news'].includes(({STATE})())")
        if self.state() == "news":
            self.page.evaluate("document.querySelector('[data-do=skip]')?.click()")
            return self.settle()
        return self.state()

    def click(self) -> bool:
        """One click on something that is offered; False when the game is over."""
        if self.settle() == "over":
            return False
        offered = self.page.evaluate(OFFERED)
        assert offered, f"nothing can be clicked: {self.page.locator('.told').inner_text()}"
        onwards = [i for i, one in enumerate(offered) if one.startswith(ONWARDS)]
        sending = [i for i, one in enumerate(offered) if one == "send"]
        some = sending or onwards
        nth = self.random.choice(some if some and self.random.random() < 0.75 else range(len(offered)))
        self.clicked.append(offered[nth])
        self.page.locator(f"[data-nth='{nth}']").first.click(timeout=PATIENCE * 1000)
        return True

    def until(self, what: str, most: int = 400) -> None:
        """Click on until something of this kind can be chosen."""
        for _ in range(most):
            assert self.settle() == "asking", f"the game ended before there was any {what}"
            if self.page.evaluate(
                f"document.querySelector('[data-board]').board.now.choices.next().has('{what}')"
            ):
                return
            self.click()
        raise AssertionError(f"there was no {what} in {most} clicks")

    def to_the_end(self, most: int = 2000) -> None:
        """The whole game."""
        for _ in range(most):
            if not self.click():
                return
        raise AssertionError(f"the game is not over after {most} clicks")


def board_of(page: Page, expression: str) -> Any:
    """Something of the board's own state, such as `now.frame`."""
    return page.evaluate(
        f"(() => {{ const {{ board }} = document.querySelector('[data-board]'); return {expression}; }})()"
    )
