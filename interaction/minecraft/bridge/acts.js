'use strict'
// The actions, by messages to the server only: what they come to is read afterwards.

const { Vec3 } = require('vec3')
const { Fault } = require('./speech')
const { sleep } = require('./clock')
const { hotbar } = require('./inventory')

function swing (bot) { bot._client.write('arm_animation', { hand: 0 }) }

// look turns the head to a place, as some servers ask for.
function look (bot, p) {
  const eye = bot.entity.position.offset(0, 1.62, 0)
  const d = p.minus(eye)
  const yaw = Math.atan2(-d.x, d.z) * 180 / Math.PI
  const pitch = -Math.atan2(d.y, Math.hypot(d.x, d.z)) * 180 / Math.PI
  bot._client.write('look', { yaw, pitch, onGround: true, flags: { onGround: true, hasHorizontalCollision: false } })
}

let sequence = 0

function digging (bot, status, p) {
  bot._client.write('block_dig', { status, location: p, face: 4, sequence: ++sequence })
}

// dig has the block placed, and hits it.
async function dig (lab, { name }) {
  const p = lab.plot.spot.target
  await lab.plot.set([[p, name]])
  await hit(lab, p, name)
}

// hit hits a block with what is held for as long as that takes by the client's own data, and as long again and two seconds
// more if it still stands: rules may differ.
async function hit (lab, p, name) {
  const { bot, plot, clock } = lab
  const block = bot.blockAt(p, false)
  const hand = lab.inventory.inHand()
  let ms = block.digTime(hand ? hand.type : null, false, false, false, [], {})
  if (!Number.isFinite(ms)) ms = 5000
  ms = Math.min(ms, 10000) * Math.min(1, clock.tick / 50)
  const most = Math.ceil(Math.min(block.digTime(hand ? hand.type : null, false, false, false, [], {}), 10000) / 25) + 40 // ticks
  const began = clock.age
  look(bot, p.offset(0, 0.5, 0.5))
  digging(bot, 0, p)
  swing(bot)
  await sleep(ms + clock.tick)
  await clock.fence()
  if (plot.name(p) === name) {
    digging(bot, 2, p)
    swing(bot)
    await clock.ticks(1)
  }
  // How long it has been is for the server to say: one that lags isn't hit for less.
  const late = () => clock.counts && clock.age - began > most
  const over = await lab.wait(clock.counts ? 20000 : ms + 2000, async () => {
    if (plot.name(p) !== name || lab.drops.list().length) return true // some servers tell of drops only
    await clock.fence()
    return plot.name(p) !== name || late()
  })
  if (!over && clock.counts) throw new Fault('unobserved', `the ${name} was not hit for long enough: the server lags`)
  if (plot.name(p) === name) digging(bot, 1, p)
  await clock.ticks(3) // a drop may be told a tick after the block
  if (plot.name(p) !== name && !lab.drops.list().length) {
    // There are servers that don't show what dropped: whoever stands there for as long as it can't be had yet, gets it.
    plot.towards(p.offset(0.5, 0, 0.5))
    await clock.ticks(12)
  }
}

// use clicks with the right button on a block.
function use (bot, p, face = 1) {
  bot._client.write('block_place', { hand: 0, location: p, direction: face, heldItem: { blockId: -1 }, ...cursor(bot), insideBlock: false, worldBorderHit: false, sequence: ++sequence })
  swing(bot)
}

function cursor (bot) {
  const whole = bot.supportFeature('blockPlaceHasIntCursor')
  return { cursorX: whole ? 8 : 0.5, cursorY: whole ? 16 : 1, cursorZ: whole ? 8 : 0.5 }
}

// open opens the station, if it is near.
async function open (lab, station) {
  const { bot, plot, inventory } = lab
  const p = plot.spot[station]
  if (plot.name(p) !== station) return false
  const hold = inventory.held
  look(bot, p.offset(0.5, 0.5, 0.5))
  use(bot, p, p.z > plot.base.z ? 2 : 3)
  const opened = await lab.wait(5000, () => inventory.opened > lab.opens && inventory.window && inventory.window.filled)
  lab.opens++
  inventory.held = hold
  if (!opened) throw new Fault('window', `the ${station} did not open`)
  return true
}

// Clicks is a row of clicks that aren't waited for: it keeps account of what they move, as older versions confirm
// only clicks that say what was there.
class Clicks {
  constructor (lab) {
    this.inv = lab.inventory
    this.clock = lab.clock
    const w = this.inv.window
    this.slots = (w ? w.slots : this.inv.slots).map(i => i && { name: this.inv.name(i), count: i.count, item: i })
    this.shift = w ? w.slots.length - 36 - 9 : 0 // from the player's window to this one
    this.cursor = null
  }

  click (slot, right) {
    const there = this.slots[slot]
    this.inv.clickAs(slot, right, there)
    if (!this.cursor) {
      this.cursor = there
      this.slots[slot] = null
    } else if (right) {
      this.slots[slot] = { ...this.cursor, count: (there ? there.count : 0) + 1 }
      this.cursor = this.cursor.count > 1 ? { ...this.cursor, count: this.cursor.count - 1 } : null
    } else if (!there) {
      this.slots[slot] = this.cursor
      this.cursor = null
    } else if (there.name === this.cursor.name && there.item.stackSize >= there.count + this.cursor.count) {
      this.slots[slot] = { ...there, count: there.count + this.cursor.count }
      this.cursor = null
    } else {
      this.slots[slot] = this.cursor
      this.cursor = there
    }
  }

  // bagSlots are those of this window that are the player's, without the one in hand.
  * bagSlots () {
    for (let i = 9; i < 45; i++) if (i !== hotbar + this.inv.held) yield i + this.shift
  }

  // fill puts one of the item into each cell; false: there aren't enough, and nothing was clicked.
  fill (name, cells) {
    const from = [...this.bagSlots()].filter(i => this.slots[i] && this.slots[i].name === name)
    if (from.reduce((n, i) => n + this.slots[i].count, 0) < cells.length) return false
    const left = [...cells]
    for (const i of from) {
      if (!left.length) break
      this.click(i, false)
      while (left.length && this.cursor) this.click(left.shift(), true)
      if (this.cursor) this.click(i, false)
    }
    return true
  }

  has (wants) {
    return Object.entries(wants).every(([name, n]) => [...this.bagSlots()].reduce((s, i) => s + (this.slots[i] && this.slots[i].name === name ? this.slots[i].count : 0), 0) >= n)
  }

  free () { return [...this.bagSlots()].find(i => !this.slots[i]) }
}

// craft lays the whole layout, or nothing, and takes what the server says comes of it. Not every server knows a layout wherever
// it lies in the grid: one that comes to nothing at the top is laid once more at the bottom.
async function craft (lab, a) {
  const { inventory: inv, clock } = lab
  const atTable = await open(lab, 'crafting_table')
  if (!atTable && !a.small) return
  const side = atTable ? 3 : 2
  const rows = Math.ceil(a.cells.length / a.width)
  for (const down of new Set([0, side - rows])) {
    const clicks = new Clicks(lab)
    const wants = {}
    a.cells.forEach((name, i) => {
      if (name) (wants[name] ??= []).push(1 + (down + Math.floor(i / a.width)) * side + i % a.width)
    })
    if (!clicks.has(Object.fromEntries(Object.entries(wants).map(([n, cells]) => [n, cells.length])))) return
    for (const [name, cells] of Object.entries(wants)) clicks.fill(name, cells)
    await clock.ticks(1)
    await inv.again()
    lab.undisturbed()
    const came = await take(lab, 0)
    await clear(lab, Object.values(wants).flat())
    if (came) return
  }
}

// clear puts back into the bag what still lies in these slots: it would fall to the ground. A server that can't be asked
// may have told of a slot wrongly: there is a click on it all the same.
async function clear (lab, slots) {
  for (const i of slots) await take(lab, i, !lab.inventory.resends)
}

// take takes what lies in a slot, or may lie there, and puts it into the bag; false: it didn't click. A server that can't be
// asked may not tell how many lie in a slot to which some were added: there a free slot is better than one with the same.
async function take (lab, slot, always = false) {
  const { inventory: inv, clock } = lab
  const there = (inv.window ? inv.window.slots : inv.slots)[slot]
  if (!there && !always) return false
  const clicks = new Clicks(lab)
  const same = [...clicks.bagSlots()].find(i => there && clicks.slots[i] && clicks.slots[i].name === inv.name(there) && clicks.slots[i].count + there.count <= there.stackSize)
  const free = inv.resends ? same ?? clicks.free() : clicks.free() ?? same
  if (!there && free === undefined) return false
  if (free === undefined) throw new Fault('unobserved', 'there is no room for what comes')
  clicks.click(slot, false)
  await clock.ticks(1)
  clicks.click(free, false)
  await clock.ticks(1)
  await inv.again()
  return true
}

// smelt puts one piece and one piece of fuel into the furnace, and waits for what comes, or until nothing burns.
async function smelt (lab, a) {
  if (!await open(lab, a.station)) return
  const { inventory: inv, clock } = lab
  const clicks = new Clicks(lab)
  if (!clicks.has(a.name === a.fuel ? { [a.name]: 2 } : { [a.name]: 1, [a.fuel]: 1 })) return
  const burning = { left: 0 }
  const heard = p => { if (p.property === 0) burning.left = p.value }
  inv.client.on('craft_progress_bar', heard)
  try {
    clicks.fill(a.name, [0])
    clicks.fill(a.fuel, [1])
    await clock.ticks(2)
    await inv.again()
    // Without a word of a fire the fuel still lies there: nothing burns, and nothing comes.
    const slots = () => inv.window ? inv.window.slots : []
    const laid = Boolean(slots()[0]) // else it wasn't told that the piece lies there, and that it doesn't any more says nothing
    const burns = () => burning.left > 0 || !slots()[1]
    if (!burns()) {
      await clock.ticks(4)
      await inv.again()
    }
    if (burns() && !await lab.wait(20000, async () => slots()[2] || (laid && !slots()[0]))) {
      if (burning.left > 0) throw new Fault('unobserved', 'the furnace still burns')
    }
    lab.undisturbed()
    await inv.again()
    await take(lab, 2)
    await clear(lab, [0, 1])
  } finally {
    inv.client.removeListener('craft_progress_bar', heard)
  }
}

// stow puts what is in the hand into the bag, if it is no tool: there it can be crafted from.
async function stow (lab) {
  const { inventory: inv, clock } = lab
  const hand = inv.inHand()
  if (!hand || lab.names.tools.includes(inv.name(hand))) return
  const clicks = new Clicks(lab)
  const free = clicks.free()
  if (free === undefined) return
  clicks.click(hotbar + inv.held, false)
  clicks.click(free, false)
  await clock.ticks(1)
  await inv.again()
}

// hold takes the tool into the hand; what was there goes into the bag.
async function hold (lab, { name }) {
  const { inventory: inv, clock } = lab
  const from = inv.first(name)
  if (from < 0) return
  const clicks = new Clicks(lab)
  clicks.click(from, false)
  clicks.click(hotbar + inv.held, false)
  if (clicks.cursor) clicks.click(from, false)
  await clock.ticks(1)
}

// place puts the station down where it belongs, if nothing is there.
async function place (lab, { name }) {
  const { inventory: inv, bot, plot, clock } = lab
  const p = plot.spot[name]
  if (!plot.air(plot.name(p))) return
  const from = inv.first(name)
  if (from < 0) return
  // It is put into a slot beside the hand's, which is selected for the moment.
  const hand = inv.held
  const other = hand === 0 ? 1 : hand - 1
  if (from !== hotbar + other) {
    const clicks = new Clicks(lab)
    clicks.click(from, false)
    clicks.click(hotbar + other, false)
    if (clicks.cursor) clicks.click(from, false)
    await clock.ticks(1)
  }
  await inv.select(other)
  const floor = p.offset(0, -1, 0)
  look(bot, new Vec3(p.x + 0.5, p.y, p.z + 0.5))
  use(bot, floor, 1)
  await clock.ticks(2)
  await inv.select(hand)
  await clock.ticks(1)
}

// kill summons the animal or monster, and hits it until it is gone.
async function kill (lab, { name }) {
  const { bot, plot, clock } = lab
  const at = plot.base.offset(1, 1, 0)
  const known = new Set(Object.keys(bot.entities))
  bot.chat(`/summon ${name} ${at.x} ${at.y} ${at.z}`)
  const fresh = () => Object.values(bot.entities).find(e => !known.has(String(e.id)) && e.name === name && plot.inside(e.position))
  if (!await lab.wait(3000, fresh)) throw new Fault('start', `the server did not summon ${name}`)
  const prey = fresh()
  const gone = () => !bot.entities[prey.id]
  for (const end = Date.now() + 20000; !gone();) {
    if (Date.now() > end) throw new Fault('unobserved', `the ${name} still lives`)
    plot.towards(prey.position)
    strike(lab, prey)
    await clock.ticks(12)
  }
  await clock.ticks(3)
}

// strike strikes a creature once.
function strike ({ bot }, prey) {
  bot._client.write('use_entity', { target: prey.id, mouse: 1, sneaking: false })
  swing(bot)
}

// eat eats one of the item.
async function eat (lab, { name }) {
  const { inventory: inv, bot, clock } = lab
  const from = inv.first(name)
  if (from < 0) return
  const hand = inv.held
  const other = hand === 0 ? 1 : hand - 1
  if (from !== hotbar + other) {
    const clicks = new Clicks(lab)
    clicks.click(from, false)
    clicks.click(hotbar + other, false)
    if (clicks.cursor) clicks.click(from, false)
    await clock.ticks(1)
  }
  await inv.select(other)
  bot._client.write('use_item', { hand: 0, sequence: ++sequence, rotation: { x: 0, y: 0 } })
  await clock.ticks(40)
  await inv.select(hand)
  await clock.ticks(1)
}

module.exports = { dig, hit, craft, smelt, hold, place, kill, strike, eat, stow }
