import { itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import type { Attack } from './support/attack.ts';
import type { Answered } from './support/client.ts';
import { texts, wideGroup } from './support/content.ts';
import { rowsOf } from './support/rows.ts';

const templateId = 'dense';
const [attributes, columns, rows, depth, rules, saves] = [500_000, 16_000, 50, 100_000, 100, 100];

const xliff = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1.t"${Array.from(
  { length: attributes },
  (_, at) => ` a${at}="1"`,
).join('')}><segment><source>A</source></segment></unit></file></xliff>`;
const csv = `${Array.from({ length: columns }, (_, at) => `c${at}`).join(',')}\n${`${','.repeat(columns - 1)}\n`.repeat(rows)}`;
const nested = `{"_label":"Deep","rows":${'['.repeat(depth)}${']'.repeat(depth)}}\n`;

const condition = 'rows.all(a, rows.filter(b, b.text_0 == a.text_0).size() > 0)';
/** A field has at most 20 rules. */
const perField = 20;
const rulesOf = (field: number) =>
  Array.from({ length: perField }, (_, at) => ({ name: `Rule ${field}.${at}`, condition, message: 'is in order' }));
const ruled = [
  ...wideGroup(1),
  ...texts(rules / perField).map(({ settings, ...field }, at) => ({
    ...field,
    id: `ruled_${at}`,
    order: at + 1,
    settings: { ...settings, name: `ruled_${at}`, rules: rulesOf(at) },
  })),
];
/** Rows with a text each, as a save sends them. */
const filledRows: SaveItem['fields'] = [
  ...rowsOf(100),
  ...Array.from({ length: 100 }, (_, row) => ({
    id: itemFieldId('text_0', [row]),
    template_field_id: 'text_0',
    template_field_type: 'text' as const,
    template_group_id: 'rows',
    template_group_path: [row],
    value: `t${row % 7}`,
    status: 1 as const,
  })),
];

/** Small files, each within the limits of its size, that take long for every byte. */
export const denseFiles: Attack = {
  says: `files with ${attributes} attributes, ${columns} unknown columns, lists ${depth} deep, and ${saves} saves by ${rules} rules`,
  on: ['embedded', 'postgres'],
  run: async ({ free, freeInstanceId: instanceId }) => {
    const params = { instanceId, templateId };
    // Without it the other calls would be refused at once, and show nothing.
    await free.call(templates.save, {
      params: { instanceId },
      body: { id: templateId, label: 'Dense', version: 0, fields: ruled },
    });
    const path = (pattern: string) =>
      pattern.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);
    const batch = Array.from({ length: saves }, (_, at) => ({
      template_id: templateId,
      internal_label: `Item ${at}`,
      fields: filledRows,
    }));
    const send = async (endpoint: { path: string }, type: string, body: string): Promise<Answered> =>
      free.send('POST', path(endpoint.path), body, 60_000, type);
    const answers = {
      attributes: await send(translations.upload, 'application/xliff+xml', xliff),
      columns: await send(imports.upload, 'text/csv', csv),
      depth: await send(imports.upload, 'application/jsonl', nested),
      rules: await free.ask(items.saveMany, { params: { instanceId }, body: { items: batch } }),
      again: await free.ask(items.list, { params, body: {} }),
    };
    return Object.entries(answers).flatMap(([name, { status, text }]) =>
      status === 0 || status >= 500 ? [`${name} answered ${status}: ${text.slice(0, 200)}`] : [],
    );
  },
};
