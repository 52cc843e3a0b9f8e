import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { DraftBase, ItemDraft } from '../item/item-draft.ts';
import { type LostValue, lostValues } from '../item/lost-values.ts';

/** An item's draft in a serializable format, with its base. */
export interface StoredItem {
  base: DraftBase;
  draft: ItemDraft;
  /** For a new item: the key of its creation, which may have been sent before the page was reloaded. */
  key?: string | undefined;
  /** What was typed in fields that the template has lost. */
  lost: readonly LostValue[];
}

const keyFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The longest new image, as a data URL, that is stored with a draft: browsers give all drafts about five million letters. */
const longestImage = 1_000_000;

/** Serializes a draft and its base; an image that is too large is replaced with the saved one. */
export const toStored = (
  base: DraftBase,
  { label, values }: ItemDraft,
  { key, lost }: { key: string; lost: readonly LostValue[] },
): StoredItem => ({
  base,
  lost,
  ...(base.version === 0 && { key }),
  draft: { label, values: withoutLargeImages(values, base.values) },
});

function withoutLargeImages(values: ItemValues, saved: ItemValues): ItemValues {
  const entries = Object.entries(values).map(([id, value]): [string, ItemValues[string]] => {
    const isLarge = typeof value === 'string' && value.startsWith('data:') && value.length > longestImage;
    return [id, isLarge ? (saved[id] ?? null) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads a stored draft; what was typed in fields that the template no longer has is in `lost`. `null` if it is invalid, e.g. written by an
 * earlier version in another format.
 */
export function fromStored(tree: readonly TreeNode[], stored: unknown): StoredItem | null {
  if (!isObject(stored)) return null;
  const { base, draft, key, lost = [] } = stored;
  if (!isDraft(base) || !isDraft(draft) || !('version' in base) || !Number.isInteger(base.version)) return null;
  const before = Array.isArray(lost) ? lost.filter(isLost) : [];
  const since = lostValues(undefined, tree, base, draft).filter(({ path }) => before.every((one) => one.path !== path));
  return {
    lost: [...before, ...since],
    ...(typeof key === 'string' && keyFormat.test(key) && { key }),
    base: { label: base.label, values: fitted(tree, base.values), version: Number(base.version) },
    draft: { label: draft.label, values: fitted(tree, draft.values) },
  };
}

function fitted(tree: readonly TreeNode[], values: ItemValues): ItemValues {
  const entries = leavesOf(tree).flatMap(({ field, children }): [string, ItemValues[string]][] => {
    const value = values[field.id];
    const { settings } = field;
    const type = fieldTypeOf(settings.type);
    if (type.holds === 'rows') return [[field.id, rowsOf(value).map((row) => fitted(children, row))]];
    return value === undefined || value === null || type.wrongKind(value, settings) !== undefined
      ? []
      : [[field.id, value]];
  });
  return Object.fromEntries(entries);
}

const isLost = (value: unknown): value is LostValue =>
  isObject(value) && [value.path, value.name, value.text, value.by ?? ''].every((part) => typeof part === 'string');

const isDraft = (value: unknown): value is ItemDraft =>
  isObject(value) && typeof value.label === 'string' && isObject(value.values);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
