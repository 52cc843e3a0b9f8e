import type { EditedField, LivePresence, PresentPerson } from '@quartermaster/contract/endpoints/live.ts';
import type { FieldNote } from '../item-form/field-editors.tsx';
import { editingText, toneOf } from './people-text.ts';

/** What is said of the fields that others edit, by the names that they have on a page; fields without one are elsewhere. */
export function notesOf(
  presence: LivePresence | null,
  nameOf: (field: EditedField) => string | undefined,
): Map<string, FieldNote> {
  const editors = new Map<string, PresentPerson[]>();
  for (const person of presence?.people ?? [])
    for (const name of new Set(person.fields.flatMap((field) => nameOf(field) ?? [])))
      editors.set(name, [...(editors.get(name) ?? []), person]);
  return new Map(
    [...editors].map(([name, people]) => [
      name,
      { text: editingText(people), tone: people[0] ? toneOf(people[0]) : '' },
    ]),
  );
}
