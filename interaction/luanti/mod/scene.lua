-- Where trials are carried out: a real player, a patch of world in the dark, where
-- nothing need be lit anew when a node goes, and a field in daylight, where things grow.

-- Where a map is made, that is beyond its end.
local EAST = core.settings:get_bool("adam_lived") and 29952 or 0
local M = {HERE = vector.new(EAST + 8, 8, 8), FIELD = vector.new(EAST + 8, 68, 8)}
local REACH = 24 -- nodes around a place in which what lies on the ground is picked up

-- stack is so many of an item, whatever characters its name has.
function M.stack(name, count) return ItemStack({name = name, count = count or 1}) end

-- What is put off while a trial runs belongs to it: it is done at the end of the trial,
-- in the order in which it is due, or not at all.
local LATEST, MOST = 10, 200 -- seconds, calls
local later = core.after
local put_off -- nil outside of trials
function core.after(delay, f, ...)
	if not put_off then return later(delay, f, ...) end
	assert(tonumber(delay) and type(f) == "function", "core.after: a delay and a function")
	local job = {due = put_off.now + delay, number = #put_off + 1, f = f, args = {...}, n = select("#", ...)}
	put_off[#put_off + 1] = job
	return {cancel = function() job.f = nil end}
end

function M.begin() put_off = {now = 0} end

function M.settle()
	for _ = 1, MOST do
		local first
		for i, job in ipairs(put_off) do
			if not first or job.due < put_off[first].due or (job.due == put_off[first].due and job.number < put_off[first].number) then
				first = i
			end
		end
		if not first or put_off[first].due > LATEST then break end
		local job = table.remove(put_off, first)
		put_off.now = math.max(put_off.now, job.due)
		if job.f then job.f(unpack(job.args, 1, job.n)) end
	end
end

-- enter gives the place to the player who has joined. Wide is how many slots in a row
-- the widest recipe needs.
function M.enter(player, wide)
	M.player = player
	player:set_pos(vector.add(M.HERE, vector.new(0, 1, -4)))
	player:set_physics_override({gravity = 0, speed = 0})
	local inv = player:get_inventory()
	M.inventory = inv
	-- The engine's own way to put something in hand, which each dig takes, tells the player
	-- at once; that can wait for the end of the step.
	getmetatable(player).set_wielded_item = function(self, stack)
		if not self:is_player() then return false end
		self:get_inventory():set_stack(self:get_wield_list(), self:get_wield_index(), ItemStack(stack))
		return true
	end
	if inv:get_size("main") < 32 then inv:set_size("main", 32) end
	inv:set_width("craft", wide)
	inv:set_size("craft", wide * wide)
	M.wide = wide
	inv:set_list("main", {})
end

-- hand is what a player digs with who holds nothing.
function M.hand()
	local stack = M.inventory:get_size("hand") > 0 and M.inventory:get_stack("hand", 1)
	return stack and not stack:is_empty() and stack or ItemStack("")
end

-- land puts what falls where it comes to lie: time doesn't pass for it.
local function land(pos, node)
	pos = vector.round(pos)
	for _ = 1, REACH do
		local below = core.registered_nodes[core.get_node(vector.offset(pos, 0, -1, 0)).name]
		if not below or below.walkable then break end
		pos.y = pos.y - 1
	end
	core.set_node(pos, node)
end

local function pick_up(inv, pos)
	local falling = {}
	for _, object in ipairs(core.get_objects_inside_radius(pos, REACH)) do
		if not object:is_player() then
			local entity = object:get_luaentity()
			local name = entity and entity.name
			if name == "__builtin:item" and entity.itemstring then inv:add_stack(ItemStack(entity.itemstring)) end
			if name == "__builtin:falling_node" and M.lived then falling[#falling + 1] = {pos = object:get_pos(), node = entity.node} end
			if not M.lived or name == "__builtin:item" or name == "__builtin:falling_node" then object:remove() end
		end
	end
	table.sort(falling, function(a, b) return a.pos.y < b.pos.y end)
	for _, f in ipairs(falling) do land(f.pos, f.node) end
end

-- wield puts a stack in hand.
function M.wield(stack) M.inventory:set_stack("main", M.player:get_wield_index(), stack) end

local EMPTY = ItemStack("")

-- collect puts into the inventory what the player got and what fell to the ground, all
-- but what is in hand, which it returns.
function M.collect(inv)
	local held = EMPTY
	if not M.inventory:is_empty("main") then
		held = M.player:get_wielded_item()
		M.wield(EMPTY)
		for _, stack in ipairs(M.inventory:get_list("main")) do inv:add_stack(stack) end
		M.inventory:set_list("main", {})
	end
	pick_up(inv, M.HERE)
	if M.in_field then pick_up(inv, M.FIELD) end
	return held
end

-- use_tool lets f use a piece of what is held, and takes it back, worn or not. What is in
-- hand but isn't that any more, such as a bucket that was filled, is gained.
function M.use_tool(inv, name, f)
	M.wield(name == "" and EMPTY or inv:tool(name))
	f()
	local held = M.collect(inv)
	if name ~= "" then inv:put_back(name, held) else inv:add_stack(held) end
end

-- click does to what is pointed at what the item does there, on the left or right.
function M.click(method, name, under, above)
	local def = core.registered_items[name]
	local pointed = {type = "node", under = vector.copy(under), above = vector.copy(above or vector.offset(under, 0, 1, 0))}
	local left = def[method](M.player:get_wielded_item(), M.player, pointed)
	if left then M.wield(ItemStack(left)) end
end

local function matches(name, wanted)
	for _, w in ipairs(type(wanted) == "table" and wanted or {wanted}) do
		if w == name then return true end
		if w:sub(1, 6) == "group:" and core.get_item_group(name, w:sub(7)) ~= 0 then return true end
	end
	return false
end

-- happens lists what is registered to happen to the node at pos now and then, as it stands.
local abms_of = {}
local function happens(name)
	local out = abms_of[name]
	if out then return out end
	out = {}
	for _, abm in ipairs(core.registered_abms) do
		if abm.action and abm.nodenames and matches(name, abm.nodenames) then out[#out + 1] = abm end
	end
	abms_of[name] = out
	return out
end

local function near(abm, pos)
	return not abm.neighbors or #abm.neighbors == 0 or core.find_node_near(pos, 1, abm.neighbors)
end

-- busy tells whether something goes on with the node at pos.
function M.busy(pos)
	if core.get_node_timer(pos):is_started() then return true end
	for _, abm in ipairs(happens(core.get_node(pos).name)) do
		if near(abm, pos) then return true end
	end
	return false
end

-- ever_busy tells whether something can go on with the node at pos, whatever is near it.
function M.ever_busy(pos)
	return core.get_node_timer(pos):is_started() or #happens(core.get_node(pos).name) > 0
end

-- may_change tells whether something may go on with such a node that is put somewhere.
function M.may_change(name)
	return rawget(core.registered_nodes[name], "on_timer") ~= nil or #happens(name) > 0
end

-- pass lets time pass for the node at pos, as long as something goes on there: its own
-- timer, and what is registered to happen to such nodes.
function M.pass(pos, rounds, idle)
	local same = 0
	for _ = 1, rounds do
		local before = core.get_node(pos)
		local busy = false
		local timer = core.get_node_timer(pos)
		if timer:is_started() then
			busy = true
			local left = timer:get_timeout() - timer:get_elapsed()
			timer:stop()
			local def = core.registered_nodes[before.name]
			if def and def.on_timer and def.on_timer(vector.copy(pos), left) then timer:start(left) end
		end
		for _, abm in ipairs(happens(core.get_node(pos).name)) do
			local node = core.get_node(pos)
			if matches(node.name, abm.nodenames) and near(abm, pos) then
				busy = true
				abm.action(vector.copy(pos), node, 0, 0)
			end
		end
		same = core.get_node(pos).name == before.name and same + 1 or 0
		if not busy or same > idle then return end
	end
end

-- fill makes the nodes from low to high, which are whole blocks of the map, what data
-- says: one number a node, in the engine's order.
local function fill(low, high, data, light)
	local vm = core.get_voxel_manip()
	vm:read_from_map(low, high)
	vm:set_data(data)
	vm:set_light_data(light)
	vm:write_to_map(false)
end

-- filled is a number for each node from low to high.
local function filled(low, high, number)
	local data = {}
	for i = 1, (high.x - low.x + 1) * (high.y - low.y + 1) * (high.z - low.z + 1) do data[i] = number end
	return data
end

-- field is the daylight plot with the ground, and water beside it if there is some.
local FIELD_LOW, FIELD_HIGH = vector.new(EAST, 64, 0), vector.new(EAST + 15, 95, 15)
local SUN = filled(FIELD_LOW, FIELD_HIGH, 15)
local fields = {} -- by ground
function M.field(ground, water)
	M.in_field = true
	local data = fields[ground]
	if not data then
		data = filled(FIELD_LOW, FIELD_HIGH, core.get_content_id("air"))
		local area = VoxelArea:new({MinEdge = FIELD_LOW, MaxEdge = FIELD_HIGH})
		for x = -3, 3 do for z = -3, 3 do for y = -2, -1 do
			data[area:indexp(vector.add(M.FIELD, vector.new(x, y, z)))] = core.get_content_id(ground)
		end end end
		if water then data[area:indexp(vector.add(M.FIELD, vector.new(1, -1, 0)))] = core.get_content_id(water) end
		fields[ground] = data
	end
	fill(FIELD_LOW, FIELD_HIGH, data, SUN)
	M.player:set_pos(vector.add(M.FIELD, vector.new(0, 1, -4)))
end

local NOBODY = {add_stack = function() end}

-- finish ends what M.begin began, and nothing is left with the player. What was got goes to inv.
function M.finish(inv)
	M.settle()
	put_off = nil
	inv:add_stack(M.collect(inv))
	if not M.inventory:is_empty("craft") then M.inventory:set_list("craft", {}) end
end

-- tidy makes the player and the place as new.
function M.tidy()
	put_off = nil
	if core.get_node(M.HERE).name ~= "air" then core.remove_node(M.HERE) end
	if M.under ~= core.get_node(vector.offset(M.HERE, 0, -1, 0)).name then
		core.set_node(vector.offset(M.HERE, 0, -1, 0), {name = M.under})
	end
	M.collect(NOBODY)
	if not M.inventory:is_empty("craft") then M.inventory:set_list("craft", {}) end
	if M.in_field then
		core.remove_node(M.FIELD) -- with its timer; the rest is made anew when it is needed
		M.player:set_pos(vector.add(M.HERE, vector.new(0, 1, -4)))
		M.in_field = nil
	end
end

-- prepare makes the place, without the map generator: that works in another thread, and
-- nothing here may wait for it. Under is what nodes stand on that need it.
function M.prepare(under)
	local low, high = vector.new(EAST - 16, -16, -16), vector.new(EAST + 31, 31, 31)
	fill(low, high, filled(low, high, core.get_content_id("air")), filled(low, high, 0))
	core.set_timeofday(0.5)
	M.under = under or "air"
	core.set_node(vector.offset(M.HERE, 0, -1, 0), {name = M.under})
end

-- plenty is an inventory that has as many of all as anybody asks for, and tells what was
-- got and given away.
local function plenty()
	local got = {}
	return {
		got = got,
		count = function() return 99 end,
		add = function(_, name, n) got[name] = (got[name] or 0) + n end,
		add_stack = function(self, s) if not s:is_empty() then self:add(s:get_name(), s:get_count()) end end,
		tool = function(_, name) return M.stack(name) end,
		put_back = function(self, name, s)
			if s:get_name() ~= name then
				self:add(name, -1)
				self:add_stack(s)
			end
		end,
	}
end

-- try does something for once, with everything at hand, and returns what f does, what was
-- got, and the error if it failed.
function M.try(f)
	math.randomseed(1)
	M.begin()
	local inv = plenty()
	local ok, result = pcall(f, inv)
	local tidied, why = pcall(M.tidy)
	if not ok or not tidied then return nil, {}, tostring(ok and why or result) end
	return result or nil, inv.got
end

return M
