'use strict'
// A plot in the sky, one for each bot: a floor with a rim, three places for blocks in the rim, and the bot in the
// middle. Only commands on the server build it; what stands there is what the server says.

const { Vec3 } = require('vec3')
const { Fault } = require('./speech')
const { sleep, until } = require('./clock')

const spacing = 64
const inner = 2 // the bot's side of the rim
const rim = 'bedrock'
const lamp = 'glowstone' // in the corners: monsters come where it is dark

class Plot {
  constructor (bot, clock, number) {
    this.bot = bot
    this.clock = clock
    this.number = number
    this.spot = {}
  }

  // at places the plot at a height.
  at (y) {
    const spawn = this.bot.spawnPoint ?? new Vec3(0, 0, 0)
    const near = n => Math.round(n / 16) * 16
    this.base = new Vec3(near(spawn.x) + spacing * (this.number + 1) + 8, y, near(spawn.z) + 8)
    this.stand = this.base.offset(1.2, 1, 0.5) // 0.7 towards what is dug
    this.spot = { target: this.base.offset(3, 1, 0), crafting_table: this.base.offset(0, 1, 3), furnace: this.base.offset(0, 1, -3) }
    this.from = this.base.offset(-4, 0, -4)
    this.to = this.base.offset(4, 4, 4)
  }

  inside (p) {
    return this.from && p.x > this.from.x - 3 && p.x < this.to.x + 4 && p.z > this.from.z - 3 && p.z < this.to.z + 4 && p.y > this.from.y - 2 && p.y < this.to.y + 6
  }

  // * cells are those of the plot with what is to stand there.
  * cells () {
    const spots = Object.values(this.spot)
    for (let x = -4; x <= 4; x++) {
      for (let z = -4; z <= 4; z++) {
        const p = this.base.offset(x, 0, z)
        yield [p, rim]
        for (let y = 1; y <= 4; y++) {
          const q = this.base.offset(x, y, z)
          const r = Math.max(Math.abs(x), Math.abs(z))
          const hole = spots.some(s => s.equals(q))
          const corner = y === 2 && Math.abs(x) === inner + 1 && Math.abs(z) === inner + 1
          yield [q, corner ? lamp : r > inner && y <= 2 && !hole ? rim : 'air']
        }
      }
    }
  }

  name (p) { return this.bot.blockAt(p, false)?.name }

  air (name) { return name === 'air' || name === 'cave_air' || name === 'void_air' }

  // free reports whether nothing stands where the plot is to be; undefined: it isn't loaded.
  free () {
    for (const [p] of this.cells()) {
      const name = this.name(p)
      if (name === undefined) return undefined
      if (!this.air(name)) return false
    }
    return true
  }

  command (text) { this.bot.chat('/' + text) }

  // go moves the bot by a command, and to the exact place by a step. The chunk may come later than the bot.
  async go () {
    const { x, y, z } = this.base.offset(0, 1, 0)
    for (let i = 0; i < 5; i++) {
      const moved = until(this.bot, ['forcedMove'], () => this.close(), 2500)
      this.command(`tp ${this.bot.username} ${x} ${y} ${z}`)
      if (await moved || this.close()) {
        await this.loaded()
        return
      }
    }
    throw new Fault('operator', `the server did not move ${this.bot.username} by /tp: laboratory mode needs an operator: /op ${this.bot.username}; without: --mc-lived`, true)
  }

  close () {
    const p = this.bot.entity.position
    return Math.abs(p.x - this.base.x) < 4 && Math.abs(p.z - this.base.z) < 4
  }

  // loaded waits for the chunks, for 40 s at most, as a busy server sends them late. Some send them only to players that
  // move after the teleport, and some never to one player: who comes anew has them, which the fault says.
  async loaded () {
    for (let i = 1; i < 400; i++) {
      if ([this.from, this.to, this.base].every(p => this.name(p) !== undefined)) return
      if (i % 10 === 0) this.step(this.base.x + 0.5 + (i % 20 ? 0.2 : 0), this.base.z + 0.5)
      await sleep(100)
    }
    throw Object.assign(new Fault('start', 'the chunks of the plot did not come'), { anew: true })
  }

  // step puts the bot on the floor at x and z.
  step (x, z) {
    const p = this.bot.entity.position
    p.set(x, this.base.y + 1, z)
    this.bot.entity.velocity.set(0, 0, 0)
    this.bot.entity.onGround = true
    const flags = { onGround: true, hasHorizontalCollision: false }
    this.bot._client.write('position', { x: p.x, y: p.y, z: p.z, onGround: true, flags })
  }

  home () { this.step(this.stand.x, this.stand.z) }

  // towards steps as near to a place as the rim lets it.
  towards (p) {
    const clamp = (n, low, high) => Math.min(high, Math.max(low, n))
    this.step(clamp(p.x, this.base.x - inner + 0.3, this.base.x + inner + 0.7), clamp(p.z, this.base.z - inner + 0.3, this.base.z + inner + 0.7))
  }

  // set makes blocks, and makes sure of them.
  async set (wanted) {
    for (let i = 0; ; i++) {
      const open = wanted.filter(([p, name]) => name === 'air' ? !this.air(this.name(p)) : this.name(p) !== name)
      if (!open.length) return
      if (i === 4) throw new Fault('start', `the server did not set ${open[0][1]} at ${open[0][0]}: it is ${this.name(open[0][0])}`)
      for (const [p, name] of open) this.command(`setblock ${p.x} ${p.y} ${p.z} ${name}`)
      await this.clock.ticks(i === 0 ? 0 : 2)
    }
  }

  // build makes the plot where nothing stands, or where it stands already.
  async build () {
    for (let i = 0; i < 3; i++) {
      try { return await this.set([...this.cells()]) } catch (e) { if (i === 2) throw e }
    }
  }

  // near makes the stations that are wished for stand there, and others not: a station that stands is made anew, so that
  // nothing is left in it.
  async near (wanted) {
    const old = [this.spot.target, this.spot.crafting_table, this.spot.furnace].filter(p => !this.air(this.name(p)))
    await this.set(old.map(p => [p, 'air']))
    await this.set(wanted.map(n => [this.spot[n], n]))
  }

  // clean takes the plot away. It doesn't wait: the process may have half a second.
  clean () {
    if (!this.base) return
    const { from, to } = this
    this.command(`fill ${from.x} ${from.y} ${from.z} ${to.x} ${to.y} ${to.z} air`)
    for (const [p] of this.cells()) if (!this.air(this.name(p))) this.command(`setblock ${p.x} ${p.y} ${p.z} air`)
  }
}

module.exports = { Plot, spacing }
