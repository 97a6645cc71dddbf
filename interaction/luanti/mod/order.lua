-- While mods load that depend on others, tables are gone through in order; those that depend on none
-- may be loaded before this one. Lua leaves the order to chance, and a mod that makes something of
-- the first thing that it meets would make another game of it in each server.

local lua_pairs = pairs

-- kept are the keys of tables as they were the last time, in order: mods go through all nodes for each node.
local kept = setmetatable({}, {__mode = "k"})

-- unchanged tells whether the table, of n keys, has those that were kept.
local function unchanged(t, keys, n)
	if not keys or #keys ~= n then return false end
	for _, k in ipairs(keys) do
		if rawget(t, k) == nil then return false end
	end
	return true
end

-- ordered are the keys: numbers, then strings. Nil: there are others.
local function ordered(t)
	local n = 0
	for k in next, t do
		if type(k) ~= "string" and type(k) ~= "number" then return nil end
		n = n + 1
	end
	if unchanged(t, kept[t], n) then return kept[t] end
	local keys, strings = {}, {}
	for k in next, t do
		local list = type(k) == "number" and keys or strings
		list[#list + 1] = k
	end
	table.sort(keys)
	table.sort(strings)
	for _, k in ipairs(strings) do keys[#keys + 1] = k end
	kept[t] = keys
	return keys
end

function pairs(t)
	local keys = type(t) == "table" and ordered(t)
	if not keys then return lua_pairs(t) end
	local i = 0
	return function()
		repeat i = i + 1 until keys[i] == nil or t[keys[i]] ~= nil -- what was taken out meanwhile is left out
		return keys[i], t[keys[i]]
	end, t, nil
end

core.after(0, function() pairs = lua_pairs end)
