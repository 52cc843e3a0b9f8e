import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { saveBody } from '../sample-template.ts';
import { syncOf } from '../sync.ts';
import { contentOfItem, contentOfState, contentOfTemplate, type InstanceState } from '../sync-model/state.ts';
import { randomValues } from './dev-steps.ts';
import { isRepeated, type World } from './world.ts';

const as = { as: 'owner' } as const;

/** Saves in Stage, and syncs from Dev and their undo. */
export const syncSteps = (world: World, dice: Dice) => {
  const { server, dev, stage } = world;
  const syncs = syncOf(server, dev);

  const save = async (): Promise<string> => {
    const state = world.state(stage);
    if (state.items.size === 0) return 'nothing in Stage';
    const [id, item] = dice.oneOf([...state.items]);
    const fields = (state.templates.get('thing')?.fields ?? []).map(
      ({ key: _, created_at: __, updated_at: ___, ...field }) => field,
    );
    const values = { ...item.values, ...randomValues(dice, fields, [...state.items.keys()]) };
    const others = [...state.items].flatMap(([itemId, one]) => (itemId === id ? [] : [one]));
    const isTaken = isRepeated([...others, { ...item, values }]);
    const body = saveBody('thing', fields, values, {
      id,
      version: item.version,
      label: item.label,
      before: item.values,
    });
    const { status } = await server.send(items.save, { params: { instanceId: stage }, body }, as);
    expect(status).toBe(isTaken ? 422 : 200);
    const after = await world.look(stage);
    expect(contentOfItem(after.items.get(id))).toBe(contentOfItem(isTaken ? item : { ...item, values }));
    return `save ${id} in Stage: ${status}`;
  };

  const differences = (source: InstanceState, target: InstanceState) => {
    const ids = [...new Set([...source.items.keys(), ...target.items.keys()])];
    return ids.flatMap((id) => {
      const [from, to] = [contentOfItem(source.items.get(id)), contentOfItem(target.items.get(id))];
      if (from === to) return [];
      const change = to === null ? ('added' as const) : from === null ? ('removed' as const) : ('updated' as const);
      return [{ id, change, isConflict: to !== null && world.synced.get(id) !== to }];
    });
  };

  /** Items that only their template has changed are still as last synced. */
  const adapt = (before: InstanceState, after: InstanceState, others: ReadonlySet<number>) => {
    for (const [id, item] of after.items)
      if (!others.has(id) && world.synced.get(id) === contentOfItem(before.items.get(id)))
        world.synced.set(id, contentOfItem(item) ?? '');
  };

  const move = async (): Promise<string> => {
    const [source, target] = [world.state(dev), world.state(stage)];
    const found = differences(source, target);
    const { counts } = await server.call(sync.listChanges, { params: { instanceId: dev }, query: {} }, as);
    const count = (kind: string) => found.filter(({ change }) => change === kind).length;
    expect(counts, 'differences').toMatchObject({
      added: count('added'),
      updated: count('updated'),
      removed: count('removed'),
      conflicts: found.filter(({ isConflict }) => isConflict).length,
    });
    const { id } = await syncs.all({ conflicts: 'source', menu_conflict: 'source' });
    const after = await world.look(stage, true);
    expect(contentOfState(after), 'Stage after a sync').toEqual(contentOfState(source));
    const ids = new Set(found.map((one) => one.id));
    const synced = new Map([...ids].map((itemId) => [itemId, world.synced.get(itemId)]));
    adapt(target, after, ids);
    for (const itemId of ids) {
      const content = contentOfItem(after.items.get(itemId));
      if (content === null) world.synced.delete(itemId);
      else world.synced.set(itemId, content);
    }
    const hasTemplate =
      contentOfTemplate(source.templates.get('thing')) !== contentOfTemplate(target.templates.get('thing'));
    if (id !== null) world.syncs.push({ id, ids, before: target, after, hasTemplate, synced });
    return `sync of ${[...ids].join()}: ${id}`;
  };

  /** Undoes the newest sync; what was edited in Stage since is taken back, too. */
  const undo = async (): Promise<string> => {
    const made = world.syncs.at(-1);
    if (!made) return 'no sync to undo';
    const now = world.state(stage);
    const edited = [...now.items].filter(
      ([id, item]) => contentOfItem(made.after.items.get(id)) !== contentOfItem(item),
    );
    // Its former template would change what was edited outside of the sync.
    if (made.hasTemplate && edited.some(([id]) => !made.ids.has(id))) return 'an undo that changes later edits';
    const expected = new Map([...now.items].filter(([id]) => !made.ids.has(id)));
    for (const [id, item] of made.before.items) if (made.ids.has(id) || made.hasTemplate) expected.set(id, item);
    const isTaken = isRepeated(expected.values());
    const params = { instanceId: dev, syncId: made.id };
    const check = await server.call(sync.checkUndo, { params, body: {} }, as);
    expect(check.conflicts.count, 'conflicts of an undo').toBe(edited.filter(([id]) => made.ids.has(id)).length);
    const { status, body } = await server.send(
      sync.undo,
      { params, body: { conflicts: 'source', menu_conflict: 'source' } },
      as,
    );
    if (status !== 200) {
      // A kept item may link to one that is removed, or have a value that comes back.
      expect([status, isTaken || edited.length > 0], JSON.stringify(body)).toEqual([422, true]);
      return `undo of the sync ${made.id}: ${status}`;
    }
    world.syncs.pop();
    const after = await world.look(stage, true);
    const contents = (all: Iterable<[number, { label: string; values: object }]>) =>
      [...all].map(([id, item]) => `${id} ${contentOfItem(item as never)}`).toSorted();
    expect(contents(after.items), 'Stage after the undo of a sync').toEqual(contents(expected));
    expect(contentOfTemplate(after.templates.get('thing'))).toBe(contentOfTemplate(made.before.templates.get('thing')));
    adapt(now, after, made.ids);
    for (const [id, content] of made.synced)
      if (content === undefined || !after.items.has(id)) world.synced.delete(id);
      else world.synced.set(id, content);
    return `undo of the sync ${made.id}`;
  };

  return { save, move, undo };
};
