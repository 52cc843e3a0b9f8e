import { globSync } from 'node:fs';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { describe, expect, it } from 'vitest';
import { writeItems } from '../../server/content/documents/save/write-items.ts';
import { restoreValues } from '../../server/content/documents/value-changes/restore-repository.ts';
import { numbersStatement } from '../../server/content/lists/charts/distribution.ts';
import { pointsStatement } from '../../server/content/lists/charts/points.ts';
import { groupsStatement } from '../../server/content/lists/item-groups.ts';
import { readConditions, readSearch, readSort } from '../../server/content/lists/list-conditions.ts';
import { isDriver } from '../../server/content/lists/list-sql.ts';
import { scanStatement } from '../../server/content/lists/scan-sql.ts';
import { templateModel } from '../../server/content/model/template-model.ts';
import type { Query } from '../../server/core/database/database.ts';
import { sampleFields } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const at = '2026-11-02T09:30:00.000Z';
const hash = 'c0ffee00-0000-4000-8000-000000000000';

const hero = templateModel({
  key: 41,
  instanceId: 3,
  id: 'hero',
  label: 'Hero',
  version: 7,
  hash,
  fields: sampleFields('hero').map(({ id, parentId, order, settings }, index) => ({
    id,
    parentId,
    order,
    settings,
    key: index + 1,
    created_at: at,
    updated_at: at,
  })),
});

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A filtered list in the order of a field, with two conditions to measure and one that is checked in its index item by item. */
function filteredList(): Statement {
  const filters = [
    { template_field_id: 'title', op: filterOps.equal, value: 'Axe' },
    { template_field_id: 'source', op: filterOps.equal, value: '12' },
    { template_field_id: 'price', op: filterOps.less, value: '100' },
    { template_field_id: 'label', op: filterOps.contains, value: '50%' },
  ];
  const conditions = readConditions(hero, filters, new Set(['50%']));
  const sort = readSort(hero, { field: 'weight', direction: 'desc' });
  return scanStatement(
    { model: hero, conditions, sort, cursor: undefined, limit: 50 },
    { measured: conditions.slice(0, 2).filter(isDriver), few: 150, listed: 1024, candidates: 2048 },
  );
}

/** The last page of a searched list, excluding items with a title or a certain source, with an amount in some row. */
function listFromEnd(): Statement {
  const filters = [
    { template_field_id: 'title', op: filterOps.empty, value: '' },
    { template_field_id: 'source', op: filterOps.not, value: '12' },
    { template_field_id: 'price', op: filterOps.between, value: '10..20' },
    { template_field_id: 'amount', op: filterOps.notEmpty, value: '' },
  ];
  const conditions = [...readConditions(hero, filters, new Set()), ...readSearch('#17', new Set())];
  const sort = readSort(hero, { field: 'weight', direction: 'desc' }, true);
  return scanStatement(
    { model: hero, conditions, sort, cursor: undefined, limit: 7 },
    { measured: conditions.slice(3, 4).filter(isDriver), few: 150, listed: 0, candidates: 2048 },
  );
}

/** A list of the items with open comments, of which few or most may have some. */
function commentedList(): Statement {
  const conditions = readConditions(
    hero,
    [{ template_field_id: 'comments', op: filterOps.notEmpty, value: '' }],
    new Set(),
  );
  const sort = readSort(hero, { field: 'label', direction: 'asc' });
  return scanStatement(
    { model: hero, conditions, sort, cursor: undefined, limit: 50 },
    { measured: conditions.filter(isDriver), few: 150, listed: 0, candidates: 2048 },
  );
}

/** The groups of a filtered list by a link. */
function groupsOfList(): Statement {
  const filters = [{ template_field_id: 'price', op: filterOps.less, value: '100' }];
  return groupsStatement(hero, leafOf('parent').field, readConditions(hero, filters, new Set()));
}

/** The distribution of a filtered list's amounts, which are in rows, with some items replaced. */
function distributionOfList(): Statement {
  const filters = [{ template_field_id: 'price', op: filterOps.less, value: '100' }];
  const conditions = readConditions(hero, filters, new Set());
  const replaced = { ids: [17, 18], numbers: [2, 3, 5] };
  return numbersStatement({ model: hero, conditions, replaced }, leafOf('amount'), [0, 2, 4, 6]);
}

/** A sample of the points of all items. */
const pointsOfAll = (): Statement =>
  pointsStatement(
    { model: hero, conditions: [] },
    { x: leafOf('price'), y: leafOf('weight'), color: undefined },
    { x: [0, 50, 100], y: [0, 0.5, 1] },
  );

function leafOf(id: string) {
  const leaf = hero.leaves.get(id);
  if (!leaf) throw new Error(`The sample has no field ${id}.`);
  return leaf;
}

/** The first statement sent to the database. */
async function firstSent(work: (query: Query) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  await work((text, values) => {
    sent.push({ text, values });
    return Promise.resolve([]);
  });
  const [first] = sent;
  if (!first) throw new Error('Nothing was sent.');
  return first;
}

/** A batch that uses every part of the statement: a new item and a changed one, with rows of every index. */
const savedItems = () =>
  firstSent((query) =>
    writeItems(query, {
      instanceId: 3,
      projectId: 2,
      author: { actor: { kind: 'account', accountId: 5 }, origin: 'form' },
      at: new Date(at),
      items: [
        {
          templateKey: hero.key,
          id: undefined,
          version: 0,
          hash: undefined,
          label: 'A new one',
          values: { title: 'Axe', price: 10 },
          changedKeys: [1, 6],
          index: new Map([
            [1, { numbers: new Set<number>(), texts: new Set(['Axe']), links: new Map<number, string>() }],
            [6, { numbers: new Set([10]), texts: new Set<string>(), links: new Map<number, string>() }],
          ]),
          repeatable: { key: hash, bodyHash: hash },
        },
        {
          templateKey: hero.key,
          id: 17,
          version: 4,
          hash,
          label: 'A changed one',
          values: { parent: 12 },
          changedKeys: [1, 8],
          index: new Map([
            [8, { numbers: new Set<number>(), texts: new Set<string>(), links: new Map([[12, 'hero']]) }],
          ]),
          repeatable: undefined,
        },
      ],
      templates: [{ key: hero.key, version: hero.version, hash }],
      targets: [{ templateKey: hero.key, id: 12 }],
      images: [{ path: 'b7/axe.png', bytes: 2048 }],
    }),
  );

/** A text, a link, and rows within rows with a link in them come back. */
const restoredValues = () => {
  const back = ['title', 'parent', 'bonuses', 'amount', 'source', 'levels', 'step'];
  const leaves = [...hero.leaves.values()].filter(({ field }) => back.includes(field.id));
  const restoring = { templateKey: hero.key, instanceId: hero.instanceId, leaves };
  return firstSent((query) => restoreValues(query, restoring, { after: 100, last: 300 }));
};

const goldens: readonly [file: string, render: () => Statement | Promise<Statement>][] = [
  ['lists/scan.golden.sql', filteredList],
  ['lists/scan-commented.golden.sql', commentedList],
  ['lists/scan-from-end.golden.sql', listFromEnd],
  ['lists/item-groups.golden.sql', groupsOfList],
  ['lists/charts/distribution.golden.sql', distributionOfList],
  ['lists/charts/points.golden.sql', pointsOfAll],
  ['documents/save/write-items.golden.sql', savedItems],
  ['documents/value-changes/restore-values.golden.sql', restoredValues],
];

const shown = ({ text, values }: Statement): string => {
  const lines = values.map(
    (value, index) => `-- $${index + 1} = ${typeof value === 'number' ? value : JSON.stringify(value)}`,
  );
  return `${[...lines, '', text].join('\n')}\n`;
};

it('every golden file is compared', () => {
  const stored = globSync('**/*.golden.sql', { cwd: 'server/content' });
  expect(stored.toSorted()).toEqual(goldens.map(([file]) => file).toSorted());
});

describe.each(goldens)('%s', (file, render) => {
  it('matches the SQL sent to the database; `vitest run -u` rewrites it', async () => {
    await expect(shown(await render())).toMatchFileSnapshot(`../../server/content/${file}`);
  });

  it('is accepted by the database', async () => {
    const { database } = (await startTestServer()).app.deps;
    const { text, values } = await render();
    expect(await database.query(`explain ${text}`, values)).not.toEqual([]);
  });
});
