-- Pictures by a real client: a second player, whose client is another process, is put at places of the map
-- that the game's generator makes, turned around, and told apart by a coloured mark in the corner of its
-- screen when it has drawn what it was told. What the pictures show is told by casting a ray for each pixel.

local MODPATH = core.get_modpath(core.get_current_modname())
local terrain = dofile(MODPATH .. "/terrain.lua")
local inventory = dofile(MODPATH .. "/inventory.lua")

local M = {}

local NAME = "eyes"
local FAR = 25000 -- nodes from the middle of the map, at most
local RANGE = 40 -- nodes that the client draws
local CLEAR = 36 -- nodes: what is farther off is drawn in fog, and isn't told
local HIGH = 24 -- nodes above and below that are looked at
local CHUNK = 80 -- nodes: the generator's piece of map
local TRIES = 400 -- places
local EYE = 1.625 -- nodes above the feet
local FOV = math.rad(72)
local MARKS = {"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff"}

-- Times of the day, of which each is as probable, and weathers.
local TIMES = {{name = "day", from = .3, to = .7}, {name = "dusk", from = .205, to = .235}, {name = "dusk", from = .765, to = .795},
	{name = "night", from = .82, to = 1.18}}
local WEATHERS = {"clear", "overcast"}

local player, mark, other
local hour -- of the life that is watched
local place -- where pictures are taken, or are going to be

-- A picture shows no words, and nothing in it moves by itself.
core.chat_send_all = function() end
core.chat_send_player = function() end
local FOREVER = 1e6 -- seconds
local function halted(tiles)
	local out = {}
	for k, tile in pairs(tiles or {}) do
		if type(tile) == "table" and tile.animation then
			tile = table.copy(tile)
			tile.animation.length, tile.animation.frame_length = FOREVER, FOREVER
		end
		out[k] = tile
	end
	return out
end
core.register_on_mods_loaded(function()
	for name, def in pairs(core.registered_nodes) do
		core.override_item(name, {tiles = halted(def.tiles), special_tiles = halted(def.special_tiles)})
	end
end)

-- The client's player stands still, with nothing on the screen but the mark.
core.register_on_joinplayer(function(p)
	if p:get_player_name() ~= NAME then
		other = p
		p:set_pos(vector.new(0, FAR, 0))
		return
	end
	p:set_physics_override({gravity = 0, speed = 0, jump = 0})
	p:set_armor_groups({immortal = 1})
	p:hud_set_flags({hotbar = false, healthbar = false, crosshair = false, wielditem = false, breathbar = false, minimap = false, chat = false})
	mark = p:hud_add({hud_elem_type = "image", position = {x = 0, y = 0}, alignment = {x = 1, y = 1}, offset = {x = 0, y = 0},
		scale = {x = 8, y = 8}, text = "blank.png", z_index = 1000})
	player = p
end)
core.register_on_leaveplayer(function(p)
	if p:get_player_name() == NAME then player = nil end
end)

-- join answers when the client's player is there.
function M.join() return function() return player and "ok" or nil end end

-- nodes lists the names of all nodes of the game.
function M.nodes()
	local out = {}
	for name in pairs(core.registered_nodes) do out[#out + 1] = inventory.escape(name) end
	table.sort(out)
	return table.concat(out, " ")
end

-- light is how much of the sun's light there is at a time of the day, as the engine has it: from .15 before five to 1 after six.
local STEPS = {.15, .25, .35, .5, .675, .875, 1}
local function light(time)
	local t = math.min(time, 1 - time) * 24000
	return STEPS[math.max(1, math.min(#STEPS, math.floor((t - 4625) / 250) + 1))]
end

local function brightness(time, weather)
	local light = light(time)
	if light > .9 then return weather == "clear" and "bright" or "dim" end
	return light > .25 and "dim" or "dark"
end

local function air(p) return p.ecology .. "\t" .. p.time .. "\t" .. p.weather .. "\t" .. brightness(p.clock, p.weather) end

-- choose SEED: a place, a time and a weather that the seed chooses, and what the generator says of it. No map is made yet.
function M.choose(rest)
	local random = PcgRandom(tonumber(rest) % 2147483647)
	for _ = 1, TRIES do
		local p = {x = random:next(-FAR, FAR), z = random:next(-FAR, FAR)}
		local time = TIMES[random:next(1, #TIMES)]
		p.clock = (time.from + (time.to - time.from) * random:next(0, 1000) / 1000) % 1
		p.time, p.weather = time.name, WEATHERS[random:next(1, #WEATHERS)]
		p.y = core.get_spawn_level(p.x, p.z)
		local biome = p.y and core.get_biome_data(vector.new(p.x, p.y, p.z))
		if biome then
			p.ecology = inventory.escape(core.get_biome_name(biome.biome))
			if not place or p.x ~= place.x or p.z ~= place.z then
				if place and place.low then core.delete_area(place.low, place.high) end
				place = p
			end
			return air(place)
		end
	end
	return "!the game's map has no place to stand on"
end

-- settle puts the player at the place, on the lowest floor that is not below the ground.
local function settle()
	terrain.with(place.x, place.z)
	for y = place.y - 4, place.y + HIGH do
		if terrain.stand(place.x, y, place.z) then
			place.y = y
			break
		end
	end
	place.eye = vector.new(place.x, place.y - .5 + EYE, place.z)
	player:set_pos(vector.new(place.x, place.y - .5, place.z))
	core.set_timeofday(place.clock)
	if place.weather == "clear" then
		player:override_day_night_ratio(nil)
		player:set_clouds({density = 0})
	else
		player:override_day_night_ratio(light(place.clock) * .7)
		player:set_clouds({density = 1, speed = {x = 0, z = 0}, color = "#b0b0b8ff"})
	end
end

local function round_down(n) return math.floor((n + 32) / CHUNK) * CHUNK - 32 end

-- arrive: has the map made around the place that was chosen, and the player put there.
function M.arrive()
	if not player then return "!the client is gone" end
	if place.eye then return "ok" end
	place.low = vector.new(round_down(place.x - RANGE), round_down(place.y - HIGH), round_down(place.z - RANGE))
	place.high = vector.new(round_down(place.x + RANGE) + CHUNK - 1, round_down(place.y + HIGH) + CHUNK - 1, round_down(place.z + RANGE) + CHUNK - 1)
	local done
	core.emerge_area(place.low, place.high, function(_, _, left) if left == 0 then done = true end end)
	return function()
		if not player then return "!the client is gone" end
		if not done then return nil end
		settle()
		return "ok"
	end
end

-- watch puts the player where a body's feet are, at a time of the day. Who acts for the bodies isn't seen.
function M.watch(feet, clock)
	if not player then return "!the client is gone" end
	other:set_properties({visual_size = {x = 0, y = 0, z = 0}})
	other:set_nametag_attributes({color = {a = 0, r = 0, g = 0, b = 0}})
	player:set_pos(vector.new(feet.x, feet.y - .5, feet.z))
	player:set_clouds({density = 0})
	hour = clock
	return "ok"
end

-- look YAW MARK: turns the player so many degrees to the right of north, and then shows the mark.
function M.look(rest)
	local yaw, n = rest:match("^(%d+) (%d+)$")
	if not player then return "!the client is gone" end
	player:set_look_vertical(0)
	player:set_look_horizontal(-math.rad(tonumber(yaw)) % (2 * math.pi))
	player:hud_change(mark, "text", "blank.png^[noalpha^[colorize:" .. MARKS[tonumber(n) % #MARKS + 1] .. ":255")
	return "ok"
end

-- pass STEPS: lets the engine make so many steps. Another life, of another hour, may have acted since the last ones.
function M.pass(rest)
	local n = tonumber(rest)
	if hour then core.set_timeofday(hour) end
	return function()
		n = n - 1
		return n <= 0 and (player and "ok" or "!the client is gone") or nil
	end
end

-- What a ray meets in a node, by the node's number: false for nothing, true for all of it, or a list of boxes.
local WHOLE = {normal = true, glasslike = true, glasslike_framed = true, glasslike_framed_optional = true, allfaces = true,
	allfaces_optional = true, liquid = true, flowingliquid = true, plantlike_rooted = true}
local shapes, classes = {}, {}
local function shape(id)
	local s = shapes[id]
	if s ~= nil then return s end
	local name = core.get_name_from_content_id(id)
	local def = core.registered_nodes[name] or {drawtype = "normal"}
	if def.drawtype == "airlike" then
		s = false
	elseif WHOLE[def.drawtype] then
		s = true
	else
		local box = def.selection_box or def.node_box
		local fixed = box and box.type == "fixed" and box.fixed
		if not fixed then s = true
		elseif type(fixed[1]) == "table" then s = fixed
		else s = {fixed} end
	end
	shapes[id] = s
	classes[id] = name:gsub("_%d+$", "") -- that it comes in several sizes is no other class
	return s
end

-- meets is how far along the ray the box is, in the node at x, y, z; nil: it isn't met.
local function meets(box, ox, oy, oz, dx, dy, dz)
	local near, far = 0, math.huge
	local o, d = {ox, oy, oz}, {dx, dy, dz}
	for i = 1, 3 do
		if math.abs(d[i]) < 1e-9 then
			if o[i] < box[i] or o[i] > box[i + 3] then return nil end
		else
			local a, b = (box[i] - o[i]) / d[i], (box[i + 3] - o[i]) / d[i]
			if a > b then a, b = b, a end
			near, far = math.max(near, a), math.min(far, b)
			if near > far then return nil end
		end
	end
	return near
end

-- cast is the number of the node that the ray meets first and how far off it is; nil: none that is told.
local function cast(data, area, e, dx, dy, dz)
	local x, y, z = math.floor(e.x + .5), math.floor(e.y + .5), math.floor(e.z + .5)
	local sx, sy, sz = dx > 0 and 1 or -1, dy > 0 and 1 or -1, dz > 0 and 1 or -1
	local function first(o, c, d, s) return math.abs(d) < 1e-9 and math.huge or (c + s * .5 - o) / d end
	local tx, ty, tz = first(e.x, x, dx, sx), first(e.y, y, dy, sy), first(e.z, z, dz, sz)
	local ux, uy, uz = math.abs(1 / dx), math.abs(1 / dy), math.abs(1 / dz)
	local t = 0
	while t < CLEAR and math.abs(y - e.y) < HIGH do
		local id = data[area:index(x, y, z)]
		local s = shape(id)
		if id == core.CONTENT_IGNORE then return nil end
		if s == true then return id, t end
		if s then
			local best
			for _, box in ipairs(s) do
				local at = meets(box, e.x - x, e.y - y, e.z - z, dx, dy, dz)
				if at and (not best or at < best) then best = at end
			end
			if best and best < CLEAR then return id, best end
		end
		if tx <= ty and tx <= tz then
			x, t, tx = x + sx, tx, tx + ux
		elseif ty <= tz then
			y, t, ty = y + sy, ty, ty + uy
		else
			z, t, tz = z + sz, tz, tz + uz
		end
	end
	return nil
end

-- entities are the creatures and things around that aren't nodes.
local function entities(e)
	local out = {}
	for _, object in ipairs(core.get_objects_inside_radius(e, CLEAR)) do
		local entity = object:get_luaentity()
		if entity then
			local p = object:get_properties()
			local box = p.selectionbox or p.collisionbox
			out[#out + 1] = {name = entity.name, pos = object:get_pos(), box = {box[1], box[2], box[3], box[4], box[5], box[6]}}
		end
	end
	return out
end

-- tell YAW SIZE: what a square picture of so many pixels shows: the air, the classes with how far off the nearest
-- of each is and whether it is an entity, and runs of pixels, row by row, by number of the class; 0 is none.
function M.tell(rest)
	local yaw, size = rest:match("^(%d+) (%d+)$")
	yaw, size = math.rad(tonumber(yaw)), tonumber(size)
	local e = place.eye
	local vm = VoxelManip()
	local low, high = vm:read_from_map(vector.round(vector.subtract(e, vector.new(RANGE, HIGH, RANGE))), vector.round(vector.add(e, vector.new(RANGE, HIGH, RANGE))))
	local area, data = VoxelArea:new({MinEdge = low, MaxEdge = high}), vm:get_data()
	local creatures = entities(e)
	local number, names, near, living = {}, {}, {}, {}
	local function class(name, t, alive)
		local k = number[name]
		if not k then
			k = #names + 1
			number[name], names[k], near[k], living[k] = k, name, t, alive
		end
		if t < near[k] then near[k] = t end
		return k
	end
	local f, r, wide = {x = math.sin(yaw), z = math.cos(yaw)}, {x = math.cos(yaw), z = -math.sin(yaw)}, math.tan(FOV / 2)
	local runs, last, n = {}, nil, 0
	for j = 0, size - 1 do
		local dy = (1 - (j + .5) / size * 2) * wide
		for i = 0, size - 1 do
			local across = ((i + .5) / size * 2 - 1) * wide
			local dx, dz = f.x + r.x * across, f.z + r.z * across
			local long = math.sqrt(dx * dx + dy * dy + dz * dz)
			local ux, uy, uz = dx / long, dy / long, dz / long
			local id, t = cast(data, area, e, ux, uy, uz)
			local what, alive = id and classes[id], 0
			for _, c in ipairs(creatures) do
				local at = meets(c.box, e.x - c.pos.x, e.y - c.pos.y, e.z - c.pos.z, ux, uy, uz)
				if at and at < (t or CLEAR) then what, t, alive = c.name, at, 1 end
			end
			local k = what and class(what, t, alive) or 0
			if k == last then
				n = n + 1
			else
				if last then runs[#runs + 1] = last .. "*" .. n end
				last, n = k, 1
			end
		end
	end
	runs[#runs + 1] = last .. "*" .. n
	local told = {}
	for k, name in ipairs(names) do told[k] = inventory.escape(name) .. "=" .. math.floor(near[k]) .. "=" .. living[k] end
	return air(place) .. "\t" .. table.concat(told, " ") .. "\t" .. table.concat(runs, " ")
end

return M
