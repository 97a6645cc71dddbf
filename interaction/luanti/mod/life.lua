-- Lives: bodies in terrain that the game's map generator makes. A life begins at a place that its seed
-- chooses, with nothing, in the morning, and sees what is around it. It doesn't get far from there: who
-- looks for something finds out that it isn't there. All lives share the one player who
-- has joined: what a life holds and where it is are kept here. Time passes by its steps.

local MODPATH = core.get_modpath(core.get_current_modname())
local terrain = dofile(MODPATH .. "/terrain.lua")

local M = {}

local LONGEST = 10000 -- steps of a life
local DAY = 300 -- steps
local BRIGHTER = 5 -- of the engine's 16 levels of light make one that is told
local MORNING = 0.25 -- of a day
local FAR = 25000 -- nodes from the middle of the map, where lives begin at most
local ROOM = 300 -- columns that one can walk to from where a life begins, at least
local NEAR, HIGH = 26, 20 -- nodes around a life that must be there: to the sides, and up or down
local CHUNK = 80 -- nodes: the generator's piece of map
local TRIES = 400 -- places

local inventory, scene, actions
local list, things, number = {}, {}, {} -- number: of things, by name
local stations = {}
local eats = {}

local WAY = " in the way"

-- set_health gives the player so much, which else can't be hurt.
local function set_health(n)
	scene.player:set_armor_groups({fleshy = 100})
	scene.player:set_hp(n)
	scene.player:set_armor_groups({immortal = 1})
end

-- food: what gives health when it is used, and how much.
local function look_at_food()
	for _, name in ipairs(actions.items()) do
		local def = core.registered_items[name]
		if rawget(def, "on_use") and (def.type == "craft" or core.registered_nodes[name]) then
			local more = scene.try(function()
				set_health(1)
				scene.wield(scene.stack(name))
				local left = def.on_use(scene.player:get_wielded_item(), scene.player, {type = "nothing"})
				local held = left and ItemStack(left) or scene.player:get_wielded_item()
				return held:get_name() ~= name and scene.player:get_hp() - 1
			end)
			if more and more > 0 then eats[#eats + 1] = {name = name, health = more} end
		end
	end
	set_health(M.most)
end

-- known adds what a cell can show.
local function known(name, does, near)
	things[#things + 1] = {name = name, does = does, near = near}
	number[name] = #things - 1
end

local function ahead(s)
	local d = terrain.DIRECTIONS[s.facing]
	return s.x + d[1], s.z + d[2]
end

-- faced is the node of that name which is faced: where it is, if it is.
local function faced(s, name)
	local nx, nz = ahead(s)
	local k, h = terrain.faced(s.x, s.y, s.z, nx, nz)
	if k and k.name == name then return vector.new(nx, h, nz) end
end

-- beside is where a node of that name stands within the nine columns around the body, as far as the hand
-- reaches.
local function beside(s, name)
	for y = s.y - 1, s.y + 2 do
		for dz = -1, 1 do
			for dx = -1, 1 do
				if terrain.node(s.x + dx, y, s.z + dz).name == name then return vector.new(s.x + dx, y, s.z + dz) end
			end
		end
	end
end

local acts = {}

function acts.dig(s, a)
	local pos = faced(s, a.name)
	if not pos then return end
	scene.HERE = pos
	actions.dig.once(s.inv, a.way, a.name, pos, 1)
end

function acts.scoop(s, a)
	local pos = faced(s, a.name)
	if not pos then return end
	scene.HERE = pos
	actions.grow.acts.scoop(s.inv, a)
end

function acts.craft(s, a) actions.craft.act(s.inv, a) end

function acts.cook(s, a)
	for _, furnace in ipairs(actions.cook.furnaces(a.name)) do
		local pos = beside(s, furnace)
		if pos then
			scene.HERE = pos
			return actions.cook.at(s.inv, a, furnace, pos)
		end
	end
end

function acts.place(s, a)
	if s.inv:count(a.name) == 0 or beside(s, a.name) then return end
	local nx, nz = ahead(s)
	local _, _, h = terrain.faced(s.x, s.y, s.z, nx, nz)
	if not h then return end
	local pos = vector.new(nx, h, nz)
	scene.HERE = pos
	scene.wield(scene.stack(a.name))
	local under = terrain.node(nx, h, nz).liquid and pos or vector.new(nx, h - 1, nz)
	scene.click("on_place", a.name, under, pos)
	s.inv:add(a.name, -1)
	s.inv:add_stack(scene.collect(s.inv))
end

function acts.eat(s, a)
	if s.inv:count(a.name) == 0 or s.health >= M.most then return end
	set_health(s.health)
	scene.wield(scene.stack(a.name))
	local left = core.registered_items[a.name].on_use(scene.player:get_wielded_item(), scene.player, {type = "nothing"})
	if left then scene.wield(ItemStack(left)) end
	s.inv:add(a.name, -1)
	s.inv:add_stack(scene.collect(s.inv))
	s.health = scene.player:get_hp()
end

-- prepare finds what there is to do and to see.
function M.prepare(given_inventory, given_actions)
	inventory, actions = given_inventory, given_actions
	scene = actions.scene
	M.most = scene.player:get_properties().hp_max
	look_at_food()
	stations = actions.cook.stations()
	terrain.prepare(stations)
	local function add(kind, name, more)
		local a = more or {}
		a.kind, a.name, a.label = kind, name, a.label or name
		list[#list + 1] = a
		return #list
	end
	local failed = {}
	for _, f in ipairs(actions.failed) do failed[f.label] = true end
	for _, a in ipairs(actions.list()) do
		if a.kind == "cook" or a.kind == "craft" then add(a.kind, a.name, {label = a.label, recipes = a.recipes}) end
	end
	for _, e in ipairs(eats) do add("eat", e.name) end
	for _, name in ipairs(stations) do add("place", name) end
	local nodes, is_station = {}, {}
	for _, name in ipairs(actions.natural()) do nodes[#nodes + 1] = name end
	for _, name in ipairs(stations) do
		is_station[name] = true
		local there = false
		for _, other in ipairs(nodes) do there = there or other == name end
		if not there then nodes[#nodes + 1] = name end
	end
	table.sort(nodes)
	known("drop")
	known("something")
	known("something" .. WAY)
	for _, name in ipairs(nodes) do
		local way = actions.dig.ways(name)[1]
		local does
		if way and #way.tools > 0 and not failed["dig " .. name] then does = add("dig", name, {way = way}) end
		known(name, does, is_station[name] and "near_" .. name or nil)
		if not is_station[name] then known(name .. WAY, does) end
	end
	local liquids, dips = actions.grow.found()
	for _, name in ipairs(liquids) do
		known(name, #dips[name] > 0 and add("scoop", name, {dips = dips[name]}) or nil)
		local flowing = core.registered_nodes[name].liquid_alternative_flowing
		if flowing and flowing ~= name and not number[flowing] then known(flowing) end
	end
	scene.lived = true
end

local function shown(k, open)
	if not k then return number.drop end
	if k.ignore then return false end
	local name = k.name
	if not open and number[name .. WAY] then name = name .. WAY end
	return number[name] or number[open and "something" or "something" .. WAY]
end

local function time(s) return (MORNING + s.steps / DAY) % 1 end

-- observed is what there is and what is seen: levels, the direction, and cells.
local function observed(s)
	local levels = {"health=" .. s.health}
	local light = math.floor((core.get_node_light(vector.new(s.x, s.y + 1, s.z), time(s)) or 0) / BRIGHTER)
	if light > 0 then levels[#levels + 1] = "light=" .. light end
	for _, name in ipairs(stations) do
		if beside(s, name) then levels[#levels + 1] = inventory.escape("near_" .. name) .. "=1" end
	end
	for name, n in pairs(s.inv.now) do
		if n > 0 then levels[#levels + 1] = inventory.escape(name) .. "=" .. string.format("%d", n) end
	end
	local cells, room = terrain.look(s.x, s.y, s.z, shown)
	return table.concat(levels, " ") .. "\t" .. s.facing - 1 .. "\t" .. table.concat(cells, " "), room
end

local lives = {} -- by session
local owners = {} -- of chunks: session

local function chunk(x, y, z)
	local function c(n) return math.floor((n + 32) / CHUNK) end
	return c(x) .. "," .. c(y) .. "," .. c(z), vector.new(c(x) * CHUNK - 32, c(y) * CHUNK - 32, c(z) * CHUNK - 32)
end

-- around are the chunks that a body at the place must have: their corners, by key.
local function around(x, y, z)
	local out = {}
	for _, dx in ipairs({-NEAR, NEAR}) do for _, dy in ipairs({-HIGH, HIGH}) do for _, dz in ipairs({-NEAR, NEAR}) do
		local key, low = chunk(x + dx, y + dy, z + dz)
		out[key] = low
	end end end
	return out
end

-- emerge has the map made where it isn't there yet, and returns what tells whether that is done; nil: it is.
local function emerge(s)
	local missing, keys = {}, {}
	for key, low in pairs(around(s.x, s.y, s.z)) do
		if not s.chunks[key] then
			keys[#keys + 1] = key
			missing[key] = low
		end
	end
	if #keys == 0 then return nil end
	table.sort(keys)
	local pending = #keys
	for _, key in ipairs(keys) do
		s.chunks[key], owners[key] = missing[key], s.id
		core.emerge_area(missing[key], vector.add(missing[key], CHUNK - 1), function(_, _, left)
			if left == 0 then pending = pending - 1 end
		end)
	end
	return function() return pending == 0 end
end

-- leave gives up the place of a life: nobody else will find what it did there.
local function leave(s)
	for key, low in pairs(s.chunks) do
		core.delete_area(vector.subtract(low, 16), vector.add(low, CHUNK + 15))
		if owners[key] == s.id then owners[key] = nil end
	end
	s.chunks = {}
end

-- free tells whether no other life is where the place is, or beside.
local function free(x, y, z)
	for dx = -CHUNK, CHUNK, CHUNK do for dy = -CHUNK, CHUNK, CHUNK do for dz = -CHUNK, CHUNK, CHUNK do
		for key in pairs(around(x + dx, y + dy, z + dz)) do if owners[key] then return false end end
	end end end
	return true
end

-- settle puts the body on the ground, should that have gone or something have come to lie there.
local function settle(s)
	for _ = 1, CHUNK do
		if terrain.node(s.x, s.y, s.z).solid or terrain.node(s.x, s.y, s.z).liquid and terrain.node(s.x, s.y + 1, s.z).liquid then
			s.y = s.y + 1
		elseif not terrain.node(s.x, s.y - 1, s.z).solid and not terrain.node(s.x, s.y, s.z).liquid then
			s.y = s.y - 1
		else
			break
		end
	end
end

-- land puts the body on dry ground, near the height that the generator tells of; false: there is none.
local function land(s)
	s.memory = terrain.with(s.x, s.z)
	for y = s.y + HIGH, s.y - HIGH, -1 do
		if terrain.stand(s.x, y, s.z) then
			s.y = y
			return not terrain.node(s.x, y, s.z).liquid
		end
	end
	return false
end

-- begin SESSION SEED: what it returns is asked until it answers, as the map has to be made.
function M.begin(rest)
	local id, seed = rest:match("^(%d+) (%d+)$")
	if lives[id] then leave(lives[id]) end
	local random = PcgRandom(tonumber(seed) % 2147483647)
	local s = {id = id, seed = tonumber(seed), chunks = {}, inv = inventory.new({counts = {}, place = {}, names = {}}, ";"),
		health = M.most, steps = 0, facing = 4}
	lives[id] = s
	local tries, done = 0, nil
	return function()
		if done then
			if not done() then return nil end
			done = nil
			if land(s) then
				scene.player:set_pos(vector.new(s.x, s.y, s.z))
				local text, room = observed(s)
				if room >= ROOM then return text end
			end
			leave(s)
		end
		while tries < TRIES do
			tries = tries + 1
			s.x, s.z = random:next(-FAR, FAR), random:next(-FAR, FAR)
			s.home = {x = s.x, z = s.z}
			s.y = core.get_spawn_level(s.x, s.z)
			if s.y and free(s.x, s.y, s.z) then
				done = emerge(s)
				return nil
			end
		end
		return "!the game's map has no place to begin at"
	end
end

local function move(s, d)
	s.facing = d
	local dir = terrain.DIRECTIONS[d]
	local y = terrain.step(s.x, s.y, s.z, s.x + dir[1], s.z + dir[2])
	if y then s.x, s.y, s.z = s.x + dir[1], y, s.z + dir[2] end
end

-- ends says why a life is over; nil: it isn't.
local function ends(s)
	if s.health <= 0 then return "health is used up" end
	if s.steps >= LONGEST then return "the time is up" end
end

-- go SESSION ACTION: actions as they are listed; 0 waits, and -1 to -4 go west, east, north and south.
function M.go(rest)
	local id, action = rest:match("^(%d+) (-?%d+)$")
	local s = lives[id]
	if not s then return "!the life has no beginning" end
	if s.over then return "ended\t" .. s.over end
	action = tonumber(action)
	s.steps = s.steps + 1
	s.memory = terrain.with(s.home.x, s.home.z, s.memory)
	local err
	if action < 0 then
		move(s, -action)
	elseif action > 0 then
		local a = list[action]
		math.randomseed((s.seed + s.steps * 7919) % 2147483647)
		local clock = core.get_timeofday()
		core.set_timeofday(time(s))
		scene.HERE = vector.new(s.x, s.y, s.z)
		scene.begin()
		local ok, why = pcall(acts[a.kind], s, a)
		local tidied, untidy = pcall(scene.finish, s.inv)
		core.set_timeofday(clock) -- another life may be drawn, at its own hour
		if not ok or not tidied then err = ok and untidy or why end
		if a.kind ~= "craft" then s.memory = terrain.with(s.home.x, s.home.z) end
	end
	settle(s)
	s.health = s.health - math.max(terrain.node(s.x, s.y, s.z).hurts, terrain.node(s.x, s.y + 1, s.z).hurts)
	s.over = ends(s)
	if s.over then return "ended\t" .. s.over end
	if err then return "!" .. tostring(err):gsub("%s+", " ") end
	local done = emerge(s)
	if not done then return (observed(s)) end
	return function()
		if not done() then return nil end
		s.memory = terrain.with(s.home.x, s.home.z, s.memory)
		scene.player:set_pos(vector.new(s.x, s.y, s.z))
		return (observed(s))
	end
end

-- stands is where a life's feet are, and the time of the day there; nil: there is no such life.
function M.stands(id)
	local s = lives[id]
	if s then return vector.new(s.x, s.y, s.z), time(s) end
end

-- leave SESSION: its life is over.
function M.leave(id)
	if lives[id] then leave(lives[id]) end
	lives[id] = nil
end

-- world: what can be done, seen and felt.
function M.world()
	local out = {"view\t" .. terrain.SIDE .. "\t" .. M.most}
	for _, a in ipairs(list) do out[#out + 1] = "action\t" .. a.kind .. "\t" .. inventory.escape(a.label) end
	for _, t in ipairs(things) do
		out[#out + 1] = "thing\t" .. inventory.escape(t.name) .. "\t" .. (t.does or 0) .. "\t" .. inventory.escape(t.near or "")
	end
	actions.tell(out, inventory.escape)
	out[#out + 1] = "end"
	return table.concat(out, "\n")
end

-- eats: what gives health, for whoever judges what was learned.
function M.eats() return eats end

return M
