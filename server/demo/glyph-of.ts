import type { Glyph } from './glyphs.ts';

/** The first matching row wins, so rows for what a thing is come before rows for its material or effect. */
const words: readonly (readonly [words: string, glyph: Glyph])[] = [
  ['recipe', 'scroll'],
  ['boots|treads|greaves|slippers|striders|bota|legs|stomp|walk|charge|kick', 'boots'],
  ['axe|axes|reaver|cleave|culling|berserker', 'axe'],
  ['hammer|maul|basher|bash|maelstrom|mjollnir|leveller|fissure|smash|slam|shovel', 'hammer'],
  ['dagger|knife|blink|misericorde|dagon|backstab|stifling|assassin|phantom', 'dagger'],
  ['lance|pike|spear|javelin|harpoon|halberd|trident|gungir|lancer|impale|quill', 'spear'],
  ['bow|arrow|arrows|quiver|ballista|crossbow|ranger|windrunner|shot|archer|marksmanship', 'bow'],
  ['yasha|sange|kaya|dual|blades|fury|mirror_image|manta', 'swords'],
  [
    'sword|blade|rapier|claymore|broadsword|sabre|edge|desolator|radiance|butterfly|greater_crit|lesser_crit|slash|omnislash|sven|juggernaut',
    'sword',
  ],
  ['staff|rod|wand|stick|sheepstick|scepter|crozier|handle|cyclone|force|mage|magi|invoker|rubick', 'staff'],
  ['shield|buckler|vanguard|aegis|crimson|bulwark|protection|barrier|guard|guardian|aphotic|mars', 'shield'],
  ['helm|helmet|headdress|headband|dominator|overlord|knight|commander|warlord|centurion', 'helm'],
  [
    'mail|chainmail|platemail|splintmail|armor|vest|plate|assault|cuirass|shivas_guard|coat|tunic|armlet|bristleback|carapace|shell|skin|hide',
    'armor',
  ],
  ['ring|rings|signet|band|circlet|ultimate_orb|link|bond|bonds', 'ring'],
  [
    'amulet|talisman|pendulum|brooch|broach|locket|medallion|null_talisman|phylactery|pers|charm|crest|relic|curio|bauble',
    'amulet',
  ],
  [
    'gloves|gauntlets|bracer|wraps|midas|fist|punch|duelist|vambrace|knuckles|grip|hand|hands|grab|toss|throw',
    'gloves',
  ],
  ['cloak|cape|robe|shawl|shroud|mantle|cover|veil|hood|invis|invisibility|riki|disguise|camouflage', 'cloak'],
  ['mask|satanic|madness|lifesteal|vladmir|shaman|trickster|doctor|voodoo|hex|deceit|illusion', 'mask'],
  ['hat|shako|wizard|witch|warlock|hoodwink', 'hat'],
  ['crown|diadem|tiara|coronet|king|queen|queenofpain|royale|regalia|majesty|reign|monarch', 'crown'],
  ['tome|book|necronomicon|grimoire|demonicon|knowledge|codex|teachings|writ', 'book'],
  ['tpscroll|scroll|token|brand|contract|ofrenda|decree', 'scroll'],
  [
    'clarity|flask|bottle|elixer|potion|draught|chalice|vessel|urn|brew|concoction|alchemist|acid|salve|cocktail|grisgris',
    'potion',
  ],
  ['mango|famango|cheese|jelly|tango|food|cookie|candy|fish|cornucopia|snapfire|feast|devour', 'food'],
  [
    'branches|leaf|tree|nature|natures|dandelion|seed|seeds|sprout|furion|treant|forest|pollen|living|enchantress|mushroom',
    'leaf',
  ],
  ['ward|sentry|observer|eye|vision|sight|seer|optic|lens|gem|monocle|reveal|oracle|scan|gaze|stare', 'eye'],
  [
    'wing|wings|feather|flying|courier|eagle|phoenix|skywrath|gale|wind|flicker|swift|haste|speed|leap|dive|bird|raven|hawk',
    'wing',
  ],
  [
    'skull|death|skeleton|necro|necrolyte|undying|tombstone|ghost|wraith|bone|bones|clinkz|soul|souls|reaper|doom|grave|bane|terrorblade|zombie|lich|demon|shadow_fiend|nevermore',
    'skull',
  ],
  [
    'heart|vitality|health|tarrasque|heal|healing|mekansm|regen|regeneration|life|love|repair|rejuvenation|bloodstone|mend',
    'heart',
  ],
  [
    'mana|water|raindrop|ocean|tide|tidal|river|morphling|torrent|kunkka|naga|siren|wave|splash|void_stone|energy|medusa|rain',
    'drop',
  ],
  ['blood|bloodseeker|bloodthorn|thirst|rupture|venom|poison|toxin|viper|venomancer', 'drop'],
  [
    'fire|flame|flames|ember|burn|burning|lina|dragon|meteor|ash|heat|ignite|lava|flak|rocket|bomb|grenade|explosion|inferno|immolation|batrider|jakiro|huskar|blaze|combustion',
    'flame',
  ],
  ['bolt|lightning|thunder|storm|zuus|razor|shock|static|electric|plasma|arc|stormcrafter|disruptor|zap', 'bolt'],
  [
    'frost|ice|cold|skadi|crystal_maiden|freezing|freeze|winter|snow|tusk|glacier|apparition|crystal_nova|chilling|avalanche',
    'frost',
  ],
  [
    'star|starfall|sun|sunray|light|dawn|luminosity|holy|nova|radiant|omniknight|illuminate|guiding|aether|divine|solar|spark|beam|flare|keeper',
    'star',
  ],
  ['moon|luna|lunar|night|eclipse|dark|darkness|shadow|nightmare|dusk|slark|stalker|mirana|templar', 'moon'],
  [
    'claw|claws|fangs|ursa|lycan|beast|wolf|bear|werewolf|rip|rend|bite|talon|predator|feral|hunt|swipe|spider|spiders|broodmother|nyx',
    'claw',
  ],
  [
    'hook|pudge|anchor|net|ensnare|chain|chains|lasso|hookshot|bullwhip|lash|leash|snare|tendrils|tentacles|slardar|tidehunter',
    'hook',
  ],
  [
    'banner|flag|drums|drum|janggo|rally|standard|battle|war|pipe|horn|cry|call|roar|command|legion|aura|presence|march',
    'banner',
  ],
  [
    'sniper|target|aim|track|assassinate|missile|missiles|homing|gun|bounty|techies|mine|mines|scope|crit|critical|strike',
    'target',
  ],
  ['coin|gold|greed|doubloon|greevil|fortune|treasure|madstone|dice|lucky|jackpot', 'coin'],
  ['orb|sphere|bubble|globe|essence|lotus|core|eddies|refresher|aeon|seer_stone|silencer|puck', 'orb'],
  [
    'hyperstone|crystal|shard|prism|point_booster|booster|philosophers|stone|rock|earth|boulder|tiny|sand|stones|chasm|blight_stone|dust|golem',
    'crystal',
  ],
  ['jewel|diamond|octarine', 'gem'],
  [
    'vortex|swirl|tornado|whirl|whirling|spin|black_hole|enigma|portal|warp|time|chrono|chronosphere|rift|void|faceless|teleport|dance|echo|spirit|puppet|swap|replicate|song',
    'swirl',
  ],
  ['power|enhancement|talent|bonus|improved|gift|blessing|innate', 'star'],
  ['miniboss|roshan|chest|box|satchel|bag|bundle|kit', 'chest'],
];
const patterns = words.map(([names, glyph]) => [new RegExp(`(?:^|_)(?:${names})s?(?:_|$)`), glyph] as const);

/** The glyph of a thing by its name in the game's files, such as `sword` for `broken_sword`. */
export const glyphOf = (name: string): Glyph | undefined => patterns.find(([pattern]) => pattern.test(name))?.[1];
