'use strict'
// Time on the server. A tick is 50 ms where all is well; a server that lags takes longer, so nothing
// is taken to have happened before the server answered something that it was asked later.

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

class Clock {
  constructor (client, registry) {
    this.client = client
    this.old = registry.version['<']('1.13')
    this.answers = true // the server completes commands: a question that it answers in its own order
    this.next = 1
    this.tick = 50
    let age = 0
    let at = 0
    client.on('update_time', p => {
      const now = Number(BigInt.asUintN(32, BigInt(Array.isArray(p.age) ? p.age[1] : p.age)))
      const ran = now - age
      // Only a server that is faster than usual makes waits shorter; a slow one is waited for by fences.
      if (at && ran > 0 && ran < 200) this.tick = Math.min(50, Math.max(1, (Date.now() - at) / ran))
      age = now
      at = Date.now()
    })
  }

  // fence returns when the server has dealt with all that it was sent before, as far as it can be known.
  async fence (within = 10000) {
    if (!this.answers) return sleep(this.tick * 3)
    const id = this.next++
    const came = until(this.client, ['tab_complete'], p => this.old || p.transactionId === id, within)
    if (this.old) this.client.write('tab_complete', { text: '/', assumeCommand: false, lookedAtBlock: undefined, block: undefined })
    else this.client.write('tab_complete', { transactionId: id, text: '/' })
    const ok = await came
    this.lost = !ok
    return ok
  }

  // probe finds out whether the server answers fences.
  async probe () {
    this.answers = await this.fence(1500) || await this.fence(1500)
  }

  // ticks lets at least so many ticks go by, of which the server has carried out all that it was sent.
  async ticks (n) {
    await sleep(this.tick * n)
    await this.fence()
  }
}

module.exports = { Clock, sleep, until }
