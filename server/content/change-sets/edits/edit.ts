import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type CopyItem, readDuplicate } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import {
  type EditableItem,
  type EditedContent,
  growthOfValues,
  mostGrowth,
  readOperations,
  readValues,
} from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { SelectedItems } from '../../lists/select-items.ts';
import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** What a bulk edit does to items of a template. */
export type Edit =
  | (EditedFields & {
      kind: 'update';
      edit: (item: EditableItem, id: number) => EditedContent;
      growth: (size: { items: number; bytes: number }) => number;
    })
  | (EditedFields & { kind: 'copy'; times: number; edit: CopyItem })
  | { kind: 'delete' };

interface EditedFields {
  /** The ids of the fields that it gives other values, with or without the label. */
  fields: readonly string[];
}

/** The selected items of a bulk edit and their versions, by ascending id; a job reads their contents in batches. */
export type EditedItems = Pick<SelectedItems, 'ids' | 'versions'> & Partial<Pick<SelectedItems, 'contents'>>;

/** What a change set of a bulk edit is built from. */
export interface EditParts {
  instance: Place;
  model: TemplateModel;
  edit: Edit;
  items: EditedItems;
  /** Of copies: the id of the first one; the others follow it. */
  firstId: number;
  /** Of a page of copies: how many are on the pages before it. */
  copiesBefore?: number;
  itemLimit: number | null;
  fingerprint: string;
}

/** Reads an action; throws 422 by path if it does not suit the template, or changes fields that are read-only. */
export function readAction(model: TemplateModel, action: Action, access: { mayEditReadOnly: boolean }): Edit {
  const { operations, values, duplicate } = action;
  const parts = [operations, values, duplicate, action.delete].filter((part) => part !== undefined);
  if (parts.length !== 1)
    throw new AppError('invalid', { fields: { action: 'name either operations, values, duplicate or delete' } });
  if (values) {
    const edit = unlessWrong(readValues(model.tree, values, access));
    const fields = [...new Set(values.flatMap((change) => change.fields.map(({ field_id }) => field_id)))];
    return { kind: 'update', edit, fields, growth: growthOfValues(values) };
  }
  if (operations) {
    const edit = unlessWrong(readOperations(model.tree, operations, access));
    const fields = operations.map(({ field_id }) => field_id);
    return { kind: 'update', edit, fields, growth: (size) => mostGrowth(model.tree, operations, size) };
  }
  if (duplicate) {
    const fields = (duplicate.fields ?? []).map(({ field_id }) => field_id);
    const edit = unlessWrong(readDuplicate(model.tree, duplicate, access));
    return { kind: 'copy', times: duplicate.times, edit, fields };
  }
  return { kind: 'delete' };
}

function unlessWrong<E>(read: { edit: E } | { wrong: Record<string, string> }): E {
  if ('edit' in read) return read.edit;
  const fields = Object.entries(read.wrong).map(([path, reason]) => [`action.${path}`, reason]);
  throw new AppError('invalid', { fields: Object.fromEntries(fields) });
}

/** Throws 422 if an edit would create more items than a call can. */
export function refuseTooManyCopies(edit: Edit, originals: number): void {
  if (edit.kind !== 'copy' || originals * edit.times <= contentLimits.bulkItems) return;
  const reason = `would create ${numberText(originals * edit.times)} items, and at most ${numberText(contentLimits.bulkItems)} can be created at once`;
  throw new AppError('invalid', { fields: { 'action.duplicate.times': reason } });
}
