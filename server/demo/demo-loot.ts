import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { Entry } from './demo-studio.ts';
import type { DotaItem } from './dota-source.ts';
import { integer, key, link, numberList, rows, templateFields, text, weight } from './field.ts';
import { withoutEmpty } from './values.ts';

/** How what a tier drops looks on the ground, and where its camp is; made up, for the extensions of the demo. */
const ofTiers = [
  { color: '#868e96', camp: [22, 61] },
  { color: '#2f9e44', camp: [38, 34] },
  { color: '#1971c2', camp: [55, 72] },
  { color: '#6741d9', camp: [71, 41] },
  { color: '#f08c00', camp: [84, 58] },
];

/** Made for the demo, as the package has no chances: what a creep of a tier drops. */
export const lootFields = templateFields([
  key(text, 'key', { pattern: 'neutral_[0-9]+', patternMessage: 'should be like neutral_1' }),
  integer('tier', { help: 'Of the neutral items below' }),
  link('picture', imageTemplate.id, { picture: true }),
  text('beam', { editor: 'acme-color', help: 'The color of its light on the ground' }),
  numberList('camp', { editor: 'acme-map-position', help: 'Where it drops' }),
  text('model', { editor: 'acme-model' }),
  rows('drops', [link('item', 'item'), weight('chance', { requiredSum: 100, unit: '%' })], {
    help: 'Made up: the game does not publish its chances',
  }),
]);

/** Made for the demo: what opens loot tables. */
export const chestFields = templateFields([
  key(text, 'key', { pattern: 'chest_[a-z]+', patternMessage: 'should be like chest_wooden' }),
  link('picture', imageTemplate.id, { picture: true }),
  rows('drops', [link('table', 'loot'), weight('chance', { requiredSum: 100, unit: '%' })], {
    help: 'One of these tables is opened; a row without one is an empty chest',
  }),
]);

/** The chances of the tiers, from 1; those that are left are of an empty chest. */
const chests: readonly { name: string; chances: readonly number[] }[] = [
  { name: 'Wooden', chances: [55, 25, 5] },
  { name: 'Silver', chances: [20, 35, 25, 15, 5] },
  { name: 'Ancient', chances: [0, 0, 50, 35, 15] },
];

/** Chests that open the loot tables of some tiers. */
export const chestEntries = (
  tableOf: (tier: number) => number | undefined,
  pictureOf: (tier: number) => number | undefined,
): Entry[] =>
  chests.map(({ name, chances }) => {
    const left = 100 - chances.reduce((sum, chance) => sum + chance, 0);
    const tiers = chances.map((chance, index) => ({
      'drops-table': tableOf(index + 1) ?? null,
      'drops-chance': chance,
    }));
    const drops = [...tiers, { 'drops-table': null, 'drops-chance': left }].filter((row) => row['drops-chance'] > 0);
    const id = `chest_${name.toLowerCase()}`;
    return {
      key: id,
      label: `${name} chest`,
      values: withoutEmpty({ key: id, picture: pictureOf(chances.length), drops: drops.map(withoutEmpty) }),
    };
  });

/** A loot table for each tier of these items: each item is a little less likely than the one before. */
export function lootTables(
  items: readonly (readonly [key: string, item: DotaItem])[],
  idOf: (key: string) => number | undefined,
  pictureOf: (tier: number) => number | undefined,
): Entry[] {
  const tiers = Map.groupBy(
    items.filter(([, { tier }]) => tier !== undefined),
    ([, { tier }]) => Number(tier),
  );
  return [...tiers]
    .toSorted(([one], [other]) => one - other)
    .map(([tier, found]) => {
      const chances = chancesOf(found.length);
      const drops = found.map(([name], index) => ({
        'drops-item': idOf(name) ?? null,
        'drops-chance': chances[index] ?? null,
      }));
      return {
        key: `neutral_${tier}`,
        label: `Neutral items, tier ${tier}`,
        values: withoutEmpty({
          ...{ key: `neutral_${tier}`, tier, picture: pictureOf(tier), drops },
          ...{ beam: ofTiers[tier - 1]?.color, camp: ofTiers[tier - 1]?.camp, model: 'models/chest.glb' },
        }),
      };
    });
}

/** This many falling whole numbers that sum to 100. */
function chancesOf(count: number): number[] {
  const parts = Array.from({ length: count }, (_, index) => 2 * count - index);
  const sum = parts.reduce((total, part) => total + part, 0);
  const others = parts.slice(1).map((part) => Math.floor((100 * part) / sum));
  return [100 - others.reduce((total, part) => total + part, 0), ...others];
}
