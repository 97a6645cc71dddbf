-- A player without a client: what the game's functions ask of one, with a real
-- inventory behind it.

local NAME = "adam"
local inv = core.create_detached_inventory(NAME, {})
inv:set_size("main", 64)
inv:set_size("craft", 9)
inv:set_width("craft", 3)
local wielded = ItemStack("")

local player = {
	is_player = function() return true end,
	get_player_name = function() return NAME end,
	get_inventory = function() return inv end,
	get_wield_list = function() return "main" end,
	get_wield_index = function() return 1 end,
	get_wielded_item = function() return wielded end,
	set_wielded_item = function(_, stack) wielded = ItemStack(stack) return true end,
	get_pos = function() return vector.new(0, 0, 0) end,
	get_look_dir = function() return vector.new(0, 0, 1) end,
	get_look_horizontal = function() return 0 end,
	get_look_vertical = function() return 0 end,
	get_player_control = function() return {} end,
	get_player_control_bits = function() return 0 end,
	get_hp = function() return 20 end,
	get_breath = function() return 10 end,
	get_luaentity = function() return nil end,
	get_attach = function() return nil end,
}

return player
