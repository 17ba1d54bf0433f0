"""How does systemd run an event? A unit for the site, or for workers, with the options that were given."""

import getpass
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

_UNIT = """# Written by `arena {shown} --print-unit`. As root:
#   put it into /etc/systemd/system/{name}.service, then systemctl enable --now {name}
[Unit]
Description=arena: {title}
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
Type=exec
User={user}
WorkingDirectory={folder}
ExecStart={command}
Restart=always
RestartSec=2
TimeoutStopSec=60
LimitNOFILE=8192
UMask=0077
PrivateTmp=yes
{rest}
[Install]
WantedBy=multi-user.target
"""
_WITH_BOTS = """# Bots are confined in control groups below this unit's own.
Delegate=yes
"""
_WITHOUT_BOTS = """# No bot runs here, so the process needs next to nothing.
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths={folders}
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
LockPersonality=yes
"""


def unit_text(name: str, title: str, words: Sequence[str], written: Sequence[Path], bots: bool) -> str:
    """The unit of a command, which writes to these folders."""
    folders = " ".join(_quoted(str(one)) for one in dict.fromkeys(written))
    command = " ".join(_quoted(one) for one in (_program(), *words))
    return _UNIT.format(
        shown=" ".join(words[:2]) if words[0] == "event" else words[0],
        name=name,
        title=_one(title),
        user=getpass.getuser(),
        folder=_one(str(Path.cwd())),
        command=command,
        rest=_WITH_BOTS if bots else _WITHOUT_BOTS.format(folders=folders),
    )


def _program() -> str:
    """Where `arena` is, for a process that has no PATH of ours."""
    beside = Path(sys.executable).with_name("arena")
    return str(beside if beside.exists() else Path(sys.argv[0]).absolute())


def _one(text: str) -> str:
    return text.replace("%", "%%")


def _quoted(word: str) -> str:
    """A word of a command line as systemd reads it: % and $ stand for something, quotes are for spaces."""
    word = _one(word).replace("$", "$$")
    if shlex.quote(word) == word or not set(word) & set(" \t\"'\\;"):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
