import { readFileSync } from 'node:fs';

type Entry = Record<string, unknown>;

const read = (name: string): Record<string, Entry> =>
  JSON.parse(readFileSync(new URL(`build/${name}.json`, import.meta.resolve('dotaconstants')), 'utf8'));

/** The package’s own files, by template; heroes by name, merged with the data of their abilities from another file. */
export const dota: Record<'item' | 'ability' | 'hero', Record<string, Entry>> = {
  item: read('items'),
  ability: read('abilities'),
  hero: Object.fromEntries(
    Object.values(read('heroes')).map((hero) => [hero.name, { ...hero, ...read('hero_abilities')[String(hero.name)] }]),
  ),
};

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Fields in which `false` stands for a missing number or behaviour. */
const falseIsNothing = ['mc', 'hc', 'cd', 'charges', 'behavior'];

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : isNothing(value) ? [] : [value]);

/** An entry of the package without values that mean nothing. */
export function essence(entry: Entry): Entry {
  const kept: Entry = {};
  for (const [name, value] of Object.entries(entry)) {
    if (value === false && falseIsNothing.includes(name)) continue;
    if (name === 'components') kept[name] = list(value).filter((component) => component !== '');
    else if (name === 'deprecated') kept[name] = ['true', 'True', '1', 'true,true'].includes(String(value));
    else if (Array.isArray(value)) kept[name] = value.map((part) => (isEntry(part) ? essence(part) : part));
    else kept[name] = value;
    if (isNothing(kept[name])) delete kept[name];
  }
  // Two abilities that share a slot become consecutive.
  if (Array.isArray(kept.abilities)) kept.abilities = kept.abilities.flat();
  return kept;
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that always hold a list in the package; others hold a single text if there is only one. */
const lists = ['hint', 'roles'];
const groups = ['usage', 'base', 'attributes', 'attack', 'movement', 'vision'];
/** Fields whose texts are options. */
const chosen = [
  ...['behavior', 'target_team', 'target_type', 'dmg_type', 'dispellable', 'bkbpierce'],
  ...['qual', 'roles', 'color'],
];

/**
 * Turns an exported item back into the package’s entry, without values that mean nothing. `keyOf` returns the package’s
 * name of an item.
 */
export function fromExport(
  { id: _id, key: _key, portrait: _portrait, picture: _picture, ...exported }: Entry,
  keyOf: (id: number) => string,
): Entry {
  return members(exported, keyOf);
}

function members(exported: Entry, keyOf: (id: number) => string): Entry {
  const entry: Entry = {};
  for (const [name, value] of Object.entries(exported)) {
    // A talent’s link duplicates its name, and the average is computed from the limits of the attack.
    if (isNothing(value) || name === 'ability' || name === 'base_attack_average') continue;
    if (name === 'source_id' || name === 'facet_id') entry.id = value;
    else if (groups.includes(name)) Object.assign(entry, members(value as Entry, keyOf));
    else if (!Array.isArray(value)) entry[name] = labelOf(name, value);
    else if (isTexts(value)) {
      const labels = value.map((id) => labelOf(name, id));
      entry[name] = lists.includes(name) || labels.length > 1 ? labels : labels[0];
    } else if (value.every((part) => typeof part === 'number')) entry[name] = value.map((id) => keyOf(id));
    else if (isValueRows(value))
      entry[name] = lists.includes(name) || value.length > 1 ? value.map((row) => row.value ?? '') : value[0]?.value;
    else entry[name] = value.map((row) => members(row as Entry, keyOf));
  }
  return entry;
}

const isTexts = (values: unknown[]): values is string[] => values.every((value) => typeof value === 'string');

const optionId = (label: string) => label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
const entriesOf = (value: unknown): Entry[] => list(value).filter(isEntry);

/** The package's texts by field and the ids of their options. */
const labels = new Map(
  Object.values(dota)
    .flatMap((entries) => Object.values(entries))
    .flatMap((entry) => [entry, ...entriesOf(entry.facets)])
    .flatMap((entry) =>
      chosen.flatMap((name) => list(entry[name]).map((text): [string, string] => [name, String(text)])),
    )
    .map(([name, text]) => [`${name} ${optionId(text)}`, text]),
);
const labelOf = (name: string, value: unknown) => labels.get(`${name} ${value}`) ?? value;

const isValueRows = (rows: unknown[]): rows is { value: string | null }[] =>
  rows.every((row) => isEntry(row) && Object.keys(row).join() === 'value');

const itemNumbers = ['mc', 'hc', 'cd', 'charges'];
const orNull = (value: unknown) => (isNothing(value) || value === false ? null : value);

/** The expected export of an item of the package; `idOf` returns the id of an item by its name in the package. */
export function expectedExport(key: string, id: number, idOf: (key: string) => number): Entry {
  const item = dota.item[key] ?? {};
  const plain = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, isNothing(item[name]) ? null : item[name]]));
  const one = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, isNothing(item[name]) ? null : optionId(String(item[name]))]));
  const many = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, list(item[name] || null).map((text) => optionId(String(text)))]));
  return {
    id,
    key,
    source_id: item.id,
    ...plain('dname', 'tier', 'cost', 'created', 'img'),
    ...one('qual'),
    usage: {
      ...many('behavior', 'target_team', 'target_type'),
      ...one('dmg_type', 'dispellable', 'bkbpierce'),
      ...Object.fromEntries(itemNumbers.map((name) => [name, orNull(item[name])])),
    },
    abilities: list(item.abilities),
    attrib: list(item.attrib).map((row) => ({ key: null, display: null, value: null, ...(row as Entry) })),
    hint: list(item.hint),
    ...plain('desc', 'notes', 'lore'),
    components: list(item.components).flatMap((component) => (component === '' ? [] : idOf(String(component)))),
  };
}
