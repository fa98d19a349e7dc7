"""The dashboard and the alert rules ask for what the server counts, in a form that can be read."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from openoutcry.server.metrics import Metrics

FOLDER = Path(__file__).parents[2] / "docs/monitoring"
FUNCTIONS = {"histogram_quantile", "increase", "rate", "sum", "by"}
NAME = re.compile(r"[a-zA-Z_:][\w:]*")


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    return found


def expressions() -> list[str]:
    targets = [target for panel in dashboard()["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in rules()] + [target["expr"] for target in targets]


def exported() -> dict[str, set[str]]:
    """Each series that the server may export, with the names of its labels."""
    found: dict[str, set[str]] = {"up": set()}
    for metric in Metrics().registry.collect():
        for name in [metric.name, *(f"{metric.name}_{end}" for end in ("total", "bucket"))]:
            found[name] = {"job", "instance", "le"}
    for counter in vars(Metrics()).values():
        own = getattr(counter, "_name", "")
        for name in (own, f"{own}_total", f"{own}_bucket"):
            if name in found:
                found[name] |= set(counter._labelnames)
    return found


def without_details(expression: str) -> str:
    """Only the names of series and functions are left."""
    plain = re.sub(r"\{[^{}]*\}|\[\w+\]|\bby \([\w, ]+\)", " ", expression)
    return re.sub(r"(?<![\w.])[\d.]+(?:e\d+)?", " ", plain)


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_names_only_what_is_exported(expression: str) -> None:
    known = exported()
    series = set(NAME.findall(without_details(expression))) - FUNCTIONS
    assert series, "it asks for something"
    assert series <= known.keys()
    labels = set(re.findall(r"(\w+)=~?\"", expression))
    for grouped in re.findall(r"\bby \(([\w, ]+)\)", expression):
        labels |= set(grouped.split(", "))
    assert labels <= set().union(*(known[name] for name in series)) | {"job", "instance", "le"}


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_is_well_formed(expression: str) -> None:
    closing = {")": "(", "]": "[", "}": "{"}
    opened: list[str] = []
    for mark in re.sub(r'"[^"]*"', "", expression):
        if mark in closing.values():
            opened.append(mark)
        elif mark in closing:
            assert opened and opened.pop() == closing[mark]
    assert not opened
    for function in re.findall(r"\b(?:rate|increase)\(([^()]*)\)", expression):
        assert re.fullmatch(r"\w+(?:\{[^{}]*\})?\[\d+[smhd]\]", function), "over a range of time"


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    asked = " ".join(target["expr"] for p in dashboard()["panels"] for target in p["targets"])
    ours = [metric.name for metric in Metrics().registry.collect() if "outcry" in metric.name]
    assert [name for name in ours if name not in asked] == []


def test_rules_have_what_prometheus_wants_of_them() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names) > 5
    for rule in rules():
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smhd]", rule.get("for", "1m"))
        assert rule["labels"]["severity"] in ("page", "warn", "info")
        assert rule["annotations"]["summary"].endswith(".")


def test_the_dashboard_has_what_grafana_wants_of_it() -> None:
    board = dashboard()
    assert board["title"] and board["uid"] and board["schemaVersion"] >= 36
    places = [(p["gridPos"]["x"], p["gridPos"]["y"]) for p in board["panels"]]
    assert len(set(places)) == len(places), "no panel lies on another"
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    assert all(place["gridPos"]["x"] + place["gridPos"]["w"] <= 24 for place in board["panels"])


def test_the_page_for_hosts_names_both_files() -> None:
    page = (FOLDER.parent / "host.md").read_text("utf-8")
    assert "monitoring/dashboard.json" in page and "monitoring/alerts.yml" in page
