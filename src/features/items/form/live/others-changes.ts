import { alignRows } from '@quartermaster/contract/content/align-rows.ts';
import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { type ItemFieldChange, type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import { isComputedType, isRowType } from '@quartermaster/contract/field-types/registry.ts';
import { flushSync } from 'react-dom';
import { get } from 'react-hook-form';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { nameOfItemField } from '../../../../shared/item-form/form-name.ts';
import type { OthersChange } from '../../../../shared/item-form/others-change.tsx';
import { isSame } from '../../item/changed-fields.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';
import { topFieldsOf } from '../../item/unsaved-fields.ts';
import { focusPlace, placeOf } from '../../neighbours/focused-field.ts';
import { withMerged } from '../conflict/conflict.ts';
import { withTyped } from '../save/merged-save.ts';

/** A newer version of an item in an open form. */
interface Taken {
  /** The values to set, by their paths in the form: none of them was typed here. */
  values: ReadonlyMap<string, unknown>;
  /** What was changed, by the path of the field. */
  changes: ReadonlyMap<string, Omit<OthersChange, 'who'>>;
  /** The names of the changed fields. */
  names: string[];
}

/** Merges a newer version into a draft: fields that were typed in stay, all others take their new values. */
export function takeVersion(tree: readonly FieldNode[], base: ItemDraft, theirs: DraftBase, mine: ItemDraft): Taken {
  const both = withMerged(tree, base, theirs, mine);
  const draft = withTyped(tree, theirs, base, both.draft);
  const changes = new Map<string, Omit<OthersChange, 'who'>>();
  const names: string[] = [];
  const note = (path: string, name: string, change: Omit<OthersChange, 'who'>) => {
    changes.set(path, change);
    names.push(name);
  };
  const label = mine.label.trim();
  if (theirs.label !== base.label && theirs.label !== label)
    note('label', 'Label', { before: base.label, after: theirs.label, isTyped: label !== base.label });
  for (const node of leavesOf(tree)) {
    const { id, settings } = node.field;
    if (isComputedType(settings.type) || isSame(node, base.values, theirs.values)) continue;
    if (isSame(node, mine.values, theirs.values)) continue;
    note(`values.${id}`, settings.label || settings.name, {
      before: base.values[id],
      after: theirs.values[id],
      isTyped: !isSame(node, base.values, mine.values) && !both.merged.has(id),
    });
  }
  return { values: valuesToSet(tree, mine, draft), changes, names };
}

/** The values in which a draft becomes another one: those of rows one by one where no rows come or go, so that these stay as they are. */
function valuesToSet(tree: readonly FieldNode[], from: ItemDraft, to: ItemDraft): Map<string, unknown> {
  const tops = topFieldsOf(tree);
  const topOf = (change: ItemFieldChange) => tops.get(change.template_group_id ?? change.template_field_id) ?? '';
  const changes = diffItemFields(tree, from.values, to.values);
  const ofRows = new Set(changes.filter((one) => isRowType(one.template_field_type)).map(topOf));
  const values = new Map<string, unknown>();
  if (from.label !== to.label) values.set('label', to.label);
  for (const change of changes) {
    const top = topOf(change);
    const path = ofRows.has(top) ? `values.${top}` : nameOfItemField(change.id, tree);
    if (path !== undefined) values.set(path, structuredClone(get(to, path) ?? null));
  }
  return values;
}

/** Changes a form while something in it may have the focus, which goes to the same field of the same row if the rows are drawn again. */
export function keepFocus(form: HTMLElement | null, from: ItemDraft, to: () => ItemDraft, change: () => void): void {
  const focused = document.activeElement;
  const focusedAt = form?.contains(focused) ? placeOf(focused) : undefined;
  const selection = isText(focused) ? [focused.selectionStart, focused.selectionEnd] : undefined;
  flushSync(change);
  if (!form || !focusedAt || focused?.isConnected) return;
  const [values = '', group = '', row, ...rest] = focusedAt.field.split('.');
  const field = [values, group, rowAfter(rowsOf(from.values[group]), rowsOf(to().values[group]), Number(row)), ...rest];
  focusPlace(form, { ...focusedAt, field: field.join('.') });
  const { activeElement: next } = document;
  // Not all kinds of inputs have a selection.
  if (isText(next) && selection && next.selectionStart !== null)
    next.setSelectionRange(selection[0] ?? 0, selection[1] ?? 0);
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** The index of a row after rows came or went. */
function rowAfter(before: readonly ItemValues[], after: readonly ItemValues[], row: number): number {
  let old = 0;
  for (const { kind, index } of alignRows(before, after, undefined)) {
    if (kind === 'added') continue;
    if (old === row) return kind === 'removed' ? Math.min(row, after.length - 1) : index;
    old += 1;
  }
  return row;
}
