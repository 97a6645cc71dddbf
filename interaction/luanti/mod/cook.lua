-- Cooking in real furnaces, whatever the game calls them.

return function(scene, items)
	local M = {}

	local cook_cache = {}
	function M.cooking(input)
		local out = cook_cache[input]
		if out == nil then
			local result = core.get_craft_result({method = "cooking", width = 1, items = {scene.stack(input)}})
			out = result.time > 0 and not result.item:is_empty() and result or false
			cook_cache[input] = out
		end
		return out or nil
	end

	-- fuels in the order in which they are used: those that leave something behind first,
	-- so that it doesn't depend on what else is held whether they do; then by name.
	local fuels
	function M.fuels()
		if fuels then return fuels end
		fuels = {}
		for _, name in ipairs(items()) do
			local result, rest = core.get_craft_result({method = "fuel", width = 1, items = {scene.stack(name)}})
			if result.time > 0 then
				local left = {}
				for _, s in ipairs(rest.items) do if not s:is_empty() then left[#left + 1] = s end end
				for _, s in ipairs(result.replacements or {}) do left[#left + 1] = ItemStack(s) end
				fuels[#fuels + 1] = {name = name, time = result.time, left = left}
			end
		end
		table.sort(fuels, function(a, b)
			if (#a.left > 0) ~= (#b.left > 0) then return #a.left > 0 end
			return a.name < b.name
		end)
		return fuels
	end

	-- burn cooks one piece in a real furnace, at pos, with so many pieces of a fuel. Where they
	-- don't fit into the fuel slot at once, as tools don't, the rest is put in while the
	-- first burns, second by second.
	local function burn(inv, furnace, pos, input, fuel, need, time)
		core.set_node(pos, {name = furnace})
		local finv = core.get_meta(pos):get_inventory()
		local function feed()
			local stack = finv:get_stack("fuel", 1)
			local room = scene.stack(fuel):get_stack_max() - stack:get_count()
			if (stack:is_empty() or stack:get_name() == fuel) and room > 0 and need > 0 then
				local n = math.min(room, need)
				need = need - n
				finv:set_stack("fuel", 1, scene.stack(fuel, stack:get_count() + n))
			end
		end
		finv:set_stack("src", 1, scene.stack(input))
		feed()
		local step = need > 0 and 1 or time
		for _ = 1, math.ceil(time / step) + 2 do
			local def = core.registered_nodes[core.get_node(pos).name] -- it may have another name while it burns
			if not def.on_timer then break end
			def.on_timer(vector.copy(pos), step)
			if finv:is_empty("src") then break end
			feed()
		end
		for _, list in ipairs({"src", "fuel", "dst"}) do
			for _, s in ipairs(finv:get_list(list) or {}) do inv:add_stack(s) end
		end
		if need > 0 then inv:add(fuel, need) end
		scene.settle()
		scene.collect(inv)
	end

	-- look finds the furnaces: nodes with a place for what is cooked, for fuel and for what
	-- comes of it, that work when their timer tells them to; and which of them cook what.
	local cooked_by = {} -- by input: names, ascending
	local furnaces = {}
	function M.look()
		local fuel
		for _, f in ipairs(M.fuels()) do if not fuel or f.time > fuel.time then fuel = f end end
		for _, name in ipairs(items()) do
			local def = fuel and core.registered_nodes[name]
			if def and def.on_timer then
				local lists
				pcall(function()
					core.set_node(scene.HERE, {name = name})
					local inv = core.get_meta(scene.HERE):get_inventory()
					lists = inv:get_size("src") > 0 and inv:get_size("fuel") > 0 and inv:get_size("dst") > 0
				end)
				scene.tidy()
				if lists then furnaces[#furnaces + 1] = name end
			end
		end
		for _, input in ipairs(items()) do
			local c = M.cooking(input)
			if c then
				cooked_by[input] = {}
				for _, furnace in ipairs(furnaces) do
					local got = {}
					scene.begin()
					local inv = {
						add_stack = function(_, s) got[s:get_name()] = (got[s:get_name()] or 0) + s:get_count() end,
						add = function() end,
					}
					local ok = pcall(burn, inv, furnace, scene.HERE, input, fuel.name, math.ceil(c.time / fuel.time), c.time)
					scene.tidy()
					if ok and (got[c.item:get_name()] or 0) >= c.item:get_count() then table.insert(cooked_by[input], furnace) end
				end
			end
		end
	end

	-- furnaces in which the input can be cooked, ascending.
	function M.furnaces(input) return cooked_by[input] or {} end

	-- stations are all that cook anything, ascending.
	function M.stations() return furnaces end

	-- cook uses one piece and a fuel that lasts long enough, all of one kind, in the furnace at
	-- pos. Spared is how many such furnaces are kept and not burnt.
	-- Nobody burns what he cooks: that would use up what comes out.
	local function cook(inv, input, furnace, pos, spared)
		local out = M.cooking(input)
		local time = out.time
		for _, fuel in ipairs(M.fuels()) do
			local need = math.ceil(time / fuel.time)
			if fuel.name == out.item:get_name() then need = math.huge end
			local spare = inv:count(fuel.name) - (fuel.name == input and 1 or 0) - (fuel.name == furnace and spared or 0)
			if spare >= need then
				inv:add(input, -1)
				inv:add(fuel.name, -need)
				burn(inv, furnace, pos, input, fuel.name, need, time)
				return
			end
		end
	end

	-- act cooks in a furnace that is in the inventory and stays there.
	function M.act(inv, a)
		for _, name in ipairs(M.furnaces(a.name)) do
			if inv:count(name) > (name == a.name and 1 or 0) then
				if inv:count(a.name) > 0 then cook(inv, a.name, name, scene.HERE, 1) end
				return
			end
		end
	end

	-- at cooks in a furnace that stands at pos, which is empty and cold before and after.
	function M.at(inv, a, furnace, pos)
		if inv:count(a.name) == 0 then return end
		cook(inv, a.name, furnace, pos, 0)
		core.set_node(pos, {name = furnace})
	end

	return M
end
