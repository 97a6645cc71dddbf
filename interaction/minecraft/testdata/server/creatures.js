'use strict'
// Animals: they go about on the land, take blows, and drop something when they die.

const { Vec3 } = require('vec3')
const { uuid } = require('./things')

const stop = { velocityX: 0, velocityY: 0, velocityZ: 0, velocity: { x: 0, y: 0, z: 0 } }

class Creatures {
  constructor (server) {
    this.server = server
    this.all = new Map()
  }

  // summon has one stand there.
  summon (name, at) {
    const c = { id: this.server.nextEntity++, name, at: at.clone(), health: 10, hurt: 0 }
    this.all.set(c.id, c)
    for (const p of this.server.players) this.show(p, c)
  }

  show (player, c) {
    const { registry } = this.server
    const where = { entityId: c.id, entityUUID: uuid(c.id), objectUUID: uuid(c.id), x: c.at.x, y: c.at.y, z: c.at.z, yaw: 0, pitch: 0, headPitch: 0, headYaw: 0 }
    const packet = registry.version['>=']('1.19') ? 'spawn_entity' : 'spawn_entity_living'
    player.write(packet, { ...where, type: registry.entitiesByName[c.name].id, objectData: 0, ...stop, metadata: [] })
  }

  // tick has them go a little way now and then, and one come to whoever plays on the land, if there are few.
  tick () {
    const { server } = this
    for (const c of this.all.values()) {
      if (c.hurt > 0) c.hurt--
      if (server.random() > 0.02) continue
      const to = c.at.offset(Math.floor(server.random() * 3) - 1, 0, Math.floor(server.random() * 3) - 1)
      if (server.solid(to) || !server.solid(to.offset(0, -1, 0))) continue
      c.at = to
      for (const p of server.players) p.write('entity_teleport', { entityId: c.id, x: to.x, y: to.y, z: to.z, yaw: 0, pitch: 0, onGround: true, ...stop })
    }
    if (!server.options.animals || server.age % 40 > 0) return
    for (const p of server.players) {
      const near = [...this.all.values()].filter(c => c.at.distanceTo(p.at) < 16)
      const to = new Vec3(Math.floor(p.at.x) + Math.floor(server.random() * 17) - 8, 4, Math.floor(p.at.z) + Math.floor(server.random() * 17) - 8).offset(0.5, 0, 0.5)
      if (near.length < 4 && !server.solid(to) && server.solid(to.offset(0, -1, 0))) this.summon('pig', to)
    }
  }

  // hit is a blow of a player, which counts half a second after the one before at the earliest.
  hit (player, id) {
    const { server } = this
    const c = this.all.get(id)
    if (!c || c.hurt > 0 || c.at.distanceTo(player.at) > 4) return
    c.hurt = 10
    c.health -= 4
    if (c.health > 0) return
    this.all.delete(id)
    for (const p of server.players) p.write('entity_destroy', { entityIds: [id], entityId: id })
    for (const d of server.rules.file.kill[c.name] ?? []) server.things.drop(c.at.offset(0, 0.5, 0), { ...d })
  }
}

module.exports = { Creatures }
