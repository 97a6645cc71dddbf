-- What is done to the world and not to things alone: liquids are scooped up and poured
-- out, and what grows is planted and harvested. What there is to do is found by trying it.

return function(scene, items, dig, natural)
	local M = {}
	local ROUNDS, IDLE = 400, 60 -- of time passing; and how many without a change are enough
	local MANY = 24 -- grounds are looked at
	local ENOUGH = 6 -- grounds on which something goes on are tried

	local try = scene.try

	-- custom: using the item on the world does something of its own.
	local function custom(name, method)
		local def = core.registered_items[name]
		return rawget(def, method) ~= nil and def[method] ~= core.item_place and def[method] ~= core.item_drop
	end

	local function spend(inv, name, f)
		if core.registered_items[name].type == "tool" then return scene.use_tool(inv, name, f) end
		scene.wield(scene.stack(name))
		f()
		inv:add(name, -1)
		inv:add_stack(scene.collect(inv))
	end

	local liquids, dips, pours, plants, hoes = {}, {}, {}, {}, {}

	-- dip uses the item on the liquid, by a click on either side.
	local function dip(inv, liquid, name, method)
		core.set_node(scene.HERE, {name = liquid})
		spend(inv, name, function() scene.click(method, name, scene.HERE) end)
		scene.settle()
	end

	local function pour(inv, name, onto, way)
		if onto then core.set_node(scene.HERE, {name = onto}) end
		local beside = vector.offset(scene.HERE, onto and 1 or 0, 0, 0)
		local ground = vector.offset(beside, 0, -1, 0)
		if onto then core.set_node(ground, {name = scene.under}) end
		spend(inv, name, function() scene.click("on_place", name, ground) end)
		scene.pass(scene.HERE, ROUNDS, IDLE)
		local becomes = core.get_node(scene.HERE).name
		if way then dig.once(inv, way, becomes, scene.HERE, 1) end
		if onto then
			core.remove_node(beside)
			core.remove_node(ground)
		end
		scene.settle()
		scene.collect(inv)
		return becomes
	end

	-- till makes the ground fit to be sown with the tool, or not.
	local function till(inv, hoe)
		local ground = vector.offset(scene.FIELD, 0, -1, 0)
		local before = core.get_node(ground).name
		local method = custom(hoe, "on_use") and "on_use" or "on_place"
		scene.use_tool(inv, hoe, function() scene.click(method, hoe, ground) end)
		local after = core.get_node(ground).name
		if after ~= before then scene.pass(ground, ROUNDS, 20) end
		return after ~= before
	end

	-- plant sows the item on the ground, lets it grow, and returns what stands there then.
	local function plant(inv, name, ground, hoe)
		scene.field(ground, M.water)
		if hoe and not till(inv, hoe) then return nil end
		spend(inv, name, function() scene.click("on_place", name, vector.offset(scene.FIELD, 0, -1, 0), scene.FIELD) end)
		local young = core.get_node(scene.FIELD).name
		if young == "air" then return nil end
		scene.pass(scene.FIELD, ROUNDS, IDLE)
		scene.settle()
		local grown = core.get_node(scene.FIELD).name
		local def = core.registered_nodes[grown]
		return grown ~= young and grown ~= name and grown ~= "air" and def and def.diggable and def.liquidtype == "none" and grown or nil
	end

	-- gains tells whether digging the node gives anything but the item.
	local function gains(node, item)
		for _, name in ipairs(dig.gives(node)) do if name ~= item then return true end end
		return false
	end

	-- grounds on which things may grow: of the nodes that the map is made of those that
	-- one can stand on, soils first, then what biomes have on top.
	local function grounds()
		local out, seen = {}, {}
		local function add(name)
			name = type(name) == "string" and (core.registered_aliases[name] or name)
			local def = name and core.registered_nodes[name]
			if def and def.walkable and def.drawtype == "normal" and not seen[name] then
				seen[name] = true
				out[#out + 1] = name
			end
		end
		for _, name in ipairs(natural()) do
			if core.get_item_group(name, "soil") > 0 then add(name) end
		end
		local tops = {}
		for _, biome in pairs(core.registered_biomes) do
			for _, key in ipairs({"node_top", "node_filler"}) do if biome[key] then tops[#tops + 1] = biome[key] end end
		end
		table.sort(tops)
		for _, name in ipairs(tops) do add(name) end
		for _, name in ipairs(natural()) do
			if core.get_item_group(name, "sand") > 0 then add(name) end
		end
		while #out > MANY do table.remove(out) end
		return out
	end

	local function look_at_liquids()
		for _, liquid in ipairs(liquids) do
			dips[liquid] = {}
			for _, name in ipairs(items()) do
				local def = core.registered_items[name]
				if def.liquids_pointable then
					for _, method in ipairs({"on_use", "on_place"}) do
						if custom(name, method) then
							local gone, got = try(function(inv)
								dip(inv, liquid, name, method)
								return core.get_node(scene.HERE).name == "air"
							end)
							if not gone then got = {} end
							local gives
							for what, n in pairs(got) do if n > 0 and what ~= name and (not gives or what < gives) then gives = what end end
							if gives and core.registered_items[gives] then
								table.insert(dips[liquid], {name = name, method = method, gives = gives})
								break
							end
						end
					end
				end
			end
		end
	end

	local full = {} -- vessels with a liquid
	local function look_at_pours()
		for _, liquid in ipairs(liquids) do for _, d in ipairs(dips[liquid]) do full[d.gives] = true end end
		for _, name in ipairs(items()) do
			if full[name] and custom(name, "on_place") then
				local _, got = try(function(inv) pour(inv, name) return true end)
				local left
				for what, n in pairs(got) do if n > 0 and what ~= name then left = what end end
				if left then pours[#pours + 1] = {name = name, left = left} end
				for _, onto in ipairs(liquids) do
					local becomes = try(function(inv) return pour(inv, name, onto) end)
					local def = becomes and core.registered_nodes[becomes]
					if def and becomes ~= onto and def.diggable and def.liquidtype == "none" and becomes ~= "air" then
						pours[#pours + 1] = {name = name, left = left, onto = onto, becomes = becomes}
					end
				end
			end
		end
	end

	-- starts tells whether the item can be planted on the ground, and something goes on
	-- with it there; "never" if nothing can go on with it wherever it stands.
	local function starts(name, ground)
		return try(function()
			core.set_node(vector.offset(scene.HERE, 0, -1, 0), {name = ground})
			scene.wield(scene.stack(name))
			scene.click("on_place", name, vector.offset(scene.HERE, 0, -1, 0), scene.HERE)
			if core.get_node(scene.HERE).name == "air" then return false end
			return scene.busy(scene.HERE) or not scene.ever_busy(scene.HERE) and "never"
		end)
	end

	local function look_at_plants()
		local all = grounds()
		local soils = {} -- by ground: what it is tilled to, and by which tools
		local function tilled(ground, soil, hoe)
			soils[ground] = soils[ground] or {}
			for _, s in ipairs(soils[ground]) do
				if s.name == soil then return table.insert(s.hoes, hoe) end
			end
			table.insert(soils[ground], {name = soil, hoes = {hoe}})
		end
		for _, name in ipairs(items()) do
			local def = core.registered_items[name]
			if def.type == "tool" and (custom(name, "on_use") or custom(name, "on_place")) then
				for _, ground in ipairs(all) do
					local soil = try(function(inv)
						scene.field(ground, M.water)
						return till(inv, name) and core.get_node(vector.offset(scene.FIELD, 0, -1, 0)).name
					end)
					if soil then tilled(ground, soil, name) end
				end
			end
		end
		for _, name in ipairs(items()) do
			local def = core.registered_items[name]
			local node = core.registered_nodes[name]
			local alive = core.get_item_group(name, "sapling") > 0 or core.get_item_group(name, "seed") > 0 or core.get_item_group(name, "plant") > 0
			if not full[name] and (def.type == "craft" and custom(name, "on_place")
					or node and node.liquidtype == "none" and (alive or scene.may_change(name))) then
				local found
				local left = ENOUGH
				for _, ground in ipairs(all) do
					local s = left > 0 and starts(name, ground)
					if s == "never" then break end
					if s then left = left - 1 end
					local becomes = s and try(function(inv) return plant(inv, name, ground) end)
					if becomes then found = {name = name, ground = ground, becomes = becomes} break end
				end
				local tried = {}
				for _, ground in ipairs(found and {} or all) do
					for _, soil in ipairs(soils[ground] or {}) do
						-- What grows on a soil grows there whatever it was before, and whichever tool made it.
						local becomes = not tried[soil.name] and starts(name, soil.name) == true and try(function(inv) return plant(inv, name, ground, soil.hoes[1]) end)
						tried[soil.name] = true
						if becomes and not found then found = {name = name, ground = ground, becomes = becomes, hoes = {}} end
						for _, hoe in ipairs(becomes and soil.hoes or {}) do table.insert(found.hoes, hoe) end
					end
					if found then
						table.sort(found.hoes)
						break
					end
				end
				if found and gains(found.becomes, name) then plants[#plants + 1] = found end
			end
		end
	end

	-- look finds what there is to do; only what is done to liquids in place, where somebody lives.
	function M.look(lived)
		local set = {}
		for alias in pairs(core.registered_aliases) do
			if alias:sub(1, 7) == "mapgen_" then set[core.registered_aliases[alias]] = true end
		end
		for _, biome in pairs(core.registered_biomes) do
			for _, key in ipairs({"node_water", "node_river_water", "node_cave_liquid"}) do
				local v = biome[key]
				for _, name in ipairs(type(v) == "table" and v or {v}) do set[core.registered_aliases[name] or name] = true end
			end
		end
		for name in pairs(set) do
			local def = core.registered_nodes[name]
			if def and def.liquidtype == "source" then liquids[#liquids + 1] = name end
		end
		table.sort(liquids)
		M.water = core.registered_aliases["mapgen_water_source"]
		if not core.registered_nodes[M.water or ""] then M.water = nil end
		look_at_liquids()
		if lived then return end
		look_at_pours()
		look_at_plants()
		for _, p in ipairs(pours) do if p.becomes then dig.ways(p.becomes) end end
		for _, p in ipairs(plants) do dig.ways(p.becomes) end
	end

	-- dips by liquid, pours and plants: what was found, for the list of actions.
	function M.found() return liquids, dips, pours, plants end

	M.acts = {}
	function M.acts.scoop(inv, a)
		for _, d in ipairs(a.dips) do
			if inv:count(d.name) > 0 then return dip(inv, a.name, d.name, d.method) end
		end
	end

	function M.acts.pour(inv, a)
		local p = a.pour
		if inv:count(p.name) > 0 then pour(inv, p.name, p.onto, p.becomes and dig.known(p.becomes)[1]) end
	end

	function M.acts.grow(inv, a)
		local p = a.plant
		if inv:count(p.name) == 0 then return end
		local hoe
		for _, name in ipairs(p.hoes or {}) do if not hoe and inv:count(name) > 0 then hoe = name end end
		if p.hoes and not hoe then return end
		local grown = plant(inv, p.name, p.ground, hoe)
		if grown then dig.once(inv, (dig.known(grown) or dig.known(p.becomes))[1], grown, scene.FIELD, 1) end
		scene.collect(inv)
	end

	return M
end
