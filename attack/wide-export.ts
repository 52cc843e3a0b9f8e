import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Attack } from './support/attack.ts';
import { emptyRows, storeItems, storeTemplate, wideGroup } from './support/content.ts';
import { exportEnds } from './support/exports.ts';
import { rowsOf } from './support/rows.ts';

const [fields, items14, rows] = [4900, 14, 1100];

/** A file of gigabytes without content: every field of every empty row. */
export const wideExport: Attack = {
  says: `export of ${items14} items of ${rows} empty rows of ${fields} fields`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { freeInstanceId }) => {
    const key = await storeTemplate(database, freeInstanceId, 'wide_rows', wideGroup(fields));
    await storeItems(database, key, 1000, items14, emptyRows(rows));
  },
  run: async ({ free, freeInstanceId: instanceId }) => {
    // The same through the API: rejected, or as harmless as the stored content.
    await free.ask(templates.save, {
      params: { instanceId },
      body: { id: 'wide_again', label: 'Wide again', version: 0, fields: wideGroup(fields) },
    });
    await free.ask(items.save, {
      params: { instanceId },
      body: { template_id: 'wide_again', internal_label: 'Wide', fields: rowsOf(rows) },
    });
    return exportEnds(free, instanceId, 120_000);
  },
};
