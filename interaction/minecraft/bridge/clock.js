'use strict'
// Time on the server. A tick is 50 ms where all is well; a server that lags takes longer, so nothing
// is taken to have happened before the server answered something that it was asked later.

const { Fault } = require('./speech')

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

// until waits for the condition, at most so long, and says whether it came.
function until (emitter, events, condition, ms) {
  return new Promise(resolve => {
    const done = value => {
      clearTimeout(timer)
      for (const e of events) emitter.removeListener(e, look)
      resolve(value)
    }
    const look = (...args) => { if (condition(...args)) done(true) }
    const timer = setTimeout(() => done(false), ms)
    for (const e of events) emitter.on(e, look)
  })
}

const replies = ['chat', 'system_chat', 'profileless_chat']

class Clock {
  constructor (bot) {
    this.bot = bot
    this.client = bot._client
    this.tick = 50
    this.again = null // has the server send the inventory, where it does that when it is asked
    this.chats = false // the server answers a command that it doesn't know
    this.age = 0 // of the world, in ticks, by the server
    this.counts = false // it tells that
    this.gap = 20 // ticks from one such message to the next
    let from = null // what a tick's length is measured from
    const latest = [50, 50, 50] // lengths that were measured
    this.client.on('update_time', p => {
      const now = Number(BigInt.asUintN(32, BigInt(Array.isArray(p.age) ? p.age[1] : p.age)))
      const ran = from ? now - this.age : 0
      if (ran > 0) {
        this.counts = true
        this.gap = ran
      }
      this.age = now
      if (!from || ran < 0 || now - from.age > 200) from = { age: now, at: Date.now() }
      else if (now - from.age >= 20) {
        // Only a server that is faster than usual makes waits shorter; a slow one is waited for by fences. Messages may
        // come in bursts, so that it has to be faster three times in a row.
        latest.shift()
        latest.push(Math.min(50, Math.max(1, (Date.now() - from.at) / (now - from.age))))
        this.tick = Math.max(...latest)
        from = { age: now, at: Date.now() }
      }
    })
  }

  // fence returns when the server has dealt with all that it was sent before. Requests to complete a command would
  // do, too, but there are servers that crash of them. Without an answer nothing is known, and the trial breaks.
  async fence () {
    if (this.again) await this.again()
    else if (!await this.chat(20000)) throw new Fault('silent', 'the server does not answer in time')
  }

  async chat (within) {
    const came = until(this.client, replies, () => true, within)
    this.bot.chat('/adam_is_here')
    return came
  }

  // probe finds out what the server answers. It answers in order: if an answer to a later question comes, the earlier
  // one has none. One answer may be a greeting, so it takes two; what comes after the later one's answer counts for nothing.
  async probe (inventory) {
    for (let i = 0, answers = 0; i < 4 && !inventory.resends; i++) {
      let came = false
      const sent = inventory.asked(20000).then(ok => { came = ok; return ok })
      const chatted = this.chat(20000)
      this.chats = await Promise.race([sent.then(ok => !ok), chatted])
      await sleep(this.tick * 2)
      if (came) answers++
      inventory.resends = answers === 2
    }
    if (inventory.resends) this.again = () => inventory.again()
    else if (!this.chats) throw new Fault('silent', 'the server answers neither clicks nor commands', true)
  }

  // ticks lets at least so many ticks go by in which the server deals with what it was sent: by its own count, where it
  // tells it often enough.
  async ticks (n) {
    const pause = sleep(this.tick * n)
    const { age, gap } = this
    for (let i = 0; i < Math.min(n, 4); i++) await this.fence()
    await pause
    if (n === 0) await this.fence()
    if (!this.counts || n < 2 * gap) return
    const over = () => this.age < age || this.age >= age + n + gap
    for (let still = 0; !over() && still < 3;) { // there are servers whose time can be stopped
      const was = this.age
      if (!await until(this.client, ['update_time'], () => true, 20000)) {
        this.counts = false
        throw new Fault('silent', 'the server stopped telling the time')
      }
      still = this.age === was ? still + 1 : 0
    }
  }
}

module.exports = { Clock, sleep, until }
