"""Crafter (Hafner, 2022) as a world that adam lives in. It needs: pip install crafter

What a player sees is told as symbols: the view of 9 by 7 cells, the row of the inventory, the
light, and whether one sleeps. Rewards, achievements and the map are not; they go to the file
that ADAM_CRAFTER_LOG names, if any: the score is kept from it.
"""
import collections
import json
import os
import time

import crafter
import numpy as np
from crafter import constants, engine, objects

from adam_world import Ended, World

VITALS = ["health", "food", "drink", "energy"]
MOVES = ["move_left", "move_right", "move_up", "move_down"]
FACING = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CREATURES = {objects.Zombie: "zombie", objects.Skeleton: "skeleton", objects.Cow: "cow", objects.Arrow: "arrow"}
THINGS = constants.materials + list(CREATURES.values()) + ["plant", "ripe_plant"]
INDEX = {t: i for i, t in enumerate(THINGS)}
BUILT = ["table", "furnace"]  # what can be put down, and isn't part of the landscape
OTHERS = [a for a in constants.actions if a not in MOVES + ["noop", "do"]]
WIDTH, HEIGHT, STEPS = 9, 7, 10_000
PIXELS = 64  # the side of the benchmark's own picture
# What counts as plenty: of raw materials that are everywhere more than of what is rare or made.
AMPLE = {"sapling": 2, "wood": 5, "stone": 5, "coal": 2, "iron": 2}


class Ordered(dict):
    """A set that is gone through in the order in which things came. Crafter's own is ordered by
    memory addresses, so that equal seeds have different runs."""

    def add(self, x):
        self[x] = None

    def remove(self, x):
        del self[x]


class SeededWorld(engine.World):
    def reset(self, seed=None):
        super().reset(seed)
        self._chunks = collections.defaultdict(Ordered)


class QuickView(engine.LocalView):
    """The package's view, whose ground is drawn at once and not cell by cell: the same picture to the byte, much sooner."""

    def __call__(self, player, unit):
        world, (w, h) = self._world, self._grid
        names = [world._mat_names[i] for i in range(len(world._mat_names))]
        if getattr(self, "_drawn", None) != (names, tuple(unit)):
            outside = np.full(tuple(unit) + (3,), 127, np.uint8)
            self._tiles = np.stack([self._textures.get(n, unit)[..., :3] for n in names] + [outside])
            self._drawn = names, tuple(unit)
        left, top = (int(c) for c in player.pos - self._offset)
        xs, ys = slice(max(left, 0), max(left + w, 0)), slice(max(top, 0), max(top + h, 0))
        ground, things = np.full((w, h), len(names)), np.zeros((w, h), int)
        for seen, area in (ground, world._mat_map), (things, world._obj_map):
            part = area[xs, ys]
            x, y = xs.start - left, ys.start - top
            seen[x: x + part.shape[0], y: y + part.shape[1]] = part
        canvas = np.ascontiguousarray(self._tiles[ground].transpose(0, 2, 1, 3, 4)).reshape(w * unit[0], h * unit[1], 3)
        for x, y in zip(*np.nonzero(things)):
            engine._draw_alpha(canvas, np.array([x, y]) * unit, self._textures.get(world._objects[things[x, y]].texture, unit))
        canvas = self._light(canvas, world.daylight)
        return self._sleep(canvas) if player.sleeping else canvas


class QuickItems(engine.ItemView):
    """The package's row of the inventory, drawn anew when something of it has changed."""

    _last = None

    def __call__(self, inventory, unit):
        now = list(inventory.items()), tuple(unit)
        if now != self._last:
            self._last, self._row = now, super().__call__(inventory, unit)
        return self._row


engine.World = SeededWorld
engine.LocalView, engine.ItemView = QuickView, QuickItems


class Crafter(World):
    id = "crafter"
    fingerprint = "1.8.3-symbols-2"
    shots = [{"view": "above", "width": PIXELS, "height": PIXELS}]
    actions = ["do_" + t for t in THINGS] + OTHERS
    factors = ([{"name": v, "kind": "vital", "max": 9, "fixed": True} for v in VITALS]
               + [{"name": "light", "kind": "vital", "max": 9, "fixed": True}, {"name": "asleep", "kind": "fact", "fixed": True}]
               + [{"name": "near_" + b, "kind": "fact", "fixed": True} for b in BUILT]
               + [{"name": i, "max": 9, "ample": AMPLE.get(i, 1)} for i in constants.items if i not in VITALS])
    ground = {"moves": MOVES, "wait": "noop", "act": "do", "persist": 6, "busy": "asleep",
              "things": [{"name": t, "does": "do_" + t, **({"near": "near_" + t} if t in BUILT else {})} for t in THINGS]}

    def __init__(self):
        self.env = None
        log = os.environ.get("ADAM_CRAFTER_LOG")
        self.log = open(f"{log}.{time.time_ns()}-{os.getpid()}", "a") if log else None  # in order, as numbers of processes begin anew

    def begin(self, seed):
        self.note("left")
        self.env = crafter.Env(length=STEPS, seed=seed % (2**31 - 1))
        self.env._obs = lambda: None  # no picture is asked for
        self.env._sem_view = lambda: None
        self.env.reset()
        self.seed, self.steps, self.first, self.cause = seed, 0, {}, None
        return self.seen()

    def step(self, action):
        player = self.env._player
        name = "do" if action.startswith("do_") else action
        before, asleep = player.health, player.sleeping
        _, _, done, _ = self.env.step(constants.actions.index(name))
        self.steps += 1
        for a, n in player.achievements.items():
            if n and a not in self.first:
                self.first[a] = self.steps
        if player.health < before:
            self.cause = self.blame(before - player.health, asleep)
        if done:
            why = "the time is up" if player.health > 0 else "health is used up"
            self.note(why)
            raise Ended(why)
        return self.seen()

    def seen(self):
        world, player = self.env._world, self.env._player
        px, py = (int(p) for p in player.pos)
        cells = []
        near, _ = world.nearby(player.pos, 1)  # as the game tells it, which at the edge of its map finds nothing
        for y in range(py - HEIGHT // 2, py + HEIGHT // 2 + 1):
            for x in range(px - WIDTH // 2, px + WIDTH // 2 + 1):
                if not (0 <= x < world.area[0] and 0 <= y < world.area[1]):
                    cells.append(-1)
                    continue
                material = world._mat_names[world._mat_map[x, y]]
                name = self.named(world._objects[world._obj_map[x, y]]) or material
                cells.append(INDEX[name])
        levels = {k: int(v) for k, v in player.inventory.items() if v}
        levels["light"] = int(round(9 * float(world.daylight)))
        levels["asleep"] = int(player.sleeping)
        levels.update({"near_" + b: 1 for b in BUILT if b in near})
        facing = FACING.index(tuple(int(f) for f in player.facing))
        return ({k: v for k, v in levels.items() if v}, {"width": WIDTH, "height": HEIGHT, "cells": cells, "facing": facing})

    def shoot(self, shot):
        if (shot["view"], shot["width"], shot["height"]) != ("above", PIXELS, PIXELS):
            raise ValueError("Crafter's picture is from above, of 64 by 64 pixels")
        return self.env.render().tobytes()

    def named(self, thing):
        if isinstance(thing, objects.Plant):
            return "ripe_plant" if thing.ripe else "plant"
        return CREATURES.get(type(thing))

    def blame(self, loss, asleep):
        """What most likely took the health, for the score's deaths by cause."""
        world, player = self.env._world, self.env._player
        if world[player.pos][0] == "lava":
            return "lava"
        if loss == 1:  # a blow takes at least 2
            for vital in ["food", "drink", "energy"]:
                if player.inventory[vital] == 0:
                    return {"food": "hunger", "drink": "thirst", "energy": "exhaustion"}[vital]
        if any(isinstance(o, objects.Zombie) and o.distance(player) <= 1 for o in world.objects):
            return "zombie, asleep" if asleep else "zombie"
        return "arrow"

    def note(self, why):
        """Write the achievements of an episode for the score, never for the player."""
        if self.log and self.env:
            self.log.write(json.dumps({"seed": str(self.seed), "steps": self.steps, "why": why, "cause": self.cause if why == "health is used up" else None, "first": self.first}) + "\n")
            self.log.flush()
        self.env = None

    def close(self):
        self.note("left")


if __name__ == "__main__":
    Crafter().serve()
