import type { Source } from './codec.ts';
import { warframeFile } from './raw-data.ts';

/** The package's records of a category, without the notes of each version of the game and these properties. */
const dataOf = (file: string, ...without: string[]): Source[] =>
  (warframeFile(file) as Source[]).map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'patchlogs' && !without.includes(name))),
  );

/** The texts of a record in other languages; those that nothing here is translated from are left out. */
const translations = warframeFile('i18n') as Record<string, Record<string, Source>>;
/** The package's code of a language that has another one. */
const languageOf = (code: string) => (code === 'tc' ? 'zh-Hant' : code);
type Translated = (one: Source) => unknown;
const texts = (source: unknown, uniqueName: unknown, of: Translated): Source | undefined => {
  if (source === undefined || source === '') return undefined;
  const others = Object.entries(translations[String(uniqueName)] ?? {}).map(([code, one]) => [
    languageOf(code),
    of(one),
  ]);
  return { en: source, ...Object.fromEntries(others.filter(([, one]) => typeof one === 'string' && one !== '')) };
};
/** A record with these texts in all languages. */
const localised = (record: Source, names: readonly string[]): Source => ({
  ...record,
  ...Object.fromEntries(names.map((name) => [name, texts(record[name], record.uniqueName, (one) => one[name])])),
});
const inAllLanguages = (records: readonly Source[], ...names: string[]) =>
  records.map((record) => localised(record, names));

export const each = (record: Source, name: string) => (record[name] ?? []) as Source[];
export const warframes = inAllLanguages(dataOf('Warframes'), 'name', 'description', 'passiveDescription').map(
  (record): Source => ({
    ...record,
    abilities: each(record, 'abilities').map((ability) => {
      const of =
        (name: string): Translated =>
        (one) =>
          each(one, 'abilities').find(({ abilityUniqueName }) => abilityUniqueName === ability.uniqueName)?.[name];
      return {
        ...ability,
        name: texts(ability.name, record.uniqueName, of('abilityName')),
        description: texts(ability.description, record.uniqueName, of('description')),
      };
    }),
  }),
);
export const weapons = inAllLanguages(
  ['Primary', 'Secondary', 'Melee'].flatMap((file) => dataOf(file, 'components')),
  'name',
  'description',
).map(
  (record): Source => ({
    ...record,
    attacks: each(record, 'attacks').map((attack) => ({
      type: attack.slide === undefined && attack.slam === undefined ? 'shot' : 'swing',
      ...attack,
    })),
  }),
);
const allMods = dataOf('Mods', 'availableChallenges');
// Descriptions are only lists of lines in other languages.
export const mods = inAllLanguages(allMods, 'name');
/** `id` is the name of an item's own id. */
const marketOf = (market: unknown): Source | undefined => {
  const { id, urlName } = (market ?? {}) as Source;
  return id === undefined ? undefined : { marketId: id, urlName };
};
const allRelics = dataOf('Relics', 'drops');
export const relics = inAllLanguages(allRelics, 'name', 'description').map(
  (relic): Source => ({
    ...relic,
    marketInfo: marketOf(relic.marketInfo),
    rewards: each(relic, 'rewards').map(({ item, ...reward }) => {
      const { warframeMarket, ...named } = item as Source;
      return { ...reward, item: { ...named, warframeMarket: marketOf(warframeMarket) } };
    }),
  }),
);
export const enemies = dataOf('Enemy');
const allNodes = dataOf('Node', 'drops');
export const nodes = inAllLanguages(allNodes, 'name');

const byName = (records: readonly Source[]) => new Map(records.map(({ name, uniqueName }) => [name, uniqueName]));
const [relicNamed, enemyNamed, nodeNamed] = [byName(allRelics), byName(enemies), byName(allNodes)];
/** Where something is found: the relic, enemy or node of a text like `Axi A1 Relic (Radiant)` or `Sedna/Adaro (Spy)`. */
function sourceOf(location: string): Source | undefined {
  const [, era, refinement = 'Intact'] = /^(.+) Relic(?: \((\w+)\))?$/.exec(location) ?? [];
  const [, node] = /^[^/]+\/([^(,]+?)(?: \(|,|$)/.exec(location) ?? [];
  const found = [
    ['relic', relicNamed.get(`${era} ${refinement}`)],
    ['enemy', enemyNamed.get(location)],
    ['node', nodeNamed.get(node)],
  ].find(([, name]) => name !== undefined);
  return found && { template: found[0], name: found[1] };
}
export const foundMods = mods.map((record) => ({
  ...record,
  drops: each(record, 'drops').map((drop) => ({ ...drop, source: sourceOf(String(drop.location)) })),
}));
