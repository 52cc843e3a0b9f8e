import { readFileSync } from 'node:fs';
import { request as open } from 'node:http';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { importFile, outcomesOf, type SentFile } from '../support/import-file.ts';
import { saveSwords, swordFields, swordsOf } from '../support/import-swords.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { cleanUp } from '../support/server-process.ts';
import { timeout } from '../support/timeout.ts';

describe('a file that cannot be read', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await saveSwords(server);
  });
  const csv = (payload: string | Buffer, query: SentFile['query'] = {}) =>
    importFile(server, payload, { type: 'text/csv', query });
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

  test.each<[name: string, payload: string | Buffer, status: number, message: string]>([
    ['in UTF-16', Buffer.from('\ufeffsku,price\nä,1\n', 'utf16le'), 400, 'Line 1 is in UTF-16.'],
    ['in UTF-16 without a mark', Buffer.from('sku,price\na,1\n', 'utf16le'), 400, 'Line 1 is in UTF-16.'],
    ['in Latin-1', Buffer.from('sku,title\na,b\nä,c\n', 'latin1'), 400, 'Line 3 is not UTF-8.'],
    ['with a short row', '_label,sku,price\nA,a,1\nB,b\n', 422, 'Line 3 has 2 columns, and the first line has 3.'],
    ['with a long row', '_label,sku\nA,a,1\n', 422, 'Line 2 has 3 columns, and the first line has 2.'],
    ['with an open quote', '_label,sku\n"A,a\nB,b\n', 400, 'Line 2 has a quote that is not closed.'],
    ['with one column twice', 'sku,price,sku\na,1,b\n', 422, 'Line 1 names the column "sku" twice.'],
    ['with a column without a name', 'sku,,price\na,1,b\n', 422, 'Line 1 has no name for column 2.'],
    [
      'of 10,000 other columns',
      `${columns(10_000)}\n${'1,'.repeat(9999)}1\n`,
      422,
      'The column "c0" is not a field of the template, as are others. Correct it, leave it out, or send ignore_unknown=true.',
    ],
    [
      'of too many columns',
      `sku,${columns(contentLimits.importColumns)}\na,${'1,'.repeat(contentLimits.importColumns - 1)}1\n`,
      422,
      'Line 2 has 16,001 columns, and at most 16,000 are read.',
    ],
    ['without rows', '_label,sku\n', 422, 'The file has no rows. Send at least one.'],
    ['with one endless cell', `sku\n"${'x'.repeat(3 * 1024 * 1024)}`, 413, 'Line 2 has a record of more than 2 MiB.'],
  ])('%s', async (_, payload, status, message) => {
    const answer = await csv(payload);
    expect({ status: answer.status, message: answer.error.message }).toEqual({ status, message });
    expect(await server.app.deps.database.query('select 1 from imports', [])).toEqual([]);
  });

  test('of one row too many', async () => {
    const limit = vi.spyOn(contentLimits, 'importRows', 'get').mockReturnValue(3 as never);
    onTestFinished(() => void limit.mockRestore());
    const file = (rows: number) => `_label,sku\n${'A,a\n'.repeat(rows)}`;
    expect(await csv(file(3), { dry_run: true })).toMatchObject({ status: 200 });
    expect(await csv(file(4))).toMatchObject({
      status: 413,
      error: { message: 'The file has more than 3 rows. Split it, and import one after the other.' },
    });
  });

  test('JSON lines with a broken line', async () => {
    const { status, error } = await importFile(server, '{"_label":"A","sku":"a"}\n{"sku":\n');
    expect({ status, message: error.message }).toEqual({ status: 400, message: 'Line 2 is not valid JSON.' });
  });

  test('cells that are wrong are named by line and field, and each other row is not', async () => {
    const file = ['_label,sku,price,drops.1.count', 'A,a,1,1', 'B,b,cheap,1', 'C,c,-1,1', 'D,d,1,many', 'E,a,1,1'];
    const answer = await csv(`${file.join('\n')}\n`);
    expect(outcomesOf(answer)).toEqual([
      expect.stringMatching(/^3 refused price: /),
      expect.stringMatching(/^4 refused price: /),
      expect.stringMatching(/^5 refused count: /),
      '6 refused sku: is in the file already, in line 2',
      '2 added',
    ]);
    const refusalOf = (row: number) => answer.rows.find(({ line }) => line === row)?.refusal;
    expect(refusalOf(5)).toMatchObject({ field_id: 'count', path: [0] });
    expect(refusalOf(6)).toMatchObject({ field_id: 'sku', value: 'a' });
  });

  test('a JSON number in a text has the digits that were sent, and is the same number elsewhere', async () => {
    shows('4.sheets.json-digits');
    await saveTemplate(
      server,
      'shield',
      inOrder([
        field('sku', 'text', { unique: true }),
        field('note', 'localised-text'),
        field('weight', 'float'),
        field('rank', 'integer'),
        field('tough', 'boolean'),
        field('parts', 'dynamic-group'),
        field('code', 'text', { parentId: 'parts' }),
      ]),
    );
    const file = [
      '{"_label":1.10,"sku":1.10,"note":5.0,"weight":1.10,"rank":5.0,"tough":1.0,"parts":[{"code":7.50},{"code":-0}]}',
      '{"_label":"B","sku":5.0,"note.en":0.0000001,"parts.1.code":2.0,"weight":0.0000001}',
    ];
    await importFile(server, file.join('\n'), { templateId: 'shield' });
    const stored = await server.app.deps.database.query('select label, values from items order by id', []);
    expect(stored).toMatchObject([
      {
        label: '1.10',
        values: {
          sku: '1.10',
          note: { en: { text: '5.0' } },
          weight: 1.1,
          rank: 5,
          tough: true,
          parts: [{ code: '7.50' }, { code: '-0' }],
        },
      },
      {
        label: 'B',
        values: { sku: '5.0', note: { en: { text: '0.0000001' } }, parts: [{ code: '2.0' }], weight: 1e-7 },
      },
    ]);
  });

  test('a JSON number of more digits than a double has is a text of its digits, or refused', async () => {
    shows('4.sheets.digits');
    const floats = inOrder([
      field('sku', 'text', { unique: true, required: true }),
      field('weight', 'float'),
      field('sizes', 'number-list'),
      field('title', 'localised-text'),
    ]);
    await saveTemplate(server, 'shield', floats);
    const reason = 'should be between -9007199254740991 and 9007199254740991, as larger numbers are not stored exactly';
    const file = [
      '{"_label":"Key","sku":9007199254740993}',
      '{"_label":"Other key","sku":9007199254740992}',
      '{"_label":"Steam","sku":76561198009194284,"weight":1e300,"sizes":[0.30000000000000004]}',
      '{"_label":"A","sku":"a","weight":9007199254740993}',
      '{"_label":"B","sku":"b","sizes":[9007199254740993]}',
      '{"_label":"C","sku":0.12345678901234567890,"weight":123456789012345680000}',
      // Beyond the largest double, and whole numbers with an exponent: their texts would be `Infinity` and `1e+22`.
      '{"_label":"D","sku":1e400}',
      '{"_label":1e400,"sku":"e"}',
      '{"_label":"F","sku":"f","title":{"en":1e22}}',
      '{"_label":"G","sku":"g","title.en":1e400}',
      `{"_label":"H","sku":"h","weight":${'9'.repeat(400)}}`,
    ];
    const answer = await importFile(server, `${file.join('\n')}\n`, {
      templateId: 'shield',
      query: { leave_out_refused: true },
    });
    expect(outcomesOf(answer).filter((row) => row.includes('refused'))).toEqual([
      `4 refused weight: ${reason}`,
      expect.stringMatching(/^5 refused sizes: /),
      `7 refused sku: ${reason}`,
      `8 refused label: ${reason}`,
      expect.stringMatching(/^9 refused title: /),
      `10 refused title: ${reason}`,
      `11 refused weight: ${reason}`,
    ]);
    const stored = await server.app.deps.database.query('select values from items order by id', []);
    expect(stored).toEqual([
      { values: { sku: '9007199254740993' } },
      { values: { sku: '9007199254740992' } },
      { values: { sku: '76561198009194284', weight: 1e300, sizes: [0.30000000000000004] } },
      { values: { sku: '0.12345678901234567890', weight: 123456789012345680000 } },
    ]);
    const other = { type: 'text/csv', templateId: 'shield' } as const;
    expect(outcomesOf(await importFile(server, '_label,sku,weight\nD,d,9007199254740993\n', other))).toEqual([
      `2 refused weight: ${reason}`,
    ]);
  });

  test('formulas are texts, with or without the quote of an export', async () => {
    const answer = await csv(`_label,sku,title\nA,"'=1+1","'=HYPERLINK(""http://x"")"\nB,=2+2,@SUM(A1)\n`);
    expect(answer).toMatchObject({ status: 200, import: { state: 'applied' } });
    const all = await swordsOf(server).bySku();
    expect(all.get('=1+1')).toMatchObject({ title: '=HYPERLINK("http://x")' });
    expect(all.get('=2+2')).toMatchObject({ title: '@SUM(A1)' });
  });
});

describe('a file that is too large', () => {
  afterEach(cleanUp);

  test('is refused by its declared length, and as a stream once it has too many rows, with little memory', {
    timeout: 4 * timeout,
  }, async () => {
    shows('4.import.bad-files');
    const { studio, begin, call, url, headers } = await restartableServer(async () => {});
    const server = await begin({ LOG_LEVEL: 'error' });
    const params = { instanceId: studio.dev };
    await call(templates.save, { params, body: { id: 'sword', label: 'Swords', version: 0, fields: swordFields } });
    const address = url + urlOf(imports.upload, { params: { ...params, templateId: 'sword' } });

    /** Sends as long as nothing is answered. */
    const send = (length: number | undefined, chunks: Iterable<string>) =>
      new Promise<{ status: number; error: ErrorBody }>((resolve, reject) => {
        const sent = { ...headers(), 'content-type': 'text/csv', ...(length && { 'content-length': length }) };
        const request = open(address, { method: 'POST', headers: sent }, async (response) => {
          let body = '';
          for await (const chunk of response) body += chunk;
          isAnswered = true;
          resolve({ status: response.statusCode ?? 0, error: JSON.parse(body) });
        });
        let isAnswered = false;
        request.on('error', (error) => (isAnswered ? undefined : reject(error)));
        const all = chunks[Symbol.iterator]();
        const write = () => {
          for (;;) {
            const { value, done } = all.next();
            if (isAnswered || done) return void request.end();
            if (!request.write(value)) return void request.once('drain', write);
          }
        };
        write();
      });

    const residentMegabytes = () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    expect(await send(1024 ** 3, ['_label,sku\n'])).toMatchObject({ status: 413, error: { error: 'too_large' } });
    function* endless(from: number) {
      yield '_label,sku,price\n';
      for (let row = from; ; row += 500)
        yield Array.from({ length: 500 }, (_, index) => `Sword,s${row + index},1\n`).join('');
    }
    const before = residentMegabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes());
    }, 20);
    const { status, error } = await send(undefined, endless(0));
    clearInterval(watch);
    expect({ status, message: error.message }).toEqual({
      status: 413,
      message: 'The file has more than 200,000 rows. Split it, and import one after the other.',
    });
    if (process.env.IMPORT_KILLS) process.stdout.write(`${JSON.stringify({ before, most })}\n`);
    // All rows as objects would be several hundred; the embedded database has its share of these.
    expect(most - before).toBeLessThan(150);
  });
});
