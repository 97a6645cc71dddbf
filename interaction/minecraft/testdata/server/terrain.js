'use strict'
// An island of grass, and here and there a tree, a mound, a stone or a pond: in each square of eight by eight there is one of them.

const side = 8
const top = 12
const coast = 28 // so far from the middle

// terrain is the block at a place.
function terrain (x, y, z) {
  const at = n => Math.floor(n / side)
  const kind = number(at(x), at(z)) % 8
  const dx = x - at(x) * side - 4
  const dz = z - at(z) * side - 4
  const r = Math.max(Math.abs(dx), Math.abs(dz))
  if (y < 1) return 'bedrock'
  if (y < 3) return 'dirt'
  if (Math.max(Math.abs(x), Math.abs(z)) > coast) return y === 3 ? 'water' : 'air'
  const here = at(x) === 0 && at(z) === 0 ? 'nothing' : ['tree', 'tree', 'tree', 'tree', 'mound', 'stone', 'pond', 'nothing'][kind]
  if (y === 3) return here === 'pond' && r <= 1 ? 'water' : 'grass_block'
  switch (here) {
    case 'tree':
      if (r === 0 && y <= 7) return 'oak_log'
      return r <= 2 && (y === 7 || y === 8) && (r < 2 || y === 7) ? 'oak_leaves' : 'air'
    case 'mound': return y === 4 && r <= 2 ? 'grass_block' : 'air'
    case 'stone': return (y <= 5 && r <= 1) ? 'stone' : 'air'
  }
  return 'air'
}

// number is one that a square has.
function number (x, z) {
  let n = (Math.imul(x, 374761393) + Math.imul(z, 668265263)) >>> 0
  n = Math.imul(n ^ (n >>> 13), 1274126177) >>> 0
  return (n ^ (n >>> 16)) >>> 0
}

module.exports = Object.assign(terrain, { top })
