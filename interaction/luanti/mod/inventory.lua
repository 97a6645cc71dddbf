-- An inventory of any size as counts by name. A worn tool counts as one until it
-- breaks; how worn the tool in use is, is kept beside the counts.

local Inventory = {}
Inventory.__index = Inventory

-- escape writes a name so that it has none of the characters that part words; unescape
-- reads it.
local function escape(name)
	return (name:gsub("[^%w_:]", function(c) return string.format("%%%02X", c:byte()) end))
end

local function unescape(text)
	return (text:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

-- new: as in the stock but for the overrides, ";place=count;place=count;" followed
-- by what the stock doesn't name as "name=count;".
local function new(stock, over)
	return setmetatable({stock = stock, over = over, asked = 0, now = {}, changed = {}, worn = {}}, Inventory)
end

-- overridden is the count that the overrides have for a place or name, if any. It is looked up in the
-- text, as most actions look at few things; who looks at more, as at all fuels, has the text read once.
local FEW = 16
function Inventory:overridden(key)
	self.asked = self.asked + 1
	if self.asked <= FEW then
		local _, last = self.over:find(";" .. key .. "=", 1, true)
		return last and tonumber(self.over:match("^%d+", last + 1))
	end
	if not self.levels then
		self.levels = {}
		for k, n in self.over:gmatch("([^;=]+)=(%d+)") do self.levels[k] = tonumber(n) end
	end
	return self.levels[tostring(key)]
end

function Inventory:count(name)
	local n = self.now[name]
	if n then return n end
	n = self:overridden(self.stock.place[name] or escape(name)) or self.stock.counts[name] or 0
	self.now[name] = n
	return n
end

function Inventory:add(name, n)
	self.now[name] = self:count(name) + n
	self.changed[name] = (self.changed[name] or 0) + n
end

function Inventory:add_stack(stack)
	if not stack:is_empty() then self:add(stack:get_name(), stack:get_count()) end
end

-- tool is one of the item for use in hand; a worn one goes first.
function Inventory:tool(name) return self.worn[name] or ItemStack({name = name, count = 1}) end

function Inventory:put_back(name, stack)
	if stack:get_name() == name then
		self.worn[name] = stack
	else -- it broke, or became another
		self.worn[name] = nil
		self:add(name, -1)
		self:add_stack(stack)
	end
end

-- changes since the last call, as "name=difference" joined by spaces.
function Inventory:changes()
	local out = {}
	for name, n in pairs(self.changed) do
		if n ~= 0 then out[#out + 1] = escape(name) .. "=" .. string.format("%d", n) end
	end
	self.changed = {}
	return table.concat(out, " ")
end

return {new = new, escape = escape, unescape = unescape}
