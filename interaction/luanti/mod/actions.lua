-- What can be done in the game, found by asking it: dig each kind of node that the
-- world is made of, craft each output that is registered, cook each thing that
-- cooks, scoop up and pour out liquids, grow what grows. The game's own functions decide
-- what comes of it.

local MODPATH = core.get_modpath(core.get_current_modname())
local scene = dofile(MODPATH .. "/scene.lua")

local M = {edits = {}, failed = {}, scene = scene}

local function sorted(set)
	local out = {}
	for k in pairs(set) do out[#out + 1] = k end
	table.sort(out)
	return out
end

local items -- names of all items, ascending
function M.items()
	if not items then
		local set = {}
		for name in pairs(core.registered_items) do
			if name ~= "" and name ~= "unknown" and name ~= "ignore" and name ~= "air" then set[name] = true end
		end
		items = sorted(set)
	end
	return items
end

-- tell adds lines of all items, and of what would be actions but fails; escape is how names are written.
function M.tell(out, escape)
	for _, name in ipairs(M.items()) do out[#out + 1] = "item\t" .. escape(name) end
	for _, f in ipairs(M.failed) do
		out[#out + 1] = "failed\t" .. escape(f.label) .. "\t" .. f.err:gsub("%c+", " "):gsub("^%S*/mods/", "")
	end
end

-- Files of schematics can be read only before the server starts. One that is a table isn't
-- given to the engine, which empties it: then trees that the game plants by it wouldn't grow.
local in_schematics = {}
function M.read_schematics()
	for _, deco in pairs(core.registered_decorations) do
		local s = deco.schematic
		if type(s) == "number" then s = core.registered_schematics[s] or s end
		if s and type(s) ~= "table" then s = core.read_schematic(s, {}) end
		for _, n in ipairs(s and s.data or {}) do
			if (n.prob or n.param1) ~= 0 then in_schematics[n.name] = true end
		end
	end
end

-- natural: the kinds of nodes that map generation places, by all that is registered
-- with it: biomes, ores, decorations with their schematics, and its aliases.
local naturals
function M.natural()
	if naturals then return naturals end
	local set = {}
	local function node(name)
		local def = type(name) == "string" and core.registered_nodes[core.registered_aliases[name] or name]
		if def and def.diggable and def.pointable and def.name ~= "air" and def.name ~= "ignore"
				and def.liquidtype == "none" then
			set[def.name] = true
		end
	end
	local function nodes(x)
		if type(x) == "table" then for _, name in pairs(x) do node(name) end else node(x) end
	end
	for _, biome in pairs(core.registered_biomes) do
		for key, value in pairs(biome) do
			if tostring(key):sub(1, 5) == "node_" then nodes(value) end
		end
	end
	for _, ore in pairs(core.registered_ores) do node(ore.ore) end
	for _, deco in pairs(core.registered_decorations) do nodes(deco.decoration) end
	for name in pairs(in_schematics) do node(name) end
	for alias in pairs(core.registered_aliases) do
		if alias:sub(1, 7) == "mapgen_" then node(alias) end
	end
	naturals = sorted(set)
	return naturals
end

local dig = dofile(MODPATH .. "/dig.lua")(scene, M.items)
local craft = dofile(MODPATH .. "/craft.lua")(scene, M.items)
local cook = dofile(MODPATH .. "/cook.lua")(scene, M.items)
local grow = dofile(MODPATH .. "/grow.lua")(scene, M.items, dig, M.natural)
M.dig, M.craft, M.cook, M.grow = dig, craft, cook, grow

-- list is what can be done, and works: kind, what people call it, and what carries it out.
local list
function M.list()
	if list then return list end
	list = {}
	-- What fails with everything at hand is told of, and can't be done.
	local function add(kind, label, act, a)
		a.kind, a.label, a.act = kind, label, act
		local _, _, err = scene.try(function(inv) act(inv, a) end)
		if err then M.failed[#M.failed + 1] = {label = kind .. " " .. label, err = err} else list[#list + 1] = a end
	end
	for _, name in ipairs(M.items()) do
		if cook.cooking(name) then add("cook", name, cook.act, {name = name}) end
	end
	for _, name in ipairs(M.items()) do
		for _, k in ipairs(craft.kinds(name)) do add("craft", k.label, craft.act, {name = name, recipes = k.recipes}) end
	end
	for _, name in ipairs(M.natural()) do
		for i, way in ipairs(dig.ways(name)) do
			add("dig", i == 1 and name or name .. " with " .. way.tools[1], dig.act, {node = name, way = i})
		end
	end
	local liquids, dips, pours, plants = grow.found()
	for _, p in ipairs(plants) do add("grow", p.name, grow.acts.grow, {plant = p}) end
	for _, p in ipairs(pours) do
		add("pour", p.onto and p.name .. " on " .. p.onto or p.name, grow.acts.pour, {pour = p})
	end
	for _, name in ipairs(liquids) do
		if #dips[name] > 0 then add("scoop", name, grow.acts.scoop, {name = name, dips = dips[name]}) end
	end
	return list
end

function M.act(inv, number)
	local a = M.list()[number]
	if not a then error("no such action") end
	scene.begin()
	a.act(inv, a)
end

M.tidy = scene.tidy

-- ground is what nodes stand on that need it: what the map is mostly made of.
local function ground()
	local stone = core.registered_aliases["mapgen_stone"]
	if core.registered_nodes[stone or ""] and core.registered_nodes[stone].walkable then return stone end
	for _, name in ipairs(M.natural()) do
		local def = core.registered_nodes[name]
		if def.walkable and def.drawtype == "normal" then return name end
	end
end

-- prepare gives the player a place, and looks what can be done there; where it lives elsewhere, nothing is
-- grown or poured out.
function M.prepare(player, lived)
	scene.enter(player, craft.widest())
	scene.prepare(ground())
	dig.look()
	cook.look()
	grow.look(lived)
	M.list()
end

return M
