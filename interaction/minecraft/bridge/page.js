'use strict'
/* global window, Worker, location */
// Runs on the page of prismarine-viewer before the viewer does. Its pictures are drawn when they are asked for, once all is
// there, and not all the time.

if (location.protocol === 'http:') {
  const made = {} // the viewer's scene and renderer
  const drawn = new Set() // sections of the land that are still to be drawn
  let mark = 0 // of what the bot said last
  let loading = false
  let frame = () => {}
  let shared

  const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
  const key = (x, y, z) => [x, y, z].map(n => Math.floor(n / 16) * 16).join(',')
  const ping = key(0, -16384, 0)

  window.requestAnimationFrame = f => { frame = f; return 1 }

  // What the bot says is read in order: with its mark, all before it was.
  const parse = JSON.parse
  JSON.parse = (...args) => {
    const value = parse(...args)
    if (Array.isArray(value) && value[0] === 'adam') mark = value[1]
    return value
  }

  // The viewer starts four workers, of 63 MB of program each, and tells all of them all. One does.
  const Started = Worker
  window.Worker = class {
    constructor (...args) {
      this.first = !shared
      shared ??= new Started(...args)
      if (!this.first) return
      shared.onmessage = e => {
        this.onmessage(e)
        if (e.data.type === 'sectionFinished') drawn.delete(e.data.key)
      }
    }

    postMessage (m, ...more) {
      if (m.type === 'dirty') drawn.add(key(m.x, m.y, m.z))
      if (this.first || m.type === 'dirty') shared.postMessage(m, ...more)
    }
  }

  // The library that draws tells of its scene and its renderer by this, as for its developers.
  window.__THREE_DEVTOOLS__ = new window.EventTarget()
  window.__THREE_DEVTOOLS__.addEventListener('observe', ({ detail: it }) => { made[it.isScene ? 'scene' : 'renderer'] = it })
  let three
  Object.defineProperty(window, 'THREE', {
    get: () => three,
    set: t => {
      three = t
      t.DefaultLoadingManager.onStart = () => { loading = true }
      t.DefaultLoadingManager.onLoad = () => { loading = false }
    }
  })

  // settled waits until all that the worker was told is drawn.
  const settled = async () => {
    while (drawn.size || loading) await sleep(10)
  }

  const asked = () => {
    drawn.add(ping)
    shared.postMessage({ type: 'dirty', x: 0, y: -16384, z: 0, value: false })
  }

  // drawing has the viewer draw by itself once, so that creatures are where they were last seen, and returns its camera.
  const drawing = renderer => {
    const { render } = renderer
    let camera
    renderer.render = (s, c) => { camera = c }
    frame()
    renderer.render = render
    return camera
  }

  window.adamShoots = async ({ mark: wanted, width, height, x, y, z, yaw, pitch }) => {
    while (mark < wanted) await sleep(5)
    await sleep(5)
    // The worker draws each 50 ms: what it got before the first question is drawn before it answers the second.
    asked()
    await settled()
    await sleep(60)
    asked()
    await settled()
    const { scene, renderer } = made
    const camera = drawing(renderer)
    renderer.setSize(width, height)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    camera.position.set(x, y + 1.62, z)
    camera.rotation.set(pitch, yaw, 0, 'ZYX')
    renderer.render(scene, camera)
    return renderer.domElement.toDataURL('image/png').replace(/^.*,/, '')
  }
}
