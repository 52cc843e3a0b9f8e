import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { Bench } from './support/bench.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 5;
const [tables, rowsOfTable] = [5, 40];

/** A table whose rows have a text, or link to another table. */
const tableFields = (linked: string): SaveTemplateField[] => [
  { id: 'drops', parentId: null, order: 0, settings: { type: 'dynamic-group', name: 'drops', label: 'Drops' } },
  {
    ...{ id: 'table', parentId: 'drops', order: 0 },
    settings: { type: 'item-link', name: 'table', label: 'Table', required: false, templateId: linked },
  },
  {
    ...{ id: 'what', parentId: 'drops', order: 1 },
    settings: { type: 'text', name: 'what', label: 'What', required: false, minimum: null, maximum: null },
  },
  {
    ...{ id: 'chance', parentId: 'drops', order: 2 },
    settings: {
      ...{ type: 'weight', name: 'chance', label: 'Chance', required: false },
      ...{ minimum: null, maximum: null, requiredSum: null },
    },
  },
];

/** 1,000,000 rolls of a chest with five tables of 40 drops, from the click until the result is on the screen. */
export async function drops({ content, product, session }: Bench): Promise<Figure[]> {
  const { instanceId } = content;
  const origin = `http://127.0.0.1:${product.port}`;
  const pathOf = (path: string) => path.replace(':instanceId', String(instanceId));
  const saveTemplate = async (id: string, linked: string): Promise<SaveTemplateField[]> => {
    const fields = tableFields(linked);
    await session.call(templates.save.method, pathOf(templates.save.path), { id, label: id, version: 0, fields });
    return fields;
  };
  const save = async (id: string, fields: SaveTemplateField[], rows: ItemValues[]): Promise<number> => {
    const changes = diffItemFields(buildTree(fields), {}, { drops: rows }) as SaveItem['fields'];
    const body: SaveItem = { template_id: id, internal_label: id, fields: changes };
    return (await session.call<SavedItem>(items.save.method, pathOf(items.save.path), body)).id;
  };
  const ofTable = await saveTemplate('bench_table', 'bench_table');
  const ofChest = await saveTemplate('bench_chest', 'bench_table');
  const rows: ItemValues[] = [];
  for (let table = 0; table < tables; table += 1) {
    const drop = (row: number) => ({ what: `Drop ${table}.${row}`, chance: row + 1 });
    const id = await save(
      'bench_table',
      ofTable,
      Array.from({ length: rowsOfTable }, (_, row) => drop(row)),
    );
    rows.push({ table: id, chance: table + 1 });
  }
  const chest = await save('bench_chest', ofChest, rows);

  const browser = await openBrowser();
  try {
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const page = await context.newPage();
    await page.goto(`${origin}/instance/${instanceId}/templates/bench_chest/items/${chest}/edit`);
    await page.getByRole('button', { name: 'Roll 10,000' }).click();
    const dialog = page.getByRole('dialog');
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await dialog.getByText(`${numberText(10_000)} rolls`).waitFor();
      const since = performance.now();
      await dialog.getByRole('button', { name: `Roll ${numberText(dropLimits.rolls)}` }).click();
      await dialog.getByText(`${numberText(dropLimits.rolls)} rolls`).waitFor();
      times.push(performance.now() - since);
      await dialog.getByRole('button', { name: 'Roll 10,000' }).click();
    }
    // The first one loads the worker.
    const seconds = median(times.slice(1)) / 1000;
    return [
      {
        goal: 'dropsRolled',
        name: '1,000,000 rolls through two tables, until they are shown',
        unit: 's',
        product: seconds,
      },
    ];
  } finally {
    await browser.close();
  }
}
