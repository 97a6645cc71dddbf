package main

// What the package doesn't say, from the game's published rules (Java Edition
// 1.19), as tables of names that are checked against the package.

// smelting is what a furnace makes: the result, then what it is made of, any one
// of them. Words that start with a colon stand for groups of items.
const smelting = `
baked_potato: potato
cooked_beef: beef
cooked_chicken: chicken
cooked_cod: cod
cooked_mutton: mutton
cooked_porkchop: porkchop
cooked_rabbit: rabbit
cooked_salmon: salmon
dried_kelp: kelp
charcoal: :logs_that_burn
coal: coal_ore deepslate_coal_ore
copper_ingot: raw_copper copper_ore deepslate_copper_ore
diamond: diamond_ore deepslate_diamond_ore
emerald: emerald_ore deepslate_emerald_ore
gold_ingot: raw_gold gold_ore deepslate_gold_ore nether_gold_ore
iron_ingot: raw_iron iron_ore deepslate_iron_ore
lapis_lazuli: lapis_ore deepslate_lapis_ore
redstone: redstone_ore deepslate_redstone_ore
quartz: nether_quartz_ore
netherite_scrap: ancient_debris
iron_nugget: iron_sword iron_shovel iron_pickaxe iron_axe iron_hoe iron_helmet iron_chestplate iron_leggings iron_boots iron_horse_armor chainmail_helmet chainmail_chestplate chainmail_leggings chainmail_boots
gold_nugget: golden_sword golden_shovel golden_pickaxe golden_axe golden_hoe golden_helmet golden_chestplate golden_leggings golden_boots golden_horse_armor
glass: sand red_sand
stone: cobblestone
smooth_stone: stone
smooth_sandstone: sandstone
smooth_red_sandstone: red_sandstone
smooth_quartz: quartz_block
smooth_basalt: basalt
deepslate: cobbled_deepslate
cracked_stone_bricks: stone_bricks
cracked_deepslate_bricks: deepslate_bricks
cracked_deepslate_tiles: deepslate_tiles
cracked_nether_bricks: nether_bricks
cracked_polished_blackstone_bricks: polished_blackstone_bricks
terracotta: clay
brick: clay_ball
nether_brick: netherrack
green_dye: cactus
lime_dye: sea_pickle
popped_chorus_fruit: chorus_fruit
sponge: wet_sponge
`

// colors are those of the sixteen dyes; each has a terracotta that becomes glazed
// terracotta in a furnace.
const colors = "white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black"

// fuels are those that are modeled, of about 150: each smelts at least one item
// per piece. Logs are left out, as charcoal is made of them, and so are things that
// nobody burns; in the order in which they are used up.
const fuels = "coal charcoal oak_planks spruce_planks birch_planks jungle_planks acacia_planks dark_oak_planks mangrove_planks " +
	"dried_kelp_block blaze_rod coal_block lava_bucket"

// generated are the blocks that stand somewhere without anybody having placed
// them. Those of structures are listed only if they can't be crafted or smelted.
const generated = `
stone granite diorite andesite deepslate tuff calcite dripstone_block pointed_dripstone
grass_block dirt coarse_dirt podzol mycelium rooted_dirt mud sand red_sand gravel clay
sandstone red_sandstone terracotta white_terracotta orange_terracotta yellow_terracotta
brown_terracotta red_terracotta light_gray_terracotta obsidian magma_block snow snow_block
amethyst_block amethyst_cluster smooth_basalt moss_block moss_carpet mossy_cobblestone bone_block
coal_ore copper_ore diamond_ore emerald_ore gold_ore iron_ore lapis_ore redstone_ore
deepslate_coal_ore deepslate_copper_ore deepslate_diamond_ore deepslate_emerald_ore
deepslate_gold_ore deepslate_iron_ore deepslate_lapis_ore deepslate_redstone_ore
raw_copper_block raw_iron_block

oak_log spruce_log birch_log jungle_log acacia_log dark_oak_log mangrove_log
oak_leaves spruce_leaves birch_leaves jungle_leaves acacia_leaves dark_oak_leaves
mangrove_leaves azalea_leaves flowering_azalea_leaves mangrove_roots muddy_mangrove_roots
mangrove_propagule azalea flowering_azalea vine glow_lichen hanging_roots big_dripleaf
big_dripleaf_stem small_dripleaf cave_vines cave_vines_plant spore_blossom
grass fern tall_grass large_fern dead_bush seagrass tall_seagrass kelp kelp_plant sea_pickle
dandelion poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip pink_tulip
oxeye_daisy cornflower lily_of_the_valley sunflower lilac rose_bush peony lily_pad
brown_mushroom red_mushroom brown_mushroom_block red_mushroom_block sugar_cane cactus bamboo
cocoa sweet_berry_bush melon pumpkin
tube_coral_block brain_coral_block bubble_coral_block fire_coral_block horn_coral_block

netherrack soul_sand soul_soil basalt blackstone glowstone nether_gold_ore nether_quartz_ore
ancient_debris crimson_nylium warped_nylium crimson_stem warped_stem nether_wart_block
warped_wart_block shroomlight crimson_fungus warped_fungus crimson_roots warped_roots
nether_sprouts weeping_vines weeping_vines_plant twisting_vines twisting_vines_plant
end_stone chorus_plant chorus_flower

wheat carrots potatoes beetroots farmland dirt_path bell cobweb nether_wart wet_sponge
gilded_blackstone crying_obsidian skeleton_skull dragon_head
`

// placing is what is put down for blocks that are no items; potted plants, cakes
// with candles and filled cauldrons follow their names.
var placing = map[string]string{
	"attached_melon_stem": "melon_seeds", "attached_pumpkin_stem": "pumpkin_seeds",
	"melon_stem": "melon_seeds", "pumpkin_stem": "pumpkin_seeds",
	"bamboo_sapling": "bamboo", "redstone_wire": "redstone", "tripwire": "string",
	"potted_azalea_bush": "flower_pot azalea", "potted_flowering_azalea_bush": "flower_pot flowering_azalea",
}

// dropCounts are the quantities of drops without enchantments from a ripe or full
// block, where the package gives others.
var dropCounts = map[string][2]int{
	"amethyst_cluster amethyst_shard": {2, 4},
	"beetroots beetroot_seeds":        {1, 4},
	"brown_mushroom_block":            {1, 2},
	"carrots":                         {2, 5},
	"cocoa":                           {3, 3},
	"coal_ore":                        {1, 1},
	"copper_ore":                      {2, 5},
	"dead_bush stick":                 {1, 2},
	"deepslate_coal_ore":              {1, 1},
	"deepslate_copper_ore":            {2, 5},
	"deepslate_diamond_ore":           {1, 1},
	"deepslate_emerald_ore":           {1, 1},
	"deepslate_gold_ore":              {1, 1},
	"deepslate_iron_ore":              {1, 1},
	"deepslate_lapis_ore":             {4, 9},
	"deepslate_redstone_ore":          {4, 5},
	"diamond_ore":                     {1, 1},
	"emerald_ore":                     {1, 1},
	"gilded_blackstone gold_nugget":   {2, 5},
	"glow_lichen":                     {1, 1},
	"glowstone":                       {2, 4},
	"gold_ore":                        {1, 1},
	"iron_ore":                        {1, 1},
	"lapis_ore":                       {4, 9},
	"melon":                           {3, 7},
	"nether_gold_ore":                 {2, 6},
	"nether_quartz_ore":               {1, 1},
	"nether_wart":                     {2, 4},
	"potatoes potato":                 {2, 5},
	"potatoes poisonous_potato":       {1, 1},
	"red_mushroom_block":              {1, 2},
	"redstone_ore":                    {4, 5},
	"sea_lantern":                     {2, 3},
	"sea_pickle":                      {1, 1},
	"snow":                            {1, 1},
	"sweet_berry_bush":                {2, 3},
	"wheat wheat":                     {1, 1},
	"wheat wheat_seeds":               {1, 4},
}

// needShears are drops, as block and item, that only come with shears.
const needShears = `
oak_leaves:oak_leaves spruce_leaves:spruce_leaves birch_leaves:birch_leaves jungle_leaves:jungle_leaves
acacia_leaves:acacia_leaves dark_oak_leaves:dark_oak_leaves mangrove_leaves:mangrove_leaves
azalea_leaves:azalea_leaves flowering_azalea_leaves:flowering_azalea_leaves
grass:grass tall_grass:grass fern:fern large_fern:fern dead_bush:dead_bush vine:vine
glow_lichen:glow_lichen seagrass:seagrass tall_seagrass:seagrass hanging_roots:hanging_roots
small_dripleaf:small_dripleaf nether_sprouts:nether_sprouts cobweb:cobweb
`

// rare are drops, as block and item, that come less often than one time in three
// in the game.
const rare = `
oak_leaves:oak_sapling spruce_leaves:spruce_sapling birch_leaves:birch_sapling
jungle_leaves:jungle_sapling acacia_leaves:acacia_sapling dark_oak_leaves:dark_oak_sapling
azalea_leaves:azalea flowering_azalea_leaves:flowering_azalea
oak_leaves:stick spruce_leaves:stick birch_leaves:stick jungle_leaves:stick acacia_leaves:stick
dark_oak_leaves:stick mangrove_leaves:stick azalea_leaves:stick flowering_azalea_leaves:stick
oak_leaves:apple dark_oak_leaves:apple
grass:wheat_seeds tall_grass:wheat_seeds fern:wheat_seeds large_fern:wheat_seeds
gravel:flint gilded_blackstone:gold_nugget potatoes:poisonous_potato
twisting_vines:twisting_vines twisting_vines_plant:twisting_vines
weeping_vines:weeping_vines weeping_vines_plant:weeping_vines
`

// notDropped are what the package lists and a plain block never drops: with silk
// touch only, or only when full.
const notDropped = `snow:snow snow:snow_block composter:bone_meal`

// leftovers stay in the grid when what they held is used up in crafting.
var leftovers = map[string]string{
	"milk_bucket": "bucket", "water_bucket": "bucket", "lava_bucket": "bucket",
	"honey_bottle": "glass_bottle", "dragon_breath": "glass_bottle",
}

// prey is hunted with bare hands, monsters with a sword. Whoever only comes by
// commands, and golems, which people build, are left out.
const (
	prey = `cat chicken cod cow dolphin donkey glow_squid horse llama mooshroom mule panda parrot pig
polar_bear pufferfish rabbit salmon sheep squid strider trader_llama tropical_fish turtle`
	monsters = `blaze cave_spider creeper drowned elder_guardian enderman evoker ghast guardian hoglin husk
magma_cube phantom ravager shulker skeleton skeleton_horse slime spider stray vindicator warden witch
wither_skeleton zoglin zombie zombie_villager zombified_piglin`
)

// notHunted are drops of mobs that take more than a kill: a frog, a lightning
// stroke.
const notHunted = `magma_cube:pearlescent_froglight magma_cube:verdant_froglight magma_cube:ochre_froglight turtle:bowl`
