#!/usr/bin/env python3
"""A world that adam can explore, to begin one of your own with: the smallest that is whole.

    adam world template > my_world.py
    adam world check --command "python3 my_world.py"
    adam explore --world "rpc:python3 my_world.py" --db my_world.db

adam starts it once for each session, and asks on standard input: one JSON-RPC 2.0 request a
line. It answers each on standard output, one line, flushed. Standard error is for people.

    hello  {"protocol": 2}                      who are you, and what can be done?
    begin  {"start": {"wood": 2}, "seed": "7"}  begin anew; chances follow from the seed
    step   {"action": "b"}                      do this once

begin and step are answered with {"observation": {"levels": ...}}, all that there is: how
many of each item, 1 for a fact that holds. What isn't named is zero.
"""
import json
import os
import random
import sys

# action -> (label, what it needs, what it uses up, what it gives, its chance, what it ends)
RULES = {
    "a": ("gather wood", {}, {}, {"wood": 1}, 0.8, ["near_rock"]),
    "b": ("carve club", {}, {"wood": 2}, {"club": 1}, 1.0, []),
    "c": ("walk to rock", {"club": 1}, {}, {"near_rock": 1}, 0.9, []),
    "d": ("break rock", {"near_rock": 1, "club": 1}, {}, {"flint": 1}, 0.6, []),
    "e": ("make axe", {"club": 1}, {"flint": 2, "wood": 1}, {"axe": 1}, 1.0, []),
}
# Of items nothing has to be said; of facts, that they are: they hold or don't, and
# nothing uses them up.
FACTORS = [{"name": "near_rock", "kind": "fact"}]
KNOWN = {name for rule in RULES.values() for part in rule[1:4] for name in part}

levels, chance = {}, random.Random(0)


class Fault(Exception):
    """The call broke, and says nothing about the rules; the session can go on."""


def hello(params):
    actions = [{"id": a, "label": rule[0]} for a, rule in RULES.items()]
    # any: begin can make any start. seeds: equal seeds, equal chances. Change the
    # fingerprint whenever you change the rules: what was learned isn't mixed then.
    caps = {"starts": "any", "seeds": True}
    world = {"id": "example", "fingerprint": "1", "actions": actions, "factors": FACTORS, "caps": caps}
    return {"protocol": 2, "world": world}


def begin(params):
    global levels, chance
    start = {name: n for name, n in params["start"].items() if n > 0}
    unknown = start.keys() - KNOWN
    if unknown:
        raise Fault("no such factor: " + ", ".join(sorted(unknown)))
    levels = {name: min(n, 1) if name == "near_rock" else n for name, n in start.items()}
    chance = random.Random(int(params["seed"]))
    return observation()


def step(params):
    if params["action"] not in RULES:
        raise Fault("no such action: " + params["action"])
    _, needs, uses, gives, luck, ends = RULES[params["action"]]
    met = all(levels.get(name, 0) >= n for part in (needs, uses) for name, n in part.items())
    if met and chance.random() < luck:
        for name, n in uses.items():
            levels[name] -= n
        for name, n in gives.items():
            levels[name] = 1 if name == "near_rock" else levels.get(name, 0) + n
    for name in ends:
        levels[name] = 0
    return observation()


def observation():
    return {"observation": {"levels": {name: n for name, n in levels.items() if n > 0}}}


METHODS = {"hello": hello, "begin": begin, "step": step}

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
