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
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch (e) {
      if (e.code !== 'EEXIST') throw e
    }
    // Whoever had it may have been killed. Two that find that out at once agree by the rename of what is there.
    if (alive(read(file))) return false
    const stale = `${file}.${process.pid}`
    try { fs.renameSync(file, stale) } catch { return false }
    if (alive(read(stale))) { // somebody else was faster
      try { fs.linkSync(stale, file) } catch { /* it is taken */ }
      fs.rmSync(stale, { force: true })
      return false
    }
    fs.rmSync(stale, { force: true })
    return this.own(i)
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

function read (file) {
  try { return Number(fs.readFileSync(file, 'utf8')) } catch { return 0 }
}

function alive (pid) {
  if (!pid) return false
  try { process.kill(pid, 0); return true } catch (e) { return e.code === 'EPERM' }
}

module.exports = { Places }
