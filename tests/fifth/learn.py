"""Somebody learns a title by all its lessons at a floor: `python -m tests.fifth.learn NAME FOLDER`.

Run in a process of its own, beside which the title's package is installed, with lessons in it.
"""

import asyncio
import sys
from pathlib import Path

from tests.server.house import house


async def learn(title: str, folder: Path) -> None:
    async with house(folder) as h:
        guest = await h.guest()
        (told,) = (i for i in (await guest.get("/api/floor"))["titles"] if i["name"] == title)
        course = await guest.get(f"/api/titles/{title}/lessons/fr")
        assert told["lessons"] == len(course["lessons"]) > 0
        for lesson in course["lessons"]:
            answers: list[str] = []
            moment = await guest.post(
                f"/api/titles/{title}/lessons/{lesson['name']}", {"answers": []}
            )
            while not moment["over"]:
                asked = moment["view"]["decision"]
                answers.append(
                    "" if moment["reads"] else "bid 5" if len(answers) == 1 else asked["default"]
                )
                moment = await guest.post(
                    f"/api/titles/{title}/lessons/{lesson['name']}", {"answers": answers}
                )
                assert moment["verdict"] == "right"
            assert all(course["messages"][key] for key in moment["says"])


if __name__ == "__main__":
    asyncio.run(learn(sys.argv[1], Path(sys.argv[2])))
