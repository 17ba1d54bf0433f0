"""What of ours runs beside a bot in its sandbox? The engine and the bridge of the line protocol, if its bot.toml asks for them."""

from arena.match.manifest import Bot
from arena.sandbox import python_command


def beside(bot: Bot) -> tuple[str, ...]:
    """The beginning of a command line that the bot's own command follows."""
    modules = [*(["arena.engine"] if bot.engine else []), *(["arena.bridge"] if bot.lines else [])]
    # Without the current folder, which is the bot's: a file of its own there must not be taken for one of ours.
    return tuple(word for module in modules for word in python_command("-P", "-m", module))
