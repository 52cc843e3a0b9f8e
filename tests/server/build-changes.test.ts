import { Readable } from 'node:stream';
import { type BuildChange, builds } from '@quartermaster/contract/endpoints/builds.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { beforeEach, expect, test } from 'vitest';
import { listBuildChanges } from '../../server/modules/builds/compare-service.ts';
import { type ItemLine, isSameItem, itemLines, largestShown } from '../../server/modules/builds/item-lines.ts';
import { shows } from '../specification/shows.ts';
import { deliveryOf, makeBuild } from '../support/builds.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const owner = { as: 'owner' } as const;

let server: TestServer;
let instanceId: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  await insertItems(server.app.deps.database, instanceId, 'hero', 6);
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);

const ofTemplate = `template_key = (select key from templates where instance_id = $1 and id = $2)`;
const setTitle = (templateId: string, id: number, title: unknown) =>
  query(`update items set values = values || jsonb_build_object('title', $4::jsonb) where ${ofTemplate} and id = $3`, [
    instanceId,
    templateId,
    id,
    JSON.stringify(title),
  ]);
const addItem = (templateId: string, id: number, title: unknown) =>
  query(
    `insert into items (template_key, id, label, values, version, created_at, updated_at)
      select key, $3, 'Added', jsonb_build_object('title', $4::jsonb), 1, now(), now() from templates where instance_id = $1 and id = $2`,
    [instanceId, templateId, id, JSON.stringify(title)],
  );
const removeItem = (templateId: string, id: number) =>
  query(`delete from items where ${ofTemplate} and id = $3`, [instanceId, templateId, id]);

const page = (build: number, since: number, wanted: { cursor?: string; limit?: number } = {}) =>
  server.call(builds.listChanges, { params: { instanceId, buildId: build }, query: { since, ...wanted } }, owner);
const item = (build: number, since: number, place: string) =>
  server.send(builds.getChange, { params: { instanceId, buildId: build }, query: { since, place } }, owner);

const told = ({ template_id, item_id, change }: BuildChange) => `${template_id} ${item_id} ${change}`;

/** All changes, read in pages of this size. */
async function walk(build: number, since: number, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await page(build, since, { limit, ...(cursor !== undefined && { cursor }) });
    found.push(...answer.changes.map(told));
    cursor = answer.next_cursor;
    // A page that is full is only followed by another one if there are more.
    expect(answer.changes).toHaveLength(cursor === null ? answer.changes.length : limit);
  }
  return found;
}

test('two builds are compared item by item, in pages, with each item as it is in both', async () => {
  shows('4.builds.compare', '4.builds.compare-item');
  const { projectId } = server.studio;
  const languages = { languages: ['en', 'de'], file_per_language: true };
  await server.call(projects.setLanguages, { params: { projectId }, body: languages }, owner);
  await saveTemplate(server, 'talk', inOrder([field('title', 'localised-text')]), { label: 'Talk' });
  await addItem('talk', 1, { en: { text: 'Hello' } });
  const first = await makeBuild(server);

  await setTitle('hero', 2, 'Größe, "quoted"\n');
  await removeItem('hero', 3);
  await removeItem('hero', 6);
  await addItem('hero', 8, 'New');
  await setTitle('talk', 1, { en: { text: 'Hi' } });
  await insertItems(server.app.deps.database, instanceId, 'armor', 2);
  const second = await makeBuild(server);

  const changes = [
    ...['armor 1 added', 'armor 2 added', 'hero 2 updated', 'hero 3 removed', 'hero 6 removed', 'hero 8 added'],
    'talk 1 updated',
  ];
  expect((await page(second, first)).changes.map(told)).toEqual(changes);
  for (const limit of [1, 2, 3, 7]) expect(await walk(second, first, limit)).toEqual(changes);
  const back: Record<string, string> = { added: 'removed', removed: 'added' };
  const reversed = changes.map((change) => change.replace(/added|removed/, (kind) => back[kind] ?? ''));
  expect((await page(first, second)).changes.map(told)).toEqual(reversed);
  expect(await page(second, second)).toEqual({ changes: [], next_cursor: null });

  const delivery = await deliveryOf(server);
  const fileOf = async (build: number, path: string) => {
    const { files } = await delivery.build(build);
    const hash = files.find((file) => file.path === path)?.sha256;
    return hash === undefined ? [] : (await delivery.content(hash)).json<{ id: number }[]>();
  };
  for (const change of (await page(second, first)).changes) {
    const in_ = async (build: number) =>
      (await fileOf(build, `${change.template_id}.json`)).find(({ id }) => id === change.item_id) ?? null;
    const { body } = await item(second, first, change.place);
    const { before, after, is_too_large } = body as {
      before: string | null;
      after: string | null;
      is_too_large: boolean;
    };
    expect([before, after].map((text) => text && JSON.parse(text))).toEqual([await in_(first), await in_(second)]);
    expect([before === null, after === null, is_too_large]).toEqual([
      change.change === 'added',
      change.change === 'removed',
      false,
    ]);
  }
  const [, , updated] = (await page(second, first)).changes;
  const [path, before, after] = updated?.place.split(':') ?? [];
  for (const wrong of [
    `${path}:${Number(before) + 1}:${after}`,
    `${path}::`,
    `${path}:0:0`,
    `${path}:999999:${after}`,
    `nothing.json:${before}:${after}`,
    `hero.de.json:${before}:${after}`,
  ])
    expect([wrong, (await item(second, first, wrong)).status]).toEqual([wrong, wrong.includes('.de.') ? 422 : 404]);
});

test('builds of other instances, and those that are being deleted, are not compared', async () => {
  shows('4.builds.compare');
  const [first, second] = [await makeBuild(server), await makeBuild(server)];
  const elsewhere = await makeBuild(server, { instanceId: server.studio.stage });
  const status = async (buildId: number, since: number) =>
    (await server.send(builds.listChanges, { params: { instanceId, buildId }, query: { since } }, owner)).status;
  expect(await status(second, first)).toBe(200);
  expect([await status(elsewhere, first), await status(first, elsewhere), await status(999_999, first)]).toEqual([
    404, 404, 404,
  ]);
  await query('update reports set removing_at = now() where id = $1', [first]);
  expect(await status(second, first)).toBe(404);
});

test('a call reads no more than its share of large builds, and the next one goes on there', async () => {
  shows('4.builds.compare-large');
  const first = await makeBuild(server);
  await setTitle('hero', 1, 'Changed');
  await setTitle('hero', 6, 'x'.repeat(largestShown));
  await insertItems(server.app.deps.database, instanceId, 'armor', 2);
  const second = await makeBuild(server);
  const { deps } = server.app;
  const walked = async (before: number, after: number) => {
    const found: string[] = [];
    let calls = 0;
    for (let cursor: string | null | undefined; cursor !== null; calls++) {
      const answer = await listBuildChanges(
        deps,
        { instanceId, before, after },
        { ...(cursor !== undefined && { cursor }) },
        1,
      );
      // Each reads one item of both.
      expect(answer.changes.length).toBeLessThanOrEqual(1);
      found.push(...answer.changes.map(told));
      cursor = answer.next_cursor;
    }
    expect(calls).toBeGreaterThanOrEqual(8);
    return found;
  };
  const updated = ['hero 1 updated', 'hero 6 updated'];
  expect(await walked(first, second)).toEqual(['armor 1 added', 'armor 2 added', ...updated]);
  expect(await walked(second, first)).toEqual(['armor 1 removed', 'armor 2 removed', ...updated]);

  const large = (await page(second, first)).changes.at(-1);
  expect((await item(second, first, large?.place ?? '')).body).toEqual({
    before: null,
    after: null,
    is_too_large: true,
  });
  // Equal large items are no change.
  await setTitle('hero', 2, 'Changed');
  const third = await makeBuild(server);
  expect((await page(third, second)).changes.map(told)).toEqual(['hero 2 updated']);
});

test('items of a file are the same however it is read, also without their commas and if they are too large to be held', async () => {
  shows('4.builds.compare-large');
  const texts = ['{"id":1,"title":"Größe 剣"}', `{"id":2,"title":"${'x'.repeat(largestShown)},"}`, '{"id":30}'];
  const file = Buffer.from(`[\n${texts.join(',\n')}\n]\n`);
  const read = async (size: number, whole = file): Promise<ItemLine[]> => {
    const chunks = function* () {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    };
    const lines: ItemLine[] = [];
    for await (const line of itemLines(Readable.from(chunks()), 0)) lines.push({ ...line });
    return lines;
  };
  const lines = await read(file.length);
  expect(lines.map(({ id }) => id)).toEqual([1, 2, 30]);
  expect(lines.map(({ content }) => (typeof content === 'string' ? 'a hash' : content.toString()))).toEqual([
    texts[0],
    'a hash',
    texts[2],
  ]);
  for (const { start, bytes, id } of lines)
    expect(file.subarray(start, start + bytes).toString()).toMatch(new RegExp(`^\\{"id":${id}[^]*\\n$`));
  for (const size of [1000, 4096, 65_537]) expect(await read(size)).toEqual(lines);
  // The same item, at the end of another file.
  const other = await read(65_536, Buffer.from(`[\n${texts[1]}\n]\n`));
  expect(other[0] && lines[1] && isSameItem(other[0], lines[1])).toBe(true);
  const changed = await read(65_536, Buffer.from(`[\n${texts[1]?.replace('x"', 'y"').replace('x,"', 'y,"')}\n]\n`));
  expect(changed[0] && lines[1] && isSameItem(changed[0], lines[1])).toBe(false);
});
