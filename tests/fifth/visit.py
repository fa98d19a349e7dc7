"""Somebody uses all that a floor offers for one title: `python -m tests.fifth.visit NAME FOLDER`.

The title has neither lessons nor questions of the day; everything else has to work. Run in a
process of its own, beside which the title's package is installed.
"""

import asyncio
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import openoutcry as oo
from openoutcry.server.bundle import Bundle
from tests.server.house import Guest, house

READ = (
    *("words/fr", "rules/it", "sample", "edition", "plan"),
    *("lessons/en", "questions"),
)
"""What is told about a title before anybody plays it."""


async def use_the_floor(title: str, folder: Path) -> None:
    async with house(folder) as h:
        guest = await h.guest()
        offered = {info["name"]: info for info in (await guest.get("/api/floor"))["titles"]}
        assert (offered[title]["lessons"], offered[title]["questions"]) == (0, 0)
        told = {path: await guest.get(f"/api/titles/{title}/{path}") for path in READ}
        assert told["lessons/en"]["lessons"] == told["questions"]["questions"] == []
        await refused(guest, f"/api/titles/{title}/lessons/win", {"answers": []})
        await refused(guest, f"/api/titles/{title}/questions/1", {"answer": None})
        mine = {"data": told["edition"]["data"]}
        assert (await guest.post(f"/api/titles/{title}/edition", mine))["problems"] == []
        assert (await guest.post(f"/api/titles/{title}/fairness", mine))["total"] > 0
        await play_the_day(guest, title)
        assert (await guest.get(f"/api/leaderboards/{title}"))["levels"]
        assert (await guest.get(f"/api/people/{guest.id}"))["matches"][0]["title"] == title


async def refused(guest: Guest, path: str, body: object) -> None:
    answer = await guest.call("POST", path, body)
    assert answer.status_code == 404, answer.text
    assert answer.json()["key"].startswith("no."), answer.text


async def play_the_day(guest: Guest, title: str) -> None:
    """The deal of the day to its end; a hint where it is played on; its analysis has begun."""
    table = (await guest.post(f"/api/daily/{title}", {"day": None, "pace": 0}))["id"]
    seat = await played_out(guest, table)
    day = (await guest.get(f"/api/daily/{title}"))["today"]
    assert (await guest.get(f"/api/daily/{title}/{day}"))["played"] == 1
    record = await guest.get(f"/api/matches/{table}/record")
    assert (await guest.post(f"/api/records?seat={seat}", record))["title"] == title
    branch = {"step": 4, "seat": seat, "hidden": "again", "bot": "apprentice"}
    beside = (await guest.post(f"/api/matches/{table}/branch", branch))["id"]
    await guest.post(f"/api/tables/{beside}/start")
    watch = await guest.watch(beside, seat)
    await watch.until(lambda w: bool(w.offers))
    wanted = {"step": watch.view["step"], "rewinds": watch.update["rewinds"]}
    hint = await guest.post(f"/api/tables/{beside}/seats/{seat}/hint", wanted)
    assert hint["choices"]
    assert (await guest.post(f"/api/matches/{table}/analysis"))["state"] == "running"


async def played_out(guest: Guest, table: str) -> int:
    seats = (await guest.get(f"/api/tables/{table}"))["seats"]
    seat = next(i for i, one in enumerate(seats) if one["person"] == guest.id)
    watch = await guest.watch(table, seat)
    while not watch.over:
        await watch.until(lambda w: w.over or bool(w.offers))
        if not watch.over:
            step = watch.view["step"]
            await watch.play(watch.offers[0])
            await watch.beyond(step)
    return seat


def draw(title: str) -> None:
    match = oo.new(title, seed=3)
    assert oo.svg.board(match, seat=0).startswith("<svg")
    assert title in repr(match) and match._repr_html_()


def take_it_along(title: str, folder: Path) -> None:
    """The archive for browsers has the title's package in it, and Python finds the title there."""
    bundle = Bundle([], "build")
    assert title in [info["name"] for info in json.loads(bundle.floor)["titles"]]
    zipfile.ZipFile(io.BytesIO(bundle.archive)).extractall(folder)
    code = "from openoutcry.titles import find; print(find('%s').words.say('es', 'title', {}))"
    alone = {**os.environ, "PYTHONPATH": str(folder), "OPENOUTCRY_INTERPRETED": "1"}
    asked = [sys.executable, "-c", code % title]
    found = subprocess.run(asked, cwd=folder, env=alone, capture_output=True, text=True)
    assert found.stdout.strip(), found.stderr


def main(title: str, folder: str) -> None:
    draw(title)
    take_it_along(title, Path(folder) / "archive")
    asyncio.run(use_the_floor(title, Path(folder) / "floor"))


if __name__ == "__main__":
    main(*sys.argv[1:])
