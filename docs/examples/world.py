#!/usr/bin/env python3
"""A world in another process, as docs/rpc.md describes: the smallest that is whole.

    adam world check --command "python3 docs/examples/world.py"
    adam explore --world "rpc:python3 docs/examples/world.py" --db example.db
"""
import json
import os
import random
import sys

# action -> (label, what it needs, what it uses up, what it gives, its chance)
RULES = {
    "a": ("gather wood", {}, {}, {"wood": 1}, 0.8),
    "b": ("carve club", {}, {"wood": 2}, {"club": 1}, 1.0),
    "c": ("break rock", {"club": 1}, {}, {"flint": 1}, 0.6),
    "d": ("make axe", {"club": 1}, {"flint": 2, "wood": 1}, {"axe": 1}, 1.0),
}
ITEMS = {item for rule in RULES.values() for part in rule[1:4] for item in part}

state, chance = {}, random.Random(0)


class Fault(Exception):
    """The call broke; the session can go on."""


def hello(params):
    actions = [{"id": a, "label": rule[0]} for a, rule in RULES.items()]
    caps = {"sets_start": True, "seeds": True}
    return {"protocol": 1, "world": {"id": "example", "fingerprint": "1", "actions": actions, "caps": caps}}


def reset(params):
    global state, chance
    start = {item: n for item, n in params["start"].items() if n > 0}
    unknown = start.keys() - ITEMS
    if unknown:
        raise Fault("no such item: " + ", ".join(sorted(unknown)))
    state, chance = start, random.Random(int(params["seed"]))
    return {"state": state}


def act(params):
    if params["action"] not in RULES:
        raise Fault("no such action: " + params["action"])
    _, needs, uses, gives, luck = RULES[params["action"]]
    held = all(state.get(item, 0) >= n for part in (needs, uses) for item, n in part.items())
    if held and chance.random() < luck:
        for item, n in uses.items():
            state[item] -= n
        for item, n in gives.items():
            state[item] = state.get(item, 0) + n
    return {"state": {item: n for item, n in state.items() if n > 0}}


METHODS = {"hello": hello, "reset": reset, "act": act}

for line in sys.stdin:
    call = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": call["id"]}
    try:
        if call["method"] not in METHODS:
            answer["error"] = {"code": -32601, "message": "no such method"}
        else:
            answer["result"] = METHODS[call["method"]](call["params"])
    except Fault as fault:
        answer["error"] = {"code": -32000, "message": str(fault), "data": {"class": "refused"}}
    try:
        print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        os._exit(0)  # the session was ended meanwhile
