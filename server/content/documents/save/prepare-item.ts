import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import { type ItemFieldChange, type ItemValues, itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import { changedReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import { withoutOtherShapes } from '@quartermaster/contract/content/row-shapes.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { checkItemSize, sizeOf } from '@quartermaster/contract/rules/item-size.ts';
import { isBlankText } from '@quartermaster/contract/typed-text.ts';
import { checkValues, type Link, linksOf, warningsOf } from '../../model/check-values.ts';
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
  /** Broken rules that only warn, in the same way; undefined if there are none. */
  warnings?: Record<string, string> | undefined;
}

/** Applies a save, validates the whole item against its template, and determines the changed index rows. */
export function prepareItem(
  model: TemplateModel,
  body: SaveItem,
  changes: readonly ItemFieldChange[],
  current: ItemState | undefined,
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): PreparedItem {
  const before = current?.values ?? {};
  // A field that the body does not name gets its default in a new item.
  const applied = applyChanges(model, current?.values ?? defaultValues(model.tree), changes);
  const { wrong } = applied;
  const fitted = withoutOtherShapes(model.tree, applied.values);
  const { values } = computeValues(model.tree, fitted);
  const changed = applied.changed || values !== fitted;
  if (isBlankText(body.internal_label)) wrong.internal_label = 'required field';
  if (Object.keys(wrong).length === 0) {
    for (const [id, reason] of checkValues(model.tree, values)) wrong[itemFieldPath(id)] = reason;
  }
  if (changed && !mayEditReadOnly && Object.keys(wrong).length === 0) {
    for (const [id, reason] of changedReadOnly(model.tree, current?.values, values)) wrong[itemFieldPath(id)] = reason;
  }
  const unchanged = current && !changed && current.label === body.internal_label;
  if (changed && Object.keys(wrong).length === 0) {
    for (const [id, reason] of checkSize(model, values, before))
      wrong[id === 'fields' ? id : itemFieldPath(id)] = reason;
  }
  // Invalid values cannot be indexed.
  if (Object.keys(wrong).length > 0) return { write: undefined, links: [], wrong };
  const warnings = describeWarnings(model, values);
  if (unchanged) return { write: undefined, links: [], wrong, warnings };
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
    warnings,
  };
}

function describeWarnings({ tree }: TemplateModel, values: ItemValues): Record<string, string> | undefined {
  const warnings = [...warningsOf(tree, values)].map(([at, message]) => [itemFieldPath(at), message]);
  return warnings.length > 0 ? Object.fromEntries(warnings) : undefined;
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
