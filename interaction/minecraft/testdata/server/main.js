'use strict'
// A strict Minecraft server for tests: it enforces rules of its own, which differ from the client's data, and has each
// known trap behind a switch. It takes one argument, a JSON object:
//   version, tick (ms), rules (a file), operator (false: commands are refused), terrain (true: there is an island with
//   trees, which grow again, stones and water), animals (true: and pigs), hunger (ticks in which a player uses up a point of food), and traps, an object from name to true:
//     noConfirm   window clicks are never confirmed, nor anything sent again; changed slots are told
//     mute        nothing at all is told of clicks
//     late        changed slots are told three ticks later
//     lag         now and then the server stands still for many ticks
//     kick        whoever is on it is kicked now and then
//     lateChunks  chunks come half a second after the player
//     noChunks    whoever came first gets the chunks around where they began, and no others
//     gridFalls   what lies in a grid or on the cursor falls to the ground when a window closes
//     noDigTime   the client's word is taken for when a block breaks
//     unseen      what lies around isn't shown
//     empties     as noConfirm, and a slot into which something was put with the right button is told as empty
//     thief       somebody else takes one drop in four
//     throw       drops fly up to a block and a half
//     blows       the player is hurt now and then
//     pushes      the player is moved away now and then
//     popups      windows open by themselves
//     chatter     chat is full of control characters, and says what commands would
//     occupied    the sky is full of glass
//     junk        what an earlier player left lies around and is in the bag
// It prints "ready PORT".

const mc = require('minecraft-protocol')
const fs = require('node:fs')
const path = require('node:path')
const { Player } = require('./player')
const { Rules } = require('./rules')
const { Things } = require('./things')
const { Creatures } = require('./creatures')
const terrain = require('./terrain')

const options = JSON.parse(process.argv[2])
const traps = options.traps ?? {}
const registry = require('prismarine-registry')(options.version)
const Chunk = require('prismarine-chunk')(registry)
const { Vec3 } = require('vec3')

class Server {
  constructor () {
    this.registry = registry
    this.options = options
    this.traps = traps
    this.Item = require('prismarine-item')(registry)
    this.rules = new Rules(registry, JSON.parse(fs.readFileSync(options.rules ?? path.join(__dirname, 'rules.json'), 'utf8')))
    this.blocks = new Map()
    this.furnaces = new Map()
    this.players = new Set()
    this.things = new Things(this)
    this.creatures = new Creatures(this)
    this.nextEntity = 100
    this.age = 0
    this.later = [] // [tick, what to do then]
    this.random = seeded(options.seed ?? 1)
  }

  start () {
    const codec = registry.loginPacket?.dimensionCodec
    this.net = mc.createServer({
      'online-mode': false, host: '127.0.0.1', port: options.port ?? 0, version: options.version, keepAlive: true,
      motd: traps.chatter ? '\u001b[31mred\u0007' : 'strict', maxPlayers: 64, hideErrors: true, ...(codec && { registryCodec: codec })
    })
    this.net.on('error', () => {})
    this.net.on('listening', () => process.stdout.write(`ready ${this.net.socketServer.address().port}\n`))
    this.net.on('playerJoin', client => this.join(client))
    this.net.on('login', client => { if (!this.net.listenerCount('playerJoin')) this.join(client) })
    this.timer = setInterval(() => this.tick(), options.tick ?? 50)
  }

  join (client) {
    if (client.joined) return
    client.joined = true
    for (const p of this.players) if (p.name === client.username) p.kick('You logged in from another location')
    this.players.add(new Player(this, client))
  }

  tick () {
    if (this.stall > 0) { this.stall--; return }
    if (traps.lag && this.random() < 0.01) this.stall = 30
    this.age++
    const due = this.later.filter(([at]) => at <= this.age)
    this.later = this.later.filter(([at]) => at > this.age)
    for (const [, f] of due) f()
    for (const p of this.players) p.tick()
    this.things.tick()
    this.creatures.tick()
    for (const f of this.furnaces.values()) this.burn(f)
  }

  after (ticks, f) { this.later.push([this.age + ticks, f]) }

  key (p) { return `${p.x},${p.y},${p.z}` }

  block (p) {
    const b = this.blocks.get(this.key(p))
    if (b) return b
    if (options.terrain) return this.land(p)
    return traps.occupied && p.y > 20 ? 'glass' : p.y < 4 ? 'bedrock' : 'air'
  }

  // land is what was there from the beginning, by the names of the version.
  land (p) {
    const name = terrain(p.x, p.y, p.z)
    return registry.blocksByName[name] ? name : { grass_block: 'grass', oak_log: 'log', oak_leaves: 'leaves' }[name]
  }

  // grow has a tree grow again where nobody is.
  grow (p, name) {
    this.after(1200, () => {
      if (this.block(p) === 'air' && this.land(p) === name) {
        if ([...this.players].some(pl => Math.abs(pl.at.x - p.x) < 2 && Math.abs(pl.at.z - p.z) < 2)) this.grow(p, name)
        else this.setBlock(p, name)
      }
    })
  }

  solid (p) { return this.block(p.floored()) !== 'air' }

  state (name) {
    const b = registry.blocksByName[name]
    return b.defaultState ?? b.id << 4
  }

  setBlock (p, name) {
    const was = this.block(p)
    if (was === 'furnace' && name !== 'furnace') this.furnaces.delete(this.key(p))
    this.blocks.set(this.key(p), name)
    if (name === 'furnace' && was !== 'furnace') this.furnaces.set(this.key(p), { slots: [null, null, null], left: 0, of: 0, done: 0 })
    for (const pl of this.players) pl.write('block_change', { location: p, type: this.state(name) })
  }

  chunk (cx, cz) {
    const chunk = new Chunk(registry.version['>=']('1.18') ? { minY: -64, worldHeight: 384 } : null)
    const put = (x, y, z, name) => chunk.setBlockStateId(new Vec3(x, y, z), this.state(name))
    for (let x = 0; x < 16; x++) {
      for (let z = 0; z < 16; z++) {
        put(x, 3, z, 'bedrock')
        for (let y = 0; options.terrain && y < terrain.top; y++) put(x, y, z, this.land({ x: cx * 16 + x, y, z: cz * 16 + z }))
        if (traps.occupied) for (let y = 118; y < 250; y += 1) put(x, y, z, 'glass')
      }
    }
    for (const [key, name] of this.blocks) {
      const [x, y, z] = key.split(',').map(Number)
      if (x >> 4 === cx && z >> 4 === cz) put(x & 15, y, z & 15, name)
    }
    return chunk
  }

  burn (f) {
    const told = () => { for (const p of this.players) if (p.window?.furnace === f) p.furnaceTold(f) }
    const [input, fuel, out] = f.slots
    const result = input && this.rules.smelts(input)
    const fits = result && (!out || (out.name === result.name && out.count < 64))
    let changed = false
    if (f.left > 0) { f.left--; changed = f.left === 0 }
    if (fits && f.left === 0 && fuel && this.rules.burns(fuel)) {
      f.of = f.left = this.rules.burns(fuel)
      f.slots[1] = fuel.count > 1 ? { ...fuel, count: fuel.count - 1 } : null
      changed = true
    }
    if (f.left > 0 && fits) {
      if (++f.done >= this.rules.smeltTicks) {
        f.done = 0
        f.slots[0] = input.count > 1 ? { ...input, count: input.count - 1 } : null
        f.slots[2] = { name: result.name, count: (out ? out.count : 0) + result.count }
        changed = true
      }
    } else f.done = 0
    if (changed) told()
  }
}

function seeded (n) {
  return () => {
    n = (n * 1664525 + 1013904223) >>> 0
    return n / 4294967296
  }
}

process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
process.on('uncaughtException', e => { process.stderr.write(e.stack + '\n') })
new Server().start()
