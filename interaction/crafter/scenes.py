"""Scenes of Crafter, told for those who train percipients: places, hours and belongings as they
come seldom in play. It reaches into the game, as a player can't, and is never played in.
"""
import numpy as np
from crafter import constants, objects

from crafter_world import HEIGHT, WIDTH, Crafter

GROUNDS = ["grass", "sand", "path"]
FLYING = GROUNDS + ["water", "lava"]
ARROWS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Scenes(Crafter):
    fingerprint = "1.8.3-scenes-1"

    def begin(self, seed):
        super().begin(seed)
        self.random = np.random.RandomState(seed % 2**32)
        self.stage()
        return self.seen()

    def step(self, action):
        self.stage()
        return self.seen()

    def stage(self):
        """Put the player somewhere, at some hour, with something, among something."""
        env, player, draw = self.env, self.env._player, self.random
        area = env._world.area
        for thing in list(env._world.objects):
            if thing is not player:
                env._world.remove(thing)
        while True:
            at = (draw.randint(area[0]), draw.randint(area[1]))
            material, there = env._world[at]
            if material in GROUNDS and there is None:
                break
        env._world.move(player, at)
        env._step = draw.randint(10_000)
        env._update_time()
        player.facing = ARROWS[draw.randint(4)]
        player.sleeping = draw.uniform() < 0.15
        for item in constants.items:
            player.inventory[item] = draw.randint(1 if item == "health" else 0, 10)
        for x in range(at[0] - WIDTH // 2, at[0] + WIDTH // 2 + 1):
            for y in range(at[1] - HEIGHT // 2, at[1] + HEIGHT // 2 + 1):
                if 0 <= x < area[0] and 0 <= y < area[1] and (x, y) != at:
                    self.furnish((x, y))

    def furnish(self, at):
        world, draw = self.env._world, self.random
        if draw.uniform() < 0.25:
            world[at] = constants.materials[draw.randint(len(constants.materials))]
        material = world[at][0]
        kind = draw.randint(24)
        if kind < 4 and material in FLYING:
            world.add(objects.Arrow(world, at, ARROWS[kind]))
        elif kind == 4 and material in GROUNDS:
            world.add(objects.Zombie(world, at, self.env._player))
        elif kind == 5 and material in GROUNDS:
            world.add(objects.Skeleton(world, at, self.env._player))
        elif kind == 6 and material in GROUNDS:
            world.add(objects.Cow(world, at))
        elif kind in (7, 8) and material == "grass":
            plant = objects.Plant(world, at)
            plant.grown = 1000 * (kind - 7)
            world.add(plant)

    def tell(self, shot):
        world, player = self.env._world, self.env._player
        px, py = (int(p) for p in player.pos)
        cells = []
        for y in range(py - HEIGHT // 2, py + HEIGHT // 2 + 1):
            for x in range(px - WIDTH // 2, px + WIDTH // 2 + 1):
                cells.append(self.look((x, y)))
        for name, n in player.inventory.items():
            cells.append(f"{name}={int(n)}" if n else "")
        daylight = float(world.daylight)
        light = int(round(200 * daylight)) + (1000 if player.sleeping else 0)
        levels = {"light": int(round(9 * daylight)), "asleep": int(player.sleeping)}
        cells += [""] * (-len(cells) % WIDTH)
        time = "asleep" if player.sleeping else "day" if daylight >= 0.5 else "night"
        return {"time": time, "grid": {
            "columns": WIDTH, "rows": len(cells) // WIDTH, "cells": cells, "light": light, "levels": levels}}

    def look(self, at):
        """How the cell looks: what is there, on which ground, and of the player where he faces."""
        world = self.env._world
        if not (0 <= at[0] < world.area[0] and 0 <= at[1] < world.area[1]):
            return "beyond"
        material, thing = world[at]
        if thing is self.env._player:
            facing = ARROWS.index(tuple(int(f) for f in thing.facing))
            return f"agent:{'-' if thing.sleeping else facing}@{material}"
        if isinstance(thing, objects.Arrow):
            return f"arrow@{material} {ARROWS.index(tuple(int(f) for f in thing.facing))}"
        if thing is not None:
            return f"{self.named(thing)}@{material}"
        return material


if __name__ == "__main__":
    Scenes().serve()
