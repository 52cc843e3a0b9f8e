import { screen, waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeXlsx } from '../../src/features/items/list/export/xlsx/write-xlsx.ts';
import { shows } from '../specification/shows.ts';
import { collectFiles } from '../support/collect-files.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { openWeapons } from './weapons-list.ts';

type User = Awaited<ReturnType<typeof openWeapons>>['user'];

async function exportAs(user: User, file: string, button = 'Export items') {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: file }));
}

/** The cells of a sheet as text, by row. */
async function sheetOf(file: Blob): Promise<string[][]> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const sheet = new DOMParser().parseFromString(xml, 'application/xml');
  return [...sheet.querySelectorAll('row')].map((row) =>
    [...row.querySelectorAll('c')].map(
      (cell) => `${cell.getAttribute('r')} ${cell.getAttribute('t') ?? 'n'} ${cell.textContent}`,
    ),
  );
}

test('a list is exported as it is filtered and sorted', async () => {
  shows('4.sheets.export-page');
  const files = collectFiles();
  const { user, saved } = await openWeapons('?filter=cost:more:100&sort=cost:desc');
  await screen.findByRole('row', { name: /Sword/ });
  await exportAs(user, 'CSV');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('weapon.csv');
  const [sword, , bow] = saved.weapons;
  const lines = (await files[0]?.content.text())?.split('\r\n') ?? [];
  expect(lines.map((line) => line.split(',')[0])).toEqual(['"_id"', String(bow), String(sword), '']);

  await exportAs(user, 'JSON');
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files[1]?.name).toBe('weapon.json');
  expect(JSON.parse((await files[1]?.content.text()) ?? '')).toMatchObject([
    { _id: bow, cost: 200 },
    { _id: sword, cost: 120 },
  ]);
});

const box = (label: string) => screen.findByRole('checkbox', { name: new RegExp(`^Select ${label} #`) });

test('selected items are exported, as an Excel file too', async () => {
  shows('4.sheets.export-page', '4.sheets.xlsx');
  const files = collectFiles();
  const { user, saved } = await openWeapons();
  await user.click(await box('Axe'));
  await exportAs(user, 'Excel (XLSX)', 'Export selected items');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('weapon.xlsx');
  const [head, ...rows] = await sheetOf(files[0]?.content ?? new Blob());
  expect(head?.slice(0, 3)).toEqual(['A1 inlineStr _id', 'B1 inlineStr _version', 'C1 inlineStr _label']);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.slice(0, 3)).toEqual([`A2 n ${saved.weapons[1]}`, 'B2 n 1', 'C2 inlineStr Axe']);
  expect(rows[0]).toContainEqual(expect.stringMatching(/^\w+ b 0$/));
});

test('all that match but some are exported', async () => {
  const files = collectFiles();
  const server = await startTestServer();
  const { weapons } = await saveWeapons(
    server,
    Array.from({ length: 12 }, (_, index) => [`Sword ${index + 1}`, { cost: index }]),
  );
  const list = `/instance/${server.studio.dev}/templates/weapon/items?size=10`;
  const { user } = await renderConsole(list, { as: 'owner', server });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 12 that match' }));
  await user.click(await box('Sword 1'));
  await exportAs(user, 'JSON', 'Export selected items');
  await waitFor(() => expect(files).toHaveLength(1));
  const records = JSON.parse((await files[0]?.content.text()) ?? '') as { _id: number }[];
  expect(records.map(({ _id: id }) => id)).toEqual(weapons.slice(1));
});

test('an export that fails shows the reason, and can be repeated', async () => {
  const files = collectFiles();
  let isFailing = true;
  const intercept =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (url, init) => {
      if (!isFailing || !String(url).endsWith('/export')) return fetch(url, init);
      return Response.json({ status_code: 422, error: 'invalid', message: 'Too wide for a sheet.' }, { status: 422 });
    };
  const { user } = await openWeapons('', { intercept });
  await screen.findByRole('row', { name: /Sword/ });
  await exportAs(user, 'CSV');
  expect(await screen.findByText('Too wide for a sheet.')).toBeTruthy();
  expect(files).toEqual([]);
  isFailing = false;
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export items' }).disabled).toBe(false),
  );
  await exportAs(user, 'CSV');
  await waitFor(() => expect(files).toHaveLength(1));
});

const cellsOf = (...lines: unknown[][]) => new Blob(lines.map((line) => `${JSON.stringify(line)}\n`));

test('an Excel file has typed cells, and texts as they are', async () => {
  const rows = await sheetOf(
    await writeXlsx(
      cellsOf(
        ['_id', 'note'],
        [1, '=1+1'],
        [2 ** 53 - 1, '007'],
        [-0.5, true],
        [null, ''],
        [1e300, '<&>"'],
        [2, '\u0001\r\n_x000D_'],
        [3, ' constructor '],
      ),
    ),
  );
  expect(rows).toEqual([
    ['A1 inlineStr _id', 'B1 inlineStr note'],
    ['A2 n 1', 'B2 inlineStr =1+1'],
    ['A3 inlineStr 9007199254740991', 'B3 inlineStr 007'],
    ['A4 n -0.5', 'B4 b 1'],
    [],
    ['A6 n 1e+300', 'B6 inlineStr <&>"'],
    ['A7 n 2', 'B7 inlineStr _x0001_\r\n_x005F_x000D_'],
    ['A8 n 3', 'B8 inlineStr  constructor '],
  ]);
});

test('texts that are too long for a cell of Excel continue in further columns', async () => {
  shows('4.sheets.xlsx');
  const long = `${'x'.repeat(32_766)}😀${'y'.repeat(40_000)}`;
  const [head, first, second] = await sheetOf(await writeXlsx(cellsOf(['a', 'b'], [long, 1], ['short', 2])));
  expect(head).toEqual(['A1 inlineStr a', 'B1 inlineStr a~2', 'C1 inlineStr a~3', 'D1 inlineStr b']);
  const parts = first?.slice(0, 3).map((cell) => cell.slice('A2 inlineStr '.length));
  expect(parts?.join('')).toBe(long);
  expect(parts?.every((part) => part.length <= 32_767 && part.isWellFormed())).toBe(true);
  expect([first?.at(-1), second]).toEqual(['D2 n 1', ['A3 inlineStr short', 'D3 n 2']]);
});

test('a sheet that Excel cannot open is refused with what to do instead', async () => {
  const names = Array.from({ length: 16_383 }, (_, index) => `c${index}`);
  const wide = cellsOf(names, ['x'.repeat(70_000)]);
  await expect(writeXlsx(wide)).rejects.toThrow(/more columns than Excel can open. Export it as CSV or JSON/);
  const rows = new Blob(['["a"]\n', '[1]\n'.repeat(1_048_576)]);
  await expect(writeXlsx(rows)).rejects.toThrow(/at most 1,048,575 items/);
});
