"""Does every wrong input end in one sentence? A long list of mistakes that people make, tried one by one."""

import shlex
from pathlib import Path

import pytest

from arena.store import Store
from tests.conftest import arena
from tests.record.records import played_record

LADDER = 'rules = "classic"\nstore = "ladder"\ntier = 3\nbots = ["random", "greedy"]\n'
EVENT = (
    'title = "Open"\nfolder = "event"\ncodes = ["let-me-in-2026"]\n[ladder]\nrules = "classic"\ntier = 3\n'
)
FILES = {
    "ladder.toml": LADDER,
    "event.toml": EVENT,
    "rules.toml": LADDER.replace("classic", "chess"),
    "key.toml": LADDER + "colour = 3\n",
    "type.toml": LADDER + 'sets = "many"\n',
    "format.toml": LADDER + '[format]\nkind = "cup"\n',
    "limits.toml": LADDER + "[limits]\nmemory_mb = 1\n",
    "cores.toml": LADDER + "[limits]\ncores = 999\n",
    "one.toml": LADDER.replace('"random", "greedy"', '"random"').replace('"ladder"', '"one"'),
    "nobots.toml": LADDER.replace('"random"', '"nowhere"'),
    "empty.toml": "",
    "broken.toml": "rules = [",
    "plain.txt": "hello\n",
    "request.json": '{"messages": []}',
    "noname/bot.toml": 'run = ["python3"]\n',
    "norun/bot.toml": 'name = "norun"\n',
    "badname/bot.toml": 'name = "Bad Name"\nrun = ["python3"]\n',
    "badkey/bot.toml": 'name = "badkey"\nrun = ["python3"]\ncolour = 1\n',
    "badkit/bot.toml": 'name = "badkit"\nkit = "cobol"\n',
    "badtool/bot.toml": 'name = "badtool"\nrun = ["x"]\ntoolchains = ["cobol"]\n',
    "brokentoml/bot.toml": "name = [",
    "whole/bot.toml": 'name = "whole"\nrun = ["python3", "bot.py"]\n',
    "emptyfolder/.keep": "",
}
WRONG = """
nonsense
match
match random
match random greedy --rules chess
match random greedy --rules classic+chess
match random greedy --rules classic+camps+camps
match random greedy --rules classic,players=9
match random greedy --rules classic,players=3
match random greedy --rules classic,players=two
match random greedy --rules classic,deal=odd
match random greedy --rules classic,turn_limit=0
match random greedy --rules classic,colour=blue
match random greedy --rules red-palace,deal=closed
match random greedy --rules red-palace+vizier
match random greedy --rules red-palace,abilities=mason
match random greedy --rules red-palace,strips=1+2+99
match random greedy --rules ''
match random greedy --time 30
match random greedy --time -1+0
match random greedy --time 0+0
match random greedy --time soon
match random greedy --time 1e400+1
match random greedy --games -1
match random greedy --games many
match random greedy --games 3.5
match random greedy --cores 99
match random greedy --cores 0
match random greedy --cores -3
match random greedy --memory-mb 1
match random greedy --memory-mb lots
match random greedy --processes 0
match random greedy --scratch-mb 0
match random greedy --start-s 0
match random greedy --start-s nan
match random greedy --jobs 99
match random greedy --jobs -1
match random greedy --sprt 5
match random greedy --sprt 20,0
match random greedy --sprt a,b
match random greedy --deals twice
match random greedy --listen nowhere
match random greedy --logs plain.txt
match random greedy --out plain.txt
match random greedy --out plain.txt/deeper
match random greedy --nonsense
match random greedy --games
match random greedy --strict=3
match random nowhere
match random ''
match random emptyfolder
match random plain.txt
match random noname
match random norun
match random badname
match random badkey
match random badkit
match random badtool
match random brokentoml
match random 'greedy --depth "3'
match random remote:x
match random remote:
match random greedy random greedy random greedy random
bot
bot new
bot new Bad_Name!
bot new whole
bot new fresh --lang cobol
bot build nowhere
bot build emptyfolder
bot build brokentoml
bot check nowhere
bot check random --rules chess
bot check random --games 0
bot check random --games 100000
bot check random --cores 99
bot check random --time soon
bot check random --logs plain.txt
bot ask random nowhere.json
bot ask random plain.txt
bot ask random request.json
bot ask nowhere request.json
bot ask random run
bot ask random request.json --wait 0
bot ask random request.json --stdin
bot assemble random --out whole
bot assemble whole --out fresh
bot assemble nowhere --out fresh
replay
replay list nowhere
replay list run --lost nobody
replay list run --match nothing
replay list plain.txt
replay show two
replay show nowhere
replay show plain.txt
replay export two --format html
replay request nowhere --decision 1
replay show run --game 9
replay show run --game 0
replay show run --game one
replay show run --game 1 --seat 7
replay show run --game 1 --move 9999
replay show run --game 1 --match nothing
replay show emptyfolder --game 1
replay verify nowhere
replay verify emptyfolder
replay verify run --game 9
replay export nowhere
replay export run --format xml
replay export run --out nowhere/deep/file
replay request run --game 1 --decision 0
replay request run --game 1 --decision 99999
replay request run --game 1
ladder
ladder run nowhere.toml
ladder run rules.toml
ladder run key.toml
ladder run type.toml
ladder run format.toml
ladder run limits.toml
ladder run cores.toml
ladder run nobots.toml
ladder run empty.toml
ladder run broken.toml
ladder run plain.txt
ladder run emptyfolder
ladder run event.toml
ladder run one.toml
ladder run ladder.toml --jobs 99
ladder run ladder.toml --jobs -1
ladder run ladder.toml --matches 0
ladder run ladder.toml --until wide
ladder run ladder.toml --until -5
ladder run ladder.toml --executor moon
ladder table nowhere.toml
ladder table emptyfolder
ladder tabel ladder.toml
ladder show ladder.toml nobody
ladder retire ladder.toml nobody
ladder reinstate ladder.toml nobody
ladder export ladder.toml --what everything
ladder export ladder.toml --format xml
ladder new Bad_Name!
ladder new ladder
ladder new fresh --like chess
ladder plan nowhere.toml
submit
submit random
submit random --ladder nowhere.toml
submit random --ladder event.toml
submit nowhere --ladder ladder.toml
submit plain.txt --ladder ladder.toml
submit random --to ftp://example
submit random --ladder ladder.toml --to http://127.0.0.1:1
submit random --to http://127.0.0.1:1
login
login ''
login ftp://example
login not-a-url
login http://event:99999
login 'http://an event'
login --stdin http://127.0.0.1:1
status --from http://127.0.0.1:1
status --at http://127.0.0.1:1
status --at nowhere
event organiser nowhere.toml me
event organiser ladder.toml me
event new Bad_Name!
event codes nowhere.toml
serve nowhere.toml
serve ladder.toml
serve emptyfolder
serve event.toml --port 99999
serve event.toml --trusted-proxy everybody
rules
rules show
rules show chess
rules show 99.9
rules show 8.99
rules search
rules search xyzzy
version now
doctor all
"""
COMMANDS = [line for line in WRONG.strip().splitlines() if line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    Store.open(folder / "run", create=True).append([played_record("classic,players=2", seed=5, game=1)])
    games = [played_record("classic,players=2", seed=5, game=game) for game in (1, 2)]
    Store.open(folder / "two", create=True).append(games)
    return folder


def test_there_are_enough_of_them() -> None:
    assert len(set(COMMANDS)) == len(COMMANDS) >= 130


@pytest.mark.parametrize("line", COMMANDS)
def test_a_wrong_input_is_one_sentence(line: str, folder: Path) -> None:
    """No traceback (an exception would end this test), one line on stderr, nothing done, and an exit code that says so."""
    ran = arena(
        *shlex.split(line), cwd=folder, XDG_CONFIG_HOME=str(folder), XDG_CACHE_HOME=str(folder / "cache")
    )
    if ran.stderr == "" and ran.stdout.lstrip().startswith("Usage: "):  # a group of commands shows its help
        assert ran.returncode == 2
        return
    assert ran.returncode in (1, 2, 3), ran
    assert ran.stderr.startswith("arena: "), ran
    assert ran.stderr.count("\n") == 1, ran
    assert ran.stderr.strip()[-1] not in ":,", ran
    for jargon in (
        "Traceback",
        "<class",
        "Error(",
        "NoneType",
        "is not a valid",
        "pydantic",
        "Invalid value for",
        "Input should",
        "Detail:",
        "[errno",
        "[Errno",
        "Is a directory",
        "No such file",
    ):
        assert jargon not in ran.stderr
