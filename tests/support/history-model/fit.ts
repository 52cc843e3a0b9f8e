import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';

/** A field of a template, as it is sent or as it is stored. */
export type PlacedField = Pick<SaveTemplateField, 'id' | 'parentId' | 'settings'>;

/** Where the values of a field are, and what they may be. */
export interface Place {
  /** The dynamic groups around it, by id. */
  groups: string;
  type: string;
  options: readonly string[] | undefined;
}

/** The places of fields that have values, by field id. */
export function placesOf(fields: readonly PlacedField[]): Map<string, Place> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const groupsOf = (parentId: string | null): string[] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (!parent) return [];
    return [...groupsOf(parent.parentId), ...(parent.settings.type === 'dynamic-group' ? [parent.id] : [])];
  };
  return new Map(
    fields.flatMap(({ id, parentId, settings }): [string, Place][] =>
      settings.type === 'group'
        ? []
        : [
            [
              id,
              {
                groups: groupsOf(parentId).join(),
                type: settings.type,
                options: 'options' in settings ? settings.options.map((option) => option.id) : undefined,
              },
            ],
          ],
    ),
  );
}

/** An integer as text, and a text that is an integer; undefined for any other conversion. */
export function convert(value: ItemValues[string], from: string, to: string): ItemValues[string] | undefined {
  if (from === to) return value;
  if (from === 'integer' && to === 'text') return String(value);
  if (from === 'text' && to === 'integer' && /^(0|-?[1-9]\d{0,14})$/.test(String(value))) return Number(value);
  return undefined;
}

const isLink = ({ type }: Place): boolean => type === 'item-link' || type === 'item-link-list';

/** What values become in another template, and what of them is missing there: fields with reasons. */
export interface Fit {
  values: ItemValues;
  missing: Set<string>;
}

/** Former values in a template as it is now; without `isThere`, links are kept whatever they lead to. */
export function fitInto(
  values: ItemValues,
  then: ReadonlyMap<string, Place>,
  now: ReadonlyMap<string, Place>,
  isThere: (id: number) => boolean = () => true,
): Fit {
  const missing = new Set<string>();
  const fitValue = (id: string, value: ItemValues[string], groups: string): ItemValues[string] | undefined => {
    const place = now.get(id);
    const refuse = (reason: string) => {
      missing.add(`${id}: ${reason}`);
      return undefined;
    };
    if (!place) return refuse('the template no longer has this field');
    if (place.groups !== groups) return refuse('the field is in other rows now');
    if (place.type === 'dynamic-group')
      return rowsOf(value).map((row) => level(row, [groups, id].filter(Boolean).join()));
    const converted = convert(value, then.get(id)?.type ?? place.type, place.type);
    if (converted === undefined) return refuse('type');
    if (place.options && !place.options.includes(String(converted)))
      return refuse(`the field no longer has the option ${String(converted)}`);
    if (!isLink(place)) return converted;
    const kept = linksIn(converted).filter((target) => {
      if (!isThere(target)) refuse(`there is no item ${target} in thing`);
      return isThere(target);
    });
    if (kept.length === 0) return undefined;
    return Array.isArray(converted) ? kept : converted;
  };
  const level = (row: ItemValues, groups: string): ItemValues =>
    Object.fromEntries(
      Object.entries(row).flatMap(([id, value]): [string, ItemValues[string]][] => {
        const fitted = fitValue(id, value, groups);
        return fitted === undefined ? [] : [[id, fitted]];
      }),
    );
  return { values: level(values, ''), missing };
}

const linksIn = (value: ItemValues[string]): number[] => [value].flat() as number[];

/** The items that values link to. */
export function linksOf(values: ItemValues, places: ReadonlyMap<string, Place>): number[] {
  return Object.entries(values).flatMap(([id, value]) => {
    const place = places.get(id);
    if (place?.type === 'dynamic-group') return rowsOf(value).flatMap((row) => linksOf(row, places));
    return place && isLink(place) ? linksIn(value) : [];
  });
}
