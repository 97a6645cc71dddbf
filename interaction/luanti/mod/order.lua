-- While mods load, tables are gone through in order. Lua leaves it to chance, and of two mods that
-- give the same name to what they make of the first thing that they meet, another would have it in
-- each server: a game of other rules.

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
