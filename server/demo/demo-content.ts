import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { chestEntries, chestFields, lootFields, lootTables } from './demo-loot.ts';
import type { DemoStudio, Entry } from './demo-studio.ts';
import { abilityFields, abilityLabel, abilityValues } from './dota-abilities.ts';
import { heroFields, heroValues } from './dota-heroes.ts';
import { componentIds, itemFields, itemLabel, itemValues } from './dota-items.ts';
import type { DotaSource } from './dota-source.ts';
import { drawPicture } from './draw-picture.ts';
import { abilityLook, heroLook, itemLook, type Look, lootLook } from './looks.ts';

/** A state of the game's content; later additions are omitted. */
export interface GameVersion {
  /** How many heroes, items and abilities of the package are included. */
  heroes: number;
  items: number;
  abilities: number;
  /** What items cost, where it is not today's price. */
  prices: ReadonlyMap<string, number>;
  /** Whether heroes have facets. */
  facets: boolean;
}

/** The complete content of the package. */
export const today = (source: DotaSource): GameVersion => ({
  heroes: Object.keys(source.heroes).length,
  items: Object.keys(source.items).length,
  abilities: Object.keys(source.abilities).length,
  prices: new Map(),
  facets: true,
});

/** The package's content, and the entries that are the same in each era. */
export interface DemoContent {
  source: DotaSource;
  abilities: readonly Entry[];
  portraits: readonly Entry[];
  /** One for all abilities, items and loot that look alike. */
  pictures: readonly Entry[];
}

/** Prepares what each era needs. */
export const demoContent = (source: DotaSource): DemoContent => ({
  source,
  abilities: Object.entries(source.abilities).map(([key, ability]) => ({
    key,
    label: abilityLabel(key, ability),
    values: abilityValues(key, ability),
  })),
  portraits: Object.values(source.heroes).map((hero) => pictureOf(heroLook(hero))),
  pictures: [...new Map(looksOf(source).map((look) => [look.key, look])).values()].map(pictureOf),
});

const pictureOf = (look: Look): Entry => ({
  key: look.key,
  label: look.label,
  values: { [imageTemplate.fieldId]: drawPicture(look).toString('base64') },
});

const looksOf = ({ abilities, items }: DotaSource): Look[] => [
  ...Object.entries(items).map(([key, item]) => itemLook(key, item)),
  ...Object.entries(abilities).flatMap(([key, ability]) => abilityLook(key, ability) ?? []),
  ...Object.values(items).flatMap(({ tier }) => (tier === undefined ? [] : lootLook(tier))),
];

/** Changes the studio's content to an era, with the saves that a user would make. */
export async function applyGameVersion(studio: DemoStudio, content: DemoContent, era: GameVersion): Promise<void> {
  const { source, abilities, portraits, pictures } = content;
  const imageOf = (look: Look | undefined) => look && studio.idOf(imageTemplate.id, look.key);
  await studio.saveTemplate('ability', 'Abilities', abilityFields);
  await studio.saveTemplate('item', 'Items', itemFields);
  const fields = era.facets ? heroFields : heroFields.filter(({ id }) => !id.startsWith('facets'));
  await studio.saveTemplate('hero', 'Heroes', fields);
  await studio.saveEntries(imageTemplate.id, [...portraits.slice(0, era.heroes), ...pictures]);
  await studio.saveEntries(
    'ability',
    abilities
      .slice(0, era.abilities)
      .map((entry) => withPicture(entry, imageOf(abilityLook(entry.key, source.abilities[entry.key] ?? {})))),
  );
  await studio.saveEntries('item', itemsOf(studio, source, era));
  // Saved a second time with their components, because an item can consist of later ones.
  await studio.saveEntries('item', itemsOf(studio, source, era));
  await studio.saveEntries('hero', heroesOf(studio, source, era));
  await studio.saveTemplate('loot', 'Loot', lootFields);
  const items = Object.entries(source.items).slice(0, era.items);
  await studio.saveEntries(
    'loot',
    lootTables(
      items,
      (key) => studio.idOf('item', key),
      (tier) => imageOf(lootLook(tier)),
    ),
  );
  await studio.saveTemplate('chest', 'Chests', chestFields);
  await studio.saveEntries(
    'chest',
    chestEntries(
      (tier) => studio.idOf('loot', `neutral_${tier}`),
      (tier) => imageOf(lootLook(tier)),
    ),
  );
}

const withPicture = (entry: Entry, picture: number | undefined): Entry =>
  picture === undefined ? entry : { ...entry, values: { ...entry.values, picture } };

const itemsOf = (studio: DemoStudio, { items }: DotaSource, era: GameVersion): Entry[] =>
  Object.entries(items)
    .slice(0, era.items)
    .map(([key, item]) => {
      const cost = era.prices.get(key) ?? item.cost ?? null;
      const components = componentIds(item, (component) => studio.idOf('item', component));
      const values: ItemValues = {
        ...itemValues(key, { ...item, cost }, studio.idOf(imageTemplate.id, itemLook(key, item).key)),
        ...(components.length > 0 && { components }),
      };
      return { key, label: itemLabel(key, item), values };
    });

const heroesOf = (studio: DemoStudio, { heroes, heroAbilities }: DotaSource, era: GameVersion): Entry[] =>
  Object.values(heroes)
    .slice(0, era.heroes)
    .map((hero) => {
      const { facets, ...values } = heroValues(
        hero,
        heroAbilities[hero.name],
        studio.idOf(imageTemplate.id, hero.name),
        (key) => studio.idOf('ability', key),
      );
      return {
        key: hero.name,
        label: hero.localized_name,
        values: era.facets && facets ? { ...values, facets } : values,
      };
    });
