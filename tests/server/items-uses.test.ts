import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, it } from 'vitest';
import { sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let target: number;
const fields = sampleFields('thing');
const others = sampleFields('thing').map((field) => ({ ...field }));

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  await saveTemplate(server, 'other', others);
  target = (await saveOne(server, saveBody('thing', fields, {}, { label: 'Target' }))).id;
});

const uses = (query: { cursor?: string; limit?: number } = {}, templateId = 'thing', id = target) =>
  server.call(items.listUses, { params: { instanceId: server.studio.dev, templateId, id }, query }, { as: 'owner' });

it('lists the items that link to an item by template and field, once for each field, including from rows', async () => {
  await saveAll(server, [
    saveBody('thing', fields, { parent: target, parts: [target, target] }, { label: 'Twice' }),
    saveBody('other', others, { bonuses: [{ source: target }, { source: target }] }, { label: 'In rows' }),
    saveBody('thing', fields, {}, { label: 'Not at all' }),
  ]);
  const { uses: found, next_cursor } = await uses();
  expect(next_cursor).toBeNull();
  expect(found.map(({ template_label, field_label, label }) => [template_label, field_label, label])).toEqual([
    ['The other', 'The source', 'In rows'],
    ['The thing', 'The parent', 'Twice'],
    ['The thing', 'The parts', 'Twice'],
  ]);
});

it('is paged, and its pages together contain every link once', async () => {
  await saveAll(
    server,
    Array.from({ length: 7 }, (_, place) =>
      saveBody('thing', fields, { parent: target, parts: [target] }, { label: `L${place}` }),
    ),
  );
  const found: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await uses({ limit: 3, ...(cursor ? { cursor } : {}) });
    expect(page.uses.length).toBeLessThanOrEqual(3);
    found.push(...page.uses.map(({ field_label, label }) => `${field_label} ${label}`));
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== null);
  expect(pages).toBe(5);
  expect(found).toHaveLength(14);
  expect(new Set(found).size).toBe(14);
});

it('answers 404 for a missing item, or one in another instance', async () => {
  const params = { instanceId: server.studio.stage, templateId: 'thing', id: target };
  const answers = await Promise.all([
    server.send(
      items.listUses,
      { params: { ...params, instanceId: server.studio.dev, id: 4711 }, query: {} },
      { as: 'owner' },
    ),
    server.send(items.listUses, { params, query: {} }, { as: 'owner' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

it('reads the links of an item by the index on their field', async () => {
  // With this many links no other index is as cheap, whatever the table's statistics.
  const plan = (await server.app.deps.database.script(
    `begin; insert into item_links (instance_id, template_key, field_key, item_id, target_id)
      select 1, 1, n % 10, n, n % 1000 from generate_series(1, 20000) n; analyze item_links;
    explain select distinct l.item_id from item_links l where l.template_key = 1 and l.field_key = 1 and l.target_id = 1
      and l.item_id > 0 order by l.item_id limit 26; rollback`,
  )) as { 'QUERY PLAN'?: string }[];
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('item_links_field');
});
