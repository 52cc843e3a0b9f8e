import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type ColumnRow, resolveColumn } from '@quartermaster/contract/sheets/resolve-column.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { withoutMark } from '@quartermaster/contract/utf8-text.ts';
import { checkLimits } from '@quartermaster/contract/webhook-events.ts';
import { shortened } from '../../core/base/shortened.ts';
import { isSuccess, type SendResult } from '../../core/egress/send-signed.ts';
import type { AskedItem } from './check-message.ts';

/** Why an item is refused, and at which of its fields: `fields` for the item, `label` for its label. */
export interface SaidRefusal {
  field_id: string;
  /** The row of the field, if it is in one. */
  path?: readonly number[];
  reason: string;
}

/** What a receiver has said about each of the items; or why its answer is of no use, as a sentence. */
export type Said = { refusals: SaidRefusal[][] } | { failure: string };

/** The whole answer is given up for any part that is wrong: another part could be, too. */
class WrongAnswer extends Error {}

/** Reads the answer to a message about items. */
export function readAnswer({ status, error, answer, notUtf8, isCut }: SendResult, items: readonly AskedItem[]): Said {
  if (error !== null) return { failure: error };
  if (!isSuccess(status)) return { failure: `The answer has the status ${status}.` };
  if (isCut) return { failure: `The answer is longer than ${checkLimits.answerBytes / 1024} KiB.` };
  if (notUtf8 !== undefined) return { failure: `The answer ${notUtf8}.` };
  try {
    return { refusals: refusalsIn(answer ?? '', items) };
  } catch (wrong) {
    if (!(wrong instanceof WrongAnswer)) throw wrong;
    return { failure: wrong.message };
  }
}

function refusalsIn(answer: string, items: readonly AskedItem[]): SaidRefusal[][] {
  const refusals: SaidRefusal[][] = items.map(() => []);
  if (answer.trim() === '') return refusals;
  const { refusals: listed } = Object(parse(withoutMark(answer))) as { refusals?: unknown };
  if (!Array.isArray(listed)) throw new WrongAnswer('The answer has no list of refusals.');
  if (listed.length > checkLimits.refusals)
    throw new WrongAnswer(`The answer has more than ${numberText(checkLimits.refusals)} refusals.`);
  for (const one of listed) {
    const { index, field = null, reason } = Object(one) as { index?: unknown; field?: unknown; reason?: unknown };
    const item = typeof index === 'number' ? items[index] : undefined;
    const ofItem = typeof index === 'number' ? refusals[index] : undefined;
    if (!item || !ofItem) throw new WrongAnswer('The answer refuses an item that it was not asked about.');
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new WrongAnswer('The answer refuses an item without a reason.');
    if (field !== null && typeof field !== 'string') throw new WrongAnswer('The answer has a field that is no text.');
    ofItem.push(refusalAt(item, field ?? '', plainReason(reason)));
  }
  return refusals;
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    throw new WrongAnswer('The answer is not JSON.');
  }
}

/** Without what could not be stored, or would look like another line. */
function plainReason(reason: string): string {
  const plain = reason
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return shortened(plain, checkLimits.reasonLength);
}

/** A refusal of a field by its path in names; of the item if it has no such field or row, with the path in the reason. */
function refusalAt({ model: { tree }, values }: AskedItem, path: string, reason: string): SaidRefusal {
  if (path === '') return { field_id: 'fields', reason };
  if (path === systemColumns.label) return { field_id: labelField, reason };
  const resolved = resolveColumn(tree, path);
  if (resolved && 'target' in resolved && hasRows(values, resolved.target.rows)) {
    const { node, rows } = resolved.target;
    return { field_id: node.field.id, reason, ...(rows.length > 0 && { path: rows.map(({ index }) => index) }) };
  }
  return { field_id: 'fields', reason: `${plainReason(path)}: ${reason}` };
}

function hasRows(values: ItemValues, rows: readonly ColumnRow[]): boolean {
  let around: ItemValues | undefined = values;
  for (const { group, index } of rows) around = around && rowsOf(around[group.field.id])[index];
  return around !== undefined;
}
