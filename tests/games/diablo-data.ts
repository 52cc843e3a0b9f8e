import type { Source } from './codec.ts';
import { type Cells, linesOf, numberOf, numbersOf, setOf } from './tsv.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
/** The lines without the one that separates the expansion's from the first game's. */
const entriesOf = (name: string, column: string) => linesOf(name).filter((line) => line[column] !== undefined);
const inColumns = (cells: Cells, columns: Readonly<Record<string, string>>): Source =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, numberOf(cells[column])]));

export const skillFlags = [
  'ClassReq',
  'Monster',
  'Enhanceable',
  'isaura',
  'Durability',
  'Shiver',
  'UseAttackRate',
  'TargetableOnly',
  'SearchEnemyXY',
  'SearchMonsterNear',
  'SelectDead',
  'SearchOpenXY',
  'TargetPet',
  'TargetAlly',
  'ItemEffect',
  'AttackNoMana',
  'leftskl',
  'Interrupt',
  'InTown',
  'Periodic',
  'Finishing',
];
/** What an item or a skill does to those that it hits. */
const damageOf = (cells: Cells): Source => ({
  hit: {
    ...inColumns(cells, { min: 'MinDam', max: 'MaxDam', toHit: 'ToHit', toHitPerLevel: 'LevToHit', shift: 'HitShift' }),
    perLevel: numbersOf(cells, 'LevDam1', 'LevDam2', 'LevDam3'),
  },
  element: {
    type: cells.EType,
    ...inColumns(cells, { min: 'EMin', max: 'EMax', length: 'ELen' }),
    perLevel: numbersOf(cells, 'ELev1', 'ELev2', 'ELev3'),
    lengthPerLevel: numbersOf(cells, 'ELevLen1', 'ELevLen2', 'ELevLen3'),
  },
});

export const skills = entriesOf('skills', 'Id').map(
  (cells): Source => ({
    name: cells.skill,
    class: cells.charclass,
    range: cells.range,
    animation: cells.anim,
    monsterAnimation: cells.monanim,
    flags: setOf(cells, skillFlags),
    weapons: [...new Set(upTo(6).map((n) => cells[`itemclass${n}`]))].filter((one) => one && one !== 'xxx'),
    requires: upTo(3).flatMap((n) => cells[`reqskill${n}`] ?? []),
    requiredLevel: numberOf(cells.reqlevel),
    tree: inColumns(cells, { page: 'SkillPage', row: 'SkillRow', column: 'SkillColumn', icon: 'IconCel' }),
    mana: inColumns(cells, { cost: 'mana', perLevel: 'lvlmana', shift: 'manashift' }),
    delay: numberOf(cells.Delay),
    ...damageOf(cells),
    params: upTo(6).map((n) => ({ value: numberOf(cells[`Param${n}`]), meaning: cells[`Param${n} Description`] })),
    effect: cells.effect,
    levelEffect: cells.leveleffect,
    costMultiplier: numberOf(cells['cost mult']),
  }),
);

/** Which characters sell an item, and how many of it. */
export const vendors = [
  ...['Charsi', 'Gheed', 'Akara', 'Fara', 'Lysander', 'Drognan', 'Hralti', 'Alkor', 'Ormus'],
  ...['Elzix', 'Asheara', 'Cain', 'Halbu', 'Jamella', 'Larzuk', 'Drehya', 'Malah'],
];
const offersOf = (cells: Cells): Source[] =>
  vendors
    .map((vendor) => ({
      vendor,
      ...inColumns(cells, {
        min: `${vendor}Min`,
        max: `${vendor}Max`,
        magicMin: `${vendor}MagicMin`,
        magicMax: `${vendor}MagicMax`,
      }),
    }))
    .filter(({ min, max, magicMin, magicMax }: Source) => min || max || magicMin || magicMax);

/** What all items that can be carried have. */
const itemOf = (cells: Cells): Source => ({
  name: cells.name,
  code: cells.code,
  type: cells.type,
  rarity: numberOf(cells.rarity),
  cost: numberOf(cells.cost),
  size: inColumns(cells, { width: 'invwidth', height: 'invheight', sockets: 'gemsockets' }),
  ...inColumns(cells, { level: 'level', requiredLevel: 'levelreq', strength: 'reqstr', dexterity: 'reqdex' }),
  ...inColumns(cells, { speed: 'speed', durability: 'durability' }),
  flags: setOf(cells, [
    'nodurability',
    'hasinv',
    'stackable',
    'useable',
    'throwable',
    'transparent',
    'quivered',
    'belt',
  ]),
  offers: offersOf(cells),
});
/** The normal, exceptional and elite form of an item. */
const tiersOf = ({ normcode, ubercode, ultracode }: Cells): Source => ({
  tiers: [normcode, ubercode, ultracode].filter((code) => code !== undefined),
});

export const weapons = entriesOf('weapons', 'code').map(
  (cells): Source => ({
    ...itemOf(cells),
    ...tiersOf(cells),
    oneHand: inColumns(cells, { min: 'mindam', max: 'maxdam' }),
    twoHands: inColumns(cells, { min: '2handmindam', max: '2handmaxdam' }),
    thrown: inColumns(cells, { min: 'minmisdam', max: 'maxmisdam' }),
    hands: cells['1or2handed'] ? 'one or two' : cells['2handed'] ? 'two' : 'one',
    special: cells.special,
    reach: numberOf(cells.rangeadder),
    class: cells.wclass,
    hitClass: cells['hit class'],
  }),
);
export const armor = entriesOf('armor', 'code').map(
  (cells): Source => ({
    ...itemOf(cells),
    ...tiersOf(cells),
    defense: inColumns(cells, { min: 'minac', max: 'maxac', block: 'block' }),
  }),
);
export const misc = entriesOf('misc', 'code').map(itemOf);

/** The item that a code or name stands for, and the text itself if there is none. */
function itemNamed(text: string | undefined, templates: Readonly<Record<string, readonly Source[]>>): Source {
  const found = Object.entries(templates).find(([, records]) =>
    records.some(({ code, name }) => (code ?? name) === text),
  );
  return found ? { item: { template: found[0], name: text } } : { other: text };
}

const modOf = (cells: Cells, prefix: string): Source[] =>
  cells[`${prefix}Code`]
    ? [
        {
          property: cells[`${prefix}Code`],
          ...inColumns(cells, { param: `${prefix}Param`, min: `${prefix}Min`, max: `${prefix}Max` }),
        },
      ]
    : [];
export const properties = entriesOf('properties', 'Code').map(
  (cells): Source => ({
    code: cells.Code,
    offset: cells.ModFuncOffset,
    description: cells.Description,
    meaning: { param: cells.Param, min: cells.Min, max: cells.Max },
    notes: cells['Additional Notes'],
  }),
);
export const uniques = entriesOf('uniqueitems', 'code').map(
  (cells): Source => ({
    name: cells.name,
    base: itemNamed(cells.code, { weapon: weapons, armor, misc }),
    ...inColumns(cells, { rarity: 'rarity', level: 'Level', requiredLevel: 'LevelReq', costAdd: 'cost add' }),
    flags: setOf(cells, ['completed', 'beta', 'transform', 'invtransform']),
    mods: upTo(10).flatMap((n) => modOf(cells, `ItemMod${n}`)),
  }),
);
export const sockets = ['weapon', 'helm', 'shield'];
export const gems = entriesOf('gems', 'code').map(
  (cells): Source => ({
    name: cells.name,
    letter: cells.letter,
    item: cells.code,
    mods: sockets.flatMap((where) =>
      upTo(3).flatMap((n) => modOf(cells, `${where}Mod${n}`).map((mod) => ({ where, ...mod }))),
    ),
  }),
);
const classes = entriesOf('treasureclassex', 'Picks');
const dropped = {
  weapon: weapons,
  armor,
  misc,
  unique: uniques,
  treasure: classes.map((cells) => ({ name: cells['Treasure Class'] })),
};
export const treasures = classes.map(
  (cells): Source => ({
    name: cells['Treasure Class'],
    picks: numberOf(cells.Picks),
    quality: inColumns(cells, { unique: 'Unique', set: 'Set', rare: 'Rare', magic: 'Magic' }),
    noDrop: numberOf(cells.NoDrop),
    drops: upTo(10)
      .filter((n) => cells[`Item${n}`] !== undefined)
      .map((n) => {
        const named = itemNamed(cells[`Item${n}`], dropped);
        return { type: 'item' in named ? 'listed' : 'coded', ...named, chance: numberOf(cells[`Prob${n}`]) };
      }),
  }),
);
