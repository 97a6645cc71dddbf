-- Real terrain as one who walks sees it: which columns of nodes can be walked to, at what height, and what
-- bars the way into the others. Heights differ by one at most from column to column: one steps up or down
-- by a node. Where that leads to a column from one side, and from another side there is a cliff, its edge
-- bars the way from everywhere, so that who thinks in two dimensions isn't misled.

local M = {}

local VIEW = 16 -- columns that are seen on each side
local BEYOND = 2 -- and so many more are looked at, for the edges of cliffs
M.SIDE = 2 * VIEW + 1
M.LAND = 40 -- columns to each side of where a life began, beyond which nobody goes or sees
local ABOVE = 3 -- nodes above the feet that the hand reaches

M.DIRECTIONS = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}} -- west, east, north, south as x and z

local kinds = {} -- by name of a node
local stations = {} -- names of nodes that nobody climbs, as nobody does trees' leaves

function M.prepare(names)
	for _, name in ipairs(names) do stations[name] = true end
end

local function kind(name)
	local k = kinds[name]
	if k then return k end
	local def = core.registered_nodes[name]
	k = {name = name, ignore = name == "ignore"}
	k.liquid = def and def.liquidtype ~= "none"
	k.solid = not def or def.walkable and not k.liquid or k.ignore
	k.floor = k.solid and not k.ignore and not stations[name] and core.get_item_group(name, "leaves") == 0
	k.thing = def and not k.solid and not k.liquid and name ~= "air" and def.pointable and def.diggable
	k.hurts = def and def.damage_per_second or 0
	kinds[name] = k
	return k
end

-- What was asked is kept until something is done to the terrain: nothing changes there by itself. A memory
-- is of one life, as lives change their places.
local MOST = 300000 -- nodes
local memory
local at = {x = 0, y = 0, z = 0}
local function node(x, y, z)
	local key = ((x + 32768) * 65536 + z + 32768) * 256 + y % 256
	local k = memory[key]
	if not k then
		at.x, at.y, at.z = x, y, z
		k = kind(core.get_node(at).name)
		if not k.ignore then
			memory[key] = k
			memory.n = memory.n + 1
		end
	end
	return k
end
M.node = node

-- with has the memory of a life that began at x, z be used from here on, and returns it; nil: a new one.
function M.with(x, z, given)
	memory = given and given.n < MOST and given or {n = 0}
	memory.x, memory.z = x, z
	return memory
end

local function beyond(x, z) return math.abs(x - memory.x) > M.LAND or math.abs(z - memory.z) > M.LAND end

-- stand tells whether one can stand with the feet in that node, or swim there.
local function stand(x, y, z)
	local feet, head = node(x, y, z), node(x, y + 1, z)
	if feet.solid or head.solid then return false end
	if feet.liquid then return not head.liquid end
	return node(x, y - 1, z).floor
end
M.stand = stand

-- step is the height at which one comes to stand in the column beside; nil: one can't go there.
local function step(x, y, z, nx, nz)
	if beyond(nx, nz) then return nil end
	if stand(nx, y, nz) then return y end
	if stand(nx, y + 1, nz) and not node(x, y + 2, z).solid then return y + 1 end
	if stand(nx, y - 1, nz) and not node(nx, y + 1, nz).solid then return y - 1 end
end
M.step = step

-- barrier is what bars the way into the column for who stands at that height: its node, or nil for a drop. What grows on top of
-- it in reach is met first, and then its height is told.
local function barrier(x, y, z)
	for _, h in ipairs({y + 1, y, y + 2}) do
		local k = node(x, h, z)
		if k.solid then
			local top = h + 1
			while top < y + ABOVE and node(x, top, z).solid do top = top + 1 end
			if node(x, top, z).thing then return node(x, top, z), top end
			return k
		end
	end
end

-- open is what is seen in a column where one can stand: what grows or hangs there, or the ground.
local function open(x, y, z)
	for h = y, y + ABOVE do
		local k = node(x, h, z)
		if k.thing then return k, h end
		if k.solid then break end
	end
	if node(x, y, z).liquid then return node(x, y, z), y end
	return node(x, y - 1, z), y - 1
end

-- faced is what one meets in the column beside: its node's kind and height, where one would stand, if one can.
-- Of what bars the way the highest in reach is met first, if it is of the kind that is seen.
function M.faced(x, y, z, nx, nz)
	local h = step(x, y, z, nx, nz)
	if h then
		local k, at = open(nx, h, nz)
		return k, at, h
	end
	local k, top = barrier(nx, y, nz)
	if not k or k.ignore or beyond(nx, nz) then return nil end
	if top then return k, top end
	for high = y + ABOVE, y, -1 do
		if node(nx, high, nz).name == k.name then return k, high end
	end
	return nil
end

-- look is what is seen from the place where one stands, row by row from the north-west: show(kind, open) for each
-- column that is seen, kind nil for a drop, else false. Reached is how many columns one can walk to.
function M.look(x, y, z, show)
	local wide = VIEW + BEYOND
	local heights, order = {[0] = y}, {{0, 0, y}}
	local W = 2 * wide + 1
	local function place(dx, dz) return dx + dz * W end
	local met = {} -- columns that bar the way: the height from which they were met first
	local i = 1
	while order[i] do
		local dx, dz, h = order[i][1], order[i][2], order[i][3]
		i = i + 1
		for _, d in ipairs(M.DIRECTIONS) do
			local nx, nz = dx + d[1], dz + d[2]
			if math.abs(nx) <= wide and math.abs(nz) <= wide then
				local p = place(nx, nz)
				if not heights[p] then
					local there = step(x + dx, h, z + dz, x + nx, z + nz)
					if there then
						heights[p], met[p] = there, nil
						order[#order + 1] = {nx, nz, there}
					elseif not met[p] and not beyond(x + nx, z + nz) then
						met[p] = h
					end
				end
			end
		end
	end
	local cells = {}
	for dz = VIEW, -VIEW, -1 do
		for dx = -VIEW, VIEW do
			local p = place(dx, dz)
			local h = heights[p]
			local shown = false
			if h then
				local beside = math.abs(dx) + math.abs(dz) == 1 and not step(x, y, z, x + dx, z + dz)
				local edge = false
				for _, d in ipairs(M.DIRECTIONS) do
					local other = heights[place(dx + d[1], dz + d[2])]
					if other and math.abs(dx + d[1]) <= wide and h - other >= 2 then edge = true end
				end
				if beside then
					shown = show((barrier(x + dx, y, z + dz)), false) -- as faced has it
				else
					shown = show((open(x + dx, h, z + dz)), not edge or dx == 0 and dz == 0)
				end
			elseif met[p] then
				shown = show((barrier(x + dx, met[p], z + dz)), false)
			end
			cells[#cells + 1] = shown == false and -1 or shown
		end
	end
	return cells, #order
end

return M
