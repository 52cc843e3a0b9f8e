import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import {
  type Action,
  bulkEdits,
  type Operation,
  type Selection,
} from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { expect } from 'vitest';
import type { Dice } from './dice.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from './sample-template.ts';
import type { TestServer } from './server.ts';
import { canonical, contentOfItem, expectWhole, readState } from './sync-model/state.ts';

interface ModelItem {
  label: string;
  values: ItemValues;
}
type Model = Map<number, ModelItem>;

/** What a step makes of the model, or why it is refused. */
type Predicted = { model: Model } | { error: 'invalid' | 'conflict' };

/** A change set that can be undone: the items that it has changed, before and after it. */
interface Made {
  id: number;
  before: Model;
  after: Model;
  touched: Set<number>;
}

/** How often each kind of step was made, and how often one was refused. */
type Counts = Record<'edits' | 'copies' | 'deletions' | 'undos' | 'refusals' | 'saves', number>;

const most = { price: 500, title: 24 };
const fields = inOrder([
  field('title', 'text', { maximum: most.title }),
  field('price', 'integer', { maximum: most.price }),
  field('weight', 'float'),
  field('shiny', 'boolean'),
  field('next', 'item-link', { templateId: 'thing' }),
  field('all', 'item-link-list', { templateId: 'thing' }),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
  field('amount', 'integer', { parentId: 'bonuses' }),
]);

/** After so many steps, index rows, links, counts and revisions are compared, too. */
const wholeSteps = 8;

const as = { as: 'owner' } as const;
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const listOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
const rowsOf = ({ bonuses }: ItemValues): ItemValues[] => (bonuses ?? []) as ItemValues[];
const eachRow = (values: ItemValues, change: (row: ItemValues) => unknown): void => {
  for (const row of rowsOf(values)) change(row);
};
const clone = (values: ItemValues): ItemValues => structuredClone(values);

/** Values without what is empty, as items are stored. */
const put = (values: ItemValues, name: string, value: ItemValues[string] | undefined): void => {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    delete values[name];
  else values[name] = value;
};

interface RandomEdit {
  operation: Operation;
  /** Changes a copy of an item in place. */
  change: (item: ModelItem) => unknown;
}

/** Plays random steps, comparing the database with the model after each; returns how often each kind was made. */
export async function playBulkEdits(
  server: TestServer,
  dice: Dice,
  count: number,
  note: (step: string) => void,
): Promise<Counts> {
  const params = { instanceId: server.studio.dev };
  const { query } = server.app.deps.database;
  await saveTemplate(server, 'thing', fields);
  let model: Model = new Map();
  const history: Made[] = [];
  const counts: Counts = { edits: 0, copies: 0, deletions: 0, undos: 0, refusals: 0, saves: 0 };

  const someId = () => dice.oneOf([...model.keys()]);

  const randomValues = (): ItemValues => {
    const values: ItemValues = {};
    if (dice.percent(70)) put(values, 'title', dice.oneOf(['axe', 'Bow', 'club of fire', 'ice']));
    if (dice.percent(80)) put(values, 'price', dice.below(300));
    if (dice.percent(40)) put(values, 'weight', dice.below(1000) / 8);
    if (dice.percent(50)) put(values, 'shiny', dice.percent(50));
    if (model.size > 0 && dice.percent(20)) put(values, 'next', someId());
    if (model.size > 0 && dice.percent(20)) put(values, 'all', dice.someOf([...model.keys()], 3));
    const rows = Array.from({ length: dice.below(4) }, () => {
      const row: ItemValues = {};
      if (dice.percent(80)) put(row, 'stat', dice.oneOf(['fire', 'ice']));
      if (dice.percent(80)) put(row, 'amount', dice.below(9));
      return row;
    });
    put(values, 'bonuses', rows);
    return values;
  };

  const create = async (many: number) => {
    const items = Array.from({ length: many }, (_, index) => ({ label: `Thing ${index}`, values: randomValues() }));
    const saved = await saveAll(
      server,
      items.map(({ label, values }) => saveBody('thing', fields, values, { label })),
    );
    for (const [index, { id }] of saved.entries()) model.set(id, items[index] as ModelItem);
  };

  /** A save by hand in between, so that undos have conflicts. */
  const save = async () => {
    const id = someId();
    const before = model.get(id) as ModelItem;
    const values = { ...clone(before.values), price: dice.below(300) };
    const version = (await readState(query, params.instanceId)).items.get(id)?.version ?? 0;
    await saveOne(
      server,
      saveBody('thing', fields, values, { label: before.label, id, version, before: before.values }),
    );
    model.set(id, { label: before.label, values });
    counts.saves += 1;
    note(`save of ${id}`);
  };

  const select = (): { selection: Selection; ids: number[] } => {
    const all = [...model.keys()].toSorted((a, b) => a - b);
    if (dice.percent(50)) {
      const ids = dice.someOf(all, 12);
      return { selection: { template_id: 'thing', ids }, ids: ids.toSorted((a, b) => a - b) };
    }
    const limit = dice.below(300);
    const matchers: [
      filter: NonNullable<Selection['filters']>[number] | undefined,
      search: string | undefined,
      (item: ModelItem, id: number) => boolean,
    ][] = [
      [
        { template_field_id: 'price', op: filterOps.less, value: String(limit) },
        undefined,
        ({ values }) => (numberOf(values.price) ?? Infinity) < limit,
      ],
      [
        { template_field_id: 'title', op: filterOps.contains, value: 'ICE' },
        undefined,
        ({ values }) =>
          String(values.title ?? '')
            .toLowerCase()
            .includes('ice'),
      ],
      [
        { template_field_id: 'shiny', op: filterOps.empty, value: '' },
        undefined,
        ({ values }) => values.shiny === undefined,
      ],
      [
        { template_field_id: 'stat', op: filterOps.equal, value: 'fire' },
        undefined,
        ({ values }) => rowsOf(values).some(({ stat }) => stat === 'fire'),
      ],
      [
        { template_field_id: 'stat', op: filterOps.not, value: 'fire' },
        undefined,
        ({ values }) => !rowsOf(values).some(({ stat }) => stat === 'fire'),
      ],
      [undefined, 'thing 1', ({ label }) => label.toLowerCase().includes('thing 1')],
    ];
    const [filter, search, meets] = dice.oneOf(matchers);
    const ids = all.filter((id) => meets(model.get(id) as ModelItem, id));
    if (ids.length === 0) return { selection: { template_id: 'thing', ids: all.slice(0, 1) }, ids: all.slice(0, 1) };
    const more = { ...(filter && { filters: [filter] }), ...(search && { search }) };
    return { selection: { template_id: 'thing', ...more, count: ids.length }, ids };
  };

  const randomEdit = (): RandomEdit => {
    const by = dice.oneOf([0.5, 1.1, 2, -1]);
    const more = 1 + dice.below(150);
    const [id, other] = [someId(), someId()];
    const round = (value: number) => Math.sign(value) * Math.round(Math.abs(Number(value.toPrecision(15))));
    return dice.oneOf<RandomEdit>([
      {
        operation: { field_id: 'price', op: 'multiply', value: by },
        change: ({ values }) =>
          values.price !== undefined && put(values, 'price', round(Number(values.price) * by) || 0),
      },
      {
        operation: { field_id: 'price', op: 'add', value: more },
        change: ({ values }) => values.price !== undefined && put(values, 'price', Number(values.price) + more),
      },
      { operation: { field_id: 'price', op: 'clear' }, change: ({ values }) => put(values, 'price', undefined) },
      {
        operation: { field_id: 'title', op: 'append', value: ' of ice' },
        change: ({ values }) => put(values, 'title', `${values.title ?? ''} of ice`),
      },
      {
        operation: { field_id: 'title', op: 'replace', find: ' of ice', value: '' },
        change: ({ values }) =>
          put(values, 'title', values.title === undefined ? undefined : String(values.title).split(' of ice').join('')),
      },
      {
        operation: { field_id: 'weight', op: 'set', value: more / 8 },
        change: ({ values }) => put(values, 'weight', more / 8),
      },
      {
        operation: { field_id: 'shiny', op: 'set', value: more % 2 === 0 },
        change: ({ values }) => put(values, 'shiny', more % 2 === 0),
      },
      { operation: { field_id: 'next', op: 'set', value: id }, change: ({ values }) => put(values, 'next', id) },
      { operation: { field_id: 'next', op: 'clear' }, change: ({ values }) => put(values, 'next', undefined) },
      {
        operation: { field_id: 'all', op: 'append', value: [id, String(other)] },
        change: ({ values }) => put(values, 'all', [...new Set([...listOf(values.all), id, other])]),
      },
      {
        operation: { field_id: 'all', op: 'remove', value: [id] },
        change: ({ values }) =>
          put(
            values,
            'all',
            listOf(values.all).filter((entry) => entry !== id),
          ),
      },
      {
        operation: { field_id: 'amount', op: 'add', value: 1 },
        change: ({ values }) =>
          eachRow(values, (row) => row.amount !== undefined && put(row, 'amount', Number(row.amount) + 1)),
      },
      {
        operation: {
          field_id: 'stat',
          op: 'set',
          value: 'ice',
          where: { template_field_id: 'amount', op: filterOps.more, value: '4' },
        },
        change: ({ values }) => eachRow(values, (row) => Number(row.amount ?? 0) > 4 && put(row, 'stat', 'ice')),
      },
      {
        operation: { field_id: 'label', op: 'append', value: '+' },
        change: (item) => {
          item.label = `${item.label}+`;
        },
      },
    ]);
  };

  const fits = ({ label, values }: ModelItem): boolean =>
    label.length <= 255 && String(values.title ?? '').length <= most.title && Number(values.price ?? 0) <= most.price;

  const linksOf = ({ values }: ModelItem): number[] => [
    ...listOf(values.next === undefined ? [] : [values.next]),
    ...listOf(values.all),
  ];

  /** True if no item links to a missing one. */
  const isWhole = (items: Model): boolean =>
    [...items.values()].every((item) => linksOf(item).every((id) => items.has(id)));

  const edited = (ids: readonly number[], edits: readonly RandomEdit[]): Predicted => {
    const next = new Map(model);
    for (const id of ids) {
      const item = { label: model.get(id)?.label ?? '', values: clone(model.get(id)?.values ?? {}) };
      for (const { change } of edits) change(item);
      if (contentOfItem(item) !== contentOfItem(model.get(id)) && !fits(item)) return { error: 'invalid' };
      next.set(id, item);
    }
    return { model: next };
  };

  const apply = async (selection: Selection, action: Action, predicted: Predicted, kind: keyof Counts) => {
    const checked = await server.call(bulkEdits.check, { params, body: { selection, action, limit: 1 } }, as);
    const body = { selection, action, fingerprint: checked.fingerprint };
    const { status, body: answer } = await server.send(bulkEdits.apply, { params, body }, as);
    note(
      `${kind} ${JSON.stringify({ selection, action }).slice(0, 300)}: ${status} ${JSON.stringify(answer).slice(0, 300)}`,
    );
    if ('error' in predicted) {
      expect([status, (answer as ErrorBody).error]).toEqual([422, predicted.error]);
      expect(checked.refusals.count).toBeGreaterThan(0);
      counts.refusals += 1;
      return;
    }
    expect(status).toBe(200);
    expect(checked.refusals.count).toBe(0);
    const { id, counts: made } = answer as { id: number | null; counts: Record<string, number> };
    const before = model;
    const state = await readState(query, params.instanceId);
    // Copies have ids that the model cannot predict: they are those that are new, in ascending order.
    const added = [...state.items.keys()].filter((key) => !before.has(key)).toSorted((a, b) => a - b);
    const provisional = [...predicted.model.keys()].filter((key) => key < 0).toSorted((a, b) => b - a);
    expect(added).toHaveLength(provisional.length);
    const idOf = new Map(provisional.map((key, index) => [key, added[index] as number]));
    model = new Map([...predicted.model].map(([key, item]) => [idOf.get(key) ?? key, item]));
    const touched = new Set(
      [...new Set([...before.keys(), ...model.keys()])].filter(
        (key) => contentOfItem(before.get(key)) !== contentOfItem(model.get(key)),
      ),
    );
    const { added: creates, updated: changes, removed: deletes } = checked.counts;
    expect(creates + changes + deletes).toBe(touched.size);
    expect((made.added ?? 0) + (made.updated ?? 0) + (made.removed ?? 0)).toBe(touched.size);
    if (id === null) expect(touched.size).toBe(0);
    else history.push({ id, before, after: model, touched });
    counts[kind] += 1;
  };

  const edit = async () => {
    const { selection, ids } = select();
    const edits = Array.from({ length: 1 + dice.below(3) }, randomEdit);
    await apply(selection, { operations: edits.map(({ operation }) => operation) }, edited(ids, edits), 'edits');
  };

  const copy = async () => {
    const { selection, ids } = select();
    const times = 1 + dice.below(3);
    const next = new Map(model);
    let provisional = 0;
    let fit = true;
    for (const id of ids) {
      const { label, values } = model.get(id) as ModelItem;
      for (let n = 1; n <= times; n += 1) {
        const item = {
          label: `${label} ${String(n).padStart(2, '0')}`,
          values: { ...clone(values), title: `${values.title ?? ''}${n}` },
        };
        fit &&= fits(item);
        provisional -= 1;
        next.set(provisional, item);
      }
    }
    const action = {
      duplicate: { times, label: '{label} {n:02}', fields: [{ field_id: 'title', pattern: '{value}{n}' }] },
    };
    await apply(selection, action, fit ? { model: next } : { error: 'invalid' }, 'copies');
  };

  const remove = async () => {
    const { selection, ids } = select();
    const next = new Map([...model].filter(([id]) => !ids.includes(id)));
    await apply(selection, { delete: true }, isWhole(next) ? { model: next } : { error: 'invalid' }, 'deletions');
  };

  const undo = async () => {
    const made = history[history.length - 1 - dice.below(Math.min(3, history.length))];
    if (!made) return;
    const isSameAt = (id: number, there: Model) => contentOfItem(model.get(id)) === contentOfItem(there.get(id));
    const conflicts = [...made.touched].filter((id) => !isSameAt(id, made.after));
    // What an edit has added, and is no longer there, needs no undo.
    const open = conflicts.filter((id) => made.before.has(id) || model.has(id));
    const next = new Map(model);
    for (const id of made.touched) {
      const before = made.before.get(id);
      if (before) next.set(id, before);
      else next.delete(id);
    }
    const isForced = dice.percent(60);
    const body = isForced ? { conflicts: 'source' } : {};
    const { status, body: answer } = await server.send(
      changeSets.undo,
      { params: { ...params, changeSetId: made.id }, body },
      as,
    );
    note(`undo of ${made.id} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer).slice(0, 300)}`);
    if (!isWhole(next)) {
      expect([status, (answer as ErrorBody).error]).toEqual([422, 'invalid']);
      counts.refusals += 1;
      return;
    }
    if (status === 409) {
      expect(open.length).toBeGreaterThan(0);
      expect(isForced).toBe(false);
      counts.refusals += 1;
      return;
    }
    expect(status).toBe(200);
    expect(isForced || open.length === 0).toBe(true);
    const before = model;
    model = next;
    history.splice(history.indexOf(made), 1);
    const { id } = answer as { id: number | null };
    if (id !== null) {
      const touched = new Set([...made.touched].filter((key) => before.has(key) || next.has(key)));
      history.push({ id, before, after: next, touched });
    }
    counts.undos += 1;
  };

  const compare = async (isWhole: boolean) => {
    const state = await readState(query, params.instanceId);
    const all = (items: Iterable<[number, ModelItem]>) =>
      [...items].map(([id, { label, values }]) => canonical([id, label, values])).toSorted();
    expect(all(state.items)).toEqual(all(model));
    if (isWhole) await expectWhole(query, params.instanceId, state);
  };

  await create(12);
  for (let step = 0; step < count; step += 1) {
    const isLarge = model.size > 60;
    if (model.size < 6) await create(6);
    const roll = dice.below(100);
    if (roll < 52) await edit();
    else if (roll < 62) await (isLarge ? remove() : copy());
    else if (roll < 72) await remove();
    else if (roll < 80) await save();
    else await undo();
    // Everything that is derived from the documents takes longest to compare.
    await compare(step % wholeSteps === 0 || step === count - 1);
  }
  return counts;
}
