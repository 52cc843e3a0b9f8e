import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { type Draft, type DraftSource, draftOf, fieldsOf, savedPlaces } from '../model/draft.ts';
import type { EditorBase } from '../model/editor.ts';

/** A template that was being edited, as text can hold it: its draft, and what that started from. */
export interface StoredTemplate {
  version: number;
  base: DraftSource;
  draft: DraftSource;
}

const sources = new WeakMap<Draft, DraftSource>();

/** A draft as text can hold it; the same answer for the same draft. */
export function sourceOf(draft: Draft): DraftSource {
  const known = sources.get(draft);
  if (known) return known;
  const source = { id: draft.id, label: draft.label, fields: fieldsOf(draft) };
  sources.set(draft, source);
  return source;
}

/** What is kept of an edit. */
export const toStored = (base: EditorBase, draft: Draft): StoredTemplate => ({
  version: base.version,
  base: sourceOf(base.draft),
  draft: sourceOf(draft),
});

/** An edit that was kept; nothing where it is none, as by an earlier console that kept it otherwise. */
export function fromStored(value: unknown): { base: EditorBase; draft: Draft } | null {
  if (!isKept(value)) return null;
  // A template without a version was not saved yet.
  const saved = savedPlaces(value.version === 0 ? [] : value.base.fields);
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
