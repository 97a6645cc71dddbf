'use strict'
// Which plot a process has. Processes of a user on one machine share them out by files: one file a plot, with the
// number of the process that has it, and one for what it built, so that a plot that was left standing is known.

const fs = require('node:fs')
const path = require('node:path')

class Places {
  constructor (dir, most) {
    this.dir = dir
    this.most = most
    fs.mkdirSync(dir, { recursive: true })
  }

  // take takes a plot that nobody has; -1: there is none.
  take () {
    for (let i = 0; i < this.most; i++) if (this.own(i)) return i
    return -1
  }

  own (i) {
    const file = path.join(this.dir, `plot-${i}.pid`)
    if (put(file)) return true
    if (alive(read(file))) return false
    // Whoever had it was killed. One at a time takes that away, so that nobody takes away what is new.
    const lock = `${file}.lock`
    try { fs.mkdirSync(lock) } catch (e) {
      if (e.code !== 'EEXIST') throw e
      return false
    }
    try {
      const owner = read(file)
      if (alive(owner)) return false
      if (owner !== undefined) fs.rmSync(file)
      return put(file)
    } finally { fs.rmdirSync(lock) }
  }

  leave (i) { fs.rmSync(path.join(this.dir, `plot-${i}.pid`), { force: true }) }

  // built is where this plot was built and not taken away again; undefined: nowhere.
  built (i) {
    try { return JSON.parse(fs.readFileSync(this.journal(i), 'utf8')) } catch { return undefined }
  }

  building (i, base) { fs.writeFileSync(this.journal(i), JSON.stringify({ x: base.x, y: base.y, z: base.z })) }

  cleaned (i) { fs.rmSync(this.journal(i), { force: true }) }

  journal (i) { return path.join(this.dir, `plot-${i}.json`) }
}

// put makes the file with this process's number, at once: who found it empty would take it for one of the killed. It is
// false if there is one.
function put (file) {
  const mine = `${file}.${process.pid}`
  fs.writeFileSync(mine, String(process.pid))
  try {
    fs.linkSync(mine, file)
    return true
  } catch (e) {
    if (e.code !== 'EEXIST') throw e
    return false
  } finally { fs.rmSync(mine) }
}

// read is the number in the file; undefined: there is none.
function read (file) {
  try { return Number(fs.readFileSync(file, 'utf8')) } catch { return undefined }
}

function alive (pid) {
  if (!pid) return false
  try { process.kill(pid, 0); return true } catch (e) { return e.code === 'EPERM' }
}

module.exports = { Places }
