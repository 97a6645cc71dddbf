-- What the game has registered, as JSON on one line. No trial needs it: it is for
-- whoever judges what was learned. Nothing in it depends on the order in which the game's
-- tables happen to be walked through.

local function stacks(list)
	local count = {}
	for _, s in ipairs(list) do
		local stack = ItemStack(s)
		if not stack:is_empty() then count[stack:get_name()] = (count[stack:get_name()] or 0) + stack:get_count() end
	end
	local out = {}
	for name, n in pairs(count) do out[#out + 1] = {name = name, count = n} end
	table.sort(out, function(a, b) return a.name < b.name end)
	return out
end

local function drops_of(name)
	local def = core.registered_nodes[name]
	if not def then return nil end
	if def.drop == nil then return {{items = {{name = name, count = 1}}, rarity = 1}} end
	if type(def.drop) == "string" then
		local items = stacks({def.drop})
		return #items > 0 and {{items = items, rarity = 1}} or {}
	end
	local drops = {}
	for i, d in ipairs(def.drop.items or {}) do
		drops[i] = {items = stacks(d.items or {}), rarity = math.max(1, d.rarity or 1), tools = (d.tools or d.tool_groups) and true or nil}
	end
	return drops
end

-- plain: what comes of digging the node is what its drop says, with every tool.
local function plain(ways, drops)
	local set, n = {}, 0
	for _, d in ipairs(drops) do
		if d.tools then return false end
		for _, s in ipairs(d.items) do
			if not set[s.name] then set[s.name], n = true, n + 1 end
		end
	end
	if #ways ~= 1 then return false end
	if not ways[1].gives then return true end
	for _, name in ipairs(ways[1].gives) do
		if not set[name] then return false end
	end
	return n == 0 or #ways[1].gives > 0
end

-- life is nil where nobody lives.
return function(actions, life)
	local dig, craft, cook = actions.dig, actions.craft, actions.cook
	local out = {items = {}, natural = actions.natural(), digs = {}, crafts = {}, cooking = {}, fuels = {}, grows = {}, pours = {}, scoops = {}}
	for _, name in ipairs(actions.items()) do
		local def = core.registered_items[name]
		out.items[#out.items + 1] = {name = name, type = def.type, groups = def.groups, drops = drops_of(name),
			max_drops = type(def.drop) == "table" and def.drop.max_items or nil, caps = def.tool_capabilities}
		for _, kind in ipairs(craft.kinds(name)) do for _, slots in ipairs(kind.recipes) do
			local wants, unfit = {}, {}
			for i, s in ipairs(slots) do
				wants[i] = s.want
				if not unfit[s.want] then
					local fits, no = {}, {}
					for _, f in ipairs(craft.fitting(slots, s.want)) do fits[f] = true end
					for _, f in ipairs(craft.grouped(s.want)) do if not fits[f] and f ~= name then no[#no + 1] = f end end
					unfit[s.want] = #no > 0 and no or nil
				end
			end
			local item, left = craft.first(slots)
			out.crafts[#out.crafts + 1] = {output = name, label = kind.label, wants = wants, unfit = unfit,
				result = item and {item = item:get_name(), count = item:get_count(), left = stacks(left)} or nil}
		end end
		local cooked = cook.cooking(name)
		if cooked then
			out.cooking[#out.cooking + 1] = {input = name, output = cooked.item:get_name(), count = cooked.item:get_count(), time = cooked.time,
				furnaces = cook.furnaces(name)}
		end
	end
	for i, f in ipairs(cook.fuels()) do out.fuels[i] = {name = f.name, time = f.time, left = stacks(f.left)} end
	local function digs(node)
		for _, d in ipairs(out.digs) do if d.node == node then return end end
		local ways = dig.ways(node)
		if plain(ways, drops_of(node)) then return end
		local d = {node = node, ways = {}}
		for i, w in ipairs(ways) do
			d.ways[i] = {tools = w.tools, gives = {}, chance = w.chance or nil}
			for k, name in ipairs(w.gives or {}) do d.ways[i].gives[k] = {name = name, count = w.chance and 1 or w.counts[name]} end
		end
		out.digs[#out.digs + 1] = d
	end
	for _, node in ipairs(out.natural) do digs(node) end
	local liquids, dips, pours, plants = actions.grow.found()
	for _, p in ipairs(plants) do
		out.grows[#out.grows + 1] = {item = p.name, becomes = p.becomes, hoes = p.hoes}
		digs(p.becomes)
	end
	for _, p in ipairs(pours) do
		out.pours[#out.pours + 1] = {item = p.name, left = p.left, onto = p.onto, becomes = p.becomes}
		if p.becomes then digs(p.becomes) end
	end
	for _, liquid in ipairs(liquids) do
		for _, d in ipairs(dips[liquid]) do
			out.scoops[#out.scoops + 1] = {liquid = liquid, vessel = d.name, gives = d.gives, tool = core.registered_items[d.name].type == "tool" or nil}
		end
	end
	if life then
		out.eats = life.eats()
		out.stations = cook.stations()
		for _, name in ipairs(out.stations) do digs(name) end
	end
	out.failed = {}
	for i, f in ipairs(actions.failed) do out.failed[i] = f.label end
	out.hand, out.edits = actions.scene.hand():get_tool_capabilities(), actions.edits
	return core.write_json(out)
end
