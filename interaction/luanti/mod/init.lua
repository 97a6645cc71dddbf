-- The other side of package luanti. It is told of trials over a pipe, carries each
-- out by the game's own functions, and tells what the inventory gained and lost.
-- Nothing of a trial is left for the next: the patch of world and the inventory are made
-- anew, what the player holds is taken, and the game's source of chance is seeded.

local MODPATH = core.get_modpath(core.get_current_modname())
local insecure = core.request_insecure_environment()
if not insecure then error("adam: this mod must be listed in secure.trusted_mods") end

dofile(MODPATH .. "/order.lua")

-- Nobody is there to hear, and sounds that nobody ends would pile up.
core.sound_play = function() end
core.sound_fade = function() end
core.add_particle = function() end
core.add_particlespawner = function() return -1 end

-- Lived: bodies in a map that is made. Else none is, so that nothing may change the place where
-- trials are carried out; but games register what their maps are made of only where there are
-- maps to make.
local lived = core.settings:get_bool("adam_lived")
local mapgen_setting = core.get_mapgen_setting
function core.get_mapgen_setting(name)
	if name == "mg_name" and not lived then return "v7" end
	return mapgen_setting(name)
end

local inventory = dofile(MODPATH .. "/inventory.lua")
local actions = dofile(MODPATH .. "/actions.lua")
local life = lived and dofile(MODPATH .. "/life.lua")
local scenes = core.settings:get_bool("adam_scenes") -- nobody lives on the map
local eyes = core.settings:get_bool("adam_eyes") and dofile(MODPATH .. "/eyes.lua")
core.register_on_mods_loaded(function()
	actions.read_schematics()
	local seed = tonumber(core.settings:get("adam_modified"))
	if seed then dofile(MODPATH .. "/modify.lua")(actions, seed, tonumber(core.settings:get("adam_edits"))) end
end)

local ask = assert(insecure.io.open("/dev/fd/3", "r"))
local answer = assert(insecure.io.open("/dev/fd/4", "w"))

local stocks = {} -- by number: the item names in order, and how many of each
local sessions = {} -- by number: an inventory

local function read_stock(line)
	local id, rest = line:match("^(%d+)(.*)$")
	local stock = {names = {}, counts = {}, place = {}}
	for name, count in rest:gmatch("\t([^\t=]+)=(%d+)") do
		local i = #stock.names
		name = inventory.unescape(name)
		stock.names[i + 1] = name
		stock.counts[name] = tonumber(count)
		stock.place[name] = i
	end
	stocks[tonumber(id)] = stock
end

local function start(stock, over)
	return inventory.new(stocks[tonumber(stock)], over)
end

local function act(inv, action, seed)
	if seed then math.randomseed(seed) end
	local ok, err = pcall(actions.act, inv, tonumber(action))
	local tidied, why = pcall(actions.tidy)
	if ok and tidied then return inv:changes() end
	inv:changes()
	err = ok and why or err
	return "!" .. tostring(err):gsub("%s+", " ")
end

local methods = {}

-- world: what actions there are, what items, and what would be actions but fails.
function methods.world()
	local out = {}
	for _, a in ipairs(actions.list()) do out[#out + 1] = "action\t" .. a.kind .. "\t" .. inventory.escape(a.label) end
	actions.tell(out, inventory.escape)
	out[#out + 1] = "end"
	return table.concat(out, "\n")
end

-- registry: the rules, for whoever judges what was learned.
function methods.registry() return dofile(MODPATH .. "/registry.lua")(actions, life) end

-- run N: carries out the N trials on the next lines.
function methods.run(rest)
	local out = {}
	for i = 1, tonumber(rest) do
		local seed, action, stock, over = ask:read("*l"):match("^(%d+) (%d+) (%d+) (.*)$")
		out[i] = act(start(stock, over), action, tonumber(seed))
	end
	return table.concat(out, "\n")
end

-- reset SESSION SEED STOCK OVERRIDES: the seed is that of the next action.
function methods.reset(rest)
	local id, seed, stock, over = rest:match("^(%d+) (%d+) (%d+) (.*)$")
	sessions[id] = {inv = start(stock, over), seed = tonumber(seed)}
	return "ok"
end

-- act SESSION ACTION: what later actions find, earlier ones left, wear of tools too.
function methods.act(rest)
	local id, action = rest:match("^(%d+) (%d+)$")
	local s = sessions[id]
	if not s then return "!no such session" end
	local seed = s.seed
	s.seed = nil
	return act(s.inv, action, seed)
end

-- begin SESSION SEED, go SESSION ACTION: of lives.
if lived then methods.begin, methods.go, methods.world = life.begin, life.go, life.world end

-- Of pictures, and where there are nothing but these, of the places where they are taken.
if eyes then
	for name, f in pairs(eyes) do methods[name] = f end
	-- watch SESSION: pictures are what a life sees.
	function methods.watch(id)
		local feet, clock = life.stands(id)
		return feet and eyes.watch(feet, clock) or "!the life has no beginning"
	end
end

-- Without an answer: they come before another request.
local silent = {
	leave = lived and life.leave or nil,
	stock = read_stock,
	forget = function() stocks = {} end,
	close = function(id) sessions[id] = nil end,
}

-- The engine stands still while trials run, which is what keeps them apart. Now and
-- then it may make a step, so that its timers don't pile up.
local PER_STEP = 200

local serve
local function reply(text)
	answer:write(text, "\n")
	answer:flush()
end

-- wait asks until there is an answer: the map is made by another thread, while the engine steps.
local function wait(asked)
	local text = asked()
	if text then
		reply(text)
		core.after(0, serve)
	else
		core.after(0, wait, asked)
	end
end

function serve()
	for _ = 1, PER_STEP do
		local line
		repeat
			line = ask:read("*l")
			if not line then -- whoever asked is gone
				core.request_shutdown("", false, 0)
				return
			end
			local word, rest = line:match("^(%l+) ?(.*)$")
			local quiet = silent[word]
			if quiet then quiet(rest) else line = {word, rest} end
		until type(line) == "table"
		local method = methods[line[1]]
		local text = method and method(line[2]) or "!unknown method"
		if type(text) == "function" then return wait(text) end
		reply(text)
	end
	core.after(0, serve)
end

-- The game begins when the player has joined, and ends when there is none.
local joined
core.register_on_joinplayer(function(player)
	if joined then return end
	joined = player:get_player_name()
	core.after(0, function()
		if not scenes then
			actions.prepare(player, lived)
			if lived then life.prepare(inventory, actions) end
		end
		reply("adam 2")
		serve()
	end)
end)
core.register_on_leaveplayer(function(player)
	if player:get_player_name() == joined then core.request_shutdown("", false, 0) end
end)
