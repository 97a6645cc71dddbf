'use strict'
// Laboratory mode: a trial is a start that commands make, one action, and what the server says there is then.

const { Fault } = require('./speech')
const { sleep } = require('./clock')
const { bag, hotbar } = require('./inventory')
const acts = require('./acts')

const handSlot = 8 // of the hotbar: the last, as commands that give fill the first
const most = { drops: 6000, smelt: 20000 }

class Lab {
  constructor (bot, clock, inventory, plot, drops, names) {
    Object.assign(this, { bot, clock, inventory, plot, drops, names })
    this.exact = null // how a slot is set
  }

  // probe finds out by trying how the server is told things, and what it can do.
  async probe () {
    const { bot, clock, inventory: inv } = this
    inv.select(handSlot)
    for (const way of slotCommands(bot)) {
      way.before?.(bot)
      way.set(bot, 10, 'stone', 2)
      way.set(bot, hotbar + handSlot, 'stone', 1)
      way.after?.(bot)
      await clock.ticks(3)
      const is = (slot, n) => inv.slots[slot] && inv.slots[slot].name === 'stone' && inv.slots[slot].count === n
      if (is(10, 2) && is(hotbar + handSlot, 1)) { this.exact = way; break }
    }
    if (!this.exact) throw new Fault('operator', `no command fills the inventory of ${bot.username}, as far as the server tells: laboratory mode needs an operator: /op ${bot.username}; without: --mc-lived`, true)
    this.clicks = await inv.moves(10, 12)
    inv.close()
    await clock.ticks(1)
    await this.clear()
    const needs = this.names.actions.filter(a => ['craft', 'smelt', 'hold'].includes(a.verb))
    if (!this.clicks && needs.length) {
      this.names.actions = this.names.actions.filter(a => !needs.includes(a))
      return `the server does not tell what clicks in a window do: ${needs.length} actions that need them are left out`
    }
    return ''
  }

  async fill (slot, name, count) {
    const [base, data] = name.split(':')
    this.exact.set(this.bot, slot, base, count, Number(data ?? 0))
  }

  // clear empties what the player has; what can't be emptied breaks the trial.
  async clear () {
    const inv = this.inventory
    for (let i = 0; i < 5; i++) {
      this.bot.chat(`/clear ${this.bot.username}`)
      if (i > 0 || !inv.resends) {
        this.exact?.before?.(this.bot)
        inv.slots.forEach((s, at) => { if (s && this.exact) this.exact.set(this.bot, at, null, 0) })
        this.exact?.after?.(this.bot)
      }
      await inv.again()
      if (inv.empty()) return
      if (inv.cursor) inv.close()
      await this.clock.ticks(2)
    }
    throw new Fault('start', 'the inventory could not be emptied')
  }

  // sweep takes up what lies on the plot.
  async sweep (ms = 4000) {
    for (const end = Date.now() + ms; this.drops.list().length;) {
      if (Date.now() > end) {
        this.bot.chat(killItems(this.bot, this.plot.base))
        await this.clock.ticks(3)
        if (this.drops.list().length) throw new Fault('litter', 'what lies on the plot can not be taken away')
        return
      }
      this.plot.towards(this.drops.list()[0].position)
      await this.clock.ticks(2)
    }
  }

  // begin makes the start, and says what there is.
  async begin (start) {
    const inv = this.inventory
    this.alive()
    if (!this.bot.isAlive && !await this.wait(5000, () => this.bot.isAlive)) throw new Fault('hurt', 'the bot died, and the server does not let it live again', true)
    this.watchHealth()
    inv.close()
    await this.plot.set([[this.plot.spot.target, 'air'], [this.plot.spot.furnace, 'air']])
    if (!this.plot.close()) await this.plot.go()
    this.drops.begin()
    await this.clock.ticks(2) // what was in a grid or on the cursor falls out a tick later
    await this.sweep()
    await this.clear()
    this.plot.home()
    const wish = this.read(start)
    await this.plot.near(wish.near)
    let slot = bag
    const place = () => (slot === hotbar + handSlot ? ++slot : slot)
    inv.select(handSlot)
    this.exact.before?.(this.bot)
    for (const [name, count] of wish.items) {
      const stack = this.bot.registry.itemsByName[name.split(':')[0]].stackSize
      for (let left = count; left > 0; left -= stack, slot++) {
        if (place() > 44) throw new Fault('start', 'the inventory is too small for the start')
        this.fill(slot, name, Math.min(left, stack))
      }
    }
    if (wish.held) this.fill(hotbar + handSlot, wish.held, 1)
    this.exact.after?.(this.bot)
    await inv.again()
    if (!sameLevels(this.levels(), start)) { // told late: once more is enough
      await this.clock.ticks(2)
      await inv.again()
    }
    await this.sweep()
    return this.levels()
  }

  // read takes a start apart; a factor that isn't there is a fault.
  read (start) {
    const out = { near: [], held: '', items: [] }
    const known = this.bot.registry.itemsByName
    for (const [name, level] of Object.entries(start)) {
      if (!level) continue
      if (name.startsWith('near_') && this.names.near.includes(name.slice(5))) out.near.push(name.slice(5))
      else if (name.startsWith('held_') && this.names.tools.includes(name.slice(5))) out.held = name.slice(5)
      else if (Object.hasOwn(known, name.split(':')[0])) out.items.push([name, level])
      else throw new Fault('start', `there is no factor ${name}`)
    }
    return out
  }

  // levels are what there is, by the server.
  levels () {
    const inv = this.inventory
    if (inv.cursor) throw new Fault('unobserved', 'something stays on the cursor')
    const out = inv.counts()
    const hand = inv.inHand()
    if (hand) {
      const name = inv.name(hand)
      if (this.names.tools.includes(name)) {
        out[`held_${name}`] = 1
        if (hand.count > 1) out[name] = (out[name] ?? 0) + hand.count - 1
      } else out[name] = (out[name] ?? 0) + hand.count
    }
    for (const n of this.names.near) if (this.stands(n)) out[`near_${n}`] = 1
    return out
  }

  stands (station) { return this.plot.name(this.plot.spot[station]) === station }

  alive () {
    if (this.ended) throw new Fault('kicked', this.ended, true)
  }

  watchHealth () { this.health = this.bot.health }

  // step does the action once.
  async step (action) {
    const a = this.names.byID[action]
    if (!a) throw new Fault('action', `there is no action ${action}`)
    this.alive()
    if (this.inventory.window) throw new Fault('window', 'a window opened by itself')
    await this.inventory.again()
    const before = this.all()
    this.drops.begin()
    this.opens = this.inventory.opened
    this.shuts = this.inventory.shut
    await acts[a.verb](this, a)
    await this.collect()
    this.undisturbed()
    this.inventory.close()
    await this.clock.ticks(2)
    await this.collect() // what fell out of the window
    await this.settle()
    const after = this.all()
    const missing = this.drops.missing(before, after)
    if (missing) throw new Fault('unobserved', missing)
    if (this.bot.health < this.health || !this.bot.isAlive) throw new Fault('hurt', 'the bot was hurt')
    if (!this.plot.close()) throw new Fault('moved', 'the bot is not on its plot any more')
    return this.levels()
  }

  // all counts everything that the player has.
  all () {
    const out = this.inventory.counts()
    const hand = this.inventory.inHand()
    if (hand) out[this.inventory.name(hand)] = (out[this.inventory.name(hand)] ?? 0) + hand.count
    return out
  }

  // settle reads until the server says the same twice.
  async settle () {
    let was = null
    for (let i = 0; i < 20; i++) {
      await this.inventory.again()
      const now = JSON.stringify([this.all(), this.inventory.cursor])
      if (now === was) return
      was = now
      await this.clock.ticks(1)
    }
    throw new Fault('unobserved', 'the inventory does not come to rest')
  }

  // collect takes up what lies there, for as long as it lies there: drops can't be had at once.
  async collect () {
    let still = 0
    for (const end = Date.now() + most.drops; still < 2;) {
      const lying = this.drops.list()
      if (!lying.length) {
        still++
        await this.clock.ticks(1)
        continue
      }
      still = 0
      if (Date.now() > end) throw new Fault('unobserved', 'a drop still lies there')
      this.plot.towards(lying[0].position)
      await this.clock.ticks(2)
    }
    this.plot.home()
  }

  // undisturbed is a fault if a window opened or closed by itself: clicks went astray then.
  undisturbed () {
    if (this.inventory.opened !== this.opens || this.inventory.shut !== this.shuts) throw new Fault('window', 'a window opened or closed by itself')
  }

  async wait (ms, condition) {
    for (const end = Date.now() + ms; Date.now() < end;) {
      if (await condition()) return true
      await sleep(this.clock.tick)
    }
    return false
  }
}

function sameLevels (a, b) {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const k of keys) if ((a[k] ?? 0) !== (b[k] ?? 0)) return false
  return true
}

// slotCommands are the ways to set a slot, by which versions and servers differ; the first that works is used.
function slotCommands (bot) {
  const v = bot.registry.version
  const me = bot.username
  const place = i => i >= hotbar ? i - hotbar : i // as commands count: the hotbar first
  const ways = []
  if (v['>=']('1.17')) ways.push({ set: (b, i, name, n) => b.chat(`/item replace entity ${me} container.${place(i)} with ${name ?? 'air'} ${Math.max(1, n)}`) })
  else if (v['>=']('1.13')) ways.push({ set: (b, i, name, n) => b.chat(`/replaceitem entity ${me} container.${place(i)} ${name ?? 'air'} ${Math.max(1, n)}`) })
  else {
    const slot = i => i >= hotbar ? `slot.hotbar.${i - hotbar}` : `slot.inventory.${i - bag}`
    ways.push({ set: (b, i, name, n, data = 0) => b.chat(`/replaceitem entity ${me} ${slot(i)} ${name ?? 'air'} ${Math.max(1, n)} ${data}`) })
  }
  const Item = require('prismarine-item')(bot.registry)
  const creative = {
    set: (b, i, name, n, data = 0) => {
      if (i < bag) return
      const item = name ? new Item(b.registry.itemsByName[name].id, n, data) : null
      b._client.write('set_creative_slot', { slot: i, item: Item.toNotch(item) })
    },
    before: b => mode(b, 'creative'),
    after: b => mode(b, 'survival')
  }
  ways.push(creative)
  return ways
}

// mode puts the bot into a mode of the game. Some servers know modes by name, some by number; whichever isn't known changes nothing,
// or is set right by the other.
function mode (bot, name) {
  for (const word of [name, ['survival', 'creative'].indexOf(name)]) bot.chat(`/gamemode ${word} ${bot.username}`)
}

function killItems (bot, p) {
  const at = `x=${p.x},y=${p.y},z=${p.z}`
  const v = bot.registry.version
  if (v['>=']('1.13')) return `/kill @e[type=item,${at},distance=..14]`
  return `/kill @e[type=${v['>=']('1.11') ? 'item' : 'Item'},${at},r=14]`
}

module.exports = { Lab, most, mode }
