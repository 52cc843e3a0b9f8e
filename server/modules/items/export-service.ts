import type { Readable } from 'node:stream';
import { mediaTypes } from '@quartermaster/contract/endpoints/body-kinds.ts';
import type { SheetFormat } from '@quartermaster/contract/endpoints/items.ts';
import { byteOrderMark, type Cell, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import type { KeyOf } from '@quartermaster/contract/sheets/link-texts.ts';
import {
  countColumns,
  fitsSheet,
  mostSheetColumns,
  type SheetSizes,
  sheetColumns,
  tooManyColumnsSentence,
} from '@quartermaster/contract/sheets/sheet-columns.ts';
import { chosenNodes, linkedItemsIn } from '@quartermaster/contract/sheets/sheet-fields.ts';
import { sheetRecord } from '@quartermaster/contract/sheets/sheet-record.ts';
import type { SheetItem } from '@quartermaster/contract/sheets/sheet-row.ts';
import { readKeyFields, readKeys } from '../../content/lists/linked-keys.ts';
import { toFieldIds } from '../../content/lists/named-list.ts';
import { readSheetSizes } from '../../content/lists/sheet-sizes.ts';
import { readItems, type WantedItems } from '../../content/lists/stream-items.ts';
import { readLanguages } from '../../content/model/project-languages.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { AppError } from '../../core/base/errors.ts';
import { streamOf } from '../../core/database/batches.ts';
import type { Database } from '../../core/database/database.ts';
import { json } from '../../core/http/raw-answer.ts';

/** The items and fields of a sheet, and its form. */
export interface WantedSheet {
  instanceId: number;
  projectId: number;
  templateId: string;
  format: SheetFormat;
  items: WantedItems;
  /** The ids of fields and groups, or their names as requested; all fields if both are omitted. */
  fields?: readonly string[];
  names?: readonly string[];
  /** For programs that read UTF-8 anyway, and take the mark for text. */
  withoutMark?: boolean;
}

/** The type and the extension of a sheet's file. */
export const sheetFiles: Record<SheetFormat, { contentType: string; extension: string }> = {
  csv: { contentType: `${mediaTypes.csv[0]}; charset=utf-8`, extension: 'csv' },
  json: { contentType: json, extension: 'json' },
  'json-lines': { contentType: `${mediaTypes['json-lines'][0]}; charset=utf-8`, extension: 'jsonl' },
  cells: { contentType: `${mediaTypes['json-lines'][0]}; charset=utf-8`, extension: 'jsonl' },
};

/** How items are written in a format. */
interface SheetWriter {
  start: string;
  between: string;
  end: string;
  item: (item: SheetItem, keyOf: KeyOf) => string;
}

/** Opens a stream of items as a sheet; throws 422 if it would have too many columns. */
export async function openSheet(database: Database, sheet: WantedSheet): Promise<Readable> {
  const { instanceId, templateId, items, format } = sheet;
  const isRecord = format === 'json' || format === 'json-lines';
  const read = await readItems(database, instanceId, templateId, items, (list) =>
    isRecord
      ? Promise.resolve({ rows: new Map<string, number>(), languages: [] })
      : readSheetSizes(database.query, list, items, chosenNodes(list.model.tree, fieldsOf(list.model, sheet))),
  );
  const nodes = chosenNodes(read.model.tree, fieldsOf(read.model, sheet), isRecord ? 'records' : 'columns');
  if (nodes.length === 0) throw new AppError('invalid', { fields: { fields: 'has no field of the template' } });
  const languages = await readLanguages(database.query, sheet.projectId);
  const sizes = { ...read.measured, languages: [...new Set([...languages, ...read.measured.languages.toSorted()])] };
  const writer = isRecord ? recordWriter(nodes, format) : rowWriter(nodes, sizes, sheet);
  const keyFields = await readKeyFields(database.query, instanceId, nodes);
  const keysOf = (batch: readonly SheetItem[]) =>
    readKeys(database.query, instanceId, keyFields, linksOf(nodes, batch));
  return streamOf(write(writer, read.batches, keysOf));
}

const fieldsOf = (model: Pick<TemplateModel, 'tree'>, { fields, names }: WantedSheet): readonly string[] | undefined =>
  names ? toFieldIds(model, names) : fields;

type Nodes = ReturnType<typeof chosenNodes>;

function* linksOf(nodes: Nodes, batch: readonly SheetItem[]) {
  for (const { values } of batch) yield* linkedItemsIn(nodes, values);
}

async function* write(
  { start, between, end, item: text }: SheetWriter,
  batches: AsyncIterable<SheetItem[]>,
  keysOf: (batch: readonly SheetItem[]) => Promise<KeyOf>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(start);
  let isFirst = true;
  for await (const batch of batches) {
    const keyOf = await keysOf(batch);
    for (const item of batch) {
      yield Buffer.from((isFirst ? '' : between) + text(item, keyOf));
      isFirst = false;
    }
  }
  yield Buffer.from(end);
}

const recordWriter = (nodes: Nodes, format: SheetFormat): SheetWriter => ({
  ...(format === 'json' ? { start: '[\n', between: ',\n', end: '\n]\n' } : { start: '', between: '', end: '' }),
  item: (item, keyOf) => JSON.stringify(sheetRecord(nodes, item, keyOf)) + (format === 'json' ? '' : '\n'),
});

function rowWriter(nodes: Nodes, sizes: SheetSizes, { format, withoutMark }: WantedSheet): SheetWriter {
  const count = countColumns(nodes, sizes);
  if (count > mostSheetColumns) throw new AppError('invalid', { message: tooManyColumnsSentence(count) });
  const columns = sheetColumns(nodes, sizes);
  const line = format === 'csv' ? csvLine : (cells: readonly Cell[]) => `${JSON.stringify(cells)}\n`;
  const mark = format === 'csv' && !withoutMark ? byteOrderMark : '';
  return {
    start: mark + line(columns.map(({ name }) => name)),
    between: '',
    end: '',
    item: (item, keyOf) => {
      // Otherwise its last rows would be missing.
      if (!fitsSheet(nodes, item.values, sizes))
        throw new Error(`Item ${item.id} has got more rows while it was exported`);
      return line(columns.map(({ cellOf }) => cellOf(item, keyOf)));
    },
  };
}
