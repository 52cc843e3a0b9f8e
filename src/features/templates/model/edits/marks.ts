import { canHaveMark, type FieldMark, fieldMarks } from '@quartermaster/contract/rules/marked-fields.ts';
import { groupsAround } from '@quartermaster/contract/rules/shown-when.ts';
import { descendantsOf } from '../../../../shared/tree/tree-shape.ts';
import { placedField } from '../check-draft.ts';
import type { Draft } from '../draft.ts';

/** The fields that a template names as its title field or picture field: more than one only after a merge. */
export const markedIn = ({ settings }: Draft, mark: FieldMark): string[] =>
  [...settings].flatMap(([id, fieldSettings]) => (fieldSettings[mark] === true ? [id] : []));

/** The fields that can be the title field or the picture field, in display order. */
export const fieldsToMark = (draft: Draft, mark: FieldMark): string[] =>
  descendantsOf(draft.shape, null).filter((id) => isFit(draft, id, mark));

function isFit(draft: Draft, id: string, mark: FieldMark): boolean {
  const find = (other: string) => placedField(draft, other);
  const field = find(id);
  return field !== undefined && canHaveMark(field.settings, mark) && groupsAround(field, find).length === 0;
}

/** Makes a field the title field or the picture field instead of another one; `null` for none. */
export function markField(draft: Draft, mark: FieldMark, id: string | null): Draft {
  const others = markedIn(draft, mark).filter((other) => other !== id);
  const unmarked = without(draft, mark, others);
  const fieldSettings = id === null ? undefined : unmarked.settings.get(id);
  if (id === null || !fieldSettings || fieldSettings[mark]) return unmarked;
  return { ...unmarked, settings: new Map(unmarked.settings).set(id, { ...fieldSettings, [mark]: true }) };
}

/** The draft in which those of these fields that cannot be the title field or the picture field are not. */
export const withFittingMarks = (draft: Draft, ids: Iterable<string>): Draft =>
  [...ids].reduce((next, id) => fieldMarks.reduce((one, mark) => fitted(one, mark, id), next), draft);

const fitted = (draft: Draft, mark: FieldMark, id: string): Draft =>
  draft.settings.get(id)?.[mark] && !isFit(draft, id, mark) ? without(draft, mark, [id]) : draft;

/** The draft in which these fields are not the title field or the picture field if others are. */
export const withoutRepeatedMarks = (draft: Draft, ids: readonly string[]): Draft =>
  fieldMarks.reduce((next, mark) => {
    const [first, ...others] = markedIn(next, mark).toSorted(
      (a, b) => Number(ids.includes(a)) - Number(ids.includes(b)),
    );
    return first === undefined
      ? next
      : without(
          next,
          mark,
          others.filter((id) => ids.includes(id)),
        );
  }, draft);

function without(draft: Draft, mark: FieldMark, ids: readonly string[]): Draft {
  if (ids.length === 0) return draft;
  const settings = new Map(draft.settings);
  for (const id of ids) {
    const fieldSettings = settings.get(id);
    if (!fieldSettings) continue;
    const { [mark]: _, ...others } = fieldSettings;
    // Every type has the setting as an optional one.
    settings.set(id, others as typeof fieldSettings);
  }
  return { ...draft, settings };
}
