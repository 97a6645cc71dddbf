'use strict'
// Has the page of the viewer try to reach a server on this machine that isn't on loopback, and says what came of it.

const http = require('node:http')
const os = require('node:os')
const { Vec3 } = require('vec3')
const { EventEmitter } = require('node:events')
const [bridge, browser, folder] = process.argv.slice(2)
const { Picture } = require(bridge + '/picture.js')

const outside = Object.values(os.networkInterfaces()).flat().find(a => !a.internal && a.family === 'IPv4')?.address

async function main () {
  if (!outside) return 'no network'
  let reached = 0
  const server = http.createServer((asked, answer) => { reached++; answer.end() })
  await new Promise(resolve => server.listen(0, outside, resolve))
  const url = `http://${outside}:${server.address().port}/`
  await fetch(url)
  if (reached !== 1) return 'the server is not there'
  const bot = Object.assign(new EventEmitter(), { version: '1.16.5', username: 'adam1', entities: {}, entity: { position: new Vec3(0, 64, 0), yaw: 0, pitch: 0 }, world: { getColumnAt: async () => null } })
  const picture = new Picture(bot, browser, folder)
  await picture.opening()
  const own = await picture.evaluate("fetch('index.html').then(r => r.status)")
  if (own !== 200) return `its own page says ${own}`
  const tries = ["fetch('URL', { mode: 'no-cors' })", "new Promise(resolve => { const i = new Image(); i.onload = i.onerror = resolve; i.src = 'URL' })",
    "new Promise(resolve => { const w = new WebSocket('URL'.replace('http', 'ws')); w.onopen = w.onerror = resolve })", "navigator.sendBeacon('URL')"]
  for (const t of tries) await picture.evaluate(t.replace('URL', url)).catch(() => {})
  await picture.call('Page.navigate', { url }, picture.session).catch(() => {})
  await new Promise(resolve => setTimeout(resolve, 1000))
  picture.close()
  return reached === 1 ? 'nothing' : 'reached'
}

main().catch(e => e.stack).then(text => { process.stdout.write(text + '\n', () => process.exit(0)) })
