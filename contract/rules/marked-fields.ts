import { imageTemplate } from '../content/reserved-templates.ts';
import type { TreeField } from '../content/template-tree.ts';
import { type FieldSettings, fieldTypeOf, linkedTemplatesOf } from '../field-types/registry.ts';
import { type FindField, groupsAround } from './shown-when.ts';

/** The settings that one field of a template at most has: they name its title field and its picture field. */
export const fieldMarks = ['title', 'picture'] as const;
/** The name of such a setting. */
export type FieldMark = (typeof fieldMarks)[number];

const names: Record<FieldMark, string> = { title: 'the title field', picture: 'the picture field' };

/** True if fields with these settings can be the template's title field or picture field, wherever they are. */
export const canHaveMark = (settings: FieldSettings, mark: FieldMark): boolean =>
  Object.hasOwn(fieldTypeOf(settings.type).settings, mark) &&
  (mark === 'title' || linkedTemplatesOf(settings).includes(imageTemplate.id));

/** The field that a template names as its title field or picture field. */
export const findMarked = <F extends Pick<TreeField, 'settings'>>(
  fields: readonly F[],
  mark: FieldMark,
): F | undefined => fields.find(({ settings }) => settings[mark] === true);

/** Error messages for the marks of a field, by setting; `marked` is the first field of the template with a mark. */
export function checkFieldMarks(
  id: string,
  find: FindField,
  marked: (mark: FieldMark) => string | undefined,
): Record<string, string> {
  const field = find(id);
  const wrong: Record<string, string> = {};
  for (const mark of fieldMarks) {
    if (field?.settings[mark] !== true) continue;
    const name = names[mark];
    if (!canHaveMark(field.settings, mark)) wrong[mark] = `${name} has to link to images`;
    else if (groupsAround(field, find).length > 0) wrong[mark] = `${name} cannot be in rows`;
    else if ((marked(mark) ?? id) !== id) wrong[mark] = `another field is ${name} already`;
  }
  return wrong;
}
