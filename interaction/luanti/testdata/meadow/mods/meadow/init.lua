-- A small game to live in: a map of hills, with trees, boulders and berries, and what one makes of them.

local function node(name, def)
	def.description = name
	core.register_node("meadow:" .. name, def)
end

node("turf", {groups = {crumbly = 1}, drop = "meadow:soil"})
node("soil", {groups = {crumbly = 1}})
node("rock", {groups = {hard = 1}})
node("trunk", {groups = {woody = 1}})
node("boulder", {groups = {hard = 1}})
node("ore", {groups = {hard = 1}, drop = "meadow:lump"})
node("berries", {groups = {crumbly = 1, attached_node = 1}, walkable = false, buildable_to = true, sunlight_propagates = true, paramtype = "light",
	on_use = core.item_eat(3)})
local function liquid(name, kind)
	node(name, {liquidtype = kind, liquid_alternative_source = "meadow:water", liquid_alternative_flowing = "meadow:water_flow",
		drawtype = kind == "source" and "liquid" or "flowingliquid", paramtype2 = kind == "flowing" and "flowingliquid" or "none",
		paramtype = "light", pointable = false, diggable = false, walkable = false, buildable_to = true})
end
liquid("water", "source")
liquid("water_flow", "flowing")
core.register_alias("mapgen_stone", "meadow:rock")
core.register_alias("mapgen_water_source", "meadow:water")
core.register_biome({name = "meadow", node_top = "meadow:turf", depth_top = 1, node_filler = "meadow:soil", depth_filler = 3, y_min = -31000, y_max = 31000})
for name, height in pairs({trunk = 4, boulder = 2, ore = 2, berries = 1}) do
	core.register_decoration({deco_type = "simple", place_on = "meadow:turf", sidelen = 16, fill_ratio = 0.004, decoration = "meadow:" .. name, height = height})
end

-- The bare hand.
core.register_item(":", {type = "none", tool_capabilities = {groupcaps = {crumbly = {times = {1}, uses = 0}, woody = {times = {2}, uses = 0}}}})
core.register_tool("meadow:pick", {description = "pick", tool_capabilities = {groupcaps = {hard = {times = {1}, uses = 100}}}})
for _, name in ipairs({"plank", "stick", "lump", "bar", "bell"}) do core.register_craftitem("meadow:" .. name, {description = name}) end

local P, S, B = "meadow:plank", "meadow:stick", "meadow:boulder"
core.register_craft({output = "meadow:plank 4", recipe = {{"meadow:trunk"}}})
core.register_craft({output = "meadow:stick 2", recipe = {{P}, {P}}})
core.register_craft({output = "meadow:pick", recipe = {{P, P, P}, {"", S, ""}}})
core.register_craft({output = "meadow:oven", recipe = {{B, B}, {B, B}}})
core.register_craft({output = "meadow:bell", recipe = {{"meadow:bar"}, {"meadow:bar"}, {S}}})
core.register_craft({type = "cooking", output = "meadow:bar", recipe = "meadow:lump", cooktime = 4})
core.register_craft({type = "fuel", recipe = P, burntime = 4})
core.register_craft({type = "fuel", recipe = "meadow:trunk", burntime = 16})

-- The oven burns what is put in as long as there is something to cook.
node("oven", {groups = {hard = 1},
	on_construct = function(pos)
		local inv = core.get_meta(pos):get_inventory()
		for _, list in ipairs({"src", "fuel", "dst"}) do inv:set_size(list, 1) end
	end,
	on_timer = function(pos, elapsed)
		local meta = core.get_meta(pos)
		local inv = meta:get_inventory()
		local heat = meta:get_float("heat")
		local cooked, rest = core.get_craft_result({method = "cooking", width = 1, items = inv:get_list("src")})
		while cooked.time > 0 and heat < cooked.time do
			local fuel, after = core.get_craft_result({method = "fuel", width = 1, items = inv:get_list("fuel")})
			if fuel.time == 0 then return true end
			heat = heat + fuel.time
			inv:set_stack("fuel", 1, after.items[1])
			meta:set_float("heat", heat)
		end
		local done = meta:get_float("done") + elapsed
		if cooked.time > 0 and done >= cooked.time then
			done, heat = 0, 0
			inv:set_stack("src", 1, rest.items[1])
			inv:add_item("dst", cooked.item)
		end
		meta:set_float("heat", heat)
		meta:set_float("done", done)
		return true
	end})
