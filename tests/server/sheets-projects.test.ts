import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { byteOrderMark } from '@quartermaster/contract/sheets/csv-text.ts';
import Papa from 'papaparse';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { swordFields, swordsOf } from '../support/import-swords.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { trickyTexts } from '../support/sheet-items.ts';

let server: TestServer;
const noteField = field('note', 'long-text');
const fields = inOrder([...swordFields.filter(({ id }) => id !== 'either'), noteField]);

beforeEach(async () => {
  server = await startTestServer();
  for (const { as, instanceId } of [here(), there()]) await saveTemplate(server, 'sword', fields, { as, instanceId });
});

const here = (): Project => ({ as: 'owner', instanceId: server.studio.dev });
const there = (): Project => ({ as: 'stranger', instanceId: server.studio.elsewhere.dev });

/** A project, and the person who works in it. */
interface Project {
  as: Person;
  instanceId: number;
}

const forms = [
  { format: 'csv', type: 'text/csv' },
  { format: 'json-lines', type: 'application/jsonl' },
] as const;
type Form = (typeof forms)[number];

async function exportAll({ as, instanceId }: Project, { format }: Form): Promise<string> {
  const response = await server.app.inject({
    method: 'POST',
    url: urlOf(items.export, { params: { instanceId, templateId: 'sword' } }),
    headers: { authorization: server.bearer(as), 'content-type': 'application/json' },
    payload: JSON.stringify({ format }),
  });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return response.body;
}

/** A file without ids and versions, which mean nothing in another project. */
function withoutIds(file: string, { format }: Form): string {
  if (format === 'json-lines')
    return jsonLines(
      file
        .trim()
        .split('\n')
        .map((line) => {
          const { _id, _version, ...rest } = JSON.parse(line) as Record<string, unknown>;
          return rest;
        }),
    );
  const { data: rows } = Papa.parse<string[]>(file.replace(byteOrderMark, ''), {
    newline: '\r\n',
    skipEmptyLines: true,
  });
  const dropped = new Set(['_id', '_version'].map((name) => rows[0]?.indexOf(name)));
  const quoted = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);
  return rows
    .map(
      (row) =>
        `${row
          .filter((_, at) => !dropped.has(at))
          .map(quoted)
          .join(',')}\r\n`,
    )
    .join('');
}

const notes = trickyTexts.filter((text) => fieldTypeOf('long-text').wrongKind(text, noteField.settings) === undefined);

test.each(forms)('items with links by key go into another project and back as they were, as $format', async (form) => {
  shows('4.sheets.round-trip');
  const count = notes.length;
  const rows = notes.map((note, at) => ({
    _label: `Sword ${at}`,
    sku: `s${at}`,
    note,
    title: '007',
    price: at === 0 ? Number.MAX_SAFE_INTEGER : at,
    // In a circle, so that no order of the rows has all targets first.
    parent: `s${(at + 1) % count}`,
    parts: [`s${(at + 2) % count}`, `s${at}`],
    drops: [{ what: `s${(at + 3) % count}`, count: at }, { count: 2 }],
  }));
  const made = await importFile(server, jsonLines(rows));
  expect(made.import, JSON.stringify(made.rows.filter(({ refusal }) => refusal))).toMatchObject({
    counts: { added: count },
  });

  const swords = swordsOf(server);
  const before = await swords.bySku();
  const file = await exportAll(here(), form);
  const sent = withoutIds(file, form);
  const { instanceId, as } = there();
  const taken = await importFile(server, sent, { type: form.type, instanceId, as });
  expect(taken.import).toMatchObject({ state: 'applied', counts: { added: count, refused: 0 } });

  const back = await exportAll(there(), form);
  const returned = withoutIds(back, form);
  expect(returned).toBe(sent);
  const again = await importFile(server, returned, { type: form.type, query: { match: 'key', key: 'sku' } });
  expect(again.import.counts).toMatchObject({ unchanged: count, changed: 0, added: 0 });
  expect(await swords.bySku()).toEqual(before);
});
