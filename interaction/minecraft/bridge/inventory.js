'use strict'
// What the player has, as the server says it. Nothing that the client predicts is ever read: a
// client's idea of a craft or a click is wrong where the server's rules are others.

const { until } = require('./clock')
const { Fault } = require('./speech')

const bag = 9 // the first slot of the player's window that isn't for crafting or armor
const hotbar = 36 // the first of the nine that can be held

class Inventory {
  constructor (bot, clock) {
    this.bot = bot
    this.client = bot._client
    this.clock = clock
    this.Item = require('prismarine-item')(bot.registry)
    this.slots = new Array(46).fill(null)
    this.cursor = null
    this.window = null // the open one: {id, type, slots}
    this.held = 0
    this.state = 0
    this.action = 0
    this.modern = bot.supportFeature('stateIdUsed')
    this.resends = false // the server sends everything again when it is clicked out of order
    this.changes = 0 // how many messages came
    this.opened = 0 // windows
    this.shut = 0 // windows that the server closed
    this.listen()
  }

  listen () {
    const c = this.client
    const on = (name, f) => c.on(name, p => { f(p); this.changes++; c.emit('adam_inventory') })
    on('set_slot', p => {
      if (p.stateId !== undefined) this.state = p.stateId
      const item = this.read(p.item)
      if (p.windowId === -1 || p.windowId === 255) {
        if (p.slot === -1) this.cursor = item
      } else if (p.windowId === 0 || p.windowId === -2 || p.windowId === 254) this.put(p.windowId === 0 ? p.slot : this.place(p.slot), item)
      else if (this.window && p.windowId === this.window.id) this.putWindow(p.slot, item)
    })
    on('window_items', p => {
      if (p.stateId !== undefined) this.state = p.stateId
      const items = p.items.map(i => this.read(i))
      if (p.windowId === 0) items.forEach((item, i) => this.put(i, item))
      else if (this.window && p.windowId === this.window.id) {
        this.window.slots.length = items.length
        items.forEach((item, i) => this.putWindow(i, item))
        this.window.filled = true
      } else return
      if (p.carriedItem !== undefined) this.cursor = this.read(p.carriedItem)
    })
    on('set_player_inventory', p => this.put(this.place(p.slotId), this.read(p.contents)))
    on('set_cursor_item', p => { this.cursor = this.read(p.contents) })
    on('open_window', p => { this.opened++; this.window = { id: p.windowId, type: String(p.inventoryType), slots: [], filled: false } })
    on('close_window', () => { this.shut++; this.window = null })
    const heldItem = p => { this.held = p.slot ?? p.slotId ?? this.held }
    c.on('held_item_slot', heldItem)
    c.on('respawn', () => { this.window = null })
  }

  // place is the slot in the player's window of one in the player's own count, where the hotbar is first.
  place (n) { return n < 9 ? hotbar + n : n }

  read (notch) {
    if (!notch) return null
    const item = this.Item.fromNotch(notch)
    return item && item.count > 0 ? item : null
  }

  put (slot, item) { if (slot >= 0 && slot < 46) this.slots[slot] = item }

  putWindow (slot, item) {
    const w = this.window
    w.slots[slot] = item
    const start = w.slots.length - 36
    if (w.filled && slot >= start && slot >= 0) this.put(slot - start + bag, item)
    if (!w.filled && slot === w.slots.length - 1) for (let i = start; i <= slot; i++) this.put(i - start + bag, w.slots[i])
  }

  // name is what the item is called here: by the server's version, with the variant where one name has several.
  name (item) {
    const tool = this.bot.registry.items[item.type]?.maxDurability
    return item.metadata && !tool ? `${item.name}:${item.metadata}` : item.name
  }

  // counts are how many of each item there are, but for the one that is held.
  counts () {
    const out = {}
    const add = item => { if (item) out[this.name(item)] = (out[this.name(item)] ?? 0) + item.count }
    for (let i = 5; i < 46; i++) if (i !== hotbar + this.held) add(this.slots[i])
    return out
  }

  inHand () { return this.slots[hotbar + this.held] }

  empty () { return this.slots.every(s => !s) && !this.cursor }

  // first is a slot of the bag that holds the item, or is free if there is no name; -1: none.
  first (name, but = new Set()) {
    for (let i = bag; i < 45; i++) {
      if (i === hotbar + this.held || but.has(i)) continue
      const item = this.slots[i]
      if (name === undefined ? !item : item && this.name(item) === name) return i
    }
    return -1
  }

  // clickAs sends a click on a slot of the open window, or of the player's. Versions up to 1.16 confirm one only if the
  // client says what was there; later ones send what differs from what the client claims, which is nothing here.
  clickAs (slot, right, there) {
    const claim = there ? Object.assign(new this.Item(there.item.type, there.count, there.item.metadata, there.item.nbt)) : null
    this.send(slot, right, this.state, claim)
  }

  // click is a click on its own.
  click (slot) {
    this.send(slot, false, this.state, (this.window ? this.window.slots : this.slots)[slot] ?? null)
  }

  send (slot, right, state, claim, how = { mode: 0, mouseButton: right ? 1 : 0 }) {
    const common = { windowId: this.window ? this.window.id : 0, slot, ...how }
    if (this.modern) {
      this.client.write('window_click', { ...common, stateId: state, changedSlots: [], cursorItem: this.Item.toNotch(null) })
    } else {
      this.action = (this.action % 30000) + 1
      this.client.write('window_click', { ...common, action: this.action, item: this.Item.toNotch(claim) })
    }
  }

  // disorder sends a click that does nothing, with the middle button, and claims what can't be.
  disorder () { this.send(9, false, (this.state + 7919) & 0x7fff, new this.Item(1, 63), { mode: 3, mouseButton: 2 }) }

  // again has the server send all that the player has: it answers a click that claims what can't be. It waits at least for the server's turn.
  async again () {
    if (this.resends) {
      const id = this.window ? this.window.id : 0
      const came = until(this.client, ['window_items'], p => p.windowId === id, 20000)
      this.disorder()
      if (await came) return true
      throw new Fault('silent', 'the server stopped answering clicks')
    }
    const before = this.changes
    await this.clock.ticks(1)
    for (let n = this.changes, tries = 0; n !== before && tries < 20; tries++) {
      await this.clock.ticks(1)
      if (n === this.changes) break
      n = this.changes
    }
    return true
  }

  // asked tells whether the server sends everything again, in this time.
  async asked (within) {
    const came = until(this.client, ['window_items'], p => p.windowId === 0, within)
    this.disorder()
    return came
  }

  // move tries whether clicks move an item, and whether that is told.
  async moves (from, to) {
    const name = this.slots[from] && this.name(this.slots[from])
    this.click(from)
    await this.clock.ticks(1)
    this.click(to)
    await this.clock.ticks(1)
    await this.again()
    return Boolean(name && !this.slots[from] && this.slots[to] && this.name(this.slots[to]) === name)
  }

  select (n) {
    this.held = n
    this.bot.quickBarSlot = n
    this.client.write('held_item_slot', { slotId: n })
  }

  close () {
    const id = this.window ? this.window.id : 0
    this.client.write('close_window', { windowId: id })
    this.bot.currentWindow = null
    this.window = null
  }
}

module.exports = { Inventory, bag, hotbar }
