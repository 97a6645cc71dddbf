'use strict'
// What can be done, by the names of the server's own version. Recipes of minecraft-data say which layouts
// are worth a try; what comes of one is for the server to say.

const { Fault } = require('./speech')

// The 41 actions of the ADAM paper, in its order: of each, the names that versions have for it.
const paper = [
  'dig oak_log|log', 'craft oak_planks|planks', 'craft crafting_table', 'craft stick', 'craft oak_fence|fence',
  'craft oak_fence_gate|fence_gate', 'craft wooden_axe', 'craft wooden_hoe', 'craft wooden_shovel', 'craft wooden_sword',
  'craft wooden_pickaxe', 'dig coal_ore', 'dig stone', 'craft stone_axe', 'craft stone_hoe', 'craft stone_shovel',
  'craft stone_sword', 'craft stone_pickaxe', 'craft furnace', 'dig iron_ore', 'smelt raw_iron|iron_ore', 'craft iron_axe',
  'craft iron_hoe', 'craft iron_shovel', 'craft iron_sword', 'craft iron_pickaxe', 'dig gold_ore', 'dig diamond_ore',
  'craft diamond_axe', 'craft diamond_hoe', 'craft diamond_pickaxe', 'craft diamond_shovel', 'craft diamond_sword', 'dig dirt',
  'dig sand', 'smelt raw_gold|gold_ore', 'craft golden_axe', 'craft golden_hoe', 'craft golden_pickaxe',
  'craft golden_shovel', 'craft golden_sword'
]

const paperNames = [
  'gatherWoodLog', 'craftPlanks', 'craftCraftingTable', 'craftSticks', 'craftFence', 'craftFenceGate', 'craftWoodenAxe',
  'craftWoodenHoe', 'craftWoodenShovel', 'craftWoodenSword', 'craftWoodenPickaxe', 'gatherCoalOre', 'gatherStone',
  'craftStoneAxe', 'craftStoneHoe', 'craftStoneShovel', 'craftStoneSword', 'craftStonePickaxe', 'craftFurnace', 'mineIronOre',
  'smeltRawIron', 'craftIronAxe', 'craftIronHoe', 'craftIronShovel', 'craftIronSword', 'craftIronPickaxe', 'mineGoldOre',
  'mineDiamondOre', 'craftDiamondAxe', 'craftDiamondHoe', 'craftDiamondPickaxe', 'craftDiamondShovel', 'craftDiamondSword',
  'gatherDirt', 'gatherSand', 'smeltRawGold', 'craftGoldenAxe', 'craftGoldenHoe', 'craftGoldenPickaxe', 'craftGoldenShovel',
  'craftGoldenSword'
]

// Beside the paper's actions, what makes their facts: without it nothing is near and nothing held. Of its 25 tools only the
// pickaxes can be held: each that can be is one more start at which everything has to be tried.
const stand = ['place crafting_table', 'place furnace']
const pickaxes = ['wooden', 'stone', 'iron', 'golden', 'diamond'].map(m => `hold ${m}_pickaxe`)

// first is what an agent without a table or a tool can begin with, and go on to iron.
const first = ['dig oak_log|log', 'dig stone', 'dig coal_ore', 'dig iron_ore', 'craft oak_planks|planks', 'craft stick',
  'craft crafting_table', 'craft wooden_pickaxe', 'craft stone_pickaxe', 'craft furnace', 'craft torch', 'smelt raw_iron|iron_ore', ...stand, 'hold *']

const profiles = { 'adam-41': [...paper, ...stand, ...pickaxes], '': first }

const verbs = ['dig', 'craft', 'smelt', 'place', 'hold', 'kill', 'eat']

// stations are blocks that one can be near, and do something at.
const stations = ['crafting_table', 'furnace']

class Names {
  constructor (registry, profile) {
    this.registry = registry
    this.Item = require('prismarine-item')(registry)
    const lines = profiles[profile] ?? profile.split(',').map(s => s.trim()).filter(Boolean)
    this.wishes = lines.map(line => this.wish(line))
    const paperLabels = profile === 'adam-41' ? paperNames : []
    this.wishes.forEach((w, i) => { w.label = paperLabels[i] })
    this.scope = this.reach()
    const held = this.wishes.filter(w => w.verb === 'hold').map(w => w.name)
    this.tools = held.includes('*') ? this.scope.filter(n => registry.itemsByName[n]?.maxDurability) : held
    this.actions = this.wishes.flatMap(w => this.expand(w))
    if (!this.actions.length) throw new Fault('profile', 'the profile names nothing that can be done', true)
    this.near = stations.filter(s => registry.blocksByName[s] && (this.scope.includes(s) || this.actions.some(a => a.station === s)))
  }

  // wish reads "verb name|name": the first name that the version has.
  wish (line) {
    const [, verb, names] = /^([a-z]+)\s+([\w*|:]+)$/.exec(line) ?? []
    if (!verbs.includes(verb)) {
      throw new Fault('profile', `profile: ${JSON.stringify(line)} isn't adam-41, nor a list of ${verbs.join(', ')} and a name, as in "dig stone, craft stick"`, true)
    }
    const known = { dig: this.registry.blocksByName, kill: this.registry.entitiesByName }[verb] ?? this.registry.itemsByName
    const name = names.split('|').find(n => n === '*' || Object.hasOwn(known, n))
    if (!name) throw new Fault('profile', `profile: version ${this.registry.version.minecraftVersion} has no ${names} to ${verb}`, true)
    return { verb, name }
  }

  // reach lists the items that the wishes are about, and those that what is dug drops by minecraft-data.
  reach () {
    const names = new Set()
    for (const { verb, name } of this.wishes) {
      if (name === '*') continue
      if (verb === 'dig') for (const n of this.drops(name)) names.add(n)
      else if (verb !== 'kill') names.add(name)
      if (verb === 'smelt') names.add('coal')
    }
    return [...names].filter(n => this.registry.itemsByName[n])
  }

  drops (block) {
    const of = this.registry.blocksByName[block].drops ?? []
    const ids = of.map(d => d.drop?.id ?? d.drop ?? d).map(id => this.registry.items[id]?.name ?? this.registry.blocks[id]?.name)
    const loot = this.registry.blockLoot?.[block]?.drops?.map(d => d.item) ?? []
    return [block, ...ids, ...loot].filter(Boolean)
  }

  expand ({ verb, name, label }) {
    const as = (text, more) => ({ verb, name, label: label ?? text, ...more })
    switch (verb) {
      case 'hold': return (name === '*' ? this.tools : [name]).map(n => as(`hold ${n}`, { name: n }))
      case 'craft': {
        const layouts = this.layouts(name)
        return layouts.map(l => as(layouts.length > 1 ? `craft ${name} from ${[...new Set(l.cells.filter(Boolean))].join(' and ')}` : `craft ${name}`, l))
      }
      case 'smelt': return [as(`smelt ${name}`, { station: 'furnace', fuel: 'coal' })]
      case 'place':
        if (!stations.includes(name)) throw new Fault('profile', `profile: only ${stations.join(' and ')} can be placed`, true)
        return [as(`place ${name}`)]
      default: return [as(`${verb} ${name}`)]
    }
  }

  // layouts are the recipes for the item, as cells of a grid, row by row: those whose ingredients are in scope, or
  // all, if there is none.
  layouts (name) {
    const recipes = this.registry.recipes[this.registry.itemsByName[name].id] ?? []
    const all = []
    const seen = new Set()
    for (const r of recipes) {
      const rows = r.inShape ?? square(r.ingredients ?? [])
      const width = Math.max(...rows.map(row => row.length))
      const cells = rows.flatMap(row => Array.from({ length: width }, (_, i) => this.itemName(row[i])))
      const key = width + ':' + cells.join()
      if (cells.includes(undefined) || !cells.some(Boolean) || width > 3 || rows.length > 3 || seen.has(key)) continue
      seen.add(key)
      all.push({ cells, width, small: width <= 2 && rows.length <= 2 })
    }
    if (!all.length) throw new Fault('profile', `profile: minecraft-data has no recipe for ${name}`, true)
    const near = all.filter(l => l.cells.every(c => !c || this.scope.includes(c)))
    return near.length ? near : all
  }

  // itemName is the item of a recipe's cell: '' for none, undefined for one that the version doesn't have.
  itemName (cell) {
    if (cell === null || cell === undefined || cell === -1) return ''
    const id = cell.id ?? (Array.isArray(cell) ? cell[0] : cell)
    const metadata = cell.metadata ?? (Array.isArray(cell) ? cell[1] : 0)
    if (id === -1 || id === null) return ''
    const item = this.registry.items[id]
    return item && (metadata > 0 && metadata < 32767 && !item.maxDurability ? `${item.name}:${metadata}` : item.name)
  }

  // factors say what a start can set, beside items of which nothing need be said.
  factors () {
    const items = Object.values(this.registry.itemsByName).filter(i => i.name !== 'air' && /^\w+$/.test(i.name))
    const out = items.map(i => i.stackSize > 1 ? { name: i.name, ample: Math.min(16, i.stackSize), stack: i.stackSize } : { name: i.name, ample: 1, stack: 1 })
    for (const n of this.near) out.push({ name: `near_${n}`, kind: 'fact' })
    for (const n of this.tools) out.push({ name: `held_${n}`, kind: 'fact' })
    return out
  }

  exclusions () {
    const out = [{ slots: 35 }]
    if (this.tools.length > 1) out.push({ factors: this.tools.map(n => `held_${n}`), slots: 1 })
    return out
  }
}

// square puts ingredients that need no shape into as small a grid as they fit.
function square (list) {
  const width = list.length <= 1 ? 1 : list.length <= 4 ? 2 : 3
  const rows = []
  for (let i = 0; i < list.length; i += width) rows.push(list.slice(i, i + width))
  return rows
}

module.exports = { Names, stations }
