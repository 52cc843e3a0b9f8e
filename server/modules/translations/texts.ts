import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import {
  isLocalised,
  markOf,
  type TranslationState,
  translationState,
} from '@quartermaster/contract/field-types/localised.ts';
import { type FieldSettings, sourceLanguageOf } from '@quartermaster/contract/field-types/registry.ts';

/** The languages of a file: which one is translated, and to which. */
export interface Languages {
  source: string;
  target: string;
}

/** A text of an item, and its translation. */
export interface Text {
  /** The id of its value: that of the field, followed by the place of its row. */
  id: string;
  fieldId: string;
  source: string;
  /** Empty if there is none. */
  target: string;
  state: TranslationState;
}

/** True for a field with texts that are translated from a language. */
export const isTranslatedFrom = (settings: FieldSettings, source: string): boolean =>
  sourceLanguageOf(settings) === source;

/**
 * Identifies a translation, that of an empty text if there is none; its first letter is `o` for an outdated one. Never looks like a number to a sheet program.
 */
export const writeMark = ({ target, state }: Pick<Text, 'target' | 'state'>): string =>
  `${state === 'outdated' ? 'o' : 'm'}${markOf(target)}`;

/** Reads what {@link writeMark} has written; undefined for anything else, and if a program has dropped it. */
export function readMark(mark: string): { mark: string; isOutdated: boolean } | undefined {
  const [, letter, rest] = /^([mo])([0-9a-z]{1,16})$/.exec(mark) ?? [];
  return rest === undefined ? undefined : { mark: rest, isOutdated: letter === 'o' };
}

/** The texts of an item that are translated from the source language, in the order of its template. */
export function textsOf(
  tree: readonly TreeNode[],
  fieldIds: ReadonlySet<string>,
  values: ItemValues,
  { source, target }: Languages,
): Text[] {
  return toItemFields(tree, values).flatMap(({ id, template_field_id: fieldId, value }) => {
    if (!fieldIds.has(fieldId) || !isLocalised(value)) return [];
    const texts = value as Parameters<typeof translationState>[0];
    const original = texts[source]?.text;
    if (original === undefined) return [];
    const state = translationState(texts, source, target);
    return [{ id, fieldId, source: original, target: texts[target]?.text ?? '', state }];
  });
}
