'use strict'
// A bot on a Minecraft server, as a world of docs/rpc.md on standard input and output. It is started by adam, with
// one argument: a JSON object of settings.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { Vec3 } = require('vec3')
const { Fault, plain, say, serve } = require('./speech')
const { Clock, sleep } = require('./clock')
const { Inventory } = require('./inventory')
const { Names } = require('./names')
const { Drops } = require('./drops')
const { Places } = require('./places')
const { Plot } = require('./plot')
const { Lab, mode } = require('./lab')
const { Life, Ended, within } = require('./life')
const { Picture, draws } = require('./picture')

const settings = JSON.parse(process.argv[2])

// Whatever a library logs goes where people read, and not into the answers.
console.log = console.info = console.warn = console.error = console.debug = () => {}
process.on('uncaughtException', e => broke(e))
process.on('unhandledRejection', e => broke(e))

let lab = null
let broken = ''

// broke makes an error that nobody waited for the end of the session.
function broke (e) {
  broken ||= plain(e && (e.message || e))
  if (lab) lab.ended ||= broken
}

// reason is what a server said when it ended the connection, as text.
function reason (r) {
  try {
    const walk = x => typeof x === 'string' ? x : Array.isArray(x) ? x.map(walk).join('') : x && typeof x === 'object' ? walk(x.value ?? [x.text ?? x.translate ?? '', x.extra ?? []]) : ''
    return plain(walk(typeof r === 'string' && r.startsWith('{') ? JSON.parse(r) : r)) || 'it gave no reason'
  } catch { return plain(r) }
}

// join brings a bot onto the server. A server that starts again is waited for, if it was there before.
async function join (name) {
  for (let tries = 0; ; tries++) {
    try { return await connect(name) } catch (e) {
      if (tries >= 10 || !e.retry || !fs.existsSync(settings.joined)) throw e
      await sleep(2000)
    }
  }
}

function connect (name) {
  const mineflayer = require('mineflayer')
  return new Promise((resolve, reject) => {
    const where = `${settings.host}:${settings.port}`
    let bot
    const fail = (why, retry) => {
      clearTimeout(timer)
      try { bot?.end() } catch { /* it is gone */ }
      reject(Object.assign(new Fault('join', why, true), { retry }))
    }
    const timer = setTimeout(() => fail(`the server at ${where} did not let ${name} in within 45 s`, true), 45000)
    try {
      bot = mineflayer.createBot({
        host: settings.host, port: settings.port, username: name, auth: 'offline', version: settings.version || false,
        physicsEnabled: !settings.lived, hideErrors: true, logErrors: false, checkTimeoutInterval: 60000, respawn: true
      })
    } catch (e) { return fail(versions(e, where), false) }
    const refused = {
      error: e => fail(e.code === 'ECONNREFUSED' ? `no server at ${where} (connection refused)` : versions(e, where), ['ECONNREFUSED', 'ECONNRESET'].includes(e.code)),
      kicked: r => fail(`the server at ${where} does not let ${name} in: ${reason(r)}`, true),
      end: r => fail(`the server at ${where} ended the connection: ${reason(r)}${settings.version ? `; it was asked for version ${settings.version}` : ''}`, true)
    }
    for (const e of Object.keys(refused)) bot.on(e, refused[e])
    // What the server says from the first moment counts.
    bot.once('inject_allowed', () => {
      bot.adamClock = new Clock(bot)
      bot.adamInventory = new Inventory(bot, bot.adamClock)
      // Some servers tell whoever digs of the block by this alone.
      bot._client.on('acknowledge_player_digging', p => {
        if (p.location && p.block !== undefined) bot.world?.setBlockStateId(new Vec3(p.location.x, p.location.y, p.location.z), p.block)
      })
    })
    bot.once('spawn', () => {
      clearTimeout(timer)
      for (const e of ['error', 'kicked', 'end']) bot.removeListener(e, refused[e])
      resolve(bot)
    })
  })
}

function versions (e, where) {
  const text = plain(e.message || e)
  return /version|protocol/i.test(text) ? `the server at ${where}: ${text}; name its version: --mc-version` : `the server at ${where}: ${text}`
}

// settle finds a place in the sky for the plot, and builds it.
async function settle (bot, clock, places, number) {
  const plot = new Plot(bot, clock, number)
  const was = places.built(number)
  const high = bot.game?.height ? bot.game.minY + bot.game.height - 8 : 248
  const heights = [120, 160, 200, 240].filter(y => y < high)
  for (const y of was ? [was.y] : heights) {
    plot.at(y)
    if (was) plot.base && Object.assign(plot.base, was) && plot.at(y)
    await plot.go()
    if (was || plot.free() || settings.allowChanges) {
      places.building(number, plot.base)
      await plot.build()
      await plot.go()
      return plot
    }
  }
  throw new Fault('occupied', `something stands where plot ${number} would be, at ${plot.base}: nothing was changed; --mc-allow-changes builds over it`, true)
}

let places, number, plot, bot, picture

async function hello () {
  places = new Places(settings.places, 64)
  number = places.take()
  if (number < 0) throw new Fault('places', 'all 64 plots are taken', true)
  const name = `${settings.name}${number + 1}`
  try { return await introduce(name) } catch (e) {
    if (!e.anew || broken) throw e
    say(`${e.message}: ${name} leaves, and comes back`)
    const old = bot
    bot = null
    old.end()
    return introduce(name)
  }
}

// introduce brings a bot onto the server, and says what there is to be tried.
async function introduce (name) {
  const joined = bot = await join(name)
  const ended = why => { if (joined === bot) broke(new Error(why)) }
  bot.on('kicked', r => ended(`the server kicked ${name}: ${reason(r)}`))
  bot.on('error', e => ended(`the connection broke: ${e.message}`))
  bot.on('end', r => ended(`the server ended the connection: ${reason(r)}`))
  try { fs.writeFileSync(settings.joined, '') } catch { /* the world is closed */ }
  const names = new Names(bot.registry, settings.profile)
  await bot.adamClock.probe(bot.adamInventory)
  names.byID = {}
  const world = settings.lived ? live(names) : await experiment(names, name)
  if (broken) lab.ended = broken
  const rules = JSON.stringify([bot.version, names.actions.map(({ id, ...a }) => a), world.factors, ...(settings.lived ? ['lived'] : [])])
  world.fingerprint = crypto.createHash('sha256').update(rules).digest('hex').slice(0, 32)
  return { protocol: 2, world }
}

// experiment makes a plot, and says what there is to be tried in laboratory mode.
async function experiment (names, name) {
  mode(bot, 'creative') // who falls while nothing is built yet isn't hurt
  plot = await settle(bot, bot.adamClock, places, number)
  mode(bot, 'survival')
  lab = new Lab(bot, bot.adamClock, bot.adamInventory, plot, new Drops(bot, p => plot.inside(p)), names)
  const warning = await lab.probe()
  if (warning) say(warning)
  return { id: 'minecraft', actions: listed(names), factors: names.factors(), exclusions: names.exclusions(), caps: { starts: 'any' } }
}

// live says what there is to be tried by a player without rights.
function live (names) {
  const actions = listed(names)
  lab = new Life(bot, bot.adamClock, bot.adamInventory, new Drops(bot, p => p.distanceTo(bot.entity.position) < within), names)
  const shots = settings.browser ? [{ view: 'eyes', width: 320, height: 240 }] : undefined
  if (shots && !draws(bot.version)) throw new Fault('pictures', `prismarine-viewer has no pictures of version ${bot.version}: leave out --frames`, true)
  if (shots) picture = new Picture(bot, settings.browser, path.dirname(settings.joined))
  picture?.opening()
  return { id: 'minecraft-lived', actions, factors: lab.factors(), exclusions: names.exclusions(), caps: { starts: 'episodes' }, ground: lab.ground(), shots }
}

// listed gives the actions their opaque names.
function listed (names) {
  return names.actions.map((a, i) => {
    names.byID[a.id = letters(i)] = a
    return { id: a.id, label: a.label }
  })
}

// letters is the opaque name of an action: a, b, ..., z, aa, ...
function letters (n) {
  return (n >= 26 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + n % 26)
}

async function observed (f) {
  try {
    if (!lab) throw new Fault('lost', 'the bot is not on the server', true)
    const levels = positive(await f())
    return { observation: { levels, ...(settings.lived && { view: lab.look() }) } }
  } catch (e) {
    if (e instanceof Ended) return { ended: true, why: e.message }
    if (lab?.ended) throw new Fault('lost', lab.ended, true)
    throw e
  }
}

function positive (levels) { return Object.fromEntries(Object.entries(levels).filter(([, n]) => n > 0)) }

function shoot (shot) {
  if (!picture) throw new Fault('refused', 'there are no pictures')
  return picture.shoot(shot)
}

function leave () {
  picture?.close()
  try { if (plot && bot && !broken) { plot.clean(); places.cleaned(number) } } catch { /* the connection is gone */ }
  try { if (places && number >= 0) places.leave(number) } catch { /* it is found to be stale later */ }
  setTimeout(() => { try { bot?.end() } catch { /* gone */ } process.exit(0) }, 250)
}

serve({
  hello,
  begin: p => observed(() => settings.lived ? lab.begin(p.seed) : lab.begin(p.start ?? {})),
  step: p => observed(() => lab.step(p.action)),
  shoot
}, leave)
