'use strict'
// Items that lie around: they fly, fall, can be picked up after a while, and vanish in the end.

const { Vec3 } = require('vec3')

const uuid = n => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

class Things {
  constructor (server) {
    this.server = server
    this.all = new Map()
  }

  drop (at, item, delay = 10) {
    const { server } = this
    const fly = server.traps.throw ? 0.4 : 0.1
    const side = () => (server.random() * 2 - 1) * fly
    const t = { id: server.nextEntity++, at: at.clone(), by: new Vec3(side(), 0.2, side()), item, delay, stolen: server.traps.thief && server.random() < 0.25 }
    this.all.set(t.id, t)
    for (const p of server.players) this.show(p, t)
    return t
  }

  show (player, t) {
    if (this.server.traps.unseen) return
    const { registry, Item } = this.server
    const type = registry.version['<']('1.14') ? 2 : registry.entitiesByName.item.id
    const velocity = { x: 0, y: 0, z: 0 }
    player.write('spawn_entity', { entityId: t.id, objectUUID: uuid(t.id), type, x: t.at.x, y: t.at.y, z: t.at.z, pitch: 0, yaw: 0, headPitch: 0, objectData: 1, velocity, velocityX: 0, velocityY: 0, velocityZ: 0 })
    const key = registry.version['>=']('1.17') ? 8 : registry.version['>=']('1.14') ? 7 : 6
    const kind = registry.version['>=']('1.13') ? 6 : 5
    const named = registry.version['>=']('1.19.3')
    player.write('entity_metadata', { entityId: t.id, metadata: [{ key, type: named ? 'item_stack' : kind, value: Item.toNotch(player.item(t.item)) }] })
  }

  tick () {
    const { server } = this
    for (const t of [...this.all.values()]) {
      this.move(t)
      if (t.delay > 0) { t.delay--; continue }
      if (t.stolen) { this.remove(t); continue }
      for (const p of server.players) {
        if (Math.abs(p.at.x - t.at.x) < 1.3 && Math.abs(p.at.z - t.at.z) < 1.3 && t.at.y > p.at.y - 0.75 && t.at.y < p.at.y + 2.3) {
          if (!p.receive({ ...t.item })) continue
          for (const q of server.players) q.write('collect', { collectedEntityId: t.id, collectorEntityId: p.id, pickupItemCount: t.item.count })
          this.remove(t)
          break
        }
      }
    }
  }

  move (t) {
    const { server } = this
    t.by.y = Math.max(-1, t.by.y - 0.04)
    for (const axis of ['x', 'y', 'z']) {
      const to = t.at.clone()
      to[axis] += t.by[axis]
      if (server.solid(to)) t.by[axis] = 0
      else t.at = to
    }
    if (t.by.y === 0) { t.by.x *= 0.5; t.by.z *= 0.5 }
    const moved = Math.abs(t.by.x) + Math.abs(t.by.y) + Math.abs(t.by.z) > 0.01
    if (moved) for (const p of server.players) p.write('entity_teleport', { entityId: t.id, x: t.at.x, y: t.at.y, z: t.at.z, yaw: 0, pitch: 0, onGround: false })
    if (t.at.y < -20) this.remove(t)
  }

  remove (t) {
    this.all.delete(t.id)
    for (const p of this.server.players) p.write('entity_destroy', { entityIds: [t.id], entityId: t.id })
  }

  // clear takes all away that lie within the distance.
  clear (at, distance) {
    for (const t of [...this.all.values()]) if (t.at.distanceTo(at) <= distance) this.remove(t)
  }
}

module.exports = { Things, uuid }
