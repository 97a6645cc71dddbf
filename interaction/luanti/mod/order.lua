-- While mods load that depend on others, tables are gone through in order; those that depend on none
-- may be loaded before this one. Lua leaves the order to chance, and a mod that makes something of
-- the first thing that it meets would make another game of it in each server.

local lua_pairs = pairs

local function before(a, b)
	if type(a) ~= type(b) then return type(a) < type(b) end
	return a < b
end

function pairs(t)
	if type(t) ~= "table" then return lua_pairs(t) end
	local keys = {}
	for k in next, t do
		if type(k) ~= "string" and type(k) ~= "number" then return lua_pairs(t) end
		keys[#keys + 1] = k
	end
	table.sort(keys, before)
	local i = 0
	return function()
		repeat i = i + 1 until keys[i] == nil or t[keys[i]] ~= nil -- what was taken out meanwhile is left out
		return keys[i], t[keys[i]]
	end, t, nil
end

core.after(0, function() pairs = lua_pairs end)
