'use strict'
// The commands that laboratory mode uses, as servers of the version have them.

const { Vec3 } = require('vec3')

const bare = name => name.replace(/^minecraft:/, '')

function commands (player, text) {
  const { server } = player
  const { registry } = server
  const [word, ...args] = text.trim().split(/\s+/)
  if (server.options.operator === false) return player.say('Unknown or incomplete command')
  const known = (kind, name) => Object.hasOwn(registry[kind], bare(name))
  switch (word) {
    case 'tp': {
      const [x, y, z] = args.slice(1).map(Number)
      if ([x, y, z].some(Number.isNaN)) return player.say('Invalid position')
      const mid = n => Number.isInteger(n) ? n + 0.5 : n
      return player.teleport(new Vec3(mid(x), y, mid(z)))
    }
    case 'setblock': {
      const p = new Vec3(...args.slice(0, 3).map(Number))
      if (!known('blocksByName', args[3])) return player.say('Unknown block')
      return server.setBlock(p, bare(args[3]))
    }
    case 'fill': {
      const [x1, y1, z1, x2, y2, z2] = args.slice(0, 6).map(Number)
      for (let x = x1; x <= x2; x++) for (let y = y1; y <= y2; y++) for (let z = z1; z <= z2; z++) if (server.block({ x, y, z }) !== bare(args[6])) server.setBlock(new Vec3(x, y, z), bare(args[6]))
      return
    }
    case 'clear':
      player.slots.fill(null)
      player.cursor = null
      return
    case 'replaceitem': {
      if (registry.version['>=']('1.17')) break
      return replace(player, args[2], args[3], args[4])
    }
    case 'item':
      if (registry.version['<']('1.17') || args[0] !== 'replace' || args[4] !== 'with') break
      return replace(player, args[3], args[5], args[6])
    case 'give':
      if (!known('itemsByName', args[1])) return player.say('Unknown item')
      if (!player.receive({ name: bare(args[1]), count: Number(args[2] ?? 1) })) player.say('no room')
      return
    case 'kill': {
      const at = name => Number(new RegExp(`[\\[,]${name}=(-?[\\d.]+)`).exec(args[0])?.[1])
      const distance = at(registry.version['>=']('1.13') ? 'distance' : 'r') || Number(/distance=\.\.(\d+)/.exec(args[0])?.[1])
      return server.things.clear(new Vec3(at('x'), at('y'), at('z')), distance)
    }
    case 'summon': {
      if (!Object.hasOwn(registry.entitiesByName, bare(args[0]))) return player.say('Unknown entity')
      return server.creatures.summon(bare(args[0]), new Vec3(...args.slice(1, 4).map(Number)).offset(0.5, 0, 0.5))
    }
    case 'gamemode': return
  }
  player.say('Unknown or incomplete command')
}

function replace (player, slot, name, count) {
  const { registry } = player.server
  const [, kind, n] = /(hotbar|inventory|container)\.(\d+)$/.exec(slot) ?? []
  if (kind === undefined) return player.say('Unknown slot')
  const i = kind === 'hotbar' ? 36 + Number(n) : kind === 'inventory' ? 9 + Number(n) : Number(n) < 9 ? 36 + Number(n) : Number(n)
  const item = bare(name)
  if (item === 'air') { player.slots[i] = null; return }
  if (!registry.itemsByName[item]) return player.say('Unknown item')
  player.slots[i] = { name: item, count: Math.min(Number(count), registry.itemsByName[item].stackSize) }
}

module.exports = { commands }
