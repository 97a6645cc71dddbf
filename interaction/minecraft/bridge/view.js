'use strict'
// What a player sees around him, as cells of a grid: of each column the block that is at the height of his body, or
// what he would stand on there. What is behind something isn't seen.

const { Vec3 } = require('vec3')
const { stations } = require('./names')

const width = 11
const height = 9
const eyes = 1.62
const far = 3 // of a way

// sides are those in which one goes: west, east, north, south.
const sides = [[-1, 0], [1, 0], [0, -1], [0, 1]]

class View {
  constructor (bot, names) {
    this.bot = bot
    this.things = things(bot.registry, names)
    this.numbers = new Map(this.things.map((t, i) => [t.name, i]))
    this.kinds = new Map() // by the number of a block's state
  }

  // feet is the cell that the player stands in.
  feet () { return this.bot.entity.position.offset(0, 0.001, 0).floored() }

  // block is what is there; undefined: it isn't loaded.
  block (p) {
    const state = this.bot.world.getBlockStateId(p)
    if (state === null || state === undefined) return undefined
    let kind = this.kinds.get(state)
    if (!kind && this.bot.blockAt(p, false)) {
      const { name, boundingBox } = this.bot.blockAt(p, false)
      this.kinds.set(state, kind = { name, solid: boundingBox === 'block', liquid: /water|lava/.test(name), air: /(^|_)air$/.test(name) })
    }
    return kind
  }

  // cell is what the column so many blocks east and south shows: its name, where that is, whether one can go there, and the
  // height of what one would stand on; undefined: it isn't loaded.
  cell (dx, dz) {
    const here = this.feet()
    const at = i => this.block(here.offset(dx, i, dz))
    const [low, feet, head] = [at(-1), at(0), at(1)]
    if (!low || !feet || !head) return undefined
    const show = (i, more) => ({ name: at(i).name, block: at(i).name, at: here.offset(dx, i, dz), ...more })
    for (const i of [0, 1, -1]) if (stations.includes(at(i).name)) return show(i)
    if (feet.solid && !head.solid && !at(2)?.solid) return show(0, { name: `${feet.name} step`, open: !this.block(here.offset(0, 2, 0))?.solid, floor: 0 })
    for (const i of [1, 0]) if (at(i).solid) return show(i, { name: `${at(i).name} wall` }) // what drops can be gone to once both are gone
    if (feet.liquid) return show(0)
    for (const i of [-1, -2]) {
      const b = at(i)
      if (b?.liquid) return show(i)
      if (b?.solid && feet.air && i === -2) return show(i, { name: `${b.name} below`, block: '', open: true, floor: i })
      if (b?.solid) return show(feet.air ? i : 0, { open: true, floor: i })
    }
    return { name: 'drop', at: here.offset(dx, -2, dz), block: '' }
  }

  // sees reports whether nothing stands between the eyes and what the cell shows.
  sees ({ at }) {
    const from = this.bot.entity.position.offset(0, eyes, 0)
    const tops = [at.offset(0.5, 0.5, 0.5), at.offset(0.5, 1, 0.5)]
    return tops.some(to => {
      const way = to.minus(from)
      const n = Math.ceil(way.norm() * 4)
      for (let i = 1; i < n; i++) {
        const p = from.plus(way.scaled(i / n)).floored()
        if (p.equals(at)) return true
        const b = this.block(p)
        if (!b || b.solid) return false
      }
      return true
    })
  }

  // look is the view as docs/rpc.md has it.
  look (facing) {
    const cells = []
    const creatures = this.creatures()
    for (let dz = -(height - 1) / 2; dz <= (height - 1) / 2; dz++) {
      for (let dx = -(width - 1) / 2; dx <= (width - 1) / 2; dx++) {
        const c = this.cell(dx, dz)
        const seen = c && (Math.max(Math.abs(dx), Math.abs(dz)) <= 1 || this.sees(c))
        cells.push(seen ? creatures.get(`${dx},${dz}`) ?? this.numbers.get(c.name) ?? -1 : -1)
      }
    }
    return { width, height, cells, facing }
  }

  // creatures are those that stand at about the player's height, by the columns between.
  creatures () {
    const out = new Map()
    const here = this.feet()
    for (const e of Object.values(this.bot.entities)) {
      if (e === this.bot.entity || !this.numbers.has(e.name) || !creature(e)) continue
      const p = e.position.floored().minus(here)
      if (Math.abs(p.y) <= 2) out.set(`${p.x},${p.z}`, this.numbers.get(e.name))
    }
    return out
  }

  // near are the stations among the nine columns around the player, by name.
  near () {
    const out = {}
    for (let dz = -1; dz <= 1; dz++) {
      for (let dx = -1; dx <= 1; dx++) {
        const c = this.cell(dx, dz)
        if (c && stations.includes(c.name)) out[c.name] ??= c.at
      }
    }
    return out
  }

  // way is the directions of a shortest way over cells that one can go to, to one that is a goal; undefined: there is none close by.
  way (goal) {
    const queue = [{ x: 0, z: 0, floor: -1, way: [] }]
    const seen = new Set(['0,0'])
    for (const c of queue) {
      if (goal(c)) return c.way
      sides.forEach(([dx, dz], side) => {
        const [x, z] = [c.x + dx, c.z + dz]
        const next = Math.max(Math.abs(x), Math.abs(z)) <= far && !seen.has(`${x},${z}`) && this.cell(x, z)
        seen.add(`${x},${z}`)
        if (next && next.open && Math.abs(next.floor - c.floor) <= 1) queue.push({ x, z, floor: next.floor, way: [...c.way, side] })
      })
    }
  }

  // faced is what is ahead.
  faced (facing) { return this.cell(...sides[facing]) }
}

function creature (e) { return ['mob', 'hostile', 'animal', 'passive', 'ambient', 'water_creature', 'living'].includes(e.type) }

// things are all that a cell can show, with the action that is done to it. One block has four names: underfoot, as a step
// that one can go up, as a wall, and one step below, where it isn't dug: what dropped in the pit couldn't be had.
function things (registry, names) {
  const does = (verb, name) => names.actions.find(a => a.verb === verb && a.name === name)?.id
  const out = [{ name: 'drop' }]
  for (const b of registry.blocksArray) {
    if (/(^|_)air$/.test(b.name)) continue
    if (!stations.includes(b.name) && b.boundingBox === 'block') {
      for (const how of ['step', 'wall']) out.push({ name: `${b.name} ${how}`, does: does('dig', b.name) })
      out.push({ name: `${b.name} below` })
    }
    out.push({ name: b.name, does: does('dig', b.name), ...(names.near.includes(b.name) && { near: `near_${b.name}` }) })
  }
  for (const e of registry.entitiesArray) if (creature(e)) out.push({ name: e.name, does: does('kill', e.name) })
  const seen = new Set()
  return out.filter(t => !seen.has(t.name) && seen.add(t.name))
}

module.exports = { View, sides }
