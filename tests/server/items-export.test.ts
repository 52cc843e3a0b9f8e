import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSheet } from '../../server/modules/items/export-service.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const keyed = inOrder([field('key', 'text', { unique: true, required: true })]);
const fields = inOrder([
  field('title', 'localised-text', { source: 'en' }),
  field('stats', 'group'),
  field('damage', 'integer', { parentId: 'stats' }),
  field('note', 'text'),
  field('glow', 'boolean'),
  field('owner', 'item-link', { templateId: 'hero' }),
  field('parts', 'item-link-list', { templateId: 'weapon' }),
  field('drops', 'dynamic-group'),
  field('what', 'text', { parentId: 'drops' }),
  field('who', 'item-link', { parentId: 'drops', templateId: 'hero' }),
  field('inner', 'dynamic-group', { parentId: 'drops' }),
  field('depth', 'float', { parentId: 'inner' }),
]);

let server: TestServer;
let heroes: number[];
let ids: number[];
const as = { as: 'owner' } as const;

beforeEach(async () => {
  server = await startTestServer();
  const body = { languages: ['en', 'de'] };
  await server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body }, as);
  await saveTemplate(server, 'hero', keyed);
  await saveTemplate(server, 'weapon', fields);
  const saved = await saveAll(server, [
    saveBody('hero', keyed, { key: '=axe' }),
    saveBody('hero', keyed, { key: '#7' }),
  ]);
  heroes = saved.map(({ id }) => id);
  const [axe = 0, seven = 0] = heroes;
  const first = await saveAll(server, [
    saveBody(
      'weapon',
      fields,
      {
        title: { en: { text: 'Sword' }, de: { text: 'Schwert', from: markOf('Sword') } },
        damage: -5,
        note: '=1+1',
        glow: true,
        owner: axe,
        drops: [{ what: '007', who: seven, inner: [{ depth: 0.1 }, { depth: 1e300 }] }, { what: '"a",\r\nb' }],
      },
      { label: '=Sword' },
    ),
  ]);
  const [sword = 0] = first.map(({ id }) => id);
  const second = await saveAll(server, [
    saveBody('weapon', fields, { note: '2026-11-25', parts: [sword, sword] }, { label: 'Bow' }),
  ]);
  ids = [sword, ...second.map(({ id }) => id)];
});

const send = (body: Record<string, unknown>, templateId = 'weapon') =>
  server.send(items.export, { params: { instanceId: server.studio.dev, templateId }, body }, as);

async function textOf(body: Record<string, unknown>, templateId?: string): Promise<string> {
  const { status, body: text } = await send(body, templateId);
  expect(status).toBe(200);
  return typeof text === 'string' ? text : JSON.stringify(text);
}

const linesOf = async (body: Record<string, unknown>, templateId?: string) =>
  (await textOf({ format: 'cells', ...body }, templateId))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[]);
const idsOf = async (body: Record<string, unknown>) => (await linesOf(body)).slice(1).map(([id]) => id);

describe('an export of a list', () => {
  it('has columns for languages of the fields that it has only', async () => {
    shows('4.sheets.export');
    const wide = inOrder([
      field('title', 'localised-text', { source: 'en' }),
      field('other', 'localised-text', { source: 'en' }),
    ]);
    await saveTemplate(server, 'wide', wide);
    await saveAll(server, [
      saveBody('wide', wide, { title: { en: { text: 'A' } }, other: { en: { text: 'B' }, fr: { text: 'B' } } }),
    ]);
    const [names] = await linesOf({ fields: ['title'] }, 'wide');
    expect(names).toContain('title.de');
    expect(names).not.toContain('title.fr');
  });

  it('is CSV with a row per item, in which no text is a formula', async () => {
    shows('4.sheets.export', '4.sheets.safe');
    const { headers, body } = await send({ format: 'csv' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="weapon.csv"',
    });
    const row = (what: string, who: string, ...inner: string[]) => [
      what,
      who,
      inner.length > 0 ? 2 : '',
      ...(inner.length > 0 ? inner : ['', '']),
    ];
    expect(body).toBe(
      [
        `\ufeff${[
          ...[
            '_id',
            '_version',
            '_label',
            'title.en',
            'title.de',
            'title.de.from',
            'stats.damage',
            'note',
            'glow',
            'owner',
            'parts',
          ],
          ...[
            'drops.#',
            'drops.1.what',
            'drops.1.who',
            'drops.1.inner.#',
            'drops.1.inner.1.depth',
            'drops.1.inner.2.depth',
          ],
          ...['drops.2.what', 'drops.2.who', 'drops.2.inner.#', 'drops.2.inner.1.depth', 'drops.2.inner.2.depth'],
        ]
          .map((name) => `"${name}"`)
          .join(',')}`,
        [
          ids[0],
          1,
          `"'=Sword"`,
          '"Sword"',
          '"Schwert"',
          `"${markOf('Sword')}"`,
          -5,
          `"'=1+1"`,
          true,
          `"'=axe"`,
          '',
          2,
          ...row('"007"', `"#${heroes[1]}"`, '0.1', '1e+300'),
          ...row('"""a"",\r\nb"', ''),
        ].join(','),
        [
          ids[1],
          1,
          '"Bow"',
          '',
          '',
          '',
          '',
          '"2026-11-25"',
          '',
          '',
          `"#${ids[0]}, #${ids[0]}"`,
          ...Array.from({ length: 11 }, () => ''),
        ].join(','),
        '',
      ].join('\r\n'),
    );
  });

  it('is JSON with a record per item', async () => {
    const sword = {
      _id: ids[0],
      _version: 1,
      _label: '=Sword',
      title: { en: 'Sword', de: { text: 'Schwert', from: markOf('Sword') } },
      'stats.damage': -5,
      note: '=1+1',
      glow: true,
      owner: '=axe',
      drops: [{ what: '007', who: `#${heroes[1]}`, inner: [{ depth: 0.1 }, { depth: 1e300 }] }, { what: '"a",\r\nb' }],
    };
    const bow = { _id: ids[1], _version: 1, _label: 'Bow', note: '2026-11-25', parts: [`#${ids[0]}`, `#${ids[0]}`] };
    expect(JSON.parse(await textOf({ format: 'json' }))).toEqual([sword, bow]);
    const lines = (await textOf({ format: 'json-lines' })).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([sword, bow]);
  });

  it('of a template without items has the columns alone, and as JSON is an empty list', async () => {
    await saveTemplate(server, 'nothing', keyed);
    expect(await textOf({ format: 'csv' }, 'nothing')).toBe('\ufeff"_id","_version","_label","key"\r\n');
    expect(JSON.parse(await textOf({ format: 'json' }, 'nothing'))).toEqual([]);
  });

  it('has the items that match, in the order of the list', async () => {
    shows('4.sheets.export');
    const sort = { field: 'label', direction: 'asc' };
    expect(await idsOf({})).toEqual(ids);
    expect(await idsOf({ sort })).toEqual([ids[0], ids[1]]);
    expect(await idsOf({ sort: { ...sort, direction: 'desc' } })).toEqual([ids[1], ids[0]]);
    expect(await idsOf({ search: 'bow' })).toEqual([ids[1]]);
    const filters = [{ template_field_id: 'damage', op: filterOps.less, value: '0' }];
    expect(await linesOf({ filters, fields: ['drops'] })).toHaveLength(2);
  });

  it('has as many columns as the exported items need', async () => {
    const [names = []] = await linesOf({ search: 'bow' });
    expect(names).toEqual([
      ...['_id', '_version', '_label', 'title.en', 'title.de', 'title.de.from', 'stats.damage', 'note', 'glow'],
      ...['owner', 'parts', 'drops.#'],
    ]);
  });

  it('has the selected items in their order, or all of the list but some', async () => {
    expect(await idsOf({ ids: [ids[1], ids[0], ids[1], 999_999] })).toEqual([ids[1], ids[0]]);
    expect(await idsOf({ excluded: [ids[0]] })).toEqual([ids[1]]);
    const both = await send({ format: 'csv', ids, search: 'bow' });
    expect(both).toMatchObject({
      status: 422,
      body: { fields: { ids: 'name items by id, or by filters, but not both' } },
    });
  });

  it('has only the chosen fields', async () => {
    const [names] = await linesOf({ fields: ['stats', 'depth'] });
    expect(names?.slice(3)).toEqual([
      ...['stats.damage', 'drops.#', 'drops.1.inner.#', 'drops.1.inner.1.depth', 'drops.1.inner.2.depth'],
      ...['drops.2.inner.#', 'drops.2.inner.1.depth', 'drops.2.inner.2.depth'],
    ]);
    expect(await send({ format: 'csv', fields: ['stats', 'gone'] })).toMatchObject({
      status: 422,
      body: { fields: { 'fields.1': 'gone is not a field of the template; the nearest is note' } },
    });
  });

  it('keeps texts in languages that the project does not have any more', async () => {
    const body = { languages: ['en'] };
    await server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body }, as);
    const [names] = await linesOf({ fields: ['title'] });
    expect(names?.slice(3)).toEqual(['title.en', 'title.de', 'title.de.from']);
  });

  it('is refused with a reason if a sheet would have too many columns, and not as JSON', async () => {
    shows('4.sheets.export-wide');
    const rows = inOrder([
      field('list', 'dynamic-group'),
      ...['a', 'b', 'c', 'd'].map((id) => field(id, 'text', { parentId: 'list' })),
    ]);
    await saveTemplate(server, 'wide', rows);
    const list = Array.from({ length: 4000 }, () => ({ a: 'x' }));
    await saveAll(server, [saveBody('wide', rows, { list })]);
    const { status, body } = await send({ format: 'csv' }, 'wide');
    expect([status, body]).toMatchObject([
      422,
      { message: expect.stringMatching(/would have 16,004, .* Export them as JSON/) },
    ]);
    expect((JSON.parse(await textOf({ format: 'json' }, 'wide')) as { list: unknown[] }[])[0]?.list).toHaveLength(4000);
    expect(await linesOf({ fields: ['a'] }, 'wide')).toHaveLength(2);
  });

  it('does not leave out rows that an item has got while it is written', async () => {
    shows('4.sheets.export-wide');
    const { database } = server.app.deps;
    const stream = await openSheet(database, {
      instanceId: server.studio.dev,
      projectId: server.studio.projectId,
      templateId: 'weapon',
      format: 'csv',
      items: { ids: [ids[1] ?? 0] },
    });
    const before = { note: '2026-11-25', parts: [ids[0] ?? 0, ids[0] ?? 0] };
    const values = { ...before, drops: [{ what: 'x' }] };
    await saveAll(server, [saveBody('weapon', fields, values, { label: 'Bow', id: ids[1] ?? 0, version: 1, before })]);
    await expect(stream.toArray()).rejects.toThrow(`Item ${ids[1]} has got more rows while it was exported`);
  });
});
