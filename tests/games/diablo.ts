import {
  choice,
  choices,
  group,
  integer,
  link,
  links,
  linkToOneOf,
  numbers,
  rows,
  type Source,
  text,
  weight,
} from './codec.ts';
import {
  armor,
  gems,
  misc,
  properties,
  skillFlags,
  skills,
  sockets,
  treasures,
  uniques,
  vendors,
  weapons,
} from './diablo-data.ts';
import { type Game, placesOf, template } from './game.ts';
import { shapedRows } from './shaped-rows.ts';
import { choiceOf, choicesOf, textsOf } from './values.ts';

const fromTo = group({ min: integer(), max: integer() });
const element = choice(textsOf(skills, (skill) => (skill.element as Source).type));
const mod = { property: link('property'), param: integer(), min: integer(), max: integer() };

const skillCodecs = {
  name: text({ unique: true }),
  class: choiceOf(skills, 'class'),
  range: choiceOf(skills, 'range'),
  animation: choiceOf(skills, 'animation'),
  monsterAnimation: choiceOf(skills, 'monsterAnimation'),
  flags: choices(skillFlags),
  weapons: choicesOf(skills, 'weapons'),
  requires: links('skill'),
  requiredLevel: integer(),
  tree: group({ page: integer(), row: integer(), column: integer(), icon: integer() }),
  mana: group({ cost: integer(), perLevel: integer(), shift: integer() }),
  delay: integer({ unit: 'frames' }),
  hit: group({
    min: integer(),
    max: integer(),
    toHit: integer({ unit: '%' }),
    toHitPerLevel: integer({ unit: '%' }),
    shift: integer(),
    perLevel: numbers(),
  }),
  element: group({
    type: element,
    min: integer(),
    max: integer(),
    length: integer({ unit: 'frames' }),
    perLevel: numbers(),
    lengthPerLevel: numbers(),
  }),
  params: rows({ value: integer(), meaning: text() }),
  effect: text(),
  levelEffect: text(),
  costMultiplier: integer(),
};
const itemCodecs = (records: readonly Source[]) => ({
  code: text({ unique: true }),
  name: text(),
  type: choiceOf(records, 'type'),
  rarity: integer(),
  cost: integer({ unit: 'gold' }),
  size: group({ width: integer(), height: integer(), sockets: integer() }),
  level: integer(),
  requiredLevel: integer(),
  strength: integer(),
  dexterity: integer(),
  speed: integer(),
  durability: integer(),
  flags: choicesOf(records, 'flags'),
  offers: rows({
    vendor: choice(vendors),
    min: integer(),
    max: integer(),
    magicMin: integer(),
    magicMax: integer(),
  }),
});
const weaponCodecs = {
  ...itemCodecs(weapons),
  special: choiceOf(weapons, 'special'),
  tiers: links('weapon'),
  oneHand: fromTo,
  twoHands: fromTo,
  thrown: fromTo,
  hands: choiceOf(weapons, 'hands'),
  reach: integer(),
  class: choiceOf(weapons, 'class'),
  hitClass: choiceOf(weapons, 'hitClass'),
};
const armorCodecs = {
  ...itemCodecs(armor),
  tiers: links('armor'),
  defense: group({ min: integer(), max: integer(), block: integer({ unit: '%' }) }),
};
const uniqueCodecs = {
  name: text({ unique: true }),
  base: group({ item: linkToOneOf('weapon', 'armor', 'misc'), other: text() }),
  rarity: integer(),
  level: integer(),
  requiredLevel: integer(),
  costAdd: integer({ unit: 'gold' }),
  flags: choicesOf(uniques, 'flags'),
  mods: rows(mod),
};
const propertyCodecs = {
  code: text({ unique: true }),
  offset: text(),
  description: text(),
  meaning: group({ param: text(), min: text(), max: text() }),
  notes: choiceOf(properties, 'notes'),
};
const gemCodecs = {
  name: text({ unique: true }),
  letter: text(),
  item: link('misc'),
  mods: rows({ where: choice(sockets), ...mod }),
};
const treasureCodecs = {
  name: text({ unique: true }),
  picks: integer(),
  quality: group({ unique: integer(), set: integer(), rare: integer(), magic: integer() }),
  noDrop: integer(),
  drops: shapedRows(
    { chance: weight() },
    { listed: { item: linkToOneOf('weapon', 'armor', 'misc', 'unique', 'treasure') }, coded: { other: text() } },
  ),
};

/** `diablo2-data`: skills, items, unique items, gems and treasure classes of Diablo II. */
export const diablo: Game = {
  name: 'diablo2-data',
  places: placesOf(`
    property notes: a text -> choice
    skill class: a text -> choice
    skill range: a text -> choice
    skill animation: a text -> choice
    skill monsterAnimation: a text -> choice
    skill flags: 21 checkboxes -> choices
    skill weapons: rows of one text -> choices
    skill hit.perLevel: three integers -> number-list
    skill element.type: a text -> choice
    skill element.perLevel: three integers -> number-list
    skill element.lengthPerLevel: three integers -> number-list
    weapon type: a text -> choice
    weapon flags: eight checkboxes -> choices
    weapon special: a text -> choice
    weapon offers.vendor: a group a vendor, each with four integers -> choice
    weapon hands: two checkboxes -> choice
    weapon class: a text -> choice
    weapon hitClass: a text -> choice
    armor type: a text -> choice
    armor flags: eight checkboxes -> choices
    armor offers.vendor: a group a vendor, each with four integers -> choice
    misc type: a text -> choice
    misc flags: eight checkboxes -> choices
    misc offers.vendor: a group a vendor, each with four integers -> choice
    unique flags: four checkboxes -> choices
    unique base.item: a text with a code -> mixed-item-link
    gem mods.where: three dynamic groups -> choice
    treasure drops.type: two fields, one of which was empty -> row-type
    treasure drops.listed: a link that a row with a code had to leave empty -> shape
    treasure drops.coded: a code that a row with a link had to leave empty -> shape
    treasure drops.listed.item: a text with a code or a name -> mixed-item-link
    treasure drops.chance: an integer without the sum that it is a part of -> weight
  `),
  templates: [
    template('property', { name: 'code', codecs: propertyCodecs, records: properties }),
    template('skill', { name: 'name', codecs: skillCodecs, records: skills }),
    template('weapon', { name: 'code', codecs: weaponCodecs, records: weapons }),
    template('armor', { name: 'code', codecs: armorCodecs, records: armor }),
    template('misc', { name: 'code', codecs: itemCodecs(misc), records: misc }),
    template('unique', { name: 'name', codecs: uniqueCodecs, records: uniques }),
    template('gem', { name: 'name', codecs: gemCodecs, records: gems }),
    template('treasure', { name: 'name', codecs: treasureCodecs, records: treasures }),
  ],
};
