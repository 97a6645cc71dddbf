'use strict'
// Walking: mineflayer's physics, one step of it in each tick of the server, so that a server that is faster than usual is
// walked on faster.

const { PlayerState } = require('prismarine-physics')
const { sleep } = require('./clock')
const { sides } = require('./view')

const mostTicks = 60 // of one step from cell to cell
const stride = 0.25 // what is left of the way that is gone at once

class Legs {
  constructor (bot, clock, view) {
    Object.assign(this, { bot, clock, view })
    this.facing = 3
    this.world = { getBlock: p => bot.blockAt(p, false) }
  }

  // turn looks in a direction.
  turn (facing) {
    this.facing = facing
    const [dx, dz] = sides[facing]
    this.bot.entity.yaw = Math.atan2(-dx, -dz)
    this.bot.entity.pitch = 0
    this.bot._client.write('look', { yaw: Math.atan2(-dx, dz) * 180 / Math.PI, pitch: 0, onGround: true, flags: { onGround: true, hasHorizontalCollision: false } })
  }

  // tick is one of the physics with these keys pressed.
  async tick (keys) {
    const { bot } = this
    const control = { forward: false, back: false, left: false, right: false, jump: false, sprint: false, sneak: false, ...keys }
    bot.physics.simulatePlayer(new PlayerState(bot, control), this.world).apply(bot)
    this.tell()
    await sleep(this.clock.tick)
  }

  tell () {
    const { position: p, onGround } = this.bot.entity
    this.bot._client.write('position', { x: p.x, y: p.y, z: p.z, onGround, flags: { onGround, hasHorizontalCollision: false } })
  }

  // go turns in a direction and, if one can go there, goes to the middle of the next cell.
  async go (facing) {
    this.turn(facing)
    const c = this.view.faced(facing)
    if (!c || !c.open) return
    const [dx, dz] = sides[facing]
    const to = this.view.feet().offset(dx + 0.5, c.floor + 1, dz + 0.5)
    const left = () => (to.x - this.bot.entity.position.x) * dx + (to.z - this.bot.entity.position.z) * dz
    for (let i = 0; i < mostTicks && left() > stride; i++) {
      await this.tick({ forward: true, jump: c.floor === 0 && this.bot.entity.onGround && this.bot.entity.position.y < to.y - 0.5 })
    }
    await this.stand()
  }

  // stand comes to rest in the middle of the cell.
  async stand () {
    const { entity } = this.bot
    const middle = this.view.feet().offset(0.5, 0, 0.5)
    this.shift(middle.x, middle.z)
    for (let i = 0; i < mostTicks && (i === 0 || !entity.onGround); i++) await this.tick({})
  }

  // shift is a step within the cell, of less than one block.
  shift (x, z) {
    const { entity } = this.bot
    entity.position.x = x
    entity.position.z = z
    entity.velocity.x = entity.velocity.z = 0
    this.tell()
  }

  // lean goes as near to a place as one can without leaving the cell.
  lean (p) {
    const middle = this.view.feet().offset(0.5, 0, 0.5)
    const room = (d, side) => Math.sign(d) * Math.min(Math.abs(d), this.view.faced(side)?.open ? 0.45 : 0.19)
    const [dx, dz] = [p.x - middle.x, p.z - middle.z]
    this.shift(middle.x + room(dx, dx < 0 ? 0 : 1), middle.z + room(dz, dz < 0 ? 2 : 3))
  }
}

module.exports = { Legs }
