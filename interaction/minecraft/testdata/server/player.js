'use strict'
// Whoever plays on the server. What a client asks for is dealt with in its order, once a tick.

const { Vec3 } = require('vec3')
const { Bag } = require('./bag')
const { commands } = require('./commands')

class Player extends Bag {
  constructor (server, client) {
    super(server)
    this.client = client
    this.name = client.username
    this.id = server.nextEntity++
    this.at = new Vec3(0.5, 4, 0.5)
    this.sent = new Set()
    this.asked = []
    this.health = this.food = 20
    this.enter()
    client.on('packet', (data, meta) => { if (meta.state === 'play') this.asked.push([meta.name, data]) })
    client.on('end', () => server.players.delete(this))
    client.on('error', () => {})
  }

  write (name, data) { if (!this.client.ended) this.client.write(name, data) }

  enter () {
    const { server } = this
    const { registry } = server
    const login = registry.loginPacket ?? {}
    this.write('login', {
      ...login, entityId: this.id, gameMode: 0, previousGameMode: 0, difficulty: 0, dimension: registry.loginPacket ? login.dimension : 0,
      levelType: 'default', maxPlayers: 64, viewDistance: 4, simulationDistance: 4, reducedDebugInfo: false, enableRespawnScreen: true, isDebug: false, isFlat: true,
      worldNames: ['minecraft:overworld'], worldName: 'minecraft:overworld', hashedSeed: [0, 0], portalCooldown: 0
    })
    this.write('spawn_position', { location: { x: 0, y: 4, z: 0 }, angle: 0, globalPos: undefined })
    this.feel()
    if (server.traps.junk) for (const name of ['stick', 'cobblestone', 'coal']) this.receive({ name, count: 3 })
    this.teleport(this.at)
    this.sendWindow()
    for (const t of server.things.all.values()) server.things.show(this, t)
    for (const c of server.creatures.all.values()) server.creatures.show(this, c)
  }

  // feel tells how the player is.
  feel () { this.write('update_health', { health: this.health, food: this.food, foodSaturation: 0 }) }

  // starve uses up food, and health where there is none. Who dies loses what he has.
  starve () {
    if (this.health === 0) return
    if (this.food > 0) this.food--
    else this.health = Math.max(0, this.health - 4)
    if (this.health === 0) this.slots.fill(null)
    this.feel()
  }

  // rise has who died live again, where all begin.
  rise () {
    if (this.health > 0) return
    this.health = this.food = 20
    const { dimension, ...login } = this.server.registry.loginPacket ?? { dimension: 0 }
    this.write('respawn', { ...login, dimension, gamemode: 0, previousGamemode: 0, gameMode: 0, difficulty: 0, levelType: 'default', worldName: 'minecraft:overworld', hashedSeed: [0, 0], isDebug: false, isFlat: true, copyMetadata: false, portalCooldown: 0 })
    this.sent.clear()
    this.middle = ''
    this.teleport(new Vec3(0.5, 4, 0.5))
    this.feel()
  }

  // eat takes 32 ticks, with the food in the hand.
  eat () {
    const slot = 36 + this.held
    const item = this.slots[slot]
    const points = item && this.server.rules.file.eat[item.name]
    if (!points || this.food === 20) return
    this.server.after(32, () => {
      const now = this.slots[slot]
      if (!now || now.name !== item.name || 36 + this.held !== slot) return
      this.slots[slot] = now.count > 1 ? { ...now, count: now.count - 1 } : null
      this.food = Math.min(20, this.food + points)
      this.feel()
    })
  }

  teleport (p) {
    this.at = p.clone()
    this.around(this.server.traps.lateChunks ? 10 : 0)
    this.write('position', { x: p.x, y: p.y, z: p.z, yaw: 0, pitch: 0, flags: 0, teleportId: ++this.server.nextEntity, dismountVehicle: false })
  }

  // around sends the chunks around the player that weren't sent yet.
  around (late) {
    const [x, z] = [this.at.x >> 4, this.at.z >> 4]
    if (this.middle === `${x},${z}`) return
    this.middle = `${x},${z}`
    this.write('update_view_position', this.old('1.14') ? undefined : { chunkX: x, chunkZ: z })
    if (this.server.traps.noChunks && this.id === 100 && this.sent.size) return // the first
    for (let dx = -1; dx <= 1; dx++) {
      for (let dz = -1; dz <= 1; dz++) this.sendChunk(x + dx, z + dz, late)
    }
  }

  old (v) { return this.server.registry.version['<'](v) }

  sendChunk (x, z, late) {
    const key = `${x},${z}`
    if (this.sent.has(key)) return
    this.sent.add(key)
    if (late) return this.server.after(late, () => { this.sent.delete(key); this.sendChunk(x, z, 0) })
    const chunk = this.server.chunk(x, z)
    const light = { skyLightMask: [], blockLightMask: [], emptySkyLightMask: [], emptyBlockLightMask: [], skyLight: [], blockLight: [] }
    this.write('map_chunk', {
      x, z, groundUp: true, bitMap: chunk.getMask?.() ?? 0, chunkData: chunk.dump(), biomes: chunk.dumpBiomes?.(), blockEntities: [], trustEdges: true,
      heightmaps: { type: 'compound', name: '', value: {} }, ...light
    })
  }

  kick (why) { this.client.end(why) }

  tick () {
    const { server } = this
    const { traps } = server
    this.write('update_time', { age: [0, server.age], time: [0, 6000], tickDayTime: false })
    const asked = this.asked
    this.asked = []
    for (const [name, data] of asked) {
      try { this.deal(name, data) } catch (e) { process.stderr.write(`${name}: ${e.stack}\n`) }
    }
    if (this.digging && this.digging.done && server.age - this.digging.since >= this.digging.ticks) this.broke()
    this.tellSlots()
    if (server.options.hunger && server.age % server.options.hunger === 0) this.starve()
    const now = p => server.random() < p
    if (traps.kick && now(0.002)) this.kick(JSON.stringify({ text: '\u001b[2J\u202ekicked for nothing' }))
    if (traps.blows && now(0.003)) { this.health = Math.max(4, this.health - 1); this.feel() }
    if (traps.pushes && now(0.001)) this.teleport(this.at.offset(9, 0, 0))
    if (traps.popups && now(0.005)) this.openWindow('chest', {})
    if (traps.chatter && now(0.05)) this.say('\u001b[31m\u0007\u202e/op everybody §k[Server] Unknown command')
  }

  say (text) {
    const message = JSON.stringify({ text })
    if (this.old('1.19')) this.write('chat', { message, position: 1, sender: '00000000-0000-0000-0000-000000000000' })
    else this.write('system_chat', { content: message, isActionBar: false, type: 1 })
  }

  deal (name, d) {
    switch (name) {
      case 'position': case 'position_look': {
        const to = new Vec3(d.x, d.y, d.z)
        if (to.distanceTo(this.at) > 10) return this.teleport(this.at)
        this.at = to
        return this.around(0)
      }
      case 'chat': case 'chat_command': {
        const text = name === 'chat' ? d.message : '/' + d.command
        if (text.startsWith('/')) commands(this, text.slice(1))
        return
      }
      case 'tab_complete':
        return this.write('tab_complete', this.old('1.13') ? { matches: [] } : { transactionId: d.transactionId, start: 1, length: 0, matches: [] })
      case 'held_item_slot': this.held = d.slotId; return
      case 'window_click': return this.clicked(d)
      case 'transaction': if (d.accepted) this.blocked = false; return
      case 'close_window': return this.closeWindow()
      case 'block_dig': return this.dig(d)
      case 'block_place': return this.use(d)
      case 'use_entity': if (d.mouse === 1) this.server.creatures.hit(this, d.target); return
      case 'use_item': return this.eat()
      case 'client_command': return this.rise()
    }
  }

  dig ({ status, location, sequence }) {
    const p = new Vec3(location.x, location.y, location.z)
    const { server } = this
    if (sequence !== undefined) this.write('acknowledge_player_digging', { sequenceId: sequence })
    if (status === 1) this.digging = null
    if (p.distanceTo(this.at) > 6) return
    if (status === 0) {
      const block = server.block(p)
      const hand = this.slots[36 + this.held]
      const { ticks } = server.rules.dig(block, hand && hand.name)
      this.digging = { p, block, since: server.age, ticks: server.traps.noDigTime ? 0 : ticks, done: ticks === 0 }
    } else if (status === 2 && this.digging && this.digging.p.equals(p)) this.digging.done = true
  }

  broke () {
    const { p, block } = this.digging
    const { server } = this
    this.digging = null
    if (server.block(p) !== block) return
    const hand = this.slots[36 + this.held]
    server.setBlock(p, 'air')
    if (server.options.terrain) server.grow(p, block)
    // A drop is told a tick after the block.
    for (const d of server.rules.dig(block, hand && hand.name).drops) server.after(1, () => server.things.drop(p.offset(0.5, 0.25, 0.5), { ...d }))
  }

  use ({ location, direction, sequence }) {
    const { server } = this
    if (sequence !== undefined) this.write('acknowledge_player_digging', { sequenceId: sequence })
    const p = new Vec3(location.x, location.y, location.z)
    if (p.distanceTo(this.at) > 6) return
    const block = server.block(p)
    if (block === 'crafting_table') return this.openWindow('crafting_table', {})
    if (block === 'furnace') return this.openWindow('furnace', { furnace: server.furnaces.get(server.key(p)) })
    const hand = this.slots[36 + this.held]
    if (!hand || !server.registry.blocksByName[hand.name] || direction !== 1) return
    const on = p.offset(0, 1, 0)
    if (server.block(on) !== 'air') return
    server.setBlock(on, hand.name)
    this.slots[36 + this.held] = hand.count > 1 ? { ...hand, count: hand.count - 1 } : null
  }
}

module.exports = { Player }
