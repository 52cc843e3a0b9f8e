import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, test } from 'vitest';
import { prepareFile } from '../../server/modules/translations/export-service.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ids: number[];
const as = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'localised-text'),
  field('note', 'text'),
  field('lines', 'dynamic-group'),
  field('line', 'localised-text', { parentId: 'lines' }),
  field('motto', 'localised-text', { source: 'fr' }),
]);
const mark = markOf('Sword');
const setLanguages = (languages: string[]) =>
  server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body: { languages } }, as);

beforeEach(async () => {
  server = await startTestServer();
  await setLanguages(['en', 'de', 'fr']);
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon & <co>' });
  await saveTemplate(server, 'plain', inOrder([field('title', 'text')]));
  const saved = await saveAll(server, [
    saveBody(
      'weapon',
      fields,
      {
        title: { en: { text: 'Sword' }, de: { text: 'Schwert', from: mark } },
        note: 'not for translators',
        lines: [
          { line: { en: { text: '=1+1' }, de: { text: "'-2", from: 'old' } } },
          { line: { en: { text: '007\r\n"\u0001<' } } },
        ],
        motto: { fr: { text: 'Vite' }, de: { text: 'Schnell', from: 'old' } },
      },
      { label: 'The "sword"\u0001' },
    ),
    saveBody('weapon', fields, { note: 'nothing to translate' }, { label: 'Bow' }),
  ]);
  ids = saved.map(({ id }) => id);
});

const download = (query: Record<string, unknown>) =>
  server.send(translations.download, { params: { instanceId: server.studio.dev }, query }, as);
const textOf = async (query: Record<string, unknown>) => {
  const { status, body } = await download(query);
  expect(status).toBe(200);
  return body as string;
};
const fieldsOf = async (query: Record<string, unknown>) =>
  [...(await textOf({ format: 'csv', ...query })).matchAll(/^"weapon","\d+","[^\n]*?","([\w.]+)",/gm)].map(
    ([, id]) => id,
  );

test('CSV has a line per text, and no cell is a formula', async () => {
  shows('4.localised.out', '4.localised.out-safe');
  const { headers, body } = await download({ format: 'csv', language: 'de' });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="texts-de.csv"',
  });
  const start = `"weapon","${ids[0]}","The ""sword""\u0001"`;
  const was = (text: string, letter = 'm') => `"${letter}${markOf(text)}"`;
  expect(body).toBe(
    [
      '\ufeff"template","item","label","field","field_name","source_language","target_language","source","target","state","was"',
      `${start},"title","title","en","de","Sword","Schwert","current",${was('Schwert')}`,
      `${start},"line.0","line","en","de","'=1+1","''-2","outdated",${was("'-2", 'o')}`,
      `${start},"line.1","line","en","de","007\r\n""\u0001<","","missing",${was('')}`,
      '',
    ].join('\r\n'),
  );
});

test('XLIFF has a unit per text, and every character', async () => {
  shows('4.localised.out', '4.localised.out-safe');
  const { headers, body } = await download({ format: 'xliff', language: 'de', template_id: 'weapon' });
  expect(headers).toMatchObject({
    'content-type': 'application/xliff+xml; charset=utf-8',
    'content-disposition': 'attachment; filename="weapon-de.xlf"',
  });
  const unit = (id: string, name: string, target: string, letter = 'm') =>
    `<unit id="${ids[0]}.${id}" name="The &quot;sword&quot;\ufffd: ${name}" qm:was="${letter}${markOf(target)}">`;
  expect(body).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:qm="urn:quartermaster:translations:1" version="2.1" srcLang="en" trgLang="de">
<file id="weapon" original="weapon" xml:space="preserve"><notes><note category="template">Weapon &amp; &lt;co&gt;</note></notes>
${unit('title', 'title', 'Schwert')}<segment state="translated"><source>Sword</source><target>Schwert</target></segment></unit>
${unit('line.0', 'line', "'-2", 'o')}<segment state="initial" subState="qm:outdated"><source>=1+1</source><target>'-2</target></segment></unit>
${unit('line.1', 'line', '')}<segment state="initial"><source>007&#13;
"<cp hex="0001"/>&lt;</source></segment></unit>
</file>
</xliff>
`);
});

test('a file has the texts in a state, and those of a source language', async () => {
  shows('4.localised.out');
  expect(await fieldsOf({ language: 'de', state: 'missing' })).toEqual(['line.1']);
  expect(await fieldsOf({ language: 'de', state: 'outdated' })).toEqual(['line.0']);
  expect(await fieldsOf({ language: 'de', state: 'missing-or-outdated' })).toEqual(['line.0', 'line.1']);
  expect(await fieldsOf({ language: 'fr' })).toEqual(['title', 'line.0', 'line.1']);
  expect(await fieldsOf({ language: 'de', source: 'fr' })).toEqual(['motto']);
  expect(await fieldsOf({ language: 'de', template_id: 'plain' })).toEqual([]);
});

test('XLIFF without texts is a valid document', async () => {
  shows('4.localised.out');
  expect(await textOf({ format: 'xliff', language: 'de', template_id: 'plain' })).toContain(
    'trgLang="de">\n<file id="empty"><group id="empty"/></file>\n</xliff>\n',
  );
});

test('a language that the project does not have, and a missing template are refused', async () => {
  const refused = async (query: Record<string, unknown>) => {
    const { status, body } = await download({ format: 'csv', language: 'de', ...query });
    return [status, (body as { fields?: object }).fields];
  };
  expect(await refused({ language: 'es' })).toEqual([422, { language: 'is not a language of the project' }]);
  expect(await refused({ source: 'es' })).toEqual([422, { source: 'is not a language of the project' }]);
  expect(await refused({ language: 'en' })).toEqual([422, { language: 'is the language of the source' }]);
  expect(await refused({ template_id: 'absent' })).toEqual([404, undefined]);
  await setLanguages([]);
  expect((await download({ format: 'csv', language: 'de' })).status).toBe(422);
});

test('texts of more items than are read at a time are all in the file', async () => {
  const more = Array.from({ length: 600 }, (_, place) =>
    saveBody('weapon', fields, { title: { en: { text: `Sword ${place}` } } }, { label: `${place}` }),
  );
  await saveAll(server, more);
  expect(await fieldsOf({ language: 'fr', state: 'missing' })).toHaveLength(603);
});

test('a template that is deleted while a file is written is left out', async () => {
  await saveTemplate(server, 'armour', fields);
  const [helmet] = await saveAll(server, [saveBody('armour', fields, { title: { en: { text: 'Helmet' } } })]);
  const { projectId, dev: instanceId } = server.studio;
  const { database } = server.app.deps;
  const file = await prepareFile(database, { projectId, instanceId }, { format: 'csv', language: 'de' });
  const written = await file.open();
  await server.call(items.delete, { params: { instanceId, templateId: 'armour', id: helmet?.id ?? 0 } }, as);
  await server.call(templates.delete, { params: { instanceId, templateId: 'armour' } }, as);
  expect(Buffer.concat(await written.toArray()).toString()).toBe(await textOf({ format: 'csv', language: 'de' }));
});
