import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
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

const params = () => ({ instanceId: server.studio.dev, templateId: 'thing', id: target });
const replace = (by: number | null) =>
  server.call(items.replaceLinks, { params: params(), body: { by } }, { as: 'owner' });
const documents = async () =>
  (
    await server.app.deps.database.query<{ label: string; values: unknown }>(
      'select i.label, i."values" from items i join templates t on t.key = i.template_key where t.instance_id = $1 and i.label <> \'Target\' order by i.id',
      [server.studio.dev],
    )
  ).map(({ label, values }) => [label, values]);

it('all links to an item are replaced, or cleared, as one change set that is undone as one', async () => {
  shows('4.hands.delete-mends');
  const [, , , another] = await saveAll(server, [
    saveBody('thing', fields, { parent: target, parts: [target, target] }, { label: 'Twice' }),
    saveBody('other', others, { bonuses: [{ source: target }, { amount: 77 }] }, { label: 'In rows' }),
    saveBody('thing', fields, { title: 'Kept' }, { label: 'Not at all' }),
    saveBody('thing', fields, {}, { label: 'Another' }),
  ]);
  const by = another?.id ?? 0;
  const before = await documents();
  const replaced = await replace(by);
  expect(replaced).toEqual({ change_set_id: expect.any(Number), items: 2 });
  expect(await documents()).toEqual(JSON.parse(JSON.stringify(before).replaceAll(String(target), String(by))));
  const undone = { params: { instanceId: server.studio.dev, changeSetId: replaced.change_set_id ?? 0 }, body: {} };
  await server.call(changeSets.undo, undone, { as: 'owner' });
  expect(await documents()).toEqual(before);
  expect((await replace(null)).items).toBe(2);
  expect((await uses()).uses).toEqual([]);
  expect(await replace(null)).toEqual({ change_set_id: null, items: 0 });
  await server.call(items.delete, { params: params() }, { as: 'owner' });
});

it('links are not replaced by what does not exist, nor cleared where a field is required', async () => {
  shows('4.hands.delete-mends');
  const strict = inOrder([
    field('f1', 'item-link', { templateId: 'thing', name: 'maker', label: 'Maker', required: true }),
  ]);
  await saveTemplate(server, 'strict', strict);
  await saveOne(server, saveBody('strict', strict, { f1: target }, { label: 'Needs it' }));
  const refusal = async (by: number | null) =>
    (await server.send(items.replaceLinks, { params: params(), body: { by } }, { as: 'owner' })).body;
  expect(await refusal(999_999)).toMatchObject({ fields: { by: 'the template has no such item' } });
  expect(await refusal(target)).toMatchObject({ fields: { by: 'is the item itself' } });
  expect(await refusal(null)).toMatchObject({
    error: 'invalid',
    message: expect.stringMatching(/a rule refuses “Needs it” \(#\d+\): Maker: required field\.$/),
  });
});
