-- A modified game: some recipes are changed when the game is loaded. Equal seeds make
-- equal games. What is put in where something is taken out can be had with the bare
-- hand, so that nothing gets out of reach by it.

return function(actions, seed, edits)
	local random = PcgRandom(seed)
	local function pick(list) return list[random:next(1, #list)] end

	-- What can be picked up with the bare hand.
	local easy, set = {}, {}
	local hand = ItemStack(""):get_tool_capabilities() -- nobody has joined yet
	for _, node in ipairs(actions.natural()) do
		local def = core.registered_nodes[node]
		if core.get_dig_params(def.groups, hand).diggable and type(def.drop) ~= "table" then
			local name = ItemStack(def.drop or node):get_name()
			if name ~= "" and core.registered_items[name] and not set[name] then
				set[name] = true
				easy[#easy + 1] = name
			end
		end
	end
	table.sort(easy)

	-- What matters: tools, and what something else is made of; one recipe each.
	local wanted = {}
	for _, name in ipairs(actions.items()) do
		for _, slots in ipairs(actions.craft.recipes(name)) do
			for _, s in ipairs(slots) do wanted[s.want] = true end
		end
	end
	local targets = {}
	for _, name in ipairs(actions.items()) do
		local recipes = actions.craft.recipes(name)
		if #recipes == 1 and recipes[1].wide == 3 and (wanted[name] or core.registered_items[name].tool_capabilities) then
			targets[#targets + 1] = name
		end
	end

	local changes = {}
	function changes.swap(slots)
		local old, new = pick(slots).want, pick(easy)
		for _, s in ipairs(slots) do if s.want == old then s.want = new end end
		return "asks for " .. new .. " in place of " .. old
	end
	function changes.more(slots)
		local taken, open = {}, {}
		for _, s in ipairs(slots) do taken[s.place] = true end
		for i = 1, 9 do if not taken[i] then open[#open + 1] = i end end
		if #open == 0 then return end
		local want = pick({pick(slots).want, pick(easy)})
		slots[#slots + 1] = {place = pick(open), want = want}
		return "asks for one more " .. want
	end
	function changes.fewer(slots)
		if #slots < 2 then return end
		return "asks for one less " .. table.remove(slots, random:next(1, #slots)).want
	end
	function changes.another(slots)
		for i = #slots, 1, -1 do slots[i] = nil end
		local what, many = pick(easy), random:next(4, 9)
		for i = 1, many do slots[i] = {place = i, want = what} end
		return "can also be made of " .. many .. " " .. what
	end
	local kinds = {"another", "fewer", "more", "swap"}

	local done = 0
	while done < edits and #targets > 0 do
		local output = table.remove(targets, random:next(1, #targets))
		local slots = {}
		for i, s in ipairs(actions.craft.recipes(output)[1]) do slots[i] = {place = s.row * 3 + s.column + 1, want = s.want} end
		local count = 1
		for _, r in ipairs(actions.craft.registered(output)) do
			if r.method == "normal" then count = ItemStack(r.output):get_count() end
		end
		local kind = pick(kinds)
		local what = changes[kind](slots)
		if what then
			if kind ~= "another" then actions.craft.clear(output) end
			local grid = {{"", "", ""}, {"", "", ""}, {"", "", ""}}
			for _, s in ipairs(slots) do grid[math.floor((s.place - 1) / 3) + 1][(s.place - 1) % 3 + 1] = s.want end
			core.register_craft({output = output .. " " .. count, recipe = grid})
			actions.edits[#actions.edits + 1] = output .. " " .. what
			done = done + 1
		end
	end
	actions.craft.forget()
end
