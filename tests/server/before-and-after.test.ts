import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { type BeforeAndAfter, items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { restores, trash } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { allowInDev } from '../support/allow-in-dev.ts';
import { copyItem } from '../support/copied-items.ts';
import { exactSum } from '../support/exact-sum.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { syncOf } from '../support/sync.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer', { maximum: 5000 }),
  field('worth', 'computed-number', { formula: 'price == null ? null : price * 1.5' }),
  field('tags', 'number-list'),
  field('parent', 'item-link', { templateId: 'gem' }),
  field('loot', 'dynamic-group'),
  field('chance', 'weight', { parentId: 'loot' }),
]);
/** A number, a computed one, a list, and one in rows. */
const drawn = ['price', 'worth', 'tags', 'chance'] as const;

const as = { as: 'owner' } as const;
const random = randomNumbers(21);
const below = (limit: number) => Math.floor(random() * limit);
const maybe = (probability: number, values: ItemValues): ItemValues => (random() < probability ? values : {});

const randomValues = (): ItemValues => ({
  title: `Old ${below(9)}`,
  ...maybe(0.9, { price: below(100) * 10 }),
  ...maybe(0.5, { tags: Array.from({ length: 1 + below(3) }, () => below(5) / 2) }),
  ...maybe(0.7, { loot: Array.from({ length: 1 + below(3) }, () => maybe(0.9, { chance: below(9) / 4 })) }),
});

let server: TestServer;
let dev: number;
let stage: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ dev, stage } = server.studio);
  await saveTemplate(server, 'gem', fields);
  await create(60);
  await syncOf(server, dev).all();
});

const inDev = () => ({ params: { instanceId: dev } });

/** Creates items with random values. */
async function create(count: number): Promise<number[]> {
  const bodies = Array.from({ length: count }, (_, index) =>
    saveBody('gem', fields, randomValues(), { label: `Gem ${index}` }),
  );
  return (await saveAll(server, bodies)).map(({ id }) => id);
}

interface Stored {
  id: number;
  label: string;
  version: number;
  values: ItemValues;
}

async function readAll(instanceId: number): Promise<Stored[]> {
  const call = { params: { instanceId, templateId: 'gem' }, body: {} };
  const { items: rows } = await server.call(items.list, call, as);
  return rows.map(({ id, internal_label: label, version, values }) => ({
    id,
    label,
    version,
    values: values as ItemValues,
  }));
}

const numbersOf = ({ values }: Stored, id: string): number[] =>
  id === 'chance'
    ? rowsOf(values.loot).flatMap(({ chance }) => (chance ?? []) as number)
    : [values[id] ?? []].flat().map(Number);

/** The state of an instance, as the chart of its list draws it, and its items. */
async function drawList(instanceId: number, field_id: string) {
  const call = {
    params: { instanceId, templateId: 'gem' },
    body: { chart: { kind: 'distribution', field: field_id } },
  } as const;
  const { kind, bins, ...state } = (await server.call(items.chart, call, as)) as never as {
    kind: string;
    bins: object[];
    items: number;
  };
  expect(kind).toBe('distribution');
  return { state, bins, all: await readAll(instanceId) };
}
type DrawnList = Awaited<ReturnType<typeof drawList>>;

/** A chart has to show both states as their lists do, between the same edges, and the items that moved most. */
function expectChart(chart: BeforeAndAfter | undefined, fieldId: string, before: DrawnList, after: DrawnList): void {
  expect(chart).toMatchObject({ before: before.state, after: after.state });
  const { bins = [], movers = [], changed } = chart ?? {};
  const [was, is] = [before, after].map(({ all }) => new Map(all.map((item) => [item.id, item])));
  const count = (list: DrawnList, from: number, to: number, isLast: boolean) =>
    list.all.flatMap((item) => numbersOf(item, fieldId)).filter((n) => n >= from && (n < to || (isLast && n === to)))
      .length;
  expect(bins).toEqual(
    bins.map(({ from, to }, index) => {
      const isLast = index === bins.length - 1;
      return { from, to, before: count(before, from, to, isLast), after: count(after, from, to, isLast) };
    }),
  );
  expect(bins.reduce((sum, bin) => sum + bin.before, 0)).toBe(chart?.before.values);
  const moved = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].map((id) => {
    const [from, to] = [was?.get(id), is?.get(id)].map((item) => (item ? numbersOf(item, fieldId) : []));
    return { id, label: is?.get(id)?.label ?? '', from: from ?? [], to: to ?? [] };
  });
  const differing = moved.filter(({ from, to }) => JSON.stringify(from.toSorted()) !== JSON.stringify(to.toSorted()));
  expect(changed).toBe(differing.length);
  const shares = differing
    .filter(({ from, to }) => from.length > 0 && to.length > 0)
    .map(({ from, to, ...item }) => ({ ...item, before: exactSum(from), after: exactSum(to) }))
    .filter((mover) => mover.before !== mover.after)
    .map((mover) => ({ ...mover, share: Math.abs(mover.after - mover.before) / Math.abs(mover.before) }))
    .toSorted((a, b) => b.share - a.share || a.id - b.id);
  const close = (value: number) => expect.closeTo(value, 9);
  expect(movers).toEqual(
    shares
      .slice(0, 10)
      .map(({ share: _, ...mover }) => ({ ...mover, before: close(mover.before), after: close(mover.after) })),
  );
}

/** Changes that a door has checked, with the chart of a field, and what applies them; returns the change set. */
interface Checked {
  chart: BeforeAndAfter | undefined;
  apply: () => Promise<number | null>;
}

type Door = (fieldId: string) => Promise<Checked>;

const some = async (count: number): Promise<Stored[]> => {
  const all = await readAll(dev);
  return Array.from({ length: count }, () => all[below(all.length)]).filter((item) => item !== undefined);
};
const charted = (field_id: string) => ({ template_id: 'gem', field_id });

/** An edit, which is random but for its kind. */
const editing =
  (actionOf: () => Action, more: object = {}): Door =>
  async (fieldId) => {
    const ids = [...new Set((await some(12)).map(({ id }) => id))];
    const body = { selection: { template_id: 'gem', ids }, action: actionOf(), ...more };
    const { chart } = await server.call(
      bulkEdits.check,
      { ...inDev(), body: { ...body, chart: charted(fieldId) } },
      as,
    );
    return { chart, apply: async () => (await server.call(bulkEdits.apply, { ...inDev(), body }, as)).id };
  };

const randomRecords = async () =>
  [...new Map((await some(8)).map((item) => [item.id, item])).values()].map(({ id, version }) => ({
    ...{ _id: id, _version: version, price: below(100) * 7 },
    tags: [below(4)],
  }));

const importing =
  (origin: 'import' | 'grid'): Door =>
  async (fieldId) => {
    const records = [...(await randomRecords()), ...(origin === 'import' ? [{ _label: 'New', price: 77 }] : [])];
    const query = { dry_run: true, origin };
    const { import: checked } = await importFile(server, jsonLines(records), { templateId: 'gem', query });
    const params = { instanceId: dev, importId: checked.id };
    const { chart } = await server.call(imports.chart, { params, body: { chart: charted(fieldId) } }, as);
    return {
      chart,
      apply: async () => (await server.call(imports.apply, { params, body: {} }, as)).import.change_set_id,
    };
  };

const proposing: Door = async (fieldId) => {
  const changes = [{ template_id: 'gem', items: [...(await randomRecords()), { _label: 'Proposed', price: 5 }] }];
  const checked = await server.call(proposals.check, { ...inDev(), body: { changes, chart: charted(fieldId) } }, as);
  const { proposal, check } = await server.call(
    proposals.create,
    { ...inDev(), body: { title: 'Prices', changes } },
    as,
  );
  const params = { instanceId: dev, proposalId: proposal.id };
  const { chart } = await server.call(
    proposals.chart,
    { params, body: { chart: charted(fieldId), leave_out: [] } },
    as,
  );
  expect(chart).toEqual(checked.chart);
  const { fingerprint } = check;
  return {
    chart,
    apply: async () =>
      (await server.call(proposals.apply, { params, body: { fingerprint } }, as)).proposal.change_set_id,
  };
};

const restoring: Door = async (fieldId) => {
  const ids = [...new Set((await some(5)).map(({ id }) => id))];
  const deletion = { selection: { template_id: 'gem', ids }, action: { delete: true } } as const;
  await server.call(bulkEdits.apply, { ...inDev(), body: deletion }, as);
  const { entries } = await server.call(trash.list, { ...inDev(), query: { limit: ids.length } }, as);
  const body = { entries: entries.map(({ id }) => id) };
  const { chart } = await server.call(restores.check, { ...inDev(), body: { ...body, chart: charted(fieldId) } }, as);
  return { chart, apply: async () => (await server.call(restores.apply, { ...inDev(), body }, as)).id };
};

const replacing: Door = async (fieldId) => {
  const body = { find: 'old', replace_with: `Old` };
  const { chart } = await server.call(
    replacements.check,
    { ...inDev(), body: { ...body, chart: charted(fieldId) } },
    as,
  );
  return { chart, apply: async () => (await server.call(replacements.apply, { ...inDev(), body }, as)).id };
};

const doors: Record<string, Door> = {
  'a bulk edit': editing(() => ({ operations: [{ field_id: 'price', op: 'multiply', value: 1 + below(3) }] }), {
    leave_out_refused: true,
  }),
  'a bulk edit of rows': editing(() => ({ operations: [{ field_id: 'chance', op: 'add', value: below(3) / 4 }] })),
  copies: editing(() => ({ duplicate: { times: 2, label: '{label} {n}' } })),
  'a deletion': editing(() => ({ delete: true })),
  'an import': importing('import'),
  'a save of the grid': importing('grid'),
  'a proposal': proposing,
  'a restore': restoring,
  'a replacement of texts': replacing,
};

describe.each(Object.entries(doors))('%s', (_, door) => {
  test.each(drawn)('is drawn before and after, and so is its undo: %s', async (fieldId) => {
    const { chart, apply } = await door(fieldId);
    const before = await drawList(dev, fieldId);
    const id = await apply();
    const after = await drawList(dev, fieldId);
    expectChart(chart, fieldId, before, after);
    if (id === null) return;
    const params = { instanceId: dev, changeSetId: id };
    const body = { chart: charted(fieldId) };
    const undo = await server.call(changeSets.checkUndo, { params, body }, as);
    expectChart(undo.chart, fieldId, after, before);
    await server.call(changeSets.undo, { params, body: {} }, as);
    expect((await drawList(dev, fieldId)).state).toEqual(before.state);
  });
});

describe('a sync, with a review or as a release', () => {
  test.each(drawn)('is drawn before and after in its target, and so is its undo: %s', async (fieldId) => {
    const { some: syncSome, undo } = syncOf(server, dev);
    const [added] = await create(2);
    const edited = (await some(6)).map(({ id }) => id);
    const operations = [
      { field_id: 'price', op: 'add', value: 3 } as const,
      { field_id: 'chance', op: 'add', value: 1 } as const,
    ];
    const edit = { selection: { template_id: 'gem', ids: [...new Set(edited)] }, action: { operations } };
    await server.call(bulkEdits.apply, { ...inDev(), body: edit }, as);
    const changes = [
      { template_id: 'gem', is_update_template: false, items: [added ?? 0, ...edit.selection.ids.slice(1)] },
    ];
    const before = await drawList(stage, fieldId);
    const check = async (more: object) =>
      (await server.call(sync.check, { ...inDev(), body: { changes, chart: charted(fieldId), ...more } }, as)).chart;
    const { id: review } = await server.call(syncReviews.create, { ...inDev(), body: { changes } }, as);
    const release = await server.call(
      releases.create,
      {
        ...inDev(),
        body: { name: 'Gems', notes: '', changes, publish_at: null, time_zone: null, exports_after: false },
      },
      as,
    );
    const chart = await check({});
    expect(await check({ review })).toEqual(chart);
    expect(await check({ release: release.id, decided: true })).toEqual(chart);
    const { id } = await syncSome({ changes });
    const after = await drawList(stage, fieldId);
    expectChart(chart, fieldId, before, after);
    const params = { instanceId: dev, syncId: id ?? 0 };
    const undone = await server.call(sync.checkUndo, { params, body: { chart: charted(fieldId) } }, as);
    expectChart(undone.chart, fieldId, after, before);
    await undo(id ?? 0);
    expect((await drawList(stage, fieldId)).state).toEqual(before.state);
  });

  test('a template that the target lacks begins without numbers', async () => {
    await saveTemplate(server, 'ruby', [field('price', 'integer')]);
    const { id } = await saveOne(server, saveBody('ruby', [field('price', 'integer')], { price: 5 }));
    const changes = [{ template_id: 'ruby', is_update_template: true, items: [id] }];
    const body = { changes, chart: { template_id: 'ruby', field_id: 'price' } };
    const { chart } = await server.call(sync.check, { ...inDev(), body }, as);
    expect(chart).toMatchObject({
      before: { items: 0, values: 0, stats: null },
      after: { items: 1, values: 1, stats: { sum: 5 } },
      bins: [{ from: 5, to: 6, before: 0, after: 1 }],
      changed: 1,
      movers: [],
    });
  });
});

test('a field that the template adds to, or takes from, items that are not named is not drawn', async () => {
  const price = field('price', 'integer');
  const pearl = await saveTemplate(server, 'pearl', [price]);
  await saveOne(server, saveBody('pearl', [price], { price: 5 }));
  await syncOf(server, dev).all();
  const check = async (field_id: string) => {
    const changes = [{ template_id: 'pearl', is_update_template: true, items: [] }];
    const body = { changes, chart: { template_id: 'pearl', field_id } };
    return server.send(sync.check, { ...inDev(), body }, as);
  };
  const refused = {
    status: 422,
    body: { message: 'The template changes this field in all items. It can be drawn once that is applied.' },
  };
  const computed = inOrder([price, field('twice', 'computed-number', { formula: 'price * 2' })]);
  const withTwice = await saveTemplate(server, 'pearl', computed, { version: pearl });
  expect(await check('twice')).toMatchObject(refused);
  expect(await check('price')).toMatchObject({ status: 200 });
  const other = [field('other', 'integer')];
  const withoutPrice = await saveTemplate(server, 'pearl', other, { version: withTwice });
  expect(await check('price')).toMatchObject(refused);
  await syncOf(server, dev).all();
  await saveTemplate(server, 'pearl', [price], { version: withoutPrice });
  expect(await check('price')).toMatchObject(refused);
});

test('refused items stay as they are, and those left out, too', async () => {
  const ids = (await create(3)).toSorted((a, b) => a - b);
  const link = saveBody('gem', fields, { parent: ids[1] ?? 0, price: 1 }, { label: 'Linking' });
  await saveOne(server, link);
  const selection = { template_id: 'gem', ids };
  const before = await drawList(dev, 'price');
  const draw = async (action: Action, more: object = {}) => {
    const body = { selection, action, chart: charted('price'), ...more };
    return (await server.call(bulkEdits.check, { ...inDev(), body }, as)).chart;
  };
  const deletion = await draw({ delete: true }, { leave_out: [ids[2]] });
  expect(deletion).toMatchObject({ after: { items: before.all.length - 1 } });
  const tooDear = await draw({ operations: [{ field_id: 'price', op: 'add', value: 5001 }] });
  expect(tooDear).toMatchObject({ before: before.state, after: before.state, changed: 0, movers: [] });
});

test('conflicts of an import are drawn as they are decided, and lines of a proposal that are left out stay', async () => {
  const [id = 0] = await create(1);
  const stored = (await readAll(dev)).find((item) => item.id === id) ?? expect.fail('The item exists.');
  const edit = { selection: { template_id: 'gem', ids: [id] }, action: { operations: [setPrice(2000)] } };
  await server.call(bulkEdits.apply, { ...inDev(), body: edit }, as);
  const lines = jsonLines([{ _id: id, _version: stored.version, price: 3000 }]);
  const uploaded = await importFile(server, lines, { templateId: 'gem', query: { dry_run: true } });
  const draw = async (decided: object) => {
    const params = { instanceId: dev, importId: uploaded.import.id };
    return (await server.call(imports.chart, { params, body: { chart: charted('price'), ...decided } }, as)).chart;
  };
  const mover = { id, label: stored.label, before: 2000, after: 3000 };
  expect((await draw({})).movers).toEqual([mover]);
  expect((await draw({ decisions: [{ id, take: 'new' }], conflicts: 'current' })).movers).toEqual([mover]);
  expect(await draw({ conflicts: 'current' })).toMatchObject({ changed: 0, movers: [] });
  const changes = [{ template_id: 'gem', items: [{ _id: id, price: 4000 }] }];
  const body = { title: 'Dearer', changes };
  const { proposal } = await server.call(proposals.create, { ...inDev(), body }, as);
  const drawProposal = async (more: object) => {
    const params = { instanceId: dev, proposalId: proposal.id };
    return (await server.call(proposals.chart, { params, body: { chart: charted('price'), ...more } }, as)).chart;
  };
  expect((await drawProposal({})).movers).toEqual([{ ...mover, after: 4000 }]);
  expect(await drawProposal({ leave_out: [1] })).toMatchObject({ changed: 0 });
});

const setPrice = (value: number) => ({ field_id: 'price', op: 'set', value }) as const;

test('a chart refuses other fields and templates, people who may not read items, and too many items', async () => {
  const [item] = await some(1);
  const selection = { template_id: 'gem', ids: [item?.id ?? 0] };
  const body = { selection, action: { operations: [{ field_id: 'price', op: 'set', value: 1 }] } } as const;
  const check = (chart: object, caller: { as: Person } = as) =>
    server.send(bulkEdits.check, { ...inDev(), body: { ...body, chart } }, caller);
  await allowInDev(server, 'CREATE_ITEM');
  expect(await check(charted('price'), { as: 'member' })).toMatchObject({ status: 403 });
  await allowInDev(server, 'CREATE_ITEM', 'READ');
  expect(await check(charted('price'), { as: 'member' })).toMatchObject({ status: 200 });
  await allowInDev(server, 'INSTANCE_CHANGES');
  const checkSync = (more: object) =>
    server.send(sync.check, { ...inDev(), body: { changes: [], all: true, ...more } }, { as: 'member' });
  expect(await checkSync({})).toMatchObject({ status: 200 });
  expect(await checkSync({ chart: charted('price') })).toMatchObject({ status: 403 });
  for (const field_id of ['title', 'parent', 'loot', 'unknown']) {
    const reason = { 'chart.field_id': 'charts draw the distribution of number fields' };
    expect(await check({ template_id: 'gem', field_id })).toMatchObject({ status: 422, body: { fields: reason } });
  }
  expect(await check({ template_id: 'unknown', field_id: 'price' })).toMatchObject({ status: 404 });
  const stone = await saveTemplate(server, 'stone', fields).then(() =>
    saveOne(server, saveBody('stone', fields, { price: 1 })),
  );
  expect(await check({ template_id: 'stone', field_id: 'price' })).toMatchObject({
    status: 200,
    body: { chart: { before: { values: 1 }, after: { values: 1 }, changed: 0 } },
  });
  await copyItem(server.app.deps.database.query, stone.id, { first: stone.id + 1, last: stone.id + 100_000 });
  expect(await check({ template_id: 'stone', field_id: 'price' })).toMatchObject({
    status: 422,
    body: { message: 'More than 100,000 items match. Filter the list to draw it.' },
  });
});
