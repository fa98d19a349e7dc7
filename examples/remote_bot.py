"""A bot that plays at a floor elsewhere, with nothing but Python's own library.

    OUTCRY_BOT_TOKEN=oo_... python remote_bot.py https://play.example

It takes the offer with the shortest text. Bots that run Open Outcry's engine are connected by
`outcry bot run` instead, which does all of this for them.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

FLOOR = (sys.argv[1:] or ["http://localhost:8100"])[0].rstrip("/")
MATCHES = int((sys.argv[2:] or ["0"])[0])  # stop after so many; 0: never
HEADERS = {"Authorization": f"Bearer {os.environ['OUTCRY_BOT_TOKEN']}"}


def choose(view):
    """Your idea goes here: `view` is everything that the seat may know."""
    return min((offer["action"] for offer in view["decision"]["offers"]), key=len)


def answer(decision):
    known = {key: decision[key] for key in ("table", "seat", "step", "rewinds")}
    body = json.dumps({**known, "action": choose(decision["view"])}).encode()
    headers = {**HEADERS, "Content-Type": "application/json"}
    try:
        urllib.request.urlopen(
            urllib.request.Request(f"{FLOOR}/api/bot/play", body, headers), timeout=60
        ).close()
    except urllib.error.HTTPError as no:  # 409: the match has moved on
        print(no.code, said(no), flush=True)


def said(no):
    """Why the floor refuses; a proxy before it may say so in other ways."""
    try:
        return json.load(no)["text"]
    except (ValueError, KeyError, TypeError):
        return no.reason


def listen():
    """Messages, one a line; an empty line says that the floor is still there."""
    request = urllib.request.Request(f"{FLOOR}/api/bot/stream", headers=HEADERS)
    with urllib.request.urlopen(request, timeout=30) as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


played = 0
while True:
    try:
        for message in listen():
            if message["type"] == "decision":
                answer(message)
            elif message["type"] == "over":
                print("places", message["places"], flush=True)
                played += 1
                if played == MATCHES:
                    sys.exit()
            elif message["type"] == "bye" and message["why"] in ("elsewhere", "revoked"):
                sys.exit(message["why"])
    except urllib.error.HTTPError as no:
        if no.code not in (429, 502, 503, 504):  # those pass
            sys.exit(f"{no.code} {said(no)}")
        print(no.code, no.reason, flush=True)
    except OSError as error:
        print(error, flush=True)
    time.sleep(2)  # the floor may be restarting: connect again, and be asked again
