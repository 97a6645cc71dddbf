'use strict'
// The server's rules, from a file: they are its truth, and differ from the client's data where the file says so.

class Rules {
  constructor (registry, file) {
    this.registry = registry
    this.file = file
    this.smeltTicks = file.smeltTicks
    const old = name => (file.old?.[name] && !registry.itemsByName[name] ? file.old[name] : name)
    this.now = old
    this.digs = Object.fromEntries(Object.entries(file.dig).map(([k, v]) => [old(k), { ...v, drop: v.drop && old(v.drop) }]))
    this.crafts = new Map()
    for (const [name, c] of Object.entries(file.craft)) this.learn(old(name), { ...c, gives: c.gives ? old(c.gives) : old(name) })
  }

  // learn takes the client's layouts of an item, and has them give what the file says.
  learn (name, c) {
    const item = this.registry.itemsByName[name]
    for (const r of this.registry.recipes[item.id] ?? []) {
      const id = cell => cell === null || cell === undefined || cell === -1 ? '' : this.registry.items[cell.id ?? (Array.isArray(cell) ? cell[0] : cell)]?.name ?? ''
      const variant = JSON.stringify(r).match(/"metadata":([1-9])/)
      if (variant) continue
      const rows = r.inShape ? r.inShape.map(row => row.map(id)) : null
      const key = rows ? shape(rows) : [...r.ingredients.map(id)].sort().join('+')
      this.crafts.set(key, { name: c.gives, count: c.count, table: c.table })
    }
  }

  // crafts what lies in the grid; null: nothing.
  result (cells, side) {
    const names = cells.map(c => c ? c.name : '')
    if (!names.some(Boolean)) return null
    const rows = []
    for (let i = 0; i < side; i++) rows.push(names.slice(i * side, i * side + side))
    const found = this.crafts.get(shape(rows)) ?? this.crafts.get(names.filter(Boolean).sort().join('+'))
    return found && (!found.table || side === 3) ? { name: found.name, count: found.count } : null
  }

  smelts (item) {
    for (const [from, to] of Object.entries(this.file.smelt)) if (this.now(from) === item.name) return { name: this.now(to), count: 1 }
    return null
  }

  burns (item) { return this.file.fuel[item.name] ?? 0 }

  // dig says how long a block takes with a tool, and what drops.
  dig (block, tool) {
    const d = this.digs[block]
    if (!d) return { ticks: Infinity, drops: [] }
    const right = !d.tools || d.tools.includes(tool)
    return { ticks: right && tool ? Math.ceil(d.ticks / 2) : d.ticks, drops: right ? [{ name: d.drop, count: d.count ?? 1 }] : [] }
  }
}

// shape is a layout without the empty rows and columns around it.
function shape (rows) {
  const used = rows.map(r => r.some(Boolean))
  const top = used.indexOf(true)
  const bottom = used.lastIndexOf(true)
  const body = rows.slice(top, bottom + 1)
  const width = Math.max(...body.map(r => r.length))
  const columns = Array.from({ length: width }, (_, i) => body.some(r => r[i]))
  const left = columns.indexOf(true)
  const right = columns.lastIndexOf(true)
  return body.map(r => Array.from({ length: right - left + 1 }, (_, i) => r[left + i] || '').join(',')).join('/')
}

module.exports = { Rules }
