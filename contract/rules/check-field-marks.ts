import { canHaveMark, type FieldMark, fieldMarks } from './marked-fields.ts';
import { type FindField, groupsAround } from './shown-when.ts';

const names: Record<FieldMark, string> = { title: 'the title field', picture: 'the picture field' };

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
