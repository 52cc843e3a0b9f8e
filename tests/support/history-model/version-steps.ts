import { toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { history, type ItemRestoreCheck } from '@quartermaster/contract/endpoints/history.ts';
import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { canonical, contentOfItem } from '../sync-model/state.ts';
import { type Fit, fitInto, placesOf } from './fit.ts';
import { type Content, isRepeated, type World } from './world.ts';

const as = { as: 'owner' } as const;

/** Restores versions of items, in Dev or Stage. */
export const versionSteps = (world: World, dice: Dice) => {
  const { server } = world;
  const place = (instanceId: number, id: number) => ({ instanceId, templateId: 'thing', id });

  const list = async (instanceId: number, id: number): Promise<number[]> => {
    const params = place(instanceId, id);
    const { versions } = await server.call(history.listItem, { params, query: { limit: 100 } }, as);
    const current = world.versionOf(instanceId, id);
    const listed = versions.map(({ version }) => version);
    for (let version = 1; version <= current; version += 1) {
      const name = world.nameOf(instanceId, id, version);
      if (world.seen.has(name) && !world.unsaved.has(name)) expect(listed, name).toContain(version);
    }
    return listed.filter((version) => world.seen.has(world.nameOf(instanceId, id, version)));
  };

  /** What a version has to become now. */
  const expected = (instanceId: number, id: number, version: number): { fitted: Fit; content: Content } => {
    const seen = world.seen.get(world.nameOf(instanceId, id, version));
    const state = world.state(instanceId);
    const now = placesOf(state.templates.get('thing')?.fields ?? []);
    const fitted = fitInto(seen?.values ?? {}, placesOf(seen?.fields ?? []), now, (target) => state.items.has(target));
    return { fitted, content: { label: seen?.label ?? '', values: fitted.values } };
  };

  /** Compares a dry run with what it has to say; true if the restore is to succeed. */
  const compare = (instanceId: number, id: number, version: number, check: ItemRestoreCheck): boolean => {
    const { fitted, content } = expected(instanceId, id, version);
    const name = world.nameOf(instanceId, id, version);
    const missing = check.missing.map(
      ({ field_id, reason }) => `${field_id}: ${reason.startsWith('was a value of the type') ? 'type' : reason}`,
    );
    expect(missing.toSorted(), name).toEqual([...fitted.missing].toSorted());
    const state = world.state(instanceId);
    const flat = (fields: readonly { id: string; value: unknown }[]) =>
      fields.map(({ id: at, value }) => canonical([at, value])).toSorted();
    const { fields = [] } = state.templates.get('thing') ?? {};
    expect(flat(check.diff.source?.fields ?? []), name).toEqual(flat(toItemFields(buildTree(fields), content.values)));
    expect(check.diff.source?.label, name).toBe(content.label);
    const isSame = contentOfItem(content) === contentOfItem(state.items.get(id));
    const others = [...state.items].flatMap(([itemId, item]) => (itemId === id ? [] : [item]));
    const isTaken = !isSame && isRepeated([...others, content]);
    expect(
      check.refusals.map(({ field_id }) => field_id),
      name,
    ).toEqual(isTaken ? ['sku'] : []);
    return !isTaken;
  };

  const check = (instanceId: number, id: number, version: number) =>
    server.call(history.checkItem, { params: place(instanceId, id), query: { version } }, as);

  /** Checks a version and restores it; it reads as it was then. */
  async function restoreOne(instanceId: number, id: number, version: number): Promise<string> {
    const isPossible = compare(instanceId, id, version, await check(instanceId, id, version));
    const { content } = expected(instanceId, id, version);
    const seen = world.versionOf(instanceId, id);
    const params = place(instanceId, id);
    const { status, body } = await server.send(history.restoreItem, { params, body: { version, seen } }, as);
    expect(status, JSON.stringify(body)).toBe(isPossible ? 200 : 422);
    if (!isPossible) return `version ${version} of ${id} in ${instanceId}: refused`;
    const { change_set_id: setId } = body as { change_set_id: number | null };
    const before = world.state(instanceId).items.get(id);
    expect(setId === null).toBe(contentOfItem(before) === contentOfItem(content));
    if (instanceId === world.dev && setId !== null) {
      const item = world.live.get(id);
      world.live.set(id, { lost: item?.lost ?? [], ...content });
      world.remember(setId, new Map([[id, before && { label: before.label, values: before.values }]]));
    }
    const after = await world.look(instanceId);
    expect(contentOfItem(after.items.get(id)), 'as it was').toBe(contentOfItem(content));
    return `version ${version} of ${id} in ${instanceId}: ${setId}`;
  }

  const restore = async (instanceId: number): Promise<string> => {
    const { items } = world.state(instanceId);
    if (items.size === 0) return 'no versions';
    const id = dice.oneOf([...items.keys()]);
    return restoreOne(instanceId, id, dice.oneOf(await list(instanceId, id)));
  };

  /** Checks every version of every item, and restores one of each. */
  const restoreAll = async (instanceId: number): Promise<void> => {
    for (const id of world.state(instanceId).items.keys()) {
      const versions = await list(instanceId, id);
      for (const version of versions) compare(instanceId, id, version, await check(instanceId, id, version));
      await restoreOne(instanceId, id, dice.oneOf(versions));
    }
  };

  return { restore, restoreAll };
};
