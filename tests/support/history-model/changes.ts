import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { canonical } from '../sync-model/state.ts';
import { convert, linksOf, type Place, placesOf } from './fit.ts';

/** A field with an identity: one that is removed and comes back is the same, another one of its id is not. */
export interface ModelField extends SaveTemplateField {
  uid: number;
}

/** What an item lost with one version of its template. */
export interface Lost {
  version: number;
  /** The identities of its fields, by id. */
  uids: Map<string, number>;
  values: ItemValues;
  /** The rows that were left. */
  rest: string;
}

/** An item of the model. */
export interface ModelItem {
  label: string;
  values: ItemValues;
  lost: Lost[];
}

/** The template of the model, and the removed fields that can come back. */
export interface ModelTemplate {
  version: number;
  fields: ModelField[];
  removed: Map<string, ModelField>;
  nextUid: number;
}

/** The only dynamic group. */
const rows = 'rows';
const restOf = (values: ItemValues): string => canonical(values[rows] ?? null);

/** What a save of the template makes of it and of its items; why it is refused, if it is. */
interface Changed {
  template: ModelTemplate;
  items: Map<number, ModelItem>;
  refusal: string | undefined;
}

/** Saves fields as the next version of a template. `replaced` are options that are replaced in items. */
export function changeTemplate(
  template: ModelTemplate,
  items: ReadonlyMap<number, ModelItem>,
  next: readonly SaveTemplateField[],
  replaced: ReadonlyMap<string, string | null> = new Map(),
): Changed {
  const version = template.version + 1;
  const was = new Map(template.fields.map((field) => [field.id, field]));
  let { nextUid } = template;
  const returning: ModelField[] = [];
  /** Fields that come back with another type than they had. */
  const retyped = new Set<number>();
  const removed = new Map(template.removed);
  const fields = next.map((field): ModelField => {
    const before = was.get(field.id);
    if (before) return { ...field, uid: before.uid };
    const former = removed.get(field.id);
    removed.delete(field.id);
    nextUid += 1;
    if (!former) return { ...field, uid: nextUid };
    if (former.settings.type !== field.settings.type) {
      retyped.add(former.uid);
      return { ...field, uid: former.uid };
    }
    const back = { ...field, uid: former.uid };
    returning.push(back);
    return back;
  });
  const kept = new Set(fields.map(({ id }) => id));
  const gone = template.fields.filter(({ id }) => !kept.has(id));
  for (const field of gone) removed.set(field.id, field);
  const [before, after] = [placesOf(template.fields), placesOf(fields)];
  let refusal: string | undefined;
  const changed = new Map<number, ModelItem>();
  for (const [id, item] of items) {
    const values = changeValues(item.values, { before, after, replaced }, (reason) => {
      refusal ??= `item ${id}: ${reason}`;
    });
    const had = item.lost.flatMap(({ uids }) => [...uids]).find(([, uid]) => retyped.has(uid));
    if (had) refusal ??= `item ${id}: ${had[0]} had another type`;
    // The change may be refused, and then leaves everything as it was.
    const one = { ...item, values, lost: item.lost.map((lost) => ({ ...lost, uids: new Map(lost.uids) })) };
    remove(one, gone, version);
    giveBack(one, returning, after, (target) => items.has(target));
    // What belongs to no removed field any more.
    for (const lost of one.lost)
      for (const [name, uid] of lost.uids) if (fields.some((field) => field.uid === uid)) lost.uids.delete(name);
    one.lost = one.lost.filter(({ uids }) => uids.size > 0);
    changed.set(id, one);
  }
  return { template: { version, fields, removed, nextUid }, items: changed, refusal };
}

/** Values whose fields stay, converted, and with other options. */
function changeValues(
  values: ItemValues,
  places: { before: Map<string, Place>; after: Map<string, Place>; replaced: ReadonlyMap<string, string | null> },
  refuse: (reason: string) => void,
): ItemValues {
  const { before, after, replaced } = places;
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]): [string, ItemValues[string]][] => {
      const [was, is] = [before.get(id), after.get(id)];
      if (!was || !is) return [[id, value]];
      if (is.type === 'dynamic-group') return [[id, rowsOf(value).map((row) => changeValues(row, places, refuse))]];
      if (was.type !== is.type) {
        const converted = convert(value, was.type, is.type);
        if (converted === undefined) refuse(`${id} cannot become ${is.type}`);
        return [[id, converted ?? value]];
      }
      if (!is.options || is.options.includes(String(value))) return [[id, value]];
      const by = replaced.get(String(value));
      if (by === undefined) refuse(`${id} is ${String(value)}`);
      return by === null || by === undefined ? [] : [[id, by]];
    }),
  );
}

/** The values that a level of fields has, or those of others. */
const only = (values: ItemValues, isWanted: (id: string) => boolean): ItemValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => isWanted(id)));

function remove(item: ModelItem, gone: readonly ModelField[], version: number): void {
  const ids = new Set(gone.map(({ id }) => id));
  const inner = rowsOf(item.values[rows]);
  const taken = only(item.values, (id) => ids.has(id));
  const isGroupGone = ids.has(rows);
  if (!isGroupGone && inner.some((row) => Object.keys(row).some((id) => ids.has(id))))
    taken[rows] = inner.map((row) => only(row, (id) => ids.has(id)));
  if (Object.keys(taken).length === 0) return;
  const left = only(item.values, (id) => !ids.has(id));
  if (!isGroupGone && inner.length > 0) left[rows] = inner.map((row) => only(row, (id) => !ids.has(id)));
  const had = new Set([...Object.keys(taken), ...rowsOf(taken[rows]).flatMap((row) => Object.keys(row))]);
  const uids = new Map(gone.flatMap(({ id, uid }) => (had.has(id) ? [[id, uid]] : [])));
  item.lost.push({ version, uids, values: taken, rest: restOf(left) });
  item.values = left;
}

/** Gives an item what it lost with fields that are back, the latest removal first. */
function giveBack(
  item: ModelItem,
  returning: readonly ModelField[],
  places: ReadonlyMap<string, Place>,
  isThere: (id: number) => boolean,
): void {
  const isBack = (uid: number | undefined) => returning.some((field) => field.uid === uid);
  const steps = item.lost
    .filter(({ uids }) => [...uids.values()].some(isBack))
    .toSorted((a, b) => b.version - a.version);
  const isInRows = (id: string) => places.get(id)?.groups === rows;
  // The item has a newer value.
  const blocked = new Set(Object.keys(item.values).filter((id) => places.get(id)?.groups === ''));
  const inReturn = (id: string, lost: Lost) => isBack(lost.uids.get(id));
  for (const lost of steps)
    for (const id of lost.uids.keys()) if (inReturn(id, lost) && !isWhole(id, lost, places, isThere)) blocked.add(id);
  for (const lost of steps) {
    const ids = [...lost.uids.keys()].filter((id) => inReturn(id, lost) && !blocked.has(id));
    const before = restOf(item.values);
    const fitting = ids.filter((id) => !isInRows(id) || before === lost.rest);
    for (const id of ids) if (!fitting.includes(id)) blocked.add(id);
    const own = new Set(fitting);
    for (const id of fitting) {
      const value = lost.values[id];
      if (id === rows)
        item.values = { ...item.values, [rows]: rowsOf(value).map((row) => only(row, (name) => own.has(name))) };
      else if (!isInRows(id) && value !== undefined) item.values = { ...item.values, [id]: value };
    }
    if (own.has(rows)) continue;
    const inside = fitting.filter(isInRows);
    if (inside.length === 0 || item.values[rows] === undefined) continue;
    const former = rowsOf(lost.values[rows]);
    item.values = {
      ...item.values,
      [rows]: rowsOf(item.values[rows]).map((row, place) => ({
        ...row,
        ...only(former[place] ?? {}, (id) => inside.includes(id)),
      })),
    };
  }
}

/** False if a link of a field leads nowhere. */
function isWhole(
  id: string,
  lost: Lost,
  places: ReadonlyMap<string, Place>,
  isThere: (id: number) => boolean,
): boolean {
  const values =
    places.get(id)?.groups === rows
      ? { [rows]: rowsOf(lost.values[rows]).map((row) => only(row, (name) => name === id)) }
      : only(lost.values, (name) => name === id);
  const own = new Map([...places].filter(([name]) => name === id || name === rows));
  return id === rows || linksOf(values, own).every(isThere);
}
