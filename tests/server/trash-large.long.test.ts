import { mostCountedTrash, restores } from '@quartermaster/contract/endpoints/trash.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { fillLinked } from '../support/linked-items.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { apply, beginSwordEdits, dev, expectTidy, fields, read, server } from '../support/sword-edits.ts';
import { timeout } from '../support/timeout.ts';
import { trashOf } from '../support/trash.ts';

beginSwordEdits();

/** TRASH_ITEMS=10000 deletes more. With more than 1,000, jobs delete and restore them, in several parts. */
const count = Number(process.env.TRASH_ITEMS ?? 2500);
const ofTemplate = 500;

test(`${count} deleted items with links among each other, and a template with ${ofTemplate}, come back`, {
  timeout: 20 * timeout,
}, async () => {
  shows('4.trash.whole', '4.trash.links', '4.trash.template');
  const trash = trashOf(server);
  await saveTemplate(
    server,
    'gem',
    fields.map((field) =>
      field.id === 'parent' || field.id === 'parts'
        ? { ...field, settings: { ...field.settings, templateId: 'gem' } }
        : field,
    ) as typeof fields,
  );
  const { database } = server.app.deps;
  await fillLinked(database, { instanceId: server.studio.dev, templateId: 'sword', count, firstId: 1 });
  await fillLinked(database, {
    instanceId: server.studio.dev,
    templateId: 'gem',
    count: ofTemplate,
    firstId: count + 1,
  });
  const before = await read();
  await expectTidy();
  const { id: set } = await apply({ template_id: 'sword', filters: [], count }, { delete: true });
  expect(set).not.toBeNull();
  await expect.poll(async () => (await trash.list({ limit: 1 })).total, { timeout: 10 * timeout }).toBe(count);
  await trash.removeTemplate('gem');
  expect((await read()).items.size).toBe(0);
  expect((await trash.list({ limit: 1 })).total).toBe(Math.min(count + 1, mostCountedTrash));
  const matching = { count: count + 1 };
  expect(await server.call(restores.check, { params: dev(), body: { matching } }, { as: 'owner' })).toMatchObject({
    counts: { added: count + ofTemplate, templates: 1 },
    refusals: { count: 0 },
  });
  // One item alone would lead nowhere.
  expect((await trash.refused({ item: { template_id: 'sword', id: 1 } })).status).toBe(422);
  await trash.restore({ matching });
  const after = await read();
  expect(after.items.size).toBe(count + ofTemplate);
  for (const [id, item] of before.items) expect(after.items.get(id)).toEqual({ ...item, version: item.version + 2 });
  await expectTidy();
  expect((await trash.list()).total).toBe(0);
});
