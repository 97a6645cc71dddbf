'use strict'
// What a player sees around him, as cells of a grid: of each column the block that is at the height of his body, or
// what he would stand on there. What is behind something isn't seen.

const { Vec3 } = require('vec3')
const { stations } = require('./names')

const width = 11
const height = 9
const eyes = 1.62

// sides are those in which one goes: west, east, north, south.
const sides = [[-1, 0], [1, 0], [0, -1], [0, 1]]

class View {
  constructor (bot, names) {
    this.bot = bot
    this.things = things(bot.registry, names)
    this.numbers = new Map(this.things.map((t, i) => [t.name, i]))
  }

  // feet is the cell that the player stands in.
  feet () { return this.bot.entity.position.offset(0, 0.001, 0).floored() }

  // block is what is there; undefined: it isn't loaded.
  block (p) { return this.bot.blockAt(p, false) ?? undefined }

  // cell is what the column so many blocks east and south shows: its name, where that is, whether one can go there, and the
  // height of what one would stand on; undefined: it isn't loaded.
  cell (dx, dz) {
    const at = i => this.block(this.feet().offset(dx, i, dz))
    const [low, feet, head] = [at(-1), at(0), at(1)]
    if (!low || !feet || !head) return undefined
    const show = (b, name, more) => ({ name, at: b.position, block: b.name, ...more })
    for (const b of [feet, head, low]) if (stations.includes(b.name)) return show(b, b.name)
    if (solid(feet) && !solid(head) && !solid(at(2))) return show(feet, `${feet.name} step`, { open: !solid(this.block(this.feet().offset(0, 2, 0))), floor: 0 })
    for (const b of [feet, head]) if (solid(b)) return show(b, `${b.name} wall`)
    if (liquid(feet)) return show(feet, feet.name)
    for (const i of [-1, -2]) {
      const b = at(i)
      if (b && liquid(b)) return show(b, b.name)
      if (b && solid(b)) return air(feet) ? show(b, b.name, { open: true, floor: i }) : show(feet, feet.name, { open: true, floor: i })
    }
    return { name: 'drop', at: this.feet().offset(dx, -2, dz), block: '' }
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
        if (!b || solid(b)) return false
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

  // faced is what is ahead.
  faced (facing) { return this.cell(...sides[facing]) }
}

function solid (b) { return Boolean(b) && b.boundingBox === 'block' }

function liquid (b) { return /water|lava/.test(b.name) }

function air (b) { return /(^|_)air$/.test(b.name) }

function creature (e) { return ['mob', 'hostile', 'animal', 'passive', 'ambient', 'water_creature', 'living'].includes(e.type) }

// things are all that a cell can show, with the action that is done to it. One block has three names: underfoot, as a step
// that one can go up, and as a wall.
function things (registry, names) {
  const does = (verb, name) => names.actions.find(a => a.verb === verb && a.name === name)?.id
  const out = [{ name: 'drop' }]
  for (const b of registry.blocksArray) {
    if (air(b)) continue
    const as = stations.includes(b.name) || b.boundingBox !== 'block' ? [b.name] : [b.name, `${b.name} step`, `${b.name} wall`]
    for (const name of as) out.push({ name, does: does('dig', b.name), ...(names.near.includes(b.name) && { near: `near_${b.name}` }) })
  }
  for (const e of registry.entitiesArray) if (creature(e)) out.push({ name: e.name, does: does('kill', e.name) })
  const seen = new Set()
  return out.filter(t => !seen.has(t.name) && seen.add(t.name))
}

module.exports = { View, sides }
