import type { ShownWhen } from '../field-types/shown-when.ts';
import { reservedFieldIds } from './template.ts';
import { fieldNameLength } from './template-settings.ts';

/** What the ids of fields begin with that are not saved yet: the save gives them one of their name. */
const placeholder = 'new--';

/** A unique id for a field until its template is saved. */
export const placeholderId = (random: string): string => placeholder + random;

/** True for a field that has no id of its own yet. */
export const isPlaceholderId = (id: string): boolean => id.startsWith(placeholder);

interface NamedField {
  id: string;
  settings: { name: string };
}

/**
 * The ids of fields that have none of their own yet, by their placeholders: their names, with a number appended where a field
 * has, or has ever had, that id. Ids do not differ by case only.
 */
export function newFieldIds<F extends NamedField>(
  fields: readonly F[],
  taken: Iterable<string>,
  isNew: (field: F) => boolean = ({ id }) => isPlaceholderId(id),
): ReadonlyMap<string, string> {
  const known = new Set([...taken, ...reservedFieldIds, ...fields.map(({ id }) => id)].map((id) => id.toLowerCase()));
  const ids = new Map<string, string>();
  for (const { id, settings } of fields.filter(isNew)) {
    let name = settings.name;
    for (let number = 2; known.has(name.toLowerCase()); number += 1) {
      const end = `-${number}`;
      name = settings.name.slice(0, fieldNameLength - end.length) + end;
    }
    known.add(name.toLowerCase());
    ids.set(id, name);
  }
  return ids;
}

interface PlacedField extends NamedField {
  parentId: string | null;
  settings: { name: string; shownWhen?: ShownWhen | null };
}

/** Fields with other ids, also where they refer to each other. */
export const withFieldIds = <F extends PlacedField>(fields: readonly F[], ids: ReadonlyMap<string, string>): F[] =>
  fields.map((field) => {
    const { id, parentId, settings } = field;
    const { shownWhen } = settings;
    return {
      ...field,
      id: ids.get(id) ?? id,
      parentId: parentId === null ? null : (ids.get(parentId) ?? parentId),
      ...(shownWhen && {
        settings: { ...settings, shownWhen: { ...shownWhen, field: ids.get(shownWhen.field) ?? shownWhen.field } },
      }),
    };
  });
