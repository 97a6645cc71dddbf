'use strict'
// Takes a plot in one directory after the other, each at a time that is told, and keeps it: a line of standard input is a
// directory and that time in milliseconds, and a line of standard output the plot.

const { Places } = require('../bridge/places.js')

require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const [dir, at] = JSON.parse(line)
  while (Date.now() < at);
  console.log(new Places(dir, 64).take())
})
