import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';
import { trashOf } from '../support/trash.ts';

/** TRASH_STEPS=2000 makes more of them, TRASH_SEED=17 others. */
const count = Number(process.env.TRASH_STEPS ?? 120);
const seed = Number(process.env.TRASH_SEED ?? 1);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

/** `gem` links to itself, and `ring` to both. */
const fields = {
  gem: inOrder([field('sku', 'text', { unique: true }), field('to', 'item-link', { templateId: 'gem' })]),
  ring: inOrder([
    field('sku', 'text', { unique: true }),
    field('to', 'item-link', { templateId: 'gem' }),
    field('twin', 'item-link', { templateId: 'ring' }),
  ]),
};
type TemplateName = keyof typeof fields;

interface Item {
  template: TemplateName;
  label: string;
  values: ItemValues;
}

test(`${count} random deletions and restores do what plain objects say`, { timeout: 20 * timeout }, async () => {
  shows('4.trash.model');
  const dice = diceOf(seed);
  const params = { instanceId: server.studio.dev };
  const as = { as: 'owner' } as const;
  const calls = trashOf(server);
  const live = new Map<number, Item>();
  /** The deleted items; those of a deleted `ring` are in `withRing`. */
  const gone = new Map<number, Item>();
  let withRing: Map<number, Item> | undefined;
  await saveTemplate(server, 'gem', fields.gem);
  await saveTemplate(server, 'ring', fields.ring);
  /** What change sets have deleted or restored, as long as nothing else has happened to those items. */
  const sets = new Map<number, ReadonlyMap<number, Item>>();
  const made: Record<string, number> = {};
  const tally = (kind: string) => {
    made[kind] = (made[kind] ?? 0) + 1;
  };
  const forget = (ids: Iterable<number>) => {
    for (const id of ids) for (const [set, touched] of sets) if (touched.has(id)) sets.delete(set);
  };
  const bury = (ids: Iterable<number>) => {
    for (const id of ids) {
      const item = live.get(id);
      if (item) gone.set(id, item);
      live.delete(id);
    }
  };
  const steps: string[] = [];
  const pick = <T>(list: readonly T[]): T | undefined => list[dice.below(list.length || 1)];
  const linksOf = ({ values }: Item): number[] =>
    [values.to, values.twin].flatMap((id) => (typeof id === 'number' ? [id] : []));
  const isLinked = (ids: readonly number[]) =>
    [...live].some(([id, item]) => !ids.includes(id) && linksOf(item).some((target) => ids.includes(target)));
  const byTemplate = (template: TemplateName) =>
    [...live].flatMap(([id, item]) => (item.template === template ? [id] : []));

  /** Which of these come back: those with no taken value and with all targets. */
  const returning = (wanted: ReadonlyMap<number, Item>): Set<number> => {
    const skuOf = ({ template, values }: Item) => `${template}/${String(values.sku)}`;
    const taken = [...live.values(), ...wanted.values()].map(skuOf);
    const kept = new Set(
      [...wanted].flatMap(([id, item]) => (taken.filter((sku) => sku === skuOf(item)).length === 1 ? [id] : [])),
    );
    for (let before = -1; before !== kept.size; ) {
      before = kept.size;
      for (const id of kept) {
        const item = wanted.get(id);
        if (item && linksOf(item).some((target) => !live.has(target) && !kept.has(target))) kept.delete(id);
      }
    }
    return kept;
  };

  const restore = async (body: object, wanted: Map<number, Item>, leavesOut: boolean, ring: boolean) => {
    const kept = returning(wanted);
    const whole = kept.size === wanted.size;
    const answer = await server.send(restores.apply, { params, body: { ...body, leave_out_refused: leavesOut } }, as);
    expect([answer.status, steps.at(-1)]).toEqual([whole || leavesOut ? 200 : 422, steps.at(-1)]);
    tally(whole ? 'restored' : leavesOut ? 'restored in part' : 'refused');
    if (answer.status !== 200) return;
    const { id, state } = answer.body as { id: number | null; state: string };
    if (state === 'running') throw new Error(`The restore ${String(id)} takes too long.`);
    forget(kept);
    if (id !== null && !ring) sets.set(id, new Map([...wanted].filter(([itemId]) => kept.has(itemId))));
    for (const [itemId, item] of wanted)
      if (kept.has(itemId)) {
        live.set(itemId, item);
        gone.delete(itemId);
      } else gone.set(itemId, item);
    if (ring) withRing = undefined;
  };

  /** Restored items go again, and deleted ones come back: all of them, or none. */
  const undo = async () => {
    const [id, touched] = pick([...sets]) ?? [];
    if (id === undefined || !touched) return;
    const ids = [...touched.keys()];
    const restored = ids.some((itemId) => live.has(itemId));
    const isPossible = restored ? !isLinked(ids) : returning(touched).size === touched.size;
    const answer = await server.send(changeSets.undo, { params: { ...params, changeSetId: id }, body: {} }, as);
    expect([answer.status, steps.at(-1)]).toEqual([isPossible ? 200 : 422, steps.at(-1)]);
    tally(isPossible ? 'undone' : 'not undone');
    if (!isPossible) return;
    forget(ids);
    if (restored) bury(ids);
    else
      for (const [itemId, item] of touched) {
        live.set(itemId, item);
        gone.delete(itemId);
      }
  };

  const play = async () => {
    const die = dice.below(12);
    const template: TemplateName = withRing || dice.below(2) === 0 ? 'gem' : 'ring';
    if (die < 3) {
      const former = pick([...gone.values()].filter((item) => item.template === template));
      const sku = former && dice.below(2) === 0 ? String(former.values.sku) : `s${dice.below(30)}`;
      if ([...live.values()].some((item) => item.template === template && item.values.sku === sku)) return;
      const to = pick([...byTemplate('gem'), undefined]);
      const twin = template === 'ring' ? pick([...byTemplate('ring'), undefined]) : undefined;
      const values = { sku, ...(to !== undefined && { to }), ...(twin !== undefined && { twin }) };
      const label = `${template} ${steps.length}`;
      const { id } = await saveOne(server, saveBody(template, fields[template], values, { label }));
      live.set(id, { template, label, values });
    } else if (die < 5) {
      const isFree = dice.below(2) === 0;
      const ids = byTemplate(template).filter((id) => dice.below(3) === 0 && !(isFree && isLinked([id])));
      if (ids.length === 0) return;
      const answer =
        ids.length === 1
          ? await server.send(items.delete, { params: { ...params, templateId: template, id: ids[0] ?? 0 } }, as)
          : await server.send(
              bulkEdits.apply,
              { params, body: { selection: { template_id: template, ids }, action: { delete: true } } },
              as,
            );
      expect(answer.status < 300).toBe(!isLinked(ids));
      if (answer.status >= 300) return;
      forget(ids);
      const { id: set } = (answer.body ?? {}) as { id?: number | null };
      if (typeof set === 'number') sets.set(set, new Map(ids.map((id) => [id, live.get(id) as Item])));
      bury(ids);
    } else if (die === 5 && !withRing && dice.below(3) === 0) {
      await server.call(templates.delete, { params: { ...params, templateId: 'ring' } }, as);
      withRing = new Map(byTemplate('ring').flatMap((id) => [[id, live.get(id) as Item] as const]));
      forget([...withRing.keys(), ...[...gone].flatMap(([id, item]) => (item.template === 'ring' ? [id] : []))]);
      for (const id of withRing.keys()) live.delete(id);
    } else if (die === 6 && withRing) {
      await restore({ template: 'ring' }, withRing, dice.below(2) === 0, true);
    } else if (die < 8) {
      const some = pick([...gone].filter(([, item]) => item.template === 'gem' || !withRing));
      if (some) await restore({ item: { template_id: some[1].template, id: some[0] } }, new Map([some]), false, false);
    } else if (die >= 10) {
      await undo();
    } else {
      const listed = new Map([...gone].filter(([, item]) => item.template === 'gem' || !withRing));
      if (listed.size === 0) return;
      const matching = { count: listed.size, ...(withRing && { template: 'gem' }) };
      await restore({ matching }, listed, dice.below(3) > 0, false);
    }
  };

  for (let step = 0; step < count; step += 1) {
    steps.push(`step ${step} of seed ${seed}`);
    await play();
    const state = await readState(server.app.deps.database.query, server.studio.dev);
    const found = [...state.items].map(
      ([id, { template, label, values }]) => [id, { template, label, values }] as const,
    );
    expect(new Map(found.toSorted(([a], [b]) => a - b)), steps.at(-1)).toEqual(
      new Map([...live].toSorted(([a], [b]) => a - b)),
    );
    const entries: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await calls.list({ limit: 100, ...(cursor !== undefined && { cursor }) });
      entries.push(...page.entries.map(({ item_id }) => item_id ?? 0));
      cursor = page.next_cursor;
    }
    const listed = [...gone].flatMap(([id, item]) => (item.template === 'gem' || !withRing ? [id] : []));
    expect(entries.toSorted(), steps.at(-1)).toEqual([...listed, ...(withRing ? [0] : [])].toSorted());
    if (step % 20 === 0) await expectWhole(server.app.deps.database.query, server.studio.dev, state);
  }
  await expectWhole(
    server.app.deps.database.query,
    server.studio.dev,
    await readState(server.app.deps.database.query, server.studio.dev),
  );
  for (const kind of ['restored', 'restored in part', 'refused', 'undone'])
    expect([kind, made[kind] ?? 0]).not.toEqual([kind, 0]);
});
