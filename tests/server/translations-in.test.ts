import { request as open } from 'node:http';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { type ImportedTexts, translations } from '@quartermaster/contract/endpoints/translations.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { createDraft } from '../../server/modules/translations/item-draft.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

type Format = 'csv' | 'xliff';
const formats: Format[] = ['csv', 'xliff'];

let server: TestServer;
const as = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'localised-text'),
  field('lines', 'dynamic-group'),
  field('line', 'localised-text', { parentId: 'lines' }),
]);
const armourFields = inOrder([field('name', 'localised-text'), field('locked', 'localised-text', { readOnly: true })]);
const text = (en: string, de?: string, from = markOf(en)) => ({
  en: { text: en },
  ...(de !== undefined && { de: { text: de, from } }),
});
const inDev = () => ({ instanceId: server.studio.dev });

beforeEach(async () => {
  server = await startTestServer();
  const { projectId } = server.studio;
  await server.call(projects.setLanguages, { params: { projectId }, body: { languages: ['en', 'de', 'fr'] } }, as);
  await saveTemplate(server, 'weapon', fields);
  await saveTemplate(server, 'armour', armourFields);
});

const create = async (values: ItemValues, { template = 'weapon', of = fields } = {}) => {
  const [saved] = await saveAll(server, [saveBody(template, of, values, { label: 'The item' })]);
  return saved?.id ?? 0;
};
const itemOf = async (id: number, templateId = 'weapon') =>
  (await server.call(items.get, { params: { ...inDev(), templateId, id } }, as)).item;
const textAt = async (id: number, field = 'title', templateId = 'weapon') =>
  (await itemOf(id, templateId)).fields.find((one) => one.id === field)?.value;
const change = async (id: number, before: ItemValues, values: ItemValues) =>
  saveAll(server, [saveBody('weapon', fields, values, { before, id, version: (await itemOf(id)).version })]);

const download = async (format: Format, query: Record<string, unknown> = {}) =>
  (await server.send(translations.download, { params: inDev(), query: { format, language: 'de', ...query } }, as))
    .body as string;

/** The values of an outcome that a test is about. */
interface Sent {
  status: number;
  body: ImportedTexts & { fields?: Record<string, string>; message?: string; details?: ImportedTexts };
}
async function upload(
  format: Format,
  payload: string | Buffer,
  query: Record<string, unknown> = {},
  person: Person = 'owner',
): Promise<Sent> {
  const answer = await server.app.inject({
    method: 'POST',
    url: urlOf(translations.upload, { params: inDev(), query }),
    headers: {
      authorization: server.bearer(person),
      'content-type': format === 'csv' ? 'text/csv' : 'application/xliff+xml',
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const numbersOf = ({ changed, unchanged, refused, conflicts, outdated }: ImportedTexts) => ({
  changed,
  unchanged,
  refused,
  conflicts,
  outdated,
});
const nothing = { changed: 0, unchanged: 0, refused: 0, conflicts: 0, outdated: 0 };

/** The file with a translation in place of another one, as a program for translators writes it. */
const translate = (format: Format, file: string, from: string, to: string) =>
  format === 'csv'
    ? file.replace(`"${from}"`, `"${to}"`)
    : from === ''
      ? file.replace('</source></segment>', `</source><target>${to}</target></segment>`)
      : file.replace(`<target>${from}</target>`, `<target>${to}</target>`);
const forget = (format: Format, file: string) =>
  format === 'csv' ? file.replaceAll(/"[mo]\w+"\r\n/g, '""\r\n') : file.replaceAll(/ qm:was="\w+"/g, '');
/** The file as one of translations to French. */
const inFrench = (format: Format, file: string) =>
  forget(
    format,
    format === 'csv' ? file.replaceAll('"en","de"', '"en","fr"') : file.replace('trgLang="de"', 'trgLang="fr"'),
  );

const parts = [
  ...[
    '=1+1',
    "'=1+1",
    "''",
    '+',
    '-2',
    '@SUM(A1)',
    '\t',
    '007',
    ' ',
    '\r\n',
    '\n',
    '\r',
    '"',
    "'",
    ',',
    ';',
    '<b>&amp;',
    ']]>',
    '&',
  ],
  ...[
    '🏹',
    '剣',
    'سيف',
    '\u202e',
    '\u0001',
    '\u000b',
    '\u001f',
    '\u007f',
    '\ufffe',
    '\uffff',
    '\ufeff',
    'e\u0301',
    '=',
    '＝',
    'Sword',
  ],
];

test.each(formats)('texts of every kind that go out as %s come back equal', async (format) => {
  shows('4.localised.in', '4.localised.out-safe');
  const random = randomNumbers(28);
  const part = () => parts[Math.floor(random() * parts.length)] ?? '';
  const any = () => `${Array.from({ length: 1 + Math.floor(random() * 5) }, part).join('')}`;
  const all = [
    ...parts,
    'x'.repeat(100_000),
    '🏹\r\n=<'.repeat(20_000),
    ...Array.from({ length: isLong ? 300 : 60 }, any),
  ];
  const values = all.map((one, place) => ({
    title: text(all[(place + 7) % all.length] ?? 'x', one),
    lines: [{ line: text('Line') }, { line: text(one, all[(place + 3) % all.length]) }],
  }));
  const saved = await saveAll(
    server,
    values.map((one) => saveBody('weapon', fields, one, { label: `Sword ${part()}`.trim() })),
  );
  const { status, body } = await upload(format, inFrench(format, await download(format)));
  expect(status).toBe(200);
  expect(numbersOf(body)).toEqual({ ...nothing, changed: 2 * all.length, unchanged: all.length });
  for (const [place, { id }] of saved.entries()) {
    const { fields: after } = await itemOf(id);
    for (const { value } of after.filter(({ template_field_type: type }) => type === 'localised-text')) {
      const { de, fr } = value as { de?: object; fr?: object };
      expect([place, fr]).toEqual([place, de]);
    }
  }
});

test.each(formats)(
  'a file of %s changes items of several templates as one change set, which is undone as one',
  async (format) => {
    shows('4.localised.in');
    const sword = await create({ title: text('Sword'), lines: [{ line: text('Old', 'Alt') }] });
    const helmet = await create({ name: text('Helmet') }, { template: 'armour', of: armourFields });
    const file = translate(format, translate(format, await download(format), '', 'Helm'), '', 'Schwert');
    const tried = await upload(format, file, { dry_run: true });
    expect([tried.status, numbersOf(tried.body), tried.body.id]).toEqual([
      200,
      { ...nothing, changed: 2, unchanged: 1 },
      null,
    ]);
    expect(tried.body.rows[1]).toMatchObject({
      template_id: 'weapon',
      item_id: sword,
      label: 'The item',
      field: 'title',
      field_name: 'title',
      before: '',
      after: 'Schwert',
    });
    expect(await textAt(sword)).toEqual(text('Sword'));
    const { status, body } = await upload(format, file);
    expect([status, numbersOf(body)]).toEqual([200, numbersOf(tried.body)]);
    expect(await textAt(sword)).toEqual(text('Sword', 'Schwert'));
    expect(await textAt(helmet, 'name', 'armour')).toEqual(text('Helmet', 'Helm'));
    const changeSetId = body.id ?? 0;
    const { change_set } = await server.call(changeSets.get, { params: { ...inDev(), changeSetId } }, as);
    expect(change_set).toMatchObject({
      origin: 'import',
      state: 'applied',
      counts: { updated: 2 },
      template: null,
      can_undo: true,
    });
    const again = await upload(format, file);
    expect([numbersOf(again.body), again.body.id]).toEqual([{ ...nothing, unchanged: 3 }, null]);
    await server.call(changeSets.undo, { params: { ...inDev(), changeSetId } }, as);
    expect(await textAt(sword)).toEqual(text('Sword'));
    expect(await textAt(helmet, 'name', 'armour')).toEqual(text('Helmet'));
  },
);

test('an undo restores deleted items of several templates, also those that link to each other', async () => {
  const kinds = [
    ['shield', 'spear'],
    ['spear', 'shield'],
  ] as const;
  const linkingTo = (templateId: string) =>
    inOrder([field('title', 'localised-text'), field('other', 'item-link', { templateId })]);
  await saveTemplate(server, 'spear', inOrder([field('title', 'localised-text')]));
  await saveTemplate(server, 'shield', linkingTo('spear'));
  await saveTemplate(server, 'spear', linkingTo('shield'), { version: 1 });
  // Whichever template is restored first has an item that links to one of the second.
  const made: { templateId: string; id: number }[] = [];
  for (const [kind, other] of kinds) {
    const linked = await create({ title: text('Linked') }, { template: other, of: linkingTo(kind) });
    const linking = await create({ title: text('Linking'), other: linked }, { template: kind, of: linkingTo(other) });
    made.push({ templateId: kind, id: linking }, { templateId: other, id: linked });
  }
  await create({ title: text('Helmet') }, { template: 'shield', of: linkingTo('spear') });
  const { query } = server.app.deps.database;
  const { instanceId } = inDev();
  const lines = made.map(({ templateId, id }, place) => {
    const source = place % 2 === 0 ? 'Linking' : 'Linked';
    return `${templateId},${id},title,en,de,${source},Deutsch`;
  });
  const { body } = await upload('csv', head + lines.join('\n'));
  for (const { templateId, id } of made)
    await server.call(items.delete, { params: { instanceId, templateId, id } }, as);
  const whole = async () => expectWhole(query, instanceId, await readState(query, instanceId));
  await whole();
  const undo = async (changeSetId: number | null, conflicts?: 'source') => {
    const params = { instanceId, changeSetId: changeSetId ?? 0 };
    return (await server.call(changeSets.undo, { params, body: { ...(conflicts && { conflicts }) } }, as)).id;
  };
  const undone = await undo(body.id, 'source');
  for (const { templateId, id } of made) expect(await textAt(id, 'title', templateId)).not.toHaveProperty('de');
  await whole();
  // The undo of the undo removes them again.
  await undo(undone);
  const left = await readState(query, instanceId);
  expect([...left.items.keys()].filter((id) => made.some((one) => one.id === id))).toEqual([]);
  await whole();
});

test.each(formats)(
  'a source that was changed since makes the translation outdated, and "translated" an outdated one current: %s',
  async (format) => {
    shows('4.localised.in-states');
    const values = { title: text('Sword') };
    const id = await create(values);
    const file = translate(format, await download(format), '', 'Schwert');
    const renamed = { title: text('Blade') };
    await change(id, values, renamed);
    const { body } = await upload(format, file);
    expect(numbersOf(body)).toEqual({ ...nothing, changed: 1, outdated: 1 });
    expect(await textAt(id)).toEqual(text('Blade', 'Schwert', markOf('Sword')));
    const outdated = await download(format);
    expect(numbersOf((await upload(format, outdated)).body)).toEqual({ ...nothing, unchanged: 1 });
    const confirmed = outdated
      .replace('"outdated"', '"current"')
      .replace('state="initial" subState="qm:outdated"', 'state="final"');
    expect(numbersOf((await upload(format, confirmed)).body)).toEqual({ ...nothing, changed: 1 });
    expect(await textAt(id)).toEqual(text('Blade', 'Schwert'));
  },
);

test.each(formats)(
  'a translation that was changed after the file was made is only replaced if wanted: %s',
  async (format) => {
    shows('4.localised.in-conflicts');
    const values = { title: text('Sword', 'Schwert') };
    const id = await create(values);
    const untouched = await download(format);
    const file = translate(format, untouched, 'Schwert', 'Klinge');
    await change(id, values, { title: text('Sword', 'Degen') });
    const { status, body } = await upload(format, file);
    expect([status, body.details && numbersOf(body.details)]).toEqual([422, { ...nothing, refused: 1, conflicts: 1 }]);
    expect(body.details?.rows[0]).toMatchObject({
      before: 'Degen',
      after: 'Klinge',
      refusal: 'the translation was changed after the file was made',
      is_conflict: true,
    });
    expect(numbersOf((await upload(format, untouched)).body)).toEqual({ ...nothing, unchanged: 1 });
    expect((await upload(format, forget(format, file))).body.details?.rows[0]).toMatchObject({ is_conflict: true });
    expect(numbersOf((await upload(format, file, { leave_out_refused: true })).body)).toMatchObject({
      changed: 0,
      refused: 1,
    });
    expect(await textAt(id)).toEqual(text('Sword', 'Degen'));
    expect(numbersOf((await upload(format, file, { overwrite: true })).body)).toEqual({ ...nothing, changed: 1 });
    expect(await textAt(id)).toEqual(text('Sword', 'Klinge'));
  },
);

const head = 'template,item,field,source_language,target_language,source,target\n';

test('each text that cannot be changed is named by its line with the reason, and the others are changed if it is left out', async () => {
  shows('4.localised.in-refused');
  const id = await create({ title: text('Sword'), lines: [{ line: text('First') }, { line: text('Second') }] });
  const refused: [line: string, reason: string][] = [
    [`weapon,${id},title,en,es,Sword,Espada`, 'es is not a language of the project'],
    [`weapon,${id},title,fr,de,Sword,Schwert`, 'this text is not translated from fr'],
    [`weapon,${id},absent,en,de,Sword,Schwert`, 'the template has no such localised text'],
    [`weapon,${id},line,en,de,First,Erste`, 'the template has no such localised text'],
    [`weapon,${id},line.7,en,de,First,Erste`, 'the item no longer has this text'],
    [`weapon,${id},line.00,en,de,First,Erste`, 'the template has no such localised text'],
    [
      `weapon,${id},line.1,en,de,First,Erste`,
      'the source text of this row changed, or the row moved; export the texts again',
    ],
    [`weapon,999999,title,en,de,Sword,Schwert`, 'there is no such item'],
    [`weapon,x,title,en,de,Sword,Schwert`, 'names no item'],
    [`absent,${id},title,en,de,Sword,Schwert`, 'there is no such template'],
    [`weapon,${id},title,en,en,Sword,Sword`, 'is translated to the language of its source'],
  ];
  const file = `${head}weapon,${id},line.0,en,de,First,Erste\n${refused.map(([line]) => line).join('\n')}\nweapon,${id},line.0,en,de,First,Noch\n`;
  const { status, body } = await upload('csv', file);
  expect([status, body.details && numbersOf(body.details)]).toEqual([422, { ...nothing, changed: 1, refused: 12 }]);
  const reasonOf = (line: number) => body.details?.rows.find((row) => row.line === line)?.refusal;
  expect(refused.map((_, index) => reasonOf(index + 3))).toEqual(refused.map(([, reason]) => reason));
  expect(reasonOf(14)).toBe('is in the file already, in line 2');
  expect(await textAt(id, 'line.0')).toEqual(text('First'));
  expect((await upload('csv', file, { leave_out_refused: true })).status).toBe(200);
  expect(await textAt(id, 'line.0')).toEqual(text('First', 'Erste'));
});

test('what a save by hand would refuse is refused', async () => {
  shows('4.localised.in-refused');
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  const id = await create({ name: text('Helmet'), locked: text('Key') }, { template: 'armour', of: armourFields });
  const file = `${head}armour,${id},locked,en,de,Key,Schlüssel\n`;
  const { body } = await upload('csv', file, { dry_run: true }, 'member');
  expect(body.rows[0]?.refusal).toContain('is read-only');
  const both = await upload('csv', `${file}armour,${id},name,en,de,Helmet,Helm\n`, { dry_run: true }, 'member');
  const reason = body.rows[0]?.refusal;
  expect(both.body.rows.map((row) => [row.field, row.refusal])).toEqual([
    ['locked', reason],
    ['name', `locked: ${reason}`],
  ]);
  expect(numbersOf((await upload('csv', file, { dry_run: true })).body)).toEqual({ ...nothing, changed: 1 });
  const long = `${head}armour,${id},name,en,de,Helmet,${'x'.repeat(262_145)}\n`;
  expect((await upload('csv', long, { dry_run: true })).body.rows[0]?.refusal).toContain('at most 262,144 characters');
});

test('a refusal because of another field names that field', async () => {
  shows('4.localised.in-refused');
  const values = { title: text('Sword'), lines: [{ line: text('Old', 'Alt') }] };
  const id = await create(values);
  const file = `${head}weapon,${id},title,en,de,Sword,Schwert\n`;
  const refusal = async (person: Person = 'owner') =>
    (await upload('csv', file, { dry_run: true }, person)).body.rows[0]?.refusal;
  expect(await refusal()).toBeNull();
  const price = field('price', 'integer', { required: true });
  await saveTemplate(server, 'weapon', inOrder([...fields, price]), { version: 1 });
  expect(await refusal()).toBe('price: required field');
  const place = field('place', 'text', { parentId: 'lines', required: true });
  await saveTemplate(server, 'weapon', inOrder([...fields, place]), { version: 2 });
  expect(await refusal()).toBe('lines.1.place: place is required field');
});

const unit = (content: string, attributes = '') => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"${attributes}><file id="f1" original="weapon"><group id="g">
<unit id="UNIT">${content}</unit></group></file></xliff>`;

test('XLIFF of other programs is read: segments, annotations, groups, elements of others', async () => {
  shows('4.localised.in');
  const id = await create({ title: text('A sharp sword.') });
  const content = `<x:y xmlns:x="urn:x"><x:target>no</x:target></x:y><notes><note>no</note></notes><originalData/>
    <segment id="s1" state="final"><source>A <pc id="1">sharp</pc></source><target>Ein <mrk id="m1" type="term">scharfes</mrk></target></segment>
    <ignorable><source> </source></ignorable><segment id="s2"><source>sword.</source><target><![CDATA[Schwert]]>&#46;</target></segment>`;
  const file = unit(content).replace('UNIT', `${id}.title`);
  expect((await upload('xliff', file)).status).toBe(200);
  expect(await textAt(id)).toEqual(text('A sharp sword.', 'Ein scharfes Schwert.'));
  const inPart = file.replace('<target><![CDATA[Schwert]]>&#46;</target>', '');
  expect(numbersOf((await upload('xliff', inPart)).body)).toEqual({ ...nothing, unchanged: 1 });
});

test('a broken or hostile file is refused with the line', async () => {
  shows('4.localised.in-hostile');
  const refusalOf = async (format: Format, payload: string | Buffer) => {
    const { status, body } = await upload(format, payload);
    return [status, body.fields ? Object.entries(body.fields).flat() : body.message];
  };
  const segment = '<segment><source>a</source><target>b</target></segment>';
  const bomb = `<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<xliff/>`;
  expect(await refusalOf('xliff', bomb)).toEqual([422, ['lines.2', 'has a document type; remove it']]);
  expect(await refusalOf('xliff', unit('<segment><source>&xxe;</source></segment>'))).toEqual([
    400,
    ['lines.3', expect.stringContaining('is not well-formed XML: undefined entity')],
  ]);
  expect(await refusalOf('xliff', unit(segment).slice(0, -30))).toEqual([
    400,
    ['lines.3', expect.stringContaining('unclosed tag')],
  ]);
  expect(await refusalOf('xliff', '<xliff version="1.2"/>')).toEqual([
    422,
    ['lines.1', 'is not the start of XLIFF 2.0 or later'],
  ]);
  expect(await refusalOf('xliff', Buffer.from(`\ufeff${unit(segment)}`, 'utf16le'))).toEqual([
    400,
    ['lines.1', 'is in UTF-16'],
  ]);
  expect(await refusalOf('xliff', unit(segment).replace('"1.0"', '"1.0" encoding="latin1"'))).toEqual([
    400,
    ['lines.1', 'names another encoding than UTF-8'],
  ]);
  expect(await refusalOf('xliff', unit('<segment><source>a<ph id="1"/></source></segment>'))).toEqual([
    422,
    ['lines.3', 'has an inline element <ph>, and texts of items have none'],
  ]);
  expect(await refusalOf('xliff', unit('<segment><source><cp hex="0000"/></source></segment>'))).toEqual([
    422,
    expect.anything(),
  ]);
  expect(await refusalOf('xliff', unit('<segment><source><cp hex="110000"/></source></segment>'))).toEqual([
    422,
    ['lines.3', 'has a <cp> that is no character'],
  ]);
  expect(await refusalOf('xliff', unit('<x>'.repeat(100_000)))).toEqual([
    422,
    ['lines.3', 'has elements more than 100 deep'],
  ]);
  expect(await refusalOf('xliff', '')).toEqual([400, expect.anything()]);
  expect(await refusalOf('csv', 'a,b\n1,2\n')).toEqual([422, ['lines.1', 'has no column "template"']]);
  expect(await refusalOf('csv', `${head}weapon,"1\n`)).toEqual([400, expect.anything()]);
  expect(await refusalOf('csv', head)).toEqual([422, 'The file has no texts.']);
  expect((await upload('csv', `${head}${'x'.repeat(9 * 1024 * 1024)}`)).status).toBe(413);
});

test.each([
  ['semicolons', ';', ''],
  ['tabs', '\t', ''],
  ['vertical bars', '|', ''],
  ['the separator of its first line', ';', 'sep=;\r\n'],
])('a file with %s is read, and its lines keep their numbers', async (_, separator, before) => {
  shows('4.localised.in-separators');
  const id = await create({ title: text('Sword') });
  const fields = head.trim().split(',').join(separator);
  const line = (...cells: string[]) => cells.join(separator);
  const file = [
    fields,
    line('weapon', `${id}`, 'title', 'en', 'de', 'Sword', `"Schwert, ${separator}lang"`),
    line('absent', '1', 'title', 'en', 'de', 'a', 'b'),
  ];
  const { body } = await upload('csv', `${before}${file.join('\r\n')}\r\n`, { dry_run: true });
  const first = before === '' ? 2 : 3;
  expect(body.rows.map((row) => [row.line, row.after, row.refusal])).toEqual([
    [first + 1, 'b', 'there is no such template'],
    [first, `Schwert, ${separator}lang`, null],
  ]);
});

test('a byte order mark and other columns are accepted', async () => {
  const id = await create({ title: text('Sword') });
  const file = `\ufeff${head.replace('\n', ',comment\r\n')}weapon,${id},title,en,de,Sword,Schwert,nice\r\n`;
  expect((await upload('csv', file)).status).toBe(200);
  expect(await textAt(id)).toEqual(text('Sword', 'Schwert'));
});

test.each([
  ['one that the file has as LF', '\r\n', '\n'],
  ['one that the file has as CRLF', '\n', '\r\n'],
])('another end of a line is no other text: %s', async (_, stored, sent) => {
  shows('4.localised.in');
  const id = await create({ title: text(`Long${stored}sword`) });
  const file = `${head}weapon,${id},title,en,de,"Long${sent}sword","Lang${sent}schwert"\n`;
  const { body } = await upload('csv', file);
  expect(numbersOf(body)).toEqual({ ...nothing, changed: 1 });
  expect(await textAt(id)).toEqual(text(`Long${stored}sword`, `Lang${sent}schwert`));
});

test('a file that changes more items than one call may is refused', async () => {
  shows('4.localised.in-refused');
  const lines = Array.from({ length: 1001 }, (_, place) => `weapon,${place + 1},title,en,de,Sword,Schwert`);
  const { status, body } = await upload('csv', head + lines.join('\n'));
  expect([status, body.message]).toEqual([
    422,
    'The file changes 1,001 items, and at most 1,000 can be changed at once. Split it by template or state.',
  ]);
});

/** An upload whose body is not complete yet. */
async function beginUpload(port: number) {
  const request = open({
    port,
    path: urlOf(translations.upload, { params: inDev(), query: {} }),
    method: 'POST',
    agent: false,
    headers: { authorization: server.bearer('owner'), 'content-type': 'text/csv' },
  });
  request.on('error', () => {});
  await new Promise((resolve) => {
    request.write(head, resolve);
  });
  return request;
}

test('uploads that arrive slowly hold up no other one', async () => {
  shows('4.localised.in-hostile');
  const id = await create({ title: text('Sword') });
  const { database } = server.app.deps;
  const app = await buildServer({ database, config: testEnvironment({ STOP_TIMEOUT: '0' }) });
  onTestFinished(() => app.close());
  server = serverOf(app, server.studio);
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  let arrived = 0;
  app.server.on('request', () => {
    arrived += 1;
  });
  const slow = await Promise.all([beginUpload(port), beginUpload(port), beginUpload(port)]);
  await eventually(() => expect(arrived).toBe(3));
  expect((await upload('csv', `${head}weapon,${id},title,en,de,Sword,Schwert\n`)).status).toBe(200);
  for (const request of slow) request.destroy();
});

test('a sheet with very many columns is refused with the line', async () => {
  shows('4.localised.in-hostile');
  const more = (count: number) => Array.from({ length: count }, (_, place) => `,c${place}`).join('');
  const wide = (count: number) => `${head.trim()}${more(count)}\nweapon,x,,,,,${','.repeat(count)}\n`;
  expect((await upload('csv', wide(57), { dry_run: true })).status).toBe(200);
  const { status, body } = await upload('csv', wide(200_000));
  expect([status, body.message]).toEqual([422, 'Line 2 has 200,007 values, and at most 64 are read.']);
});

test('XLIFF on one line is read, whatever its length, and a unit has a limit', async () => {
  shows('4.localised.in-hostile');
  const id = await create({ title: text('Sword'), lines: [{ line: text('First') }] });
  const segment = (source: string, target: string) =>
    `<segment><source>${source}</source><target>${target}</target></segment>`;
  const file = (...units: [field: string, content: string][]) =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f" original="weapon">${units
      .map(([field, content]) => `<unit id="${id}.${field}">${content}</unit>`)
      .join('')}</file></xliff>`;
  const comment = `<notes><note>${'é'.repeat(700_000)}</note></notes>`;
  const long = file(
    ['title', comment + segment('Sword', 'Schwert')],
    ['line.0', comment + segment('First', 'Erste 🏹')],
  );
  expect((await upload('xliff', long)).status).toBe(200);
  expect(await textAt(id, 'line.0')).toEqual(text('First', 'Erste 🏹'));
  const large = await upload('xliff', file(['title', segment('Sword', 'x'.repeat(2_100_000))]));
  expect([large.status, large.body.fields]).toEqual([413, { 'lines.1': 'has a record of more than 2 MiB' }]);
  const other = Buffer.from(`${file(['title', ''])}\n\n<!-- ? -->`);
  other[other.lastIndexOf('?')] = 0xff;
  const { status, body } = await upload('xliff', other);
  expect([status, body.fields]).toEqual([400, { 'lines.3': 'is not UTF-8' }]);
});

test('rows of an item are copied once for all its texts, and the item itself is not changed', () => {
  const rows = [{ line: 'a' }, { line: 'b', parts: [{ part: 'c' }] }];
  const before: ItemValues = { lines: rows };
  const draft = createDraft(before);
  const first = draft.rowAt(['lines'], [0]);
  if (first) first.line = 'x';
  const list = draft.values.lines;
  const inner = draft.rowAt(['lines', 'parts'], [1, 0]);
  if (inner) inner.part = 'y';
  expect(draft.rowAt(['lines'], [2])).toBeUndefined();
  expect(draft.rowAt(['lines'], [0])).toBe(first);
  expect(draft.values.lines).toBe(list);
  expect(draft.values).toEqual({ lines: [{ line: 'x' }, { line: 'b', parts: [{ part: 'y' }] }] });
  expect(before).toEqual({ lines: [{ line: 'a' }, { line: 'b', parts: [{ part: 'c' }] }] });
});
