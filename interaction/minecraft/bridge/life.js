'use strict'
// Lived mode: a player without any rights, who walks, looks, and does things to what he faces. An episode begins where the
// one before ended, with an empty bag: what was in it is thrown away.

const { Vec3 } = require('vec3')
const { Fault } = require('./speech')
const { Lab } = require('./lab')
const { Legs } = require('./legs')
const { View, sides } = require('./view')
const { stations } = require('./names')
const acts = require('./acts')

const longest = 10000 // steps of an episode
const moves = ['go_west', 'go_east', 'go_north', 'go_south']
const away = 8 // steps from where the bag was emptied
const within = 4 // blocks: what drops farther away is nobody's
const reach = 1.3
const vitals = ['health', 'food']

// Ended is what a step is answered with that an episode's end cut short.
class Ended extends Error {}

class Life extends Lab {
  constructor (bot, clock, inventory, drops, names) {
    super(bot, clock, inventory, null, drops, names)
    this.view = new View(bot, names)
    this.legs = new Legs(bot, clock, this.view)
    this.plot = new Here(this)
    this.old = new Set() // what lay around before the step
    bot.on('death', () => { this.died = true })
  }

  // ground is how one moves, as docs/rpc.md has it.
  ground () {
    const fights = this.names.actions.some(a => a.verb === 'kill')
    return { moves, wait: 'wait', persist: fights ? 8 : 1, things: this.view.things }
  }

  factors () {
    const fixed = f => ({ ...f, fixed: true })
    return [...this.names.factors().map(f => f.kind === 'fact' ? fixed(f) : f),
      ...vitals.map(name => ({ name, kind: 'vital', max: 20, fixed: true })), { name: 'daylight', kind: 'vital', max: 15, fixed: true }]
  }

  look () { return this.view.look(this.legs.facing) }

  // levels are what there is, by the server.
  levels () {
    const out = super.levels()
    for (const v of vitals) out[v] = Math.max(0, Math.min(20, Math.round(this.bot[v] ?? 20)))
    out.daylight = daylight(this.bot.time?.timeOfDay ?? 6000)
    return out
  }

  stands (station) { return Boolean(this.view.near()[station]) }

  // begin throws away what is in the bag, and goes off.
  async begin (seed) {
    this.alive()
    if (!this.bot.isAlive && !await this.wait(20000, () => this.bot.isAlive)) throw new Fault('lost', 'the server does not let the player live again', true)
    this.died = false
    this.steps = 0
    if (!await this.wait(20000, () => this.view.cell(0, 0))) throw new Fault('start', 'the land around the player did not come', true)
    const { inventory: inv } = this
    const draw = random(seed)
    inv.close()
    inv.select(8)
    await this.legs.stand()
    for (let i = 0; i < 4; i++) {
      await inv.again()
      if (i > 0 && inv.empty()) break
      for (let at = 5; at < 46; at++) {
        if (!inv.slots[at]) continue
        inv.click(at)
        inv.send(-999, false, inv.state, null)
      }
      await this.clock.ticks(2)
      await this.leave(draw)
    }
    await inv.again()
    return this.levels()
  }

  // leave goes straight on as far as there is a way, in directions by chance.
  async leave (draw) {
    const from = this.view.feet()
    for (let i = 0, d = Math.floor(draw() * 4); i < 3 * away && this.view.feet().distanceTo(from) < away; i++) {
      const was = this.view.feet()
      await this.legs.go(d)
      if (this.view.feet().equals(was)) d = Math.floor(draw() * 4)
    }
  }

  // step moves, waits, or does an action to what is faced.
  async step (action) {
    this.alive()
    if (this.died || !this.bot.isAlive) throw new Ended('it died')
    if (++this.steps > longest) throw new Ended('the time is up')
    if (this.inventory.window) this.inventory.close() // it opened by itself
    const facing = moves.indexOf(action)
    const a = this.names.byID[action]
    if (facing < 0 && action !== 'wait' && !a) throw new Fault('action', `there is no action ${action}`)
    if (facing >= 0) await this.legs.go(facing)
    else if (action === 'wait') await this.clock.ticks(10)
    else await this.act(a)
    if (this.died || !this.bot.isAlive) throw new Ended('it died')
    if (!a) { // what lies here is the player's before anything is tried
      await this.wait(600, () => !this.close())
      await this.inventory.again()
    }
    return this.levels()
  }

  async act (a) {
    const { inventory: inv, drops } = this
    await inv.again()
    await acts.stow(this)
    this.old = new Set(drops.list().map(e => e.id))
    const before = this.all()
    drops.begin()
    this.opens = inv.opened
    this.shuts = inv.shut
    this.plot.choose(a)
    if (a.verb === 'dig') await this.dig(a)
    else if (a.verb === 'kill') await this.hit(a)
    else await acts[a.verb](this, a)
    await this.collect()
    this.undisturbed()
    inv.close()
    await this.clock.ticks(2)
    await this.collect()
    await this.settle()
    const missing = drops.missing(before, this.all())
    if (missing) throw new Fault('unobserved', missing, true)
    await this.legs.stand()
  }

  // dig digs what is faced, if it is that.
  async dig ({ name }) {
    const c = this.view.faced(this.legs.facing)
    if (c && c.block === name) await acts.hit(this, c.at, name)
  }

  // hit strikes what is faced, if it is that.
  async hit ({ name }) {
    const [dx, dz] = sides[this.legs.facing]
    const there = this.view.feet().offset(dx, 0, dz)
    const prey = Object.values(this.bot.entities).find(e => e.name === name && e.position.floored().xzDistanceTo(there) < 1 && Math.abs(e.position.y - there.y) < 3)
    if (!prey) return
    acts.strike(this, prey)
    await this.clock.ticks(12)
  }

  // fresh are the drops of this step.
  fresh () { return this.drops.list().filter(e => !this.old.has(e.id)) }

  close () {
    const p = this.bot.entity.position
    return this.drops.list().find(e => Math.abs(e.position.x - p.x) < reach && Math.abs(e.position.z - p.z) < reach && Math.abs(e.position.y - p.y) < 1)
  }

  // collect takes up what dropped, and goes to where it lies if it has to.
  async collect () {
    for (let tries = 0; this.fresh().length; tries++) {
      if (tries === 8) throw new Fault('unobserved', 'a drop still lies there', true)
      const { position } = this.fresh()[0]
      this.legs.lean(position)
      if (await this.wait(tries === 0 ? 30 * this.clock.tick : 15 * this.clock.tick, () => !this.fresh().length)) break
      if (this.fresh().length) await this.fetch(this.fresh()[0].position)
    }
    await this.clock.ticks(1)
    await this.legs.stand()
  }

  // fetch goes to where what lies at a place can be had, stays until it comes, and comes back.
  async fetch (p) {
    await this.legs.stand()
    const { facing } = this.legs
    const d = p.minus(this.view.feet().offset(0.5, 0, 0.5))
    const high = c => d.y - c.floor - 1
    const within = n => this.view.way(c => Math.abs(d.x - c.x) < n && Math.abs(d.z - c.z) < n && high(c) > -0.5 && high(c) < 1.8)
    const way = within(1) ?? within(reach + 0.15) // what is over water or before a wall is had by leaning over
    if (!way || !way.length) return
    for (const side of way) await this.legs.go(side)
    this.legs.lean(p)
    await this.wait(15 * this.clock.tick, () => !this.fresh().length)
    await this.legs.stand()
    for (const side of way.reverse()) await this.legs.go(side ^ 1)
    this.legs.turn(facing)
  }

  alive () {
    if (this.ended) throw new Fault('kicked', this.ended, true)
  }
}

// Here is where the player stands, in place of a plot: the places for what he puts down or opens.
class Here {
  constructor (life) {
    this.life = life
    this.spot = {}
  }

  get base () { return this.life.view.feet() }

  name (p) { return this.life.view.block(p)?.name }

  air (name) { return name === undefined || /(^|_)air$/.test(name) }

  inside (p) { return p.distanceTo(this.life.bot.entity.position) < within }

  // choose says where stations are: the one that is near, or else where one would be put down.
  choose () {
    const { view, legs } = this.life
    const near = view.near()
    const c = view.faced(legs.facing)
    const free = c && c.open ? view.feet().offset(sides[legs.facing][0], c.floor + 1, sides[legs.facing][1]) : new Vec3(0, -1000, 0)
    for (const s of stations) this.spot[s] = near[s] ?? free
  }

  towards (p) { this.life.legs.lean(p) }
}

// daylight is how light the sky is at an hour of the game's day, up to 15.
function daylight (time) {
  const angle = ((time - 6000) / 24000) * 2 * Math.PI
  return Math.round(15 * Math.max(0, Math.min(1, Math.cos(angle) * 2 + 0.5)))
}

// random are numbers from 0 to 1 by a seed.
function random (seed) {
  let n = Number(BigInt.asUintN(32, BigInt(seed ?? 1)))
  return () => {
    n = (n * 1664525 + 1013904223) >>> 0
    return n / 4294967296
  }
}

module.exports = { Life, Ended, within }
