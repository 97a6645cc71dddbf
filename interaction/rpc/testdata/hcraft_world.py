"""A random game of the package hcraft (HierarchyCraft) as a world that adam lives in. It needs: pip install hcraft

With --truth it prints the game's own rules as a world file, for the score.
"""
import json
import sys

from adam_world import World
from hcraft.elements import Stack
from hcraft.examples import RandomHcraftEnv


class Craft(World):
    id = "hcraft-random-3"

    def __init__(self):
        self.env = RandomHcraftEnv({0: 2, 1: 3, 2: 3, 3: 2}, seed=3)
        self.items = [i.name for i in self.env.world.items]
        self.rules = self.env.world.transformations
        self.actions = [f"craft {n}" for n in range(len(self.rules))]
        self.factors = [{"name": i} for i in self.items]

    def begin(self, seed):
        self.env.reset(seed=seed % 2**31)
        return self.seen()

    def step(self, action):
        self.env.step(self.actions.index(action))
        return self.seen()

    def seen(self):
        return {i: int(n) for i, n in zip(self.items, self.env.state.player_inventory) if n}

    def truth(self):
        actions = []
        for label, rule in zip(self.actions, self.rules):
            changes = {k.value: v for k, v in next(iter(rule.inventory_changes.values())).items()}

            def levels(operation):
                return {s.item.name: int(s.quantity) for s in changes.get(operation) or [] if isinstance(s, Stack)}

            way, taken = {}, levels("remove")
            kept = {i: n for i, n in levels("min").items() if i not in taken}
            if taken:
                way["consumes"] = taken
            if kept:
                way["needs"] = kept
            actions.append({"label": label, "effects": [{"gives": levels("add"), "ways": [way]}]})
        return {"format": 1, "id": self.id, "actions": actions}


if __name__ == "__main__":
    if sys.argv[1:] == ["--truth"]:
        print(json.dumps(Craft().truth()))
    else:
        Craft().serve()
