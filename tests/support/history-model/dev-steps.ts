import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { saveAll, saveBody } from '../sample-template.ts';
import { contentOfItem } from '../sync-model/state.ts';
import type { Lost } from './changes.ts';
import { type Fit, fitInto, linksOf, type Place, type PlacedField, placesOf } from './fit.ts';
import { type Content, type GoneItem, isRepeated, type World } from './world.ts';

const as = { as: 'owner' } as const;

/** Random values for the fields of a template. */
export function randomValues(dice: Dice, fields: readonly PlacedField[], ids: readonly number[]): ItemValues {
  const valueFor = (id: string, type: string): ItemValues[string] | undefined => {
    if (id === 'sku') return dice.percent(80) ? `s${dice.below(25)}` : undefined;
    if (dice.percent(35)) return undefined;
    if (type === 'text') return id === 'count' ? String(dice.below(20)) : dice.oneOf(['fire', 'ice', '7', 'of gold']);
    if (type === 'integer') return dice.below(9);
    const place = places.get(id);
    if (place?.options) return place.options.length > 0 ? dice.oneOf(place.options) : undefined;
    if (ids.length === 0) return undefined;
    return type === 'item-link' ? dice.oneOf(ids) : dice.someOf(ids, 3);
  };
  const places = placesOf(fields);
  const level = (groups: string): ItemValues =>
    Object.fromEntries(
      [...places].flatMap(([id, place]): [string, ItemValues[string]][] => {
        if (place.groups !== groups) return [];
        if (place.type === 'dynamic-group') {
          const rows = Array.from({ length: dice.below(3) }, () => level(id));
          return rows.length > 0 ? [[id, rows]] : [];
        }
        const value = valueFor(id, place.type);
        return value === undefined ? [] : [[id, value]];
      }),
    );
  return level('');
}

const plain = ({ label, values }: Content): Content => ({ label, values });

/** Random steps in Dev. Each compares the answer with the model, and says what it has done. */
export const devSteps = (world: World, dice: Dice) => {
  const { server } = world;
  const params = { instanceId: world.dev };
  const others = (id: number) => [...world.live].flatMap(([itemId, item]) => (itemId === id ? [] : [item]));
  const random = () => randomValues(dice, world.template.fields, [...world.live.keys()]);

  const create = async (): Promise<string> => {
    const made: Content[] = [];
    for (let left = 1 + dice.below(4); left > 0; left -= 1) {
      const values = random();
      if (isRepeated([...world.live.values(), ...made, { label: '', values }])) delete values.sku;
      made.push({ label: `Thing ${world.live.size + made.length}`, values });
    }
    const { fields } = world.template;
    const saved = await saveAll(
      server,
      made.map(({ label, values }) => saveBody('thing', fields, values, { label })),
    );
    for (const [at, { id }] of saved.entries()) world.live.set(id, { ...(made[at] as Content), lost: [] });
    return `create ${saved.map(({ id }) => id).join()}`;
  };

  const save = async (): Promise<string> => {
    const [id, item] = dice.oneOf([...world.live]);
    const next = random();
    const ids = [...new Set([...Object.keys(item.values), ...Object.keys(next)])];
    const changed = new Set(ids.length > 0 ? dice.someOf(ids, 3) : []);
    const values = Object.fromEntries(
      ids.flatMap((name) => {
        const value = changed.has(name) ? next[name] : item.values[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ) as ItemValues;
    const label = dice.percent(30) ? `${item.label}'` : item.label;
    const isTaken = isRepeated([...others(id), { label, values }]);
    const version = world.versionOf(world.dev, id);
    const body = saveBody('thing', world.template.fields, values, { id, version, label, before: item.values });
    const { status } = await server.send(items.save, { params, body }, as);
    expect(status).toBe(isTaken ? 422 : 200);
    if (!isTaken) world.live.set(id, { ...item, label, values });
    return `save ${id} as ${JSON.stringify(values)}: ${status}`;
  };

  const operation = (): { sent: Operation; change: (content: Content) => void } => {
    const places = world.places;
    const target = dice.oneOf([...world.live.keys()]);
    const set = (name: string, value: ItemValues[string]) => ({
      sent: { field_id: name, op: 'set', value } as Operation,
      change: ({ values }: Content) => {
        values[name] = value;
      },
    });
    const clear = (name: string) => ({
      sent: { field_id: name, op: 'clear' } as Operation,
      change: ({ values }: Content) => void delete values[name],
    });
    const possible = [...places].flatMap(([name, { type, groups, options }]) => {
      if (groups !== '' || name === 'sku' || type === 'dynamic-group') return [];
      if (dice.percent(25)) return [clear(name)];
      if (type === 'text') return [set(name, '11')];
      if (type === 'integer') return [set(name, 12)];
      if (options) return options.map((option) => set(name, option));
      return [set(name, type === 'item-link' ? target : [target])];
    });
    return dice.oneOf([
      ...possible,
      {
        sent: { field_id: 'label', op: 'append', value: '+' } as Operation,
        change: (content: Content) => {
          content.label = `${content.label}+`;
        },
      },
    ]);
  };

  const edit = async (): Promise<string> => {
    const ids = dice.someOf([...world.live.keys()], 4);
    const { sent, change } = operation();
    const body = { selection: { template_id: 'thing', ids }, action: { operations: [sent] } };
    const { id } = await server.call(bulkEdits.apply, { params, body }, as);
    const before = new Map<number, Content | undefined>();
    for (const itemId of ids) {
      const item = world.live.get(itemId);
      if (!item) continue;
      const next = structuredClone(item);
      change(next);
      if (contentOfItem(next) === contentOfItem(item)) continue;
      before.set(itemId, plain(item));
      world.live.set(itemId, next);
    }
    expect(id === null).toBe(before.size === 0);
    world.remember(id, before);
    return `edit ${ids.join()} ${JSON.stringify(sent)}: ${id}`;
  };

  const remove = async (): Promise<string> => {
    const ids = new Set(dice.someOf([...world.live.keys()], 3));
    const isLinked = world.isLinked(ids);
    const [only = 0] = ids;
    const { status, body } =
      ids.size === 1 && dice.percent(50)
        ? await server.send(items.delete, { params: { ...params, templateId: 'thing', id: only } }, as)
        : await server.send(
            bulkEdits.apply,
            { params, body: { selection: { template_id: 'thing', ids: [...ids] }, action: { delete: true } } },
            as,
          );
    expect(status < 300, JSON.stringify(body)).toBe(!isLinked);
    if (isLinked) return `delete ${[...ids].join()}: ${status}`;
    const { id = null } = (body ?? {}) as { id?: number | null };
    const before = new Map([...ids].map((itemId) => [itemId, world.live.get(itemId)]));
    world.bury(ids, id);
    world.remember(id, before);
    return `delete ${[...ids].join()}: ${id}`;
  };

  /** What a deleted item had lost with fields that are back, without what it has in its content. */
  const returned = ({ lost, values }: Pick<GoneItem, 'lost' | 'values'>) => {
    const present = new Map(world.template.fields.map(({ id, uid }) => [uid, id]));
    const found = new Map<string, Lost>();
    const inRows = new Set<string>();
    for (const one of lost.toSorted((a, b) => b.version - a.version))
      for (const [name, uid] of one.uids) {
        if (present.get(uid) !== name || name in values || found.has(name) || inRows.has(name)) continue;
        const isInside = world.places.get(name)?.groups === 'rows';
        const isWithGroup =
          isInside &&
          lost.some(({ version, uids }) => version === one.version && present.get(uids.get('rows') ?? -1) === 'rows');
        if (isWithGroup) continue;
        if (isInside) inRows.add(name);
        else found.set(name, one);
      }
    return { found, inRows };
  };

  /** What a deleted item comes back with. */
  const fitGone = (item: GoneItem): Fit => {
    const { found, inRows } = returned(item);
    if (item.former.version === world.template.version) return { values: item.values, missing: new Set() };
    const base = fitInto(item.values, placesOf(item.former.fields), world.places);
    for (const [name, one] of found) {
      const then = placesOf(world.templates.get(one.version - 1) ?? []);
      const more = fitInto({ [name]: one.values[name] ?? null }, then, world.places);
      Object.assign(base.values, more.values);
      for (const reason of more.missing) base.missing.add(reason);
    }
    for (const name of inRows) base.missing.add(`${name}: in rows`);
    return base;
  };

  const restore = async (): Promise<string> => {
    if (world.gone.size === 0) return 'nothing to restore';
    const isAll = dice.percent(50);
    const wanted = new Map(isAll ? world.gone : [dice.oneOf([...world.gone])]);
    const fitted = new Map([...wanted].map(([id, item]) => [id, fitGone(item)]));
    const taken = [...world.live.values(), ...fitted.values()].map(({ values }) => values.sku);
    const kept = new Set(
      [...fitted].flatMap(
        ([
          id,
          {
            values: { sku },
          },
        ]) => (sku === undefined || taken.filter((one) => one === sku).length === 1 ? [id] : []),
      ),
    );
    for (let before = -1; before !== kept.size; ) {
      before = kept.size;
      for (const id of kept)
        if (
          linksOf(fitted.get(id)?.values ?? {}, world.places).some(
            (target) => !world.live.has(target) && !kept.has(target),
          )
        )
          kept.delete(id);
    }
    const isWhole = kept.size === wanted.size;
    const [only = 0] = wanted.keys();
    const selection = isAll ? { matching: { count: wanted.size } } : { item: { template_id: 'thing', id: only } };
    const { partial, refusals } = await server.call(restores.check, { params, body: selection }, as);
    expect(refusals.count === 0, JSON.stringify(refusals)).toBe(isWhole);
    const named = [...fitted].flatMap(([id, { missing }]) =>
      [...missing].map((reason) => `${id} The ${reason.split(':')[0]}`),
    );
    expect(partial.sample.flatMap(({ id, fields }) => fields.map((name) => `${id} ${name}`)).toSorted()).toEqual(
      [...new Set(named)].toSorted(),
    );
    const leavesOut = dice.percent(70);
    const body = { ...selection, leave_out_refused: leavesOut };
    const { status, body: answer } = await server.send(restores.apply, { params, body }, as);
    expect(status, JSON.stringify(answer)).toBe(isWhole || leavesOut ? 200 : 422);
    if (status !== 200) return `restore ${[...wanted.keys()].join()}: ${status}`;
    const before = new Map([...kept].map((id) => [id, undefined]));
    for (const id of kept)
      world.bringBack(id, { label: wanted.get(id)?.label ?? '', values: fitted.get(id)?.values ?? {} });
    world.remember((answer as { id: number | null }).id, before);
    return `restore ${[...wanted.keys()].join()} but for ${wanted.size - kept.size}`;
  };

  /** The content of an item before a change set, with what comes back with it. */
  const contentBefore = (id: number, content: Content, setId: number): Content => {
    const item = world.gone.get(id);
    if (item?.by !== setId) return content;
    const values = { ...content.values };
    for (const [name, one] of returned({ lost: item.lost, values }).found) {
      const then = placesOf(world.templates.get(one.version - 1) ?? []);
      Object.assign(values, fitInto({ [name]: one.values[name] ?? null }, then, world.places).values);
    }
    return { label: content.label, values };
  };

  const undo = async (): Promise<string> => {
    const made = world.sets.at(-1 - dice.below(Math.min(3, world.sets.length)));
    if (!made) return 'nothing to undo';
    const next = new Map<number, Content>(world.live);
    const written = new Map<number, Content | undefined>();
    let conflicts = 0;
    for (const [id, after] of made.after) {
      const [before, now] = [made.before.get(id), world.live.get(id)];
      if (!before && !now) continue;
      const isConflict = after === undefined ? now !== undefined : contentOfItem(now) !== contentOfItem(after);
      if (isConflict) conflicts += 1;
      const content = before && (now ? plain(before) : contentBefore(id, before, made.id));
      written.set(id, now && plain(now));
      if (content) next.set(id, content);
      else next.delete(id);
    }
    const places = world.places;
    const isFit = [...written.keys()].every((id) => {
      const content = next.get(id);
      // A value has to be one of its type as it is.
      return (
        !content || (fitInto(content.values, places, places).missing.size === 0 && areTyped(content.values, places))
      );
    });
    const isWhole = [...next.values()].every(({ values }) =>
      linksOf(values, places).every((target) => next.has(target)),
    );
    const isForced = dice.percent(60);
    const { status, body: answer } = await server.send(
      changeSets.undo,
      { params: { ...params, changeSetId: made.id }, body: isForced ? { conflicts: 'source' } : {} },
      as,
    );
    const expected = !isFit || !isWhole || isRepeated(next.values()) ? 422 : conflicts > 0 && !isForced ? 409 : 200;
    expect(status, `undo of ${made.id}: ${JSON.stringify(answer)}`).toBe(expected);
    if (status !== 200) return `undo of ${made.id}: ${status}`;
    const { id: setId } = answer as { id: number | null };
    world.sets = world.sets.filter((one) => one !== made || setId === null);
    world.bury(
      [...written.keys()].filter((id) => !next.has(id)),
      setId,
    );
    for (const id of written.keys()) {
      const content = next.get(id);
      const now = world.live.get(id);
      if (content && now) world.live.set(id, { ...now, ...content });
      else if (content) world.bringBack(id, content);
    }
    world.remember(setId, written);
    return `undo of ${made.id}: ${setId}`;
  };

  return { create, save, edit, remove, restore, undo };
};

/** True if values are of the types of their fields. */
const areTyped = (values: ItemValues, places: ReadonlyMap<string, Place>): boolean =>
  Object.entries(values).every(([id, value]) => {
    const type = places.get(id)?.type;
    if (type === 'dynamic-group') return rowsOf(value).every((row) => areTyped(row, places));
    return type === 'integer' ? typeof value === 'number' : type !== 'text' || typeof value === 'string';
  });
