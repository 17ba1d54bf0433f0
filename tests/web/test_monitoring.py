"""Do the alert rules and the dashboard read what the site tells, and does Prometheus accept them?"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.events import cast

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
DASHBOARD = DEPLOY / "grafana" / "event.json"
NAME = re.compile(r"\barena_[a-z_]+")

needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is missing: apt-get install prometheus"
)


def promtool(*words: object) -> str:
    done = subprocess.run(
        ["promtool", *map(str, words)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return found


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def test_every_metric_that_is_read_is_told_from_the_first_moment(tmp_path: Path) -> None:
    stage = cast(tmp_path)
    with stage.client() as client:
        client.get("/")
        told = {line.partition(" ")[0].partition("{")[0] for line in client.get("/metrics").text.splitlines()}
    read = set(NAME.findall(ALERTS.read_text(encoding="utf-8") + " ".join(expressions())))
    assert len(read) > 8
    assert read <= told


def test_the_panels_of_the_dashboard_do_not_cover_each_other() -> None:
    covered = [
        (x, y)
        for panel in panels()
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(covered) == len(set(covered))
    assert max(x for x, _ in covered) == 23
    assert len({panel["id"] for panel in panels()}) == len(panels())


@needs_promtool
def test_prometheus_accepts_the_rules_and_the_expressions_of_the_dashboard(tmp_path: Path) -> None:
    assert "8 rules found" in promtool("check", "rules", ALERTS)
    promtool("check", "config", DEPLOY / "prometheus" / "prometheus.yml")
    rules = [
        {"record": f"panel:{number}", "expr": one.replace("$__rate_interval", "1m")}
        for number, one in enumerate(expressions())
    ]
    (tmp_path / "panels.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    assert f"{len(rules)} rules found" in promtool("check", "rules", tmp_path / "panels.yml")


@needs_promtool
def test_the_alerts_fire_when_they_should(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "alerts.test.yml").read_text(encoding="utf-8")
    (tmp_path / "test.yml").write_text(text.replace("ALERTS", str(ALERTS)))
    promtool("test", "rules", tmp_path / "test.yml")
