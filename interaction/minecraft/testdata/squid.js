'use strict'
// flying-squid, or its fork, as a server for tests: package, version, and operator for everybody or nobody.

const options = JSON.parse(process.argv[2])
const mc = require(options.package)
const fs = require('node:fs')
process.stdout.write = () => true // it logs there
const net = require('node:net')

// A port that is free now; the server takes no zero.
const probe = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address()
  probe.close(() => start(port))
})

function start (port) {
  // The fork reads a version's first message, which minecraft-data has from 1.16 on only; without it nobody gets in.
  const data = require('minecraft-data')(options.version)
  if (!data.loginPacket) Object.defineProperty(data, 'loginPacket', { value: {} })
  const server = mc.createMCServer({
    motd: 'test', port, host: '127.0.0.1', 'max-players': 10, 'online-mode': false, logging: false, gameMode: 0, difficulty: 0,
    generation: { name: 'superflat', options: { version: options.version } }, kickTimeout: 10000, plugins: {}, modpe: false,
    'view-distance': 2, 'player-list-text': { header: { text: '' }, footer: { text: '' } }, 'everybody-op': options.operator !== false,
    'max-entities': 100, version: options.version
  })
  server.on('error', () => {})
  // The fork writes the speed of a thing by names that this version of minecraft-protocol doesn't have any more.
  server._server?.on('connection', client => {
    const write = client.write
    client.write = (name, d) => write.call(client, name, name === 'spawn_entity' && !d.velocity ? { ...d, velocity: { x: d.velocityX, y: d.velocityY, z: d.velocityZ } } : d)
  })
  const wait = setInterval(() => {
    const s = net.connect(port, '127.0.0.1', () => {
      clearInterval(wait)
      s.destroy()
      fs.writeSync(1, `\nready ${port}\n`) // past what it prints itself
    })
    s.on('error', () => {})
  }, 200)
}

process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
