import {
  isReservedTemplateId,
  reservedTemplateIdSentence,
} from '@quartermaster/contract/content/reserved-templates.ts';
import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { checkFieldMarks } from '@quartermaster/contract/rules/check-field-marks.ts';
import type { FieldMark } from '@quartermaster/contract/rules/marked-fields.ts';
import { checkShownWhen, type FindField } from '@quartermaster/contract/rules/shown-when.ts';
import {
  namedPosition,
  repeatedInShape,
  repeatedNameSentence,
  repeatedNames,
  similarNameSentence,
  similarNames,
} from '@quartermaster/contract/rules/template.ts';
import {
  checkFieldSettings,
  checkTemplateId,
  checkTemplateName,
} from '@quartermaster/contract/rules/template-settings.ts';
import { settingsOf } from '../../../shared/template-changes/template-state.ts';
import { childrenOf, descendantsOf } from '../../../shared/tree/tree-shape.ts';
import type { Draft } from './draft.ts';

/** Errors of a field, by setting. */
export type FieldErrors = Readonly<Record<string, string>>;

const noErrors: FieldErrors = {};
const checkedSettings = new WeakMap<FieldSettings, FieldErrors>();
const checkedLevels = new WeakMap<Draft, Map<string | null, ReadonlyMap<string, string>>>();

/** Errors of a field; always the same empty object if it has none. */
export function errorsOf(draft: Draft, id: string): FieldErrors {
  const settings = settingsOf(draft, id);
  const ofSettings = errorsOfSettings(settings);
  const shownWhen = settings.shownWhen && checkShownWhen(id, (other) => placedField(draft, other));
  const marks = settings.title || settings.picture ? errorsOfMarks(draft, id) : noErrors;
  const errors =
    shownWhen || marks !== noErrors ? { ...ofSettings, ...(shownWhen && { shownWhen }), ...marks } : ofSettings;
  const name = errors.name ? undefined : clashesIn(draft, draft.shape.parents.get(id) ?? null).get(id);
  return name ? { ...errors, name } : errors;
}

function errorsOfMarks(draft: Draft, id: string): FieldErrors {
  const marked = (mark: FieldMark) =>
    descendantsOf(draft.shape, null).find((other) => draft.settings.get(other)?.[mark]);
  const found = checkFieldMarks(id, (other) => placedField(draft, other), marked);
  return Object.keys(found).length > 0 ? found : noErrors;
}

/** A field with its parent, as the rules of templates see it. */
export function placedField({ settings, shape }: Draft, id: string): ReturnType<FindField> {
  const found = settings.get(id);
  return found && { settings: found, parentId: shape.parents.get(id) ?? null };
}

// Typing changes the settings of one field only: the results of all others are cached.
function errorsOfSettings(settings: FieldSettings): FieldErrors {
  const known = checkedSettings.get(settings);
  if (known) return known;
  const found = checkFieldSettings(settings);
  const errors = Object.keys(found).length > 0 ? found : noErrors;
  checkedSettings.set(settings, errors);
  return errors;
}

/** Errors about names that clash with those of siblings, by field id. */
function clashesIn(draft: Draft, parentId: string | null): ReadonlyMap<string, string> {
  const levels = checkedLevels.get(draft) ?? new Map<string | null, ReadonlyMap<string, string>>();
  checkedLevels.set(draft, levels);
  const known = levels.get(parentId);
  if (known) return known;
  const level = childrenOf(draft.shape, parentId).map((id) => ({ id, parentId, settings: settingsOf(draft, id) }));
  const similar = similarNames(level, (field) => draft.saved.get(field.id) === namedPosition(field));
  const clashes = new Map([
    ...similar.map(({ id }): [string, string] => [id, similarNameSentence]),
    ...[...repeatedNames(level), ...repeatedAround(draft, parentId, level)].map(({ id }): [string, string] => [
      id,
      repeatedNameSentence,
    ]),
  ]);
  levels.set(parentId, clashes);
  return clashes;
}

type Level = readonly (Pick<TreeField, 'id' | 'settings'> & { parentId: string | null })[];

/** The fields of a shape whose names fields next to the shape have. */
function repeatedAround(draft: Draft, shapeId: string | null, level: Level): Level {
  if (shapeId === null) return [];
  const parentId = draft.shape.parents.get(shapeId) ?? null;
  const shape = { id: shapeId, parentId, settings: settingsOf(draft, shapeId) };
  const around = childrenOf(draft.shape, parentId).map((id) => ({ id, parentId, settings: settingsOf(draft, id) }));
  return repeatedInShape(
    shape,
    new Map([
      [parentId, around],
      [shapeId, [...level]],
    ]),
  );
}

/** True if the field has errors. */
export const isInvalid = (draft: Draft, id: string): boolean => errorsOf(draft, id) !== noErrors;

/** Fields with errors, in display order. */
export const invalidFields = (draft: Draft): string[] =>
  descendantsOf(draft.shape, null).filter((id) => isInvalid(draft, id));

/** Errors of the template's own name and id; the id of a saved template is not checked. */
export function errorsOfDetails({ id, label }: Pick<Draft, 'id' | 'label'>, isNew: boolean): FieldErrors {
  const name = checkTemplateName(label);
  const idReason = isNew ? (checkTemplateId(id) ?? checkReservedId(id)) : undefined;
  return { ...(name && { label: name }), ...(idReason && { id: idReason }) };
}

const checkReservedId = (id: string) => (isReservedTemplateId(id) ? reservedTemplateIdSentence : undefined);
