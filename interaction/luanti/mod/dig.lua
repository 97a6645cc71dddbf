-- Digging: which tools dig a node, and what comes of it.

return function(scene, items)
	local M = {}

	-- A node whose drops are left to chance is dug this often in one action, so that
	-- what comes once in 20 times comes in most actions.
	local PATCH = 32

	-- by_luck calls f with chance always taking the first of what may be, or always the
	-- last, and tells whether f asked for any.
	local function by_luck(first, f)
		local random, asked = math.random, false
		math.random = function(a, b)
			if not a then return 0.5 end
			asked = true
			if first then return b and a or 1 end
			return b or a
		end
		local ok, err = pcall(f)
		math.random = random
		return asked, not ok and err or nil
	end

	local function can(node, stack)
		return core.get_dig_params(core.registered_nodes[node].groups, stack:get_tool_capabilities(), stack:get_wear()).diggable
	end

	local function tool_stack(tool) return tool == "" and scene.hand() or scene.stack(tool) end

	-- blow digs one node with what is in hand, or tells that it can't.
	local function blow(node, pos, by_hand)
		core.set_node(pos, {name = node})
		if not can(node, by_hand and scene.hand() or scene.player:get_wielded_item()) then return false end
		core.registered_nodes[node].on_dig(vector.copy(pos), core.get_node(pos), scene.player)
		-- Digging may leave something behind, as a bush its leaves: that is dug too.
		local left = core.get_node(pos).name
		local def = core.registered_nodes[left]
		if left ~= node and left ~= "air" and def and def.diggable and can(left, by_hand and scene.hand() or scene.player:get_wielded_item()) then
			def.on_dig(vector.copy(pos), core.get_node(pos), scene.player)
		end
		return true
	end

	-- own: what comes of the node isn't only what its drop says, as the engine reads it.
	local function own(node)
		local def = core.registered_nodes[node]
		if M.changed or rawget(def, "on_dig") or rawget(def, "after_dig_node") or rawget(def, "on_destruct") then return true end
		for _, d in ipairs(type(def.drop) == "table" and def.drop.items or {}) do
			if d.tools or d.tool_groups then return true end
		end
		return false
	end

	local function from_builtin(f)
		return debug.getinfo(f, "S").source:find("/builtin/game/", 1, true) ~= nil
	end
	-- look tells whether the game digs by rules of its own, once all of it is loaded.
	function M.look()
		M.changed = not (from_builtin(core.handle_node_drops) and from_builtin(core.node_dig) and from_builtin(core.get_node_drops))
	end

	local function by_chance(node)
		local drop = core.registered_nodes[node].drop
		for _, d in ipairs(type(drop) == "table" and drop.items or {}) do
			if (d.rarity or 1) > 1 then return true end
		end
		return false
	end

	-- ways of digging the node: groups of tools, the bare hand ("") before all others, by
	-- what comes of it, as far as the tool decides on that. The first group is the usual one.
	local cache = {}
	function M.ways(node)
		local out = cache[node]
		if out then return out end
		local able = {}
		local function try(tool) if can(node, tool_stack(tool)) then able[#able + 1] = tool end end
		try("")
		for _, name in ipairs(items()) do
			if core.registered_items[name].tool_capabilities then try(name) end
		end
		out = {}
		if not own(node) then
			out[1] = {tools = able, chance = by_chance(node)}
			cache[node] = out
			return out
		end
		local groups = {}
		for _, tool in ipairs(able) do
			local got, names = {}, {}
			local function note(_, s) if not s:is_empty() then got[s:get_name()] = (got[s:get_name()] or 0) + s:get_count() end end
			local function probe()
				scene.begin()
				scene.wield(tool == "" and ItemStack("") or scene.stack(tool))
				blow(node, scene.HERE, tool == "")
				scene.settle()
				local held = scene.collect({add_stack = note})
				if held:get_name() ~= tool then note(nil, held) end
			end
			local asked, err = by_luck(true, probe)
			scene.tidy()
			if asked and not err then
				by_luck(false, probe)
				scene.tidy()
			end
			for name in pairs(got) do names[#names + 1] = name end
			table.sort(names)
			local key = err and "!" or table.concat(names, " ")
			if not groups[key] then
				groups[key] = {tools = {}, gives = names, counts = got, failed = err}
				out[#out + 1] = groups[key]
			end
			table.insert(groups[key].tools, tool)
			groups[key].chance = groups[key].chance or asked
		end
		-- What gives nothing, or no more than the usual, is no way of its own.
		local usual
		for i, g in ipairs(out) do if not usual and (#g.gives > 0 or g.failed) then usual = i end end
		local kept = {out[usual or 1] or {tools = {}, gives = {}}}
		for i, g in ipairs(out) do
			if i ~= (usual or 1) then
				local more = g.failed ~= nil
				for _, name in ipairs(g.gives) do
					local known = false
					for _, k in ipairs(kept[1].gives) do known = known or k == name end
					more = more or not known
				end
				if more then kept[#kept + 1] = g end
			end
		end
		cache[node] = kept
		return kept
	end

	-- known are the ways of a node that were looked for before, which can't be done while a
	-- trial runs.
	function M.known(node) return cache[node] end

	-- gives are the items that may come of digging the node the usual way.
	function M.gives(node)
		local way = M.ways(node)[1]
		if way.gives then return way.gives end
		local out = {}
		by_luck(true, function()
			for _, s in ipairs(core.get_node_drops(node, "")) do
				local stack = ItemStack(s)
				if not stack:is_empty() then out[#out + 1] = stack:get_name() end
			end
		end)
		return out
	end

	-- once digs what stands at pos with the first tool of the way that is held.
	function M.once(inv, way, node, pos, times)
		for _, tool in ipairs(way.tools) do
			if tool == "" or inv:count(tool) > 0 then
				for _ = 1, times do
					local more
					scene.use_tool(inv, tool, function()
						more = blow(node, pos, tool == "")
						scene.settle()
					end)
					if not more or (tool ~= "" and inv:count(tool) == 0) then break end
				end
				return
			end
		end
	end

	function M.act(inv, a)
		local way = M.ways(a.node)[a.way]
		M.once(inv, way, a.node, scene.HERE, way.chance and PATCH or 1)
	end

	return M
end
