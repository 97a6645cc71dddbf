'use strict'
// JSON-RPC 2.0 over standard input and output, one message a line: the other side of docs/rpc.md.

const readline = require('node:readline')

// Fault is a call that broke. A dead one ends the session.
class Fault extends Error {
  constructor (kind, why, dead = false) {
    super(plain(why))
    this.kind = kind
    this.dead = dead
  }
}

// plain is what a server said, as it can be shown: without control characters, and not endless.
function plain (text) {
  // eslint-disable-next-line no-control-regex
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202f\u2066-\u2069\u00a7]/g, ' ').slice(0, 300)
}

// say is for people.
function say (text) { process.stderr.write(plain(text) + '\n') }

// serve answers requests one after the other, until the input ends.
function serve (methods, ended) {
  let last = Promise.resolve()
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
  lines.on('line', line => {
    last = last.then(() => answer(methods, line)).then(text => { process.stdout.write(text + '\n') })
  })
  // The plot is cleaned up at once: the process may be killed half a second later.
  lines.on('close', ended)
}

async function answer (methods, line) {
  let id = null
  try {
    const asked = JSON.parse(line)
    id = asked.id ?? null
    const method = Object.hasOwn(methods, asked.method) && methods[asked.method]
    if (!method) throw Object.assign(new Error('no such method'), { code: -32601 })
    return JSON.stringify({ jsonrpc: '2.0', id, result: await method(asked.params ?? {}) })
  } catch (e) {
    const error = e instanceof Fault
      ? { code: -32000, message: e.message || e.kind, data: { class: e.kind, ...(e.dead && { dead: true }) } }
      : { code: e.code === -32601 ? e.code : -32603, message: plain(e.stack ?? e) }
    return JSON.stringify({ jsonrpc: '2.0', id, error })
  }
}

module.exports = { Fault, plain, say, serve }
