import {
  boolean,
  type Codec,
  choice,
  choices,
  float,
  group,
  integer,
  link,
  links,
  longText,
  numbers,
  rows,
  type Source,
  text,
  texts,
  weight,
} from './codec.ts';
import { type Game, placesOf, template } from './game.ts';
import { abilities, data, effects, items, kinds, moves, species, stats, types } from './pokemon-data.ts';
import { shapedRows } from './shaped-rows.ts';
import { choiceOf, choicesOf, textsOf } from './values.ts';

const integers = (names: readonly string[]): Codec => group(Object.fromEntries(names.map((name) => [name, integer()])));
const boosts = integers([...stats, 'accuracy', 'evasion']);
const statusOf = choice(['slp', 'psn', 'tox', 'brn', 'frz', 'par']);
const volatile = choice(textsOf(moves, (move) => (move.secondaries as Source[]).map((one) => one.volatileStatus)));

const typeCodecs = {
  name: text({ unique: true }),
  damageTaken: rows({ type: link('type'), effect: choice(effects) }),
  HPivs: integers(stats),
  HPdvs: integers(stats),
};
const abilityCodecs = {
  name: text({ unique: true }),
  num: integer(),
  isNonstandard: choiceOf(abilities, 'isNonstandard'),
  flags: choicesOf(abilities, 'flags'),
  shortDesc: text(),
  desc: longText(),
  suppressWeather: boolean(),
};
const natureCodecs = { name: text({ unique: true }), plus: choice(stats), minus: choice(stats) };
const itemCodecs = {
  name: text({ unique: true }),
  num: integer(),
  gen: integer(),
  isNonstandard: choiceOf(items, 'isNonstandard'),
  kinds: choices([...kinds, 'isZCrystal']),
  shortDesc: text(),
  desc: longText(),
  fling: group({ basePower: integer(), status: statusOf, volatileStatus: choice(['flinch']) }),
  naturalGift: group({ basePower: integer(), type: link('type') }),
  megaStone: rows({ from: link('species'), to: link('species') }),
  itemUser: links('species'),
  forcedForme: link('species'),
  type: link('type'),
  zMove: link('move'),
  zMoveFrom: link('move'),
  boosts,
};
const moveCodecs = {
  name: text({ unique: true }),
  num: integer(),
  isNonstandard: choiceOf(moves, 'isNonstandard'),
  type: link('type'),
  category: choiceOf(moves, 'category'),
  target: choiceOf(moves, 'target'),
  accuracy: integer({ unit: '%' }),
  basePower: integer(),
  pp: integer(),
  priority: integer(),
  critRatio: integer(),
  flags: choicesOf(moves, 'flags'),
  rules: choicesOf(moves, 'rules'),
  shortDesc: text(),
  desc: longText(),
  drain: numbers(),
  recoil: numbers(),
  heal: numbers(),
  multihit: numbers(),
  damage: integer(),
  damageBy: choiceOf(moves, 'damageBy'),
  status: statusOf,
  volatileStatus: choiceOf(moves, 'volatileStatus'),
  sideCondition: choiceOf(moves, 'sideCondition'),
  slotCondition: choiceOf(moves, 'slotCondition'),
  pseudoWeather: choiceOf(moves, 'pseudoWeather'),
  weather: choiceOf(moves, 'weather'),
  terrain: choiceOf(moves, 'terrain'),
  selfdestruct: choiceOf(moves, 'selfdestruct'),
  selfSwitch: choiceOf(moves, 'selfSwitch'),
  immuneToOhko: link('type'),
  overrideOffensiveStat: choice(stats),
  overrideDefensiveStat: choice(stats),
  overrideOffensivePokemon: choice(['source', 'target']),
  nonGhostTarget: choiceOf(moves, 'nonGhostTarget'),
  boosts,
  selfBoost: boosts,
  self: group({
    chance: integer({ unit: '%' }),
    boosts,
    volatileStatus: choice(textsOf(moves, (move) => (move.self as Source | undefined)?.volatileStatus)),
    sideCondition: choiceOf(moves, 'sideCondition'),
    pseudoWeather: choiceOf(moves, 'pseudoWeather'),
  }),
  secondaries: shapedRows(
    { chance: integer({ unit: '%' }) },
    {
      stats: { boosts },
      ailment: { status: statusOf },
      volatile: { volatileStatus: volatile },
      user: { self: group({ boosts }) },
      special: {},
    },
  ),
  isZ: link('item'),
  zMove: group({
    basePower: integer(),
    boost: boosts,
    effect: choice(textsOf(moves, (move) => (move.zMove as Source | undefined)?.effect)),
  }),
  maxMove: group({ basePower: integer() }),
  maxMoveOf: link('species'),
  realMove: link('move'),
};
const speciesCodecs = {
  name: text({ unique: true }),
  num: integer(),
  gen: integer(),
  types: links('type'),
  gender: choiceOf(species, 'gender'),
  genderRatio: rows({ gender: choice(['M', 'F']), share: weight({ requiredSum: 1 }) }),
  baseStats: integers(stats),
  abilities: rows({ slot: choice(['0', '1', 'H', 'S']), ability: link('ability') }),
  weightkg: float({ unit: 'kg' }),
  eggGroups: choicesOf(species, 'eggGroups'),
  tags: choicesOf(species, 'tags'),
  prevo: link('species'),
  evos: links('species'),
  evoType: choiceOf(species, 'evoType'),
  evoLevel: integer(),
  evoItem: link('item'),
  evoMove: link('move'),
  evoRegion: choiceOf(species, 'evoRegion'),
  evoCondition: text(),
  baseSpecies: link('species'),
  forme: text(),
  baseForme: text(),
  otherFormes: links('species'),
  cosmeticFormes: texts(),
  formeOrder: texts(),
  isCosmeticForme: boolean(),
  changesFrom: link('species'),
  battleOnly: links('species'),
  mother: link('species'),
  canHatch: boolean(),
  maxHP: integer(),
  canGigantamax: link('move'),
  cannotDynamax: boolean(),
  requiredAbility: link('ability'),
  requiredItem: link('item'),
  requiredItems: links('item'),
  requiredMove: link('move'),
  requiredTeraType: link('type'),
};

const places = placesOf(`
  type damageTaken.effect: an integer whose codes were on a wiki page -> choice
  ability isNonstandard: a text -> choice
  ability flags: nine checkboxes -> choices
  ability desc: a text on one line -> long-text
  nature plus: a text -> choice
  nature minus: a text -> choice
  item isNonstandard: a text -> choice
  item kinds: seven checkboxes -> choices
  item desc: a text on one line -> long-text
  item fling.status: a text -> choice
  item fling.volatileStatus: a text -> choice
  move isNonstandard: a text -> choice
  move category: a text -> choice
  move target: a text -> choice
  move flags: 38 checkboxes -> choices
  move rules: 25 checkboxes -> choices
  move desc: a text on one line -> long-text
  move drain: rows of one integer -> number-list
  move recoil: rows of one integer -> number-list
  move heal: rows of one integer -> number-list
  move multihit: rows of one integer -> number-list
  move damageBy: a text -> choice
  move status: a text -> choice
  move volatileStatus: a text -> choice
  move sideCondition: a text -> choice
  move slotCondition: a text -> choice
  move pseudoWeather: a text -> choice
  move weather: a text -> choice
  move terrain: a text -> choice
  move selfdestruct: a text -> choice
  move selfSwitch: a text -> choice
  move overrideOffensiveStat: a text -> choice
  move overrideDefensiveStat: a text -> choice
  move overrideOffensivePokemon: a text -> choice
  move nonGhostTarget: a text -> choice
  move self.volatileStatus: a text -> choice
  move self.sideCondition: a text -> choice
  move self.pseudoWeather: a text -> choice
  move secondaries.type: fields of four kinds of effects in each row -> row-type
  move secondaries.stats: fields that most rows had to leave empty -> shape
  move secondaries.ailment: a field that most rows had to leave empty -> shape
  move secondaries.ailment.status: a text -> choice
  move secondaries.volatile: a field that most rows had to leave empty -> shape
  move secondaries.volatile.volatileStatus: a text -> choice
  move secondaries.user: fields that most rows had to leave empty -> shape
  move secondaries.special: a row without any field -> shape
  move zMove.effect: a text -> choice
  species gender: a text -> choice
  species genderRatio.gender: a field a gender -> choice
  species genderRatio.share: floats that had to sum to 1 by themselves -> weight
  species abilities.slot: a field a slot -> choice
  species eggGroups: rows of one text -> choices
  species tags: rows of one text -> choices
  species evoType: a text -> choice
  species evoRegion: a text -> choice
  species cosmeticFormes: rows of one text -> text-list
  species formeOrder: rows of one text -> text-list
`);

/** `@pkmn/dex`: species, moves, abilities, items, natures and types of Pokémon. */
export const pokemon: Game = {
  name: '@pkmn/dex',
  places,
  templates: [
    template('type', { name: 'name', codecs: typeCodecs, records: types }),
    template('ability', { name: 'name', codecs: abilityCodecs, records: abilities }),
    template('nature', { name: 'name', codecs: natureCodecs, records: [...data.nature.values()] }),
    template('item', { name: 'name', codecs: itemCodecs, records: items }),
    template('move', { name: 'name', codecs: moveCodecs, records: moves }),
    template('species', { name: 'name', codecs: speciesCodecs, records: species }),
  ],
};
