-- What can be done in the game, found by asking it: dig each kind of node that the
-- world is made of, craft each output that is registered, cook each thing that
-- cooks. The game's own functions decide what comes of it.

local MODPATH = core.get_modpath(core.get_current_modname())
local player = dofile(MODPATH .. "/player.lua")
local HERE = vector.new(8, 8, 8)
local FURNACE = "default:furnace"

-- A node whose drops are left to chance is dug this often in one action, so that
-- what comes once in 20 times comes in most actions.
local PATCH = 32

local M = {edits = {}}

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

-- Schematics can be read only before the server starts.
local in_schematics = {}
function M.read_schematics()
	for _, deco in pairs(core.registered_decorations) do
		local s = deco.schematic and core.read_schematic(deco.schematic, {})
		for _, n in ipairs(s and s.data or {}) do
			if n.prob ~= 0 then in_schematics[n.name] = true end
		end
	end
end

-- natural: the kinds of nodes that map generation places, by all that is registered
-- with it: biomes, ores, decorations with their schematics, and its aliases.
function M.natural()
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
	return sorted(set)
end

-- recipes for an output that need a grid of at most three by three.
local recipe_cache = {}
function M.recipes(output)
	local out = recipe_cache[output]
	if out then return out end
	out = {}
	for _, r in ipairs(core.get_all_craft_recipes(output) or {}) do
		local width = r.width > 0 and r.width or 3
		local slots, high = {}, 0
		for i, want in pairs(r.items) do
			local row = math.floor((i - 1) / width)
			slots[#slots + 1] = {want = want, place = row * 3 + (i - 1) % width + 1}
			high = math.max(high, row + 1)
		end
		table.sort(slots, function(a, b) return a.place < b.place end)
		if r.method == "normal" and width <= 3 and high <= 3 and #slots > 0 then out[#out + 1] = slots end
	end
	recipe_cache[output] = out
	return out
end

-- fitting: the items that fit what a recipe asks for, ascending.
local fit_cache = {}
function M.fitting(want)
	local out = fit_cache[want]
	if out then return out end
	out = {}
	if want:sub(1, 6) == "group:" then
		local groups = want:sub(7):split(",")
		for _, name in ipairs(M.items()) do
			local all = true
			for _, g in ipairs(groups) do
				if core.get_item_group(name, g) == 0 then all = false end
			end
			if all then out[#out + 1] = name end
		end
	else
		local name = ItemStack(want):get_name()
		if core.registered_items[name] then out[1] = name end
	end
	fit_cache[want] = out
	return out
end

-- forget what was asked, as the rules were changed.
function M.forget() recipe_cache, fit_cache = {}, {} end

function M.cooking(input)
	local result = core.get_craft_result({method = "cooking", width = 1, items = {ItemStack(input)}})
	if result.time > 0 and not result.item:is_empty() then return result end
end

-- fuels in the order in which they are used: those that leave something behind first,
-- so that it doesn't depend on what else is held whether they do; then by name.
local fuels
function M.fuels()
	if fuels then return fuels end
	fuels = {}
	for _, name in ipairs(M.items()) do
		local result, rest = core.get_craft_result({method = "fuel", width = 1, items = {ItemStack(name)}})
		if result.time > 0 then
			local left = {}
			for _, s in ipairs(rest.items) do if not s:is_empty() then left[#left + 1] = s:to_string() end end
			for _, s in ipairs(result.replacements or {}) do left[#left + 1] = ItemStack(s):to_string() end
			fuels[#fuels + 1] = {name = name, time = result.time, left = left}
		end
	end
	table.sort(fuels, function(a, b)
		if (#a.left > 0) ~= (#b.left > 0) then return #a.left > 0 end
		return a.name < b.name
	end)
	return fuels
end

local list
function M.list()
	if list then return list end
	list = {}
	for _, name in ipairs(M.items()) do
		if M.cooking(name) then list[#list + 1] = {kind = "cook", name = name} end
	end
	for _, name in ipairs(M.items()) do
		if #M.recipes(name) > 0 then list[#list + 1] = {kind = "craft", name = name} end
	end
	for _, name in ipairs(M.natural()) do list[#list + 1] = {kind = "dig", name = name} end
	return list
end

-- diggers: what can dig the node, the bare hand ("") before all tools.
local digger_cache = {}
local function diggers(node)
	local out = digger_cache[node]
	if out then return out end
	out = {}
	local groups = core.registered_nodes[node].groups
	local function try(name)
		if core.get_dig_params(groups, ItemStack(name):get_tool_capabilities()).diggable then out[#out + 1] = name end
	end
	try("")
	for _, name in ipairs(M.items()) do
		if core.registered_items[name].tool_capabilities then try(name) end
	end
	digger_cache[node] = out
	return out
end

local function by_chance(node)
	local drop = core.registered_nodes[node].drop
	for _, d in ipairs(type(drop) == "table" and drop.items or {}) do
		if (d.rarity or 1) > 1 then return true end
	end
	return false
end

local function dig(inv, node)
	local def = core.registered_nodes[node]
	for _, tool in ipairs(diggers(node)) do
		if tool == "" or inv:count(tool) > 0 then
			player:set_wielded_item(tool == "" and ItemStack("") or inv:tool(tool))
			for _ = 1, by_chance(node) and PATCH or 1 do
				core.set_node(HERE, {name = node})
				local held = player:get_wielded_item()
				if not core.get_dig_params(def.groups, held:get_tool_capabilities(), held:get_wear()).diggable then break end
				def.on_dig(vector.copy(HERE), core.get_node(HERE), player)
			end
			if tool ~= "" then inv:put_back(tool, player:get_wielded_item()) end
			for _, stack in ipairs(player:get_inventory():get_list("main")) do inv:add_stack(stack) end
			return
		end
	end
end

-- assign gives every slot of a recipe an item that fits and that there is enough of
-- (Kuhn's augmenting paths), or nothing if that can't be done. Never the output
-- itself: that would gain nothing.
local function assign(inv, slots, output)
	local given, used = {}, {}
	local function place(i, seen)
		for _, name in ipairs(M.fitting(slots[i].want)) do
			if name ~= output and not seen[name] then
				seen[name] = true
				if (used[name] or 0) < inv:count(name) then
					given[i], used[name] = name, (used[name] or 0) + 1
					return true
				end
				for j = 1, #slots do
					if given[j] == name and j ~= i and place(j, seen) then
						given[i] = name -- place(j) counted its new one; this one stays used
						return true
					end
				end
			end
		end
		return false
	end
	for i = 1, #slots do
		if not place(i, {}) then return nil end
	end
	return given
end

local function craft(inv, output)
	for _, slots in ipairs(M.recipes(output)) do
		local given = assign(inv, slots, output)
		if given then
			local grid = {}
			for i = 1, 9 do grid[i] = ItemStack("") end
			for i, slot in ipairs(slots) do grid[slot.place] = ItemStack(given[i]) end
			local result, rest = core.get_craft_result({method = "normal", width = 3, items = grid})
			if result.item:get_name() == output then
				for i = 1, #slots do inv:add(given[i], -1) end
				local pinv = player:get_inventory()
				pinv:set_list("craft", rest.items)
				local made = core.on_craft and core.on_craft(result.item, player, grid, pinv)
				inv:add_stack(made and ItemStack(made) or result.item)
				for _, stack in ipairs(pinv:get_list("craft")) do inv:add_stack(stack) end
				for _, stack in ipairs(result.replacements or {}) do inv:add_stack(ItemStack(stack)) end
				return
			end
		end
	end
end

-- burn cooks one piece in a real furnace with so many pieces of a fuel. Where they
-- don't fit into the fuel slot at once, as tools don't, the rest is put in while the
-- first burns, second by second.
local function burn(inv, input, fuel, need, time)
	core.set_node(HERE, {name = FURNACE})
	local finv = core.get_meta(HERE):get_inventory()
	local function feed()
		local stack = finv:get_stack("fuel", 1)
		local room = ItemStack(fuel):get_stack_max() - stack:get_count()
		if (stack:is_empty() or stack:get_name() == fuel) and room > 0 and need > 0 then
			local n = math.min(room, need)
			need = need - n
			finv:set_stack("fuel", 1, ItemStack(fuel .. " " .. (stack:get_count() + n)))
		end
	end
	finv:set_stack("src", 1, ItemStack(input))
	feed()
	local step = need > 0 and 1 or time
	for _ = 1, math.ceil(time / step) + 2 do
		core.registered_nodes[FURNACE].on_timer(vector.copy(HERE), step)
		if finv:is_empty("src") then break end
		feed()
	end
	for _, name in ipairs({"src", "fuel", "dst"}) do
		for _, stack in ipairs(finv:get_list(name)) do inv:add_stack(stack) end
	end
	if need > 0 then inv:add(fuel, need) end
end

-- cook uses one piece and a fuel that lasts long enough, all of one kind, and a
-- furnace that is in the inventory and stays there.
local function cook(inv, input)
	if inv:count(FURNACE) == 0 or inv:count(input) == 0 then return end
	local time = M.cooking(input).time
	for _, fuel in ipairs(M.fuels()) do
		local need = math.ceil(time / fuel.time)
		local spare = inv:count(fuel.name) - (fuel.name == input and 1 or 0) - (fuel.name == FURNACE and 1 or 0)
		if spare >= need then
			inv:add(input, -1)
			inv:add(fuel.name, -need)
			burn(inv, input, fuel.name, need, time)
			return
		end
	end
end

local kinds = {dig = dig, craft = craft, cook = cook}

function M.act(inv, number)
	local a = M.list()[number]
	if not a then error("no such action") end
	kinds[a.kind](inv, a.name)
end

-- tidy makes the player and the patch of world as new.
function M.tidy()
	if core.get_node(HERE).name ~= "air" then core.remove_node(HERE) end
	local pinv = player:get_inventory()
	pinv:set_list("main", {})
	pinv:set_list("craft", {})
	player:set_wielded_item(ItemStack(""))
end

-- prepare makes the patch of world, of air, without the map generator: that works in
-- another thread, and nothing here may wait for it.
function M.prepare()
	local vm = core.get_voxel_manip()
	local low, high = vm:read_from_map(vector.subtract(HERE, 24), vector.add(HERE, 24))
	local air, data = core.get_content_id("air"), {}
	local size = vector.add(vector.subtract(high, low), 1)
	for i = 1, size.x * size.y * size.z do data[i] = air end
	vm:set_data(data)
	vm:set_lighting({day = 0, night = 0})
	vm:write_to_map(false) -- in the dark, where nothing need be lit anew when a node goes
	M.list()
end

return M
