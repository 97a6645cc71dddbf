'use strict'
// What a player has, and windows. A slot that differs from what the client was told is told at the end of the tick; on
// versions up to 1.16 not after a click that the client described rightly, as there the client knows.

class Bag {
  constructor (server) {
    this.server = server
    this.slots = new Array(46).fill(null)
    this.cursor = null
    this.held = 0
    this.window = null // {id, own: its slots before the bag's, furnace}
    this.told = new Array(46).fill(null)
    this.state = 1
    this.modern = server.registry.supportFeature('stateIdUsed')
  }

  item (i) { return i ? new this.server.Item(this.server.registry.itemsByName[i.name].id, i.count) : null }

  notch (i) { return this.server.Item.toNotch(this.item(i)) }

  stack (i) { return this.server.registry.itemsByName[i.name].stackSize }

  // receive puts an item where there is room, the hotbar first; false: there is none.
  receive (item) {
    const order = [...Array(9).keys()].map(i => i + 36).concat([...Array(27).keys()].map(i => i + 9))
    for (const i of order) {
      const s = this.slots[i]
      if (!s || s.name !== item.name) continue
      const n = Math.min(item.count, this.stack(s) - s.count)
      if (n <= 0) continue
      this.slots[i] = { ...s, count: s.count + n }
      item.count -= n
      if (!item.count) return true
    }
    const free = order.find(i => !this.slots[i])
    if (free === undefined) return false
    this.slots[free] = { ...item }
    return true
  }

  // Slots of the open window: its own, and then the bag's.
  size () { return this.window ? this.window.own.length + 36 : 46 }

  get (i) {
    if (!this.window) return this.slots[i]
    const own = this.window.own.length
    return i < own ? this.owned()[i] : this.slots[i - own + 9]
  }

  set (i, item) {
    if (!this.window) { this.slots[i] = item; return }
    const own = this.window.own.length
    if (i < own) this.owned()[i] = item
    else this.slots[i - own + 9] = item
  }

  owned () { return this.window.furnace ? this.window.furnace.slots : this.window.own }

  grid () {
    if (!this.window) return { from: 1, side: 2 }
    return this.window.kind === 'crafting_table' ? { from: 1, side: 3 } : null
  }

  cook () {
    const g = this.grid()
    if (!g) return
    const cells = Array.from({ length: g.side * g.side }, (_, i) => this.get(g.from + i))
    this.set(0, this.server.rules.result(cells, g.side))
  }

  clicked (c) {
    const id = this.window ? this.window.id : 0
    if (c.windowId !== id || this.blocked) return
    const { traps } = this.server
    const before = c.slot >= 0 && c.slot < this.size() ? this.get(c.slot) : null
    if (c.mode === 0) this.act(c.slot, c.mouseButton === 1)
    this.cook()
    if (traps.mute) { this.told = null; return }
    if (traps.empties && c.mouseButton === 1) this.emptied = c.slot
    if (traps.noConfirm || traps.empties) return
    if (this.modern) {
      if (c.stateId !== this.state) this.sendWindow()
      return
    }
    const same = (a, b) => JSON.stringify(this.server.Item.toNotch(a)) === JSON.stringify(this.server.Item.toNotch(b))
    const claimed = this.server.Item.fromNotch(c.item)
    const right = (before === null) === (claimed === null) && (before === null || same(this.item(before), claimed))
    this.write('transaction', { windowId: c.windowId, action: c.action, accepted: right })
    if (right) this.know()
    else {
      this.blocked = true
      this.sendWindow()
    }
  }

  act (slot, right) {
    if (slot === -999) {
      if (this.cursor) this.throwOut(this.cursor)
      this.cursor = null
      return
    }
    if (slot < 0 || slot >= this.size()) return
    const there = this.get(slot)
    const g = this.grid()
    if ((g && slot === 0) || (this.window?.furnace && slot === 2)) return this.takeResult(slot, there, g)
    if (!this.cursor) {
      if (!there) return
      const n = right ? Math.ceil(there.count / 2) : there.count
      this.cursor = { ...there, count: n }
      this.set(slot, there.count > n ? { ...there, count: there.count - n } : null)
    } else if (!there || there.name === this.cursor.name) {
      const room = this.stack(this.cursor) - (there ? there.count : 0)
      const n = Math.min(room, right ? 1 : this.cursor.count)
      if (n <= 0) return
      this.set(slot, { ...this.cursor, count: (there ? there.count : 0) + n })
      this.cursor = this.cursor.count > n ? { ...this.cursor, count: this.cursor.count - n } : null
    } else {
      this.set(slot, this.cursor)
      this.cursor = there
    }
  }

  takeResult (slot, there, g) {
    if (!there || (this.cursor && (this.cursor.name !== there.name || this.cursor.count + there.count > this.stack(there)))) return
    this.cursor = { ...there, count: there.count + (this.cursor ? this.cursor.count : 0) }
    this.set(slot, null)
    for (let i = 0; g && i < g.side * g.side; i++) {
      const c = this.get(g.from + i)
      if (c) this.set(g.from + i, c.count > 1 ? { ...c, count: c.count - 1 } : null)
    }
  }

  openWindow (kind, more) {
    if (this.window) this.closeWindow()
    const { registry } = this.server
    const own = { crafting_table: 10, furnace: 3, chest: 27 }[kind]
    this.window = { id: this.nextWindow = (this.nextWindow ?? 0) % 100 + 1, kind, own: new Array(own).fill(null), ...more }
    const names = { crafting_table: 'minecraft:crafting', furnace: 'minecraft:furnace', chest: 'minecraft:generic_9x3' }
    const oldNames = { crafting_table: 'minecraft:crafting_table', furnace: 'minecraft:furnace', chest: 'minecraft:chest' }
    const numbers = registry.version['>=']('1.20.3') ? { crafting_table: 12, furnace: 14, chest: 2 } : { crafting_table: 11, furnace: 13, chest: 2 }
    const title = JSON.stringify({ text: kind })
    const type = registry.version['>=']('1.14') ? numbers[kind] : oldNames[kind] ?? names[kind]
    this.write('open_window', { windowId: this.window.id, inventoryType: type, windowTitle: title, slotCount: own })
    this.sendWindow()
  }

  closeWindow () {
    const { traps } = this.server
    const g = this.grid()
    const loose = [this.cursor]
    this.cursor = null
    for (let i = 0; g && i < g.side * g.side; i++) {
      loose.push(this.get(g.from + i))
      this.set(g.from + i, null)
    }
    if (g) this.set(0, null)
    this.window = null
    for (const item of loose.filter(Boolean)) {
      if (traps.gridFalls) this.server.after(1, () => this.throwOut(item))
      else if (!this.receive({ ...item })) this.throwOut(item)
    }
    if (this.told) this.told = this.slots.map(() => undefined)
    this.toldCursor = undefined
  }

  throwOut (item) { this.server.things.drop(this.at.offset(-0.3, 1.2, 0), item, 40) }

  // sendWindow tells all of the open window.
  sendWindow () {
    this.state = (this.state + 1) & 0x7fff
    const items = Array.from({ length: this.size() }, (_, i) => this.notch(this.get(i)))
    this.write('window_items', { windowId: this.window ? this.window.id : 0, stateId: this.state, items, carriedItem: this.notch(this.cursor) })
    if (!this.modern) this.write('set_slot', { windowId: -1, slot: -1, item: this.notch(this.cursor) })
    this.know()
  }

  know () {
    this.told = Array.from({ length: this.size() }, (_, i) => this.get(i))
    this.toldCursor = this.cursor
  }

  // tellSlots tells what differs from what was told.
  tellSlots () {
    if (!this.told) return
    const id = this.window ? this.window.id : 0
    const write = (windowId, slot, item) => {
      const p = { windowId, slot, stateId: this.state, item: this.notch(item) }
      if (this.server.traps.late) this.server.after(3, () => this.write('set_slot', p))
      else this.write('set_slot', p)
    }
    for (let i = 0; i < this.size(); i++) {
      const now = this.get(i)
      if (this.told[i] === undefined || JSON.stringify(now ?? null) !== JSON.stringify(this.told[i])) write(id, i, i === this.emptied ? null : now)
    }
    if (JSON.stringify(this.cursor) !== JSON.stringify(this.toldCursor ?? null)) write(-1, -1, this.cursor)
    this.emptied = undefined
    this.know()
  }

  furnaceTold (f) { this.write('craft_progress_bar', { windowId: this.window.id, property: 0, value: f.left }) }
}

module.exports = { Bag }
