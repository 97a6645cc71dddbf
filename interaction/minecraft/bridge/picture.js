'use strict'
// Pictures of what the player sees: prismarine-viewer draws them on a page in a Chromium of our own, without a window. The
// page is served on loopback, under a name by chance, and can reach nothing else: what is drawn comes from a server
// that may be anybody's.

const crypto = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { spawn } = require('node:child_process')
const { Fault } = require('./speech')

const chunks = 3 // of sixteen blocks, that are drawn in each direction, with the one that he is in
const patience = 20000
const mostLate = 5 // pictures in a row

// A page may load nothing but its own files. Its decoders are made as it runs.
const policy = "default-src 'none'; script-src 'self' 'unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'unsafe-inline'"
const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.png': 'image/png' }

// The flags have Chromium ask a proxy that isn't there for all that isn't on loopback, also by itself.
const flags = ['--headless=new', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-device-scale-factor=1', '--disable-dev-shm-usage',
  '--proxy-server=http://127.0.0.1:9', '--proxy-bypass-list=<-loopback>;127.0.0.1', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-extensions', '--disable-breakpad', '--no-first-run', '--no-default-browser-check', '--remote-debugging-pipe']

// root is the folder of prismarine-viewer.
function root () { return path.dirname(require.resolve('prismarine-viewer/package.json')) }

// draws reports whether there are pictures of a version of the game.
function draws (version) { return require(path.join(root(), 'viewer/lib/version')).getVersion(version) !== null }

class Picture {
  constructor (bot, browser, folder) {
    Object.assign(this, { bot, browser, folder })
    this.calls = new Map() // what is waited for: answers of Chromium by number, and its page
    this.number = 0
    this.mark = 0
    this.starts = 0
    this.late = 0
  }

  // shoot is a picture as docs/rpc.md has it. One that is late is a fault, and whatever it waits for goes on: the next may have it.
  async shoot ({ view, ...shot }) {
    if (view !== 'eyes') throw new Fault('refused', 'there are pictures by eyes only')
    let timer
    const late = new Promise(resolve => { timer = setTimeout(resolve, patience) })
    try {
      const png = await Promise.race([this.draw(shot), late])
      if (png) {
        this.late = 0
        return { png }
      }
      if (++this.late > mostLate) this.close('late')
    } catch (e) {
      this.close()
      throw new Fault('picture', `no picture: ${e.message}`)
    } finally { clearTimeout(timer) }
    throw new Fault('picture', 'no picture: Chromium is late')
  }

  async draw ({ width, height, yaw = 0 }) {
    await this.opening()
    const { position: { x, y, z }, yaw: faces, pitch } = this.bot.entity
    await this.world.updatePosition(this.bot.entity.position)
    this.socket.emit('adam', ++this.mark)
    const wish = { mark: this.mark, width, height, x, y, z, yaw: faces - yaw * Math.PI / 180, pitch }
    return this.evaluate(`adamShoots(${JSON.stringify(wish)})`)
  }

  // opening has Chromium started, which takes some seconds.
  opening () {
    this.opened ??= this.open()
    this.opened.catch(() => {}) // whoever wants a picture hears of it
    return this.opened
  }

  async open () {
    const token = crypto.randomBytes(16).toString('hex')
    this.serve(token)
    await new Promise(resolve => this.server.listen(0, '127.0.0.1', resolve))
    this.start()
    const joined = this.comes('page')
    joined.catch(() => {})
    const { targetInfos } = await this.call('Target.getTargets')
    const { sessionId } = await this.call('Target.attachToTarget', { targetId: targetInfos.find(t => t.type === 'page').targetId, flatten: true })
    this.session = sessionId
    await this.call('Page.enable', {}, sessionId)
    await this.call('Page.addScriptToEvaluateOnNewDocument', { source: fs.readFileSync(path.join(__dirname, 'page.js'), 'utf8') }, sessionId)
    await this.call('Page.navigate', { url: `http://127.0.0.1:${this.server.address().port}/${token}/` }, sessionId)
    this.socket = await joined
    this.socket.emit('version', this.bot.version)
    const { WorldView } = require(path.join(root(), 'viewer/lib/worldView'))
    this.world = new WorldView(this.bot.world, chunks, this.bot.entity.position, this.socket)
    this.world.listenToBot(this.careful())
    await this.world.init(this.bot.entity.position)
  }

  // careful is the bot, of whose events errors of the viewer don't end the session.
  careful () {
    const { bot } = this
    this.heard = []
    const on = (event, listener) => {
      const safe = (...args) => { Promise.resolve().then(() => listener(...args)).catch(() => {}) }
      bot.on(event, safe)
      this.heard.push([event, safe])
    }
    return { on, username: bot.username, entity: bot.entity, entities: bot.entities }
  }

  // serve has the files of the viewer, and its socket, on the server.
  serve (token) {
    const files = path.join(root(), 'public')
    this.server = http.createServer((asked, answer) => {
      const name = asked.url.startsWith(`/${token}/`) ? asked.url.slice(token.length + 2).replace(/\?.*/, '') || 'index.html' : ''
      const file = path.join(files, name)
      if (asked.method !== 'GET' || !name || !file.startsWith(files + path.sep) || !types[path.extname(file)] || !fs.existsSync(file)) {
        answer.writeHead(404).end()
        return
      }
      answer.writeHead(200, { 'content-type': types[path.extname(file)], 'content-security-policy': policy })
      fs.createReadStream(file).on('error', () => answer.destroy()).pipe(answer)
    })
    const { Server } = require(require.resolve('socket.io', { paths: [root()] }))
    this.sockets = new Server(this.server, { path: `/${token}/socket.io`, serveClient: false })
    this.sockets.on('connection', socket => this.calls.get('page')?.resolve(socket))
  }

  // start starts Chromium. It ends with the pipe by which it is asked, also if this process is killed.
  start () {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // it isn't for root
    const profile = path.join(this.folder, `chromium-${process.pid}-${++this.starts}`)
    const child = this.child = spawn(this.browser, [...flags, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'],
      // It is killed, and leaves what it keeps for its time: in the folder, which is removed.
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: this.folder } })
    const ended = why => { if (this.child === child) this.close(why) }
    child.on('error', e => ended(`Chromium does not start: ${e.message}`))
    child.on('exit', () => ended('Chromium ended'))
    child.stdio[3].on('error', () => {})
    let text = ''
    child.stdio[4].setEncoding('utf8').on('data', more => {
      const messages = (text + more).split('\0')
      text = messages.pop()
      for (const m of messages) this.hear(JSON.parse(m))
    })
  }

  hear ({ id, result, error }) {
    const call = this.calls.get(id)
    this.calls.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }

  // comes waits for what is known by a name, or for the end of Chromium.
  comes (name) { return new Promise((resolve, reject) => this.calls.set(name, { resolve, reject })) }

  // call asks Chromium by its DevTools protocol.
  async call (method, params = {}, sessionId) {
    if (!this.child) throw new Error('Chromium ended')
    const id = ++this.number
    this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    return this.comes(id)
  }

  async evaluate (expression) {
    const { result, exceptionDetails: wrong } = await this.call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, this.session)
    if (wrong) throw new Error(wrong.exception?.description ?? wrong.text)
    return result.value
  }

  // close ends Chromium, if it hasn't ended by itself; another picture starts it again.
  close (why = 'closed') {
    for (const call of this.calls.values()) call.reject(new Error(why))
    this.calls.clear()
    for (const [event, listener] of this.heard ?? []) this.bot.removeListener(event, listener)
    this.heard = []
    this.sockets?.close()
    this.server?.close()
    this.child?.kill('SIGKILL')
    this.child = undefined
    this.opened = undefined
  }
}

module.exports = { Picture, draws }
