import { byteOrderMark, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { writeMark } from './texts.ts';
import type { TranslationFile } from './translation-file.ts';

/** The columns of CSV, in their order. */
const columns = [
  'template',
  'item',
  'label',
  'field',
  'field_name',
  'source_language',
  'target_language',
  'source',
  'target',
  'state',
  'was',
] as const;

/** CSV (RFC 4180) in UTF-8, a line per text. */
export const csvFile: TranslationFile = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  start: () => byteOrderMark + csvLine(columns),
  startTemplate: () => '',
  text: ({ source, target }, template, item, text) =>
    csvLine([
      template.id,
      String(item.id),
      item.internal_label,
      text.id,
      template.names.get(text.fieldId) ?? '',
      source,
      target,
      text.source,
      text.target,
      text.state,
      writeMark(text),
    ]),
  endTemplate: () => '',
  end: () => '',
};
