"""A base class for worlds that adam lives in: one episode after the other, as in Gymnasium.

    adam world template --lived > adam_world.py

Derive from World, say what can be done, and end with MyWorld().serve():

    adam explore --world "rpc:python3 my_world.py" --db my_world.db

adam starts the program once for each session. docs/rpc.md has an example."""
import base64
import itertools
import json
import os
import string
import sys


class Ended(Exception):
    """The episode is over: raise it from step, with the reason as its text."""

class World:
    id = "my-world"
    fingerprint = "1"  # change it whenever the rules change
    seeds = True       # equal seeds and actions have equal outcomes
    actions = []       # what can be done, by names for people: the learner sees letters
    factors = []       # facts and vitals: {"name": "near_table", "kind": "fact"}; items need none
    # With a map, also how one moves, and what cells can show:
    # {"moves": [west, east, north, south], "wait": name, "things": [{"name":, "does":, "near":}]}
    ground = None
    # A world with pictures says which: [{"view": "above" or "eyes", "width":, "height":}]
    shots = []
    _over = None       # why the episode is over

    def begin(self, seed):
        """Begin an episode. Return what there is, {factor: level}; with a map, (levels, view)."""
        raise NotImplementedError

    def step(self, action):
        """Do it once. Return as begin does, or raise Ended."""
        raise NotImplementedError

    def shoot(self, shot):
        """The picture that is asked for: its pixels' bytes, RGB row by row, or a PNG file's."""

    def tell(self, shot):
        """What that picture shows, to train percipients: {"grid": ...}. docs/rpc.md has the form."""

    def close(self):
        """The session is over."""

    def _hello(self):
        letters = ("".join(t) for n in itertools.count(1) for t in itertools.product(string.ascii_lowercase, repeat=n))
        self._names = dict(zip(letters, self.actions))
        ids = {name: letter for letter, name in self._names.items()}
        world = {"id": self.id, "fingerprint": self.fingerprint, "factors": self.factors,
                 "actions": [{"id": letter, "label": name} for letter, name in self._names.items()],
                 "caps": {"starts": "episodes", "seeds": self.seeds}, "shots": self.shots}
        if self.ground:
            self._names.update({m: m for m in [*self.ground["moves"], self.ground["wait"], self.ground.get("act")] if m})
            things = [{**t, "does": ids[t["does"]]} if "does" in t else t for t in self.ground["things"]]
            world["ground"] = {**self.ground, "things": things}
        return {"protocol": 2, "world": world}

    def _observed(self, seen):
        return {"observation": {"levels": seen[0], "view": seen[1]} if self.ground else {"levels": seen}}

    def _result(self, method, params):
        if method == "hello":
            return self._hello()
        if method == "tell":
            return self.tell(params)
        if method == "shoot":
            picture = bytes(self.shoot(params))
            return {"png" if picture[:4] == b"\x89PNG" else "rgb": base64.b64encode(picture).decode()}
        return self._observed(self.begin(int(params["seed"])) if method == "begin" else self.step(self._names[params["action"]]))

    def _answer(self, method, params):
        if method not in ("hello", "begin", "tell", "shoot") and params.get("action") not in self._names:
            return {"error": {"code": -32000, "message": "no such action", "data": {"class": "refused"}}}
        try:
            self._over = None if method == "begin" else self._over
            if method == "step" and self._over:  # nothing is done until the next episode
                raise Ended(self._over)
            return {"result": self._result(method, params)}
        except Ended as e:
            self._over = str(e) or "it is over"
            return {"result": {"ended": True, "why": str(e)}}

    def serve(self):
        out = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)  # what a library prints would break the protocol
        for line in sys.stdin:
            q = json.loads(line)
            answer = {"jsonrpc": "2.0", "id": q["id"], **self._answer(q["method"], q.get("params", {}))}
            try:
                print(json.dumps(answer, default=lambda n: n.item()), file=out, flush=True)  # numpy counts in its own numbers
            except BrokenPipeError:  # adam ended: what is left of the answer goes nowhere
                os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        self.close()
