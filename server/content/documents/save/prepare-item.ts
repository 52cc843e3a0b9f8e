import { type ItemFieldChange, type ItemValues, itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { checkItemSize, sizeOf } from '@quartermaster/contract/rules/item-size.ts';
import { checkValues, type Link, linksOf } from '../../model/check-values.ts';
import { changedKeys, indexOf } from '../../model/index-rows.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ItemState } from '../item-repository.ts';
import { applyChanges } from './apply-changes.ts';
import { hashOfBody } from './find-created.ts';
import type { ItemWrite } from './write-items.ts';

/** A save prepared against the state that it starts from. */
export interface PreparedItem {
  /** Undefined if nothing changes. */
  write: ItemWrite | undefined;
  /** New links of the item; their targets must exist. */
  links: Link[];
  /** Validation errors by path in the item's body. */
  wrong: Record<string, string>;
}

/** Applies a save, validates the whole item against its template, and determines the changed index rows. */
export function prepareItem(
  model: TemplateModel,
  body: SaveItem,
  changes: readonly ItemFieldChange[],
  current: ItemState | undefined,
): PreparedItem {
  const before = current?.values ?? {};
  const { values, wrong, changed } = applyChanges(model, before, changes);
  if (body.internal_label.trim() === '') wrong.internal_label = 'required field';
  if (Object.keys(wrong).length === 0) {
    for (const [id, reason] of checkValues(model.tree, values)) wrong[itemFieldPath(id)] = reason;
  }
  const unchanged = current && !changed && current.label === body.internal_label;
  if (changed && Object.keys(wrong).length === 0) {
    for (const [id, reason] of checkSize(model, values, before))
      wrong[id === 'fields' ? id : itemFieldPath(id)] = reason;
  }
  // Invalid values cannot be indexed.
  if (unchanged || Object.keys(wrong).length > 0) return { write: undefined, links: [], wrong };
  const index = indexOf(model, values);
  const known = new Set(linksOf(model.tree, before).map(linkName));
  return {
    write: {
      templateKey: model.key,
      id: current?.id,
      version: current?.version ?? 0,
      hash: current?.hash,
      label: body.internal_label,
      values,
      changedKeys: changedKeys(indexOf(model, before), index),
      index,
      repeatable:
        current || body.idempotency_key === undefined
          ? undefined
          : { key: body.idempotency_key, bodyHash: hashOfBody(body) },
    },
    links: linksOf(model.tree, values).filter((link) => !known.has(linkName(link))),
    wrong,
  };
}

/** Errors if an item has become too large, by item field id or `fields`. */
export function checkSize({ tree }: TemplateModel, values: ItemValues, before: ItemValues) {
  const bytesOf = (some: ItemValues) => () => Buffer.byteLength(JSON.stringify(some));
  return checkItemSize(sizeOf(tree, values), () => sizeOf(tree, before), {
    now: bytesOf(values),
    before: bytesOf(before),
  });
}

const linkName = ({ templateId, targetId }: Link): string => `${templateId}/${targetId}`;
