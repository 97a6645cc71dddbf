'use strict'
// Items that lie on the plot. What lies there at the end of a trial wasn't observed; what vanished has to be in the
// inventory, or somebody else took it.

class Drops {
  constructor (bot, inside) {
    this.bot = bot
    this.inside = inside
    this.lying = new Map() // id to {name, count}, where it could be read
    this.owed = new Map() // name to what vanished since the trial began
    this.lost = '' // why it can't be said what came of a drop
    bot.on('entitySpawn', e => this.see(e))
    bot.on('entityUpdate', e => this.see(e))
    bot.on('itemDrop', e => this.see(e))
    bot.on('entityGone', e => this.gone(e))
  }

  isItem (e) { return e && (e.name === 'item' || e.name === 'Item' || e.name === 'item_stack' || e.displayName === 'Item') }

  see (e) {
    if (!this.isItem(e) || !this.inside(e.position)) return
    let item = null
    try { item = e.getDroppedItem() } catch { /* a version whose metadata can't be read */ }
    const was = this.lying.get(e.id)
    const now = { name: item && item.name, count: item ? item.count : 0 }
    // Another one was merged into it: that one vanished, and didn't come to us.
    if (was && was.name && now.count > was.count) this.owe(was.name, was.count - now.count)
    this.lying.set(e.id, now)
  }

  gone (e) {
    const was = this.lying.get(e.id)
    if (!was) return
    this.lying.delete(e.id)
    if (was.name) this.owe(was.name, was.count)
    else this.unread = (this.unread ?? 0) + 1
  }

  owe (name, n) { this.owed.set(name, (this.owed.get(name) ?? 0) + n) }

  begin () {
    this.owed.clear()
    // What flew away in an earlier trial is none of this one's.
    for (const id of this.lying.keys()) if (!this.bot.entities[id] || !this.inside(this.bot.entities[id].position)) this.lying.delete(id)
    this.unread = 0
  }

  // list are the items that lie on the plot now, or fell there and flew away.
  list () {
    const out = []
    for (const e of Object.values(this.bot.entities)) if (this.isItem(e) && (this.inside(e.position) || this.lying.has(e.id))) out.push(e)
    for (const id of this.lying.keys()) if (!this.bot.entities[id]) this.lying.delete(id)
    return out
  }

  // missing says which drop vanished and didn't come, by the counts before and after; '': none.
  missing (before, after) {
    const gained = (name) => (after[name] ?? 0) - (before[name] ?? 0)
    for (const [name, n] of this.owed) {
      const sum = Object.keys(after).filter(k => k === name || k.startsWith(name + ':')).reduce((s, k) => s + gained(k), 0)
      if (n > 0 && sum < n) return `${n} ${name} lay there and vanished, and ${Math.max(0, sum)} came`
    }
    if (this.unread) {
      const all = Object.keys(after).reduce((s, k) => s + Math.max(0, gained(k)), 0)
      if (all < this.unread) return 'an item lay there and vanished, and did not come'
    }
    return ''
  }
}

module.exports = { Drops }
