import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { type Draft, type DraftSource, draftOf, fieldsOf, savedPositions } from '../model/draft.ts';
import type { EditorBase } from '../model/editor.ts';

/** A draft in a serializable format, with its base. */
export interface StoredTemplate {
  version: number;
  base: DraftSource;
  draft: DraftSource;
}

const sources = new WeakMap<Draft, DraftSource>();

/** A serializable draft; returns the same object for the same draft. */
export function sourceOf(draft: Draft): DraftSource {
  const known = sources.get(draft);
  if (known) return known;
  const source = { id: draft.id, label: draft.label, fields: fieldsOf(draft) };
  sources.set(draft, source);
  return source;
}

/** Serializes a draft and its base. */
export const toStored = (base: EditorBase, draft: Draft): StoredTemplate => ({
  version: base.version,
  base: sourceOf(base.draft),
  draft: sourceOf(draft),
});

/** Reads a stored draft; `null` if it is invalid, e.g. written by an earlier version in another format. */
export function fromStored(value: unknown): { base: EditorBase; draft: Draft } | null {
  if (!isKept(value)) return null;
  // Version 0 means that the template has not been saved yet.
  const saved = savedPositions(value.version === 0 ? [] : value.base.fields);
  return { base: { version: value.version, draft: draftOf(value.base, saved) }, draft: draftOf(value.draft, saved) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isKept = (value: unknown): value is StoredTemplate =>
  isObject(value) && Number.isInteger(value.version) && isSource(value.base) && isSource(value.draft);

const isSource = (value: unknown): value is DraftSource =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.label === 'string' &&
  Array.isArray(value.fields) &&
  value.fields.every(isField);

const isField = (value: unknown): value is TreeField =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.order === 'number' &&
  (value.parentId === null || typeof value.parentId === 'string') &&
  isObject(value.settings) &&
  typeof value.settings.name === 'string' &&
  typeof value.settings.label === 'string' &&
  Object.hasOwn(fieldTypes, String(value.settings.type));
