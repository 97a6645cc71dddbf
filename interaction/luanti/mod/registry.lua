-- What the game has registered, as JSON on one line. No trial needs it: it is for
-- whoever judges what was learned.

local function recipe_result(slots, fitting, output)
	local grid = {}
	for i = 1, 9 do grid[i] = ItemStack("") end
	for _, slot in ipairs(slots) do
		local name
		for _, n in ipairs(fitting(slot.want)) do
			if n ~= output then name = n break end
		end
		if not name then return nil end
		grid[slot.place] = ItemStack(name)
	end
	local result, rest = core.get_craft_result({method = "normal", width = 3, items = grid})
	local left = {}
	for _, stack in ipairs(rest.items) do if not stack:is_empty() then left[#left + 1] = stack:to_string() end end
	for _, stack in ipairs(result.replacements or {}) do left[#left + 1] = ItemStack(stack):to_string() end
	return {item = result.item:get_name(), count = result.item:get_count(), left = left}
end

return function(actions)
	local out = {items = {}, natural = actions.natural(), crafts = {}, cooking = {}, fuels = {}}
	for _, name in ipairs(actions.items()) do
		local def = core.registered_items[name]
		local drops
		if core.registered_nodes[name] then
			drops = {}
			if def.drop == nil then
				drops[1] = {items = {name}, rarity = 1}
			elseif type(def.drop) == "string" then
				if def.drop ~= "" then drops[1] = {items = {def.drop}, rarity = 1} end
			else
				for i, d in ipairs(def.drop.items or {}) do
					drops[i] = {items = d.items, rarity = math.max(1, d.rarity or 1), tools = (d.tools or d.tool_groups) and true or nil}
				end
			end
		end
		out.items[#out.items + 1] = {name = name, type = def.type, groups = def.groups, drops = drops,
			max_drops = type(def.drop) == "table" and def.drop.max_items or nil, caps = def.tool_capabilities}
		for _, slots in ipairs(actions.recipes(name)) do
			local wants = {}
			for i, s in ipairs(slots) do wants[i] = s.want end
			out.crafts[#out.crafts + 1] = {output = name, wants = wants, result = recipe_result(slots, actions.fitting, name)}
		end
		local cooked = actions.cooking(name)
		if cooked then
			out.cooking[#out.cooking + 1] = {input = name, output = cooked.item:get_name(), count = cooked.item:get_count(), time = cooked.time}
		end
	end
	out.hand = core.registered_items[""].tool_capabilities
	out.fuels, out.edits = actions.fuels(), actions.edits
	return core.write_json(out)
end
