-- Crafting, and what fits what a recipe asks for.

return function(scene, items)
	local M = {}

	-- recipe_cache and kind_cache are by output.
	local recipe_cache, kind_cache = {}, {}

	-- names are an item's name and its aliases. A recipe that was registered before its output
	-- became an alias is known by that only.
	local alias_cache
	local function names(item)
		if not alias_cache then
			alias_cache = {}
			for alias, name in pairs(core.registered_aliases) do
				alias_cache[name] = alias_cache[name] or {name}
				table.insert(alias_cache[name], alias)
			end
		end
		return alias_cache[item] or {item}
	end

	-- registered are the recipes for an output, as the engine has them.
	function M.registered(output)
		local out = {}
		for _, name in ipairs(names(output)) do
			for _, r in ipairs(core.get_all_craft_recipes(name) or {}) do out[#out + 1] = r end
		end
		return out
	end

	-- clear takes the output's recipes away.
	function M.clear(output)
		for _, name in ipairs(names(output)) do
			if core.get_all_craft_recipes(name) then core.clear_craft({output = name}) end
		end
	end

	-- recipes for an output, each as its filled slots, in an order that depends on nothing
	-- but the recipes. A recipe is for a grid as wide as it needs.
	function M.recipes(output)
		local out = recipe_cache[output]
		if out then return out end
		out = {}
		for _, r in ipairs(M.registered(output)) do
			if r.method == "normal" then
				local width = r.width
				if width == 0 then -- without a shape
					local n = 0
					for i in pairs(r.items) do n = math.max(n, i) end
					width = math.ceil(math.sqrt(n))
				end
				local slots, wide = {}, math.max(3, width)
				for i, want in pairs(r.items) do
					if want:sub(1, 1) == '"' then want = ItemStack(want):get_name() end -- a name with spaces
					want = core.registered_aliases[want] or want
					if want ~= "" then
						local row = math.floor((i - 1) / width)
						slots[#slots + 1] = {want = want, row = row, column = (i - 1) % width}
						wide = math.max(wide, row + 1)
					end
				end
				table.sort(slots, function(a, b) return a.row < b.row or (a.row == b.row and a.column < b.column) end)
				local key = {}
				for i, s in ipairs(slots) do
					s.place = s.row * wide + s.column + 1
					key[i] = s.place .. "=" .. s.want
				end
				slots.wide, slots.key, slots.output = wide, wide .. ":" .. table.concat(key, " "), output
				if #slots > 0 then out[#out + 1] = slots end
			end
		end
		table.sort(out, function(a, b) return a.key < b.key end)
		for i = #out, 2, -1 do if out[i].key == out[i - 1].key then table.remove(out, i) end end
		recipe_cache[output] = out
		return out
	end

	-- widest is how wide a grid must be for all recipes.
	function M.widest()
		local wide = 3
		for _, name in ipairs(items()) do
			for _, slots in ipairs(M.recipes(name)) do wide = math.max(wide, slots.wide) end
		end
		return wide
	end

	-- grouped: the items that fit what a recipe asks for, ascending.
	local fit_cache = {}
	function M.grouped(want)
		local out = fit_cache[want]
		if out then return out end
		out = {}
		if want:sub(1, 6) == "group:" then
			local groups = want:sub(7):split(",")
			for _, name in ipairs(items()) do
				local all = true
				for _, g in ipairs(groups) do
					if core.get_item_group(name, g) == 0 then all = false end
				end
				if all then out[#out + 1] = name end
			end
		else
			local name = scene.stack(want):get_name()
			if core.registered_items[name] then out[1] = name end
		end
		fit_cache[want] = out
		return out
	end

	-- grid is the recipe filled with the names given for its slots, and made what of it.
	local function made_of(slots, given)
		local grid = {}
		for i = 1, slots.wide * slots.wide do grid[i] = ItemStack("") end
		for i, slot in ipairs(slots) do grid[slot.place] = scene.stack(given[i]) end
		return core.get_craft_result({method = "normal", width = slots.wide, items = grid})
	end

	-- fitting: the items by which the game makes the output of the recipe where it asks for
	-- want, ascending. Of an item that fits a group it may make something else. The output
	-- itself is none of them: that would gain nothing.
	function M.fitting(slots, want)
		slots.fits = slots.fits or {}
		local out = slots.fits[want]
		if out then return out end
		out = {}
		local all = M.grouped(want)
		for _, name in ipairs(all) do
			if name ~= slots.output then
				local given = {}
				for i, slot in ipairs(slots) do
					local other = M.grouped(slot.want)
					given[i] = slot.want == want and name or (other[1] == slots.output and other[2] or other[1])
				end
				if #given < #slots or (#all == 1 or made_of(slots, given).item:get_name() == slots.output) then out[#out + 1] = name end
			end
		end
		slots.fits[want] = out
		return out
	end

	-- forget what was asked, as the rules were changed.
	function M.forget() recipe_cache, kind_cache, fit_cache, alias_cache = {}, {}, {}, nil end

	-- first is what the game makes of the recipe with the first items that fit; nil: nothing
	-- fits.
	function M.first(slots)
		local given = {}
		for i, slot in ipairs(slots) do
			given[i] = M.fitting(slots, slot.want)[1]
			if not given[i] then return nil end
		end
		local result, rest = made_of(slots, given)
		local left = {}
		for _, s in ipairs(rest.items) do if not s:is_empty() then left[#left + 1] = s end end
		for _, s in ipairs(result.replacements or {}) do left[#left + 1] = ItemStack(s) end
		return result.item, left
	end

	-- left_of names what making the recipe leaves behind, the same for the same things.
	-- nil: nothing fits, or the game makes something else of it.
	local function left_of(slots)
		local item, left = M.first(slots)
		if not item or item:get_name() ~= slots.output then return nil end
		local count, out = {}, {}
		for _, s in ipairs(left) do
			local name = s:get_name()
			if not count[name] then out[#out + 1] = name end
			count[name] = (count[name] or 0) + s:get_count()
		end
		table.sort(out)
		for i, name in ipairs(out) do
			if count[name] > 1 then out[i] = name .. " " .. count[name] end
		end
		return table.concat(out, ", ")
	end

	-- kinds are the recipes for an output, those together that give back the same beside it: as
	-- one action, the first that can be made would be, so that who holds more might get back less.
	-- Each has its recipes, and a label, which tells what is given back if that differs. Recipes that
	-- nothing fits are with the first.
	function M.kinds(output)
		local out = kind_cache[output]
		if out then return out end
		local all, by, lefts, useless = M.recipes(output), {}, {}, {}
		for _, slots in ipairs(all) do
			local left = left_of(slots)
			if left and not by[left] then
				by[left] = {}
				lefts[#lefts + 1] = left
			end
			table.insert(left and by[left] or useless, slots)
		end
		table.sort(lefts)
		out = {}
		if #all > 0 and #lefts < 2 then
			out[1] = {label = output, recipes = all}
		else
			for i, left in ipairs(lefts) do
				out[i] = {label = output .. (left ~= "" and " giving back " .. left or ""), recipes = by[left]}
			end
			for _, slots in ipairs(useless) do table.insert(out[1].recipes, slots) end
		end
		kind_cache[output] = out
		return out
	end

	-- assign gives every slot of a recipe an item that fits and that there is enough of
	-- (Kuhn's augmenting paths), or nothing if that can't be done.
	local function assign(inv, slots)
		local given, used = {}, {}
		local function place(i, seen)
			for _, name in ipairs(M.fitting(slots, slots[i].want)) do
				if not seen[name] then
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

	-- place_in_grid is where a place of the recipe's own grid is in the player's.
	local function place_in_grid(slots, place)
		return math.floor((place - 1) / slots.wide) * scene.wide + (place - 1) % slots.wide + 1
	end

	-- in_grid is the player's grid with the recipe, and an empty one.
	local function in_grid(slots, given)
		local full, empty = {}, {}
		for i = 1, scene.wide * scene.wide do full[i], empty[i] = ItemStack(""), ItemStack("") end
		for i, slot in ipairs(slots) do full[place_in_grid(slots, slot.place)] = scene.stack(given[i]) end
		return full, empty
	end

	-- act makes a.name by the first of a.recipes that can be made.
	function M.act(inv, a)
		for _, slots in ipairs(a.recipes) do
			local given = assign(inv, slots)
			local result, rest
			if given then result, rest = made_of(slots, given) end
			if given and result.item:get_name() == a.name then
				for i = 1, #slots do inv:add(given[i], -1) end
				if #core.registered_on_crafts == 0 then
					inv:add_stack(result.item)
					for _, s in ipairs(rest.items) do inv:add_stack(s) end
				else
					local old, left = in_grid(slots, given)
					for i, s in ipairs(rest.items) do left[place_in_grid(slots, i)] = s end
					scene.inventory:set_list("craft", left)
					local made = core.on_craft(result.item, scene.player, old, scene.inventory)
					inv:add_stack(made and ItemStack(made) or result.item)
					for _, s in ipairs(scene.inventory:get_list("craft")) do inv:add_stack(s) end
				end
				for _, s in ipairs(result.replacements or {}) do inv:add_stack(ItemStack(s)) end
				scene.settle()
				scene.collect(inv)
				return
			end
		end
	end

	return M
end
