import {
  boolean,
  type Codec,
  choice,
  choices,
  day,
  float,
  group,
  integer,
  link,
  linkToOneOf,
  localised,
  longText,
  numbers,
  rows,
  type Source,
  text,
  texts,
  weight,
} from './codec.ts';
import { type Game, placesOf, template } from './game.ts';
import { shapedRows } from './shaped-rows.ts';
import { choiceOf, textsOf } from './values.ts';
import { each, enemies, foundMods, mods, nodes, relics, warframes, weapons } from './warframe-data.ts';
import { built, common, drop, introduced, rarities, vault, wiki } from './warframe-parts.ts';
import { warframePlaces } from './warframe-places.ts';

const choiceIn = (records: readonly Source[], list: string, name: string) =>
  choice(textsOf(records, (record) => each(record, list).map((one) => one[name])));

const warframeCodecs = {
  ...common(warframes, 'name', 'description'),
  ...built,
  ...wiki,
  ...vault,
  passiveDescription: localised(),
  sex: choiceOf(warframes, 'sex'),
  aura: choiceOf(warframes, 'aura'),
  polarities: texts(),
  productCategory: choiceOf(warframes, 'productCategory'),
  abilities: rows({ uniqueName: text(), name: localised(), description: localised(), imageName: text() }),
  exalted: texts(),
  armor: integer(),
  health: integer(),
  shield: integer(),
  power: integer(),
  stamina: integer(),
  sprint: float(),
  sprintSpeed: float(),
  masteryReq: integer(),
  color: integer(),
  conclave: boolean(),
  isPrime: boolean(),
  introduced,
  releaseDate: day(),
  components: rows({
    uniqueName: text(),
    name: text(),
    description: longText(),
    type: choiceIn(warframes, 'components', 'type'),
    imageName: text(),
    itemCount: integer(),
    tradable: boolean(),
    masterable: boolean(),
    primeSellingPrice: integer({ unit: 'ducats' }),
    ducats: integer({ unit: 'ducats' }),
    drops: rows(drop),
  }),
  drops: rows(drop),
};

const elements = textsOf(weapons, (weapon) => [
  ...Object.keys((weapon.damage as Source | undefined) ?? {}),
  ...each(weapon, 'attacks').flatMap(({ damage }) => Object.keys((damage as Source | undefined) ?? {})),
]);
const damage = group(Object.fromEntries(elements.map((element) => [element, float()])));
const slam = group({
  damage: text(),
  radial: group({ damage: text(), element: text(), proc: text(), radius: float() }),
});
const numbersNamed = (...names: string[]): Record<string, Codec> =>
  Object.fromEntries(names.map((name) => [name, float()]));
const weaponCodecs = {
  ...common(weapons, 'name', 'description'),
  ...built,
  ...wiki,
  ...vault,
  tags: choices(textsOf(weapons, ({ tags }) => tags)),
  trigger: choiceOf(weapons, 'trigger'),
  noise: choiceOf(weapons, 'noise'),
  polarities: texts(),
  stancePolarity: choiceOf(weapons, 'stancePolarity'),
  productCategory: choiceOf(weapons, 'productCategory'),
  introduced,
  releaseDate: day(),
  parents: texts(),
  isPrime: boolean(),
  damage,
  damagePerShot: numbers(),
  ...numbersNamed('totalDamage', 'criticalChance', 'criticalMultiplier', 'procChance', 'fireRate', 'accuracy'),
  ...numbersNamed('omegaAttenuation', 'reloadTime', 'blockingAngle', 'comboDuration', 'followThrough', 'range'),
  ...numbersNamed('slamAttack', 'slamRadialDamage', 'slamRadius', 'slideAttack', 'heavyAttackDamage', 'windUp'),
  ...numbersNamed('heavySlamAttack', 'heavySlamRadialDamage', 'heavySlamRadius', 'sprint', 'stamina'),
  slot: integer(),
  multishot: integer(),
  magazineSize: integer(),
  masteryReq: integer(),
  maxLevelCap: integer(),
  itemCount: integer(),
  disposition: integer(),
  attacks: shapedRows(
    { name: text(), ...numbersNamed('speed', 'crit_chance', 'crit_mult', 'status_chance'), damage },
    {
      shot: {
        shot_type: choiceIn(weapons, 'attacks', 'shot_type'),
        ...numbersNamed('shot_speed', 'flight', 'charge_time'),
        falloff: group(numbersNamed('start', 'end', 'reduction')),
      },
      swing: { slide: text(), slam },
    },
  ),
  drops: rows(drop),
};

const modCodecs = {
  ...common(mods, 'name'),
  ...wiki,
  rarity: rarities,
  polarity: choiceOf(mods, 'polarity'),
  compatName: choiceOf(mods, 'compatName'),
  baseDrain: integer(),
  fusionLimit: integer(),
  transmutable: boolean(),
  isAugment: boolean(),
  isExilus: boolean(),
  isPrime: boolean(),
  isUtility: boolean(),
  buffSet: boolean(),
  introduced,
  releaseDate: day(),
  levelStats: rows({ stats: texts() }),
  modSet: link('mod'),
  numUpgradesInSet: integer(),
  stats: texts(),
  modSetValues: numbers(),
  upgradeEntries: rows({
    tag: choiceIn(mods, 'upgradeEntries', 'tag'),
    prefixTag: text(),
    suffixTag: text(),
    upgradeValues: rows({ value: float(), locTag: text(), reverseValueSymbol: boolean() }),
  }),
  drops: rows({ ...drop, source: linkToOneOf('relic', 'enemy', 'node') }),
};

const marketItem = group({ marketId: text(), urlName: text() });
const relicCodecs = {
  ...common(relics, 'name', 'description'),
  vaulted: boolean(),
  marketInfo: marketItem,
  rewards: rows({
    rarity: rarities,
    // Two of the six have 25.33 instead of a third of 76.
    chance: weight({ requiredSum: 99.99 }),
    item: group({ name: text(), uniqueName: text(), warframeMarket: marketItem }),
  }),
};
const enemyCodecs = {
  ...common(enemies),
  faction: choiceOf(enemies, 'faction'),
  health: integer(),
  shield: integer(),
  armor: integer(),
  regionBits: integer(),
  resistances: rows({
    amount: integer(),
    type: choiceIn(enemies, 'resistances', 'type'),
    affectors: rows({
      element: choice(
        textsOf(enemies, (enemy) =>
          each(enemy, 'resistances').flatMap((one) => each(one, 'affectors').map(({ element }) => element)),
        ),
      ),
      modifier: float(),
    }),
  }),
  drops: rows({
    location: text(),
    type: choiceIn(enemies, 'drops', 'type'),
    rarity: rarities,
    chance: float(),
    rotation: choiceIn(enemies, 'drops', 'rotation'),
  }),
};
const nodeCodecs = {
  ...common(nodes, 'name'),
  systemName: choiceOf(nodes, 'systemName'),
  systemIndex: integer(),
  factionIndex: integer(),
  missionIndex: integer(),
  nodeType: integer(),
  minEnemyLevel: integer(),
  maxEnemyLevel: integer(),
  masteryReq: integer(),
};

/** `warframe-items`: Warframes, weapons, mods, relics, enemies and nodes of Warframe. */
export const warframe: Game = {
  name: 'warframe-items',
  places: placesOf(warframePlaces),
  templates: [
    template('warframe', { name: 'uniqueName', codecs: warframeCodecs, records: warframes }),
    template('weapon', { name: 'uniqueName', codecs: weaponCodecs, records: weapons }),
    template('mod', { name: 'uniqueName', codecs: modCodecs, records: foundMods }),
    template('relic', { name: 'uniqueName', codecs: relicCodecs, records: relics }),
    template('enemy', { name: 'uniqueName', codecs: enemyCodecs, records: enemies }),
    template('node', { name: 'uniqueName', codecs: nodeCodecs, records: nodes }),
  ],
};
