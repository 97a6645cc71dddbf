-- A small game in which nothing is as in minetest_game. What is true of it is written
-- down in strange.json, by hand.

local function node(name, def)
	def.description = name
	core.register_node(name, def)
end

-- The map: pebbles lie about and are taken by hand, all else needs a tool.
node("strange:pebble", {groups = {loose = 1, stony = 1, attached_node = 1}, walkable = false})
node("strange:rock", {groups = {hard = 1, stony = 1}, drop = "strange:pebble 3"})
node("strange:ore", {groups = {hard = 2}, drop = "strange:lump"})
node("strange:vine", {
	groups = {leafy = 1},
	-- With shears it is cut off whole; else it is torn.
	drop = {max_items = 1, items = {
		{items = {"strange:vine"}, tools = {"strange:shears"}},
		{items = {"strange:fibre 2"}},
	}},
})
node("strange:water", {liquidtype = "source", liquid_alternative_source = "strange:water", liquid_alternative_flowing = "strange:water_flow",
	drawtype = "liquid", pointable = false, diggable = false, walkable = false, buildable_to = true, groups = {water = 1}})
node("strange:water_flow", {liquidtype = "flowing", liquid_alternative_source = "strange:water", liquid_alternative_flowing = "strange:water_flow",
	drawtype = "flowingliquid", paramtype2 = "flowingliquid", pointable = false, diggable = false, walkable = false, buildable_to = true})
core.register_alias("mapgen_stone", "strange:rock")
core.register_alias("mapgen_water_source", "strange:water")
core.register_biome({name = "heath", node_top = "strange:pebble", node_filler = "strange:ore", node_stone = "strange:rock"})
core.register_decoration({deco_type = "simple", place_on = "strange:rock", decoration = "strange:vine", fill_ratio = 0.1})
-- A shrine stands somewhere: a table says of what it is built, and without a chance there is no altar.
node("strange:idol", {groups = {loose = 1}})
node("strange:altar", {groups = {loose = 1}})
core.register_decoration({deco_type = "schematic", place_on = "strange:rock", fill_ratio = 0.001, schematic = {size = {x = 1, y = 3, z = 1},
	data = {{name = "strange:idol"}, {name = "strange:idol", param1 = 127}, {name = "strange:altar", prob = 0}}}})

-- The hand is an item of its own, and can do little.
core.register_item("strange:fist", {type = "none", tool_capabilities = {groupcaps = {loose = {times = {1}, uses = 0}}}})
core.register_on_joinplayer(function(player)
	player:get_inventory():set_size("hand", 1)
	player:get_inventory():set_stack("hand", 1, "strange:fist")
	player:get_meta():set_int("strange:joined", player:get_meta():get_int("strange:joined") + 1)
	player:hud_set_flags({crosshair = false})
end)

-- What is dug falls to the ground, whoever dug it, a moment later, and flies off; and
-- digging asks much of the player.
function core.handle_node_drops(pos, drops, digger)
	local bob = digger:get_properties().eye_height + digger:get_look_vertical()
	assert(core.get_player_by_name(digger:get_player_name()) == digger and digger:get_meta():get_int("strange:joined") == 1 and bob)
	core.after(0.3, function()
		for _, item in ipairs(drops) do
			local object = core.add_item(pos, item)
			object:set_velocity(vector.new(0, 1, 0))
			object:get_luaentity().age = 0
		end
	end)
end

local function tool(name, groupcaps)
	core.register_tool(name, {description = name, tool_capabilities = {groupcaps = groupcaps}})
end
tool("strange:maul", {hard = {times = {3, 5}, uses = 40, maxlevel = 1}})
tool(":strange:größte Hacke", {hard = {times = {1, 2}, uses = 40, maxlevel = 1}, leafy = {times = {1}, uses = 40}})
tool("strange:shears", {leafy = {times = {1}, uses = 40}})

for _, name in ipairs({"lump", "bar", "fibre", "cup", "full_cup", "oil", "hot_oil", "lantern"}) do
	core.register_craftitem("strange:" .. name, {description = name})
end
core.register_craftitem(":strange:kleiner Ring", {description = "a ring"})
core.override_item("strange:cup", {
	liquids_pointable = true,
	on_use = function(stack, player, pointed)
		if pointed.type ~= "node" or core.get_node(pointed.under).name ~= "strange:water" then return end
		core.remove_node(pointed.under)
		stack:take_item()
		local left = player:get_inventory():add_item("main", "strange:full_cup")
		if not left:is_empty() then core.add_item(player:get_pos(), left) end
		return stack
	end,
})

-- Giving anybody such a thing fails, and so does making it.
core.register_craftitem("strange:cursed", {description = "cursed"})
core.register_on_craft(function(stack)
	if stack:get_name() == "strange:cursed" then error("the strange curse strikes") end
end)

-- Recipes: wide ones, groups with several names, what comes back.
local P, F, B = "group:stony,loose", "strange:fibre", "strange:bar"
core.register_craft({output = "strange:maul", recipe = {{P, P, P, P}, {P, P, P, P}, {"", F, F, ""}, {"", F, F, ""}}})
core.register_craft({output = "strange:fibre", type = "shapeless", recipe = {"strange:pebble", "strange:pebble"}})
core.register_craft({output = "strange:kiln", recipe = {{"group:stony", "group:stony", "group:stony"}, {"group:stony", "", "group:stony"}}})
core.register_craft({output = '"strange:größte Hacke"', recipe = {{B, B}, {F, ""}}})
core.register_craft({output = "strange:shears", recipe = {{B, "", B}}})
core.register_craft({output = '"strange:kleiner Ring" 2', recipe = {{B, B, B, B, B}}})
core.register_craft({output = "strange:cup 2", recipe = {{B, "", B}, {"", B, ""}}})
core.register_craft({output = "strange:oil", type = "shapeless", recipe = {"strange:full_cup", "strange:vine", "strange:vine"},
	replacements = {{"strange:full_cup", "strange:cup"}}})
-- A mug was a beaker once.
core.register_craftitem("strange:mug", {description = "mug"})
core.register_craftitem("strange:flask", {description = "flask"})
core.register_craft({output = "strange:beaker 2", recipe = {{"strange:bar"}, {"strange:pebble"}}})
core.register_alias("strange:beaker", "strange:mug")
core.register_craft({output = "strange:flask", recipe = {{"strange:beaker", "strange:fibre"}}})
-- The same is made of other things, and other things come back.
core.register_craft({output = "strange:oil", type = "shapeless", recipe = {"strange:lump", "strange:fibre", "strange:full_cup", "strange:full_cup"},
	replacements = {{"strange:full_cup", "strange:cup"}, {"strange:full_cup", "strange:cup"}}})
core.register_craft({output = "strange:oil", recipe = {{"strange:lantern"}}, replacements = {{"strange:lantern", '"strange:kleiner Ring" 2'}}})
core.register_craft({output = "strange:oil", recipe = {{"strange:bar", "strange:vine"}}})
core.register_craft({output = "strange:oil", recipe = {{"strange:fibre"}, {"strange:vine"}}})
core.register_craft({output = "strange:lantern", recipe = {{'"strange:kleiner Ring"'}, {"strange:hot_oil"}}})
core.register_craft({output = "strange:cursed", recipe = {{"strange:pebble"}, {"strange:lump"}}})
core.register_craft({type = "cooking", output = "strange:bar", recipe = "strange:lump", cooktime = 4})
core.register_craft({type = "cooking", output = "strange:hot_oil", recipe = "strange:oil", cooktime = 2})
core.register_craft({type = "fuel", recipe = "strange:fibre", burntime = 2})
core.register_craft({type = "fuel", recipe = "strange:vine", burntime = 3})
-- What is cooked burns, too: whoever has some of it and vines burns the vines.
core.register_craft({type = "fuel", recipe = "strange:hot_oil", burntime = 3})

-- A furnace of its own: it has another name while it burns.
local function kiln_timer(pos, elapsed)
	local meta = core.get_meta(pos)
	local inv = meta:get_inventory()
	local heat, done = meta:get_float("heat"), meta:get_float("done")
	for _ = 1, math.ceil(elapsed) do
		local cooked = core.get_craft_result({method = "cooking", width = 1, items = inv:get_list("src")})
		if cooked.time == 0 then break end
		while heat < 1 do
			local fuel, after = core.get_craft_result({method = "fuel", width = 1, items = inv:get_list("fuel")})
			if fuel.time == 0 then break end
			heat = heat + fuel.time
			inv:set_stack("fuel", 1, after.items[1])
		end
		if heat < 1 then break end
		heat, done = heat - 1, done + 1
		core.swap_node(pos, {name = "strange:kiln_hot"})
		if done >= cooked.time then
			done = 0
			local src = inv:get_stack("src", 1)
			src:take_item()
			inv:set_stack("src", 1, src)
			inv:add_item("dst", cooked.item)
		end
	end
	meta:set_float("heat", heat)
	meta:set_float("done", done)
	return true
end
local function kiln(name, extra)
	local def = {groups = {hard = 1}, drop = "strange:kiln", on_timer = kiln_timer, on_construct = extra}
	node(name, def)
end
kiln("strange:kiln", function(pos)
	local inv = core.get_meta(pos):get_inventory()
	inv:set_size("src", 1)
	inv:set_size("fuel", 1)
	inv:set_size("dst", 2)
end)
kiln("strange:kiln_hot")
