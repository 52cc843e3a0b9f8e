import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import { emptyRows, storeItems, storeTemplate, wideGroup } from './support/content.ts';

const [fields, rows, id] = [4900, 20_000, 1000];
const templateId = 'wide_rows';

/** A call of 130 bytes that reads one item whose cells are all empty. */
export const emptyRowsRead: Attack = {
  says: `reading and renaming one item of ${rows} empty rows of ${fields} fields`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { freeInstanceId }) => {
    const key = await storeTemplate(database, freeInstanceId, templateId, wideGroup(fields));
    await storeItems(database, key, id, 1, emptyRows(rows));
  },
  run: async ({ free, freeInstanceId: instanceId }) => {
    const read = () => free.ask(items.get, { params: { instanceId, templateId, id } });
    const rename = (version: number) =>
      free.ask(items.save, {
        params: { instanceId },
        body: { id, template_id: templateId, internal_label: 'Renamed', version, fields: [] },
      });
    const list = () => free.ask(items.list, { params: { instanceId, templateId }, body: { limit: 100 } });
    const answers = [...(await Promise.all([read(), read(), list()])), await rename(1), await read()];
    return answers.flatMap(({ status, text }) =>
      status === 200 ? [] : [`A call answered ${status}: ${text.slice(0, 200)}`],
    );
  },
};
