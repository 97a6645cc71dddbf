-- The other side of package luanti. It is told of trials over a pipe, carries each
-- out by the game's own functions, and tells what the inventory gained and lost.
-- Nothing of a trial is left for the next: the patch of world and the inventory are made
-- anew, what the player holds is taken, and the game's source of chance is seeded.

local MODPATH = core.get_modpath(core.get_current_modname())
local insecure = core.request_insecure_environment()
if not insecure then error("adam: this mod must be listed in secure.trusted_mods") end

-- Nobody is there to hear, and sounds that nobody ends would pile up.
core.sound_play = function() end
core.sound_fade = function() end
core.add_particle = function() end
core.add_particlespawner = function() return -1 end

-- Games register what their maps are made of only where there are maps to make. Here none is
-- made, so that nothing may change the place where trials are carried out.
local mapgen_setting = core.get_mapgen_setting
function core.get_mapgen_setting(name)
	if name == "mg_name" then return "v7" end
	return mapgen_setting(name)
end

local inventory = dofile(MODPATH .. "/inventory.lua")
local actions = dofile(MODPATH .. "/actions.lua")
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
	for _, name in ipairs(actions.items()) do out[#out + 1] = "item\t" .. inventory.escape(name) end
	for _, f in ipairs(actions.failed) do
		out[#out + 1] = "failed\t" .. inventory.escape(f.label) .. "\t" .. f.err:gsub("%c+", " "):gsub("^%S*/mods/", "")
	end
	out[#out + 1] = "end"
	return table.concat(out, "\n")
end

-- registry: the rules, for whoever judges what was learned.
function methods.registry() return dofile(MODPATH .. "/registry.lua")(actions) end

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

-- Without an answer: they come before another request.
local silent = {
	stock = read_stock,
	forget = function() stocks = {} end,
	close = function(id) sessions[id] = nil end,
}

-- The engine stands still while trials run, which is what keeps them apart. Now and
-- then it may make a step, so that its timers don't pile up.
local PER_STEP = 200

local function serve()
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
		answer:write(method and method(line[2]) or "!unknown method", "\n")
		answer:flush()
	end
	core.after(0, serve)
end

-- The game begins when the player has joined, and ends when there is none.
local joined
core.register_on_joinplayer(function(player)
	if joined then return end
	joined = player:get_player_name()
	core.after(0, function()
		actions.prepare(player)
		answer:write("adam 2\n")
		answer:flush()
		serve()
	end)
end)
core.register_on_leaveplayer(function(player)
	if player:get_player_name() == joined then core.request_shutdown("", false, 0) end
end)
