// Package land is a world to live in: the rules of a world file happen on a map. Trees and
// ores are where they are, one has to walk there, sees little of the map at a time, and an
// episode begins with empty hands. Each episode draws a map of its own by its seed.
package land
