import { imageTemplate } from '../content/reserved-templates.ts';
import type { TreeField } from '../content/template-tree.ts';
import { type FieldSettings, fieldTypeOf, linkedTemplatesOf } from '../field-types/registry.ts';

/** The settings that one field of a template at most has: they name its title field and its picture field. */
export const fieldMarks = ['title', 'picture'] as const;
/** The name of such a setting. */
export type FieldMark = (typeof fieldMarks)[number];

/** True if fields with these settings can be the template's title field or picture field, wherever they are. */
export const canHaveMark = (settings: FieldSettings, mark: FieldMark): boolean =>
  Object.hasOwn(fieldTypeOf(settings.type).settings, mark) &&
  (mark === 'title' || linkedTemplatesOf(settings).includes(imageTemplate.id));

/** The field that a template names as its title field or picture field. */
export const findMarked = <F extends Pick<TreeField, 'settings'>>(
  fields: readonly F[],
  mark: FieldMark,
): F | undefined => fields.find(({ settings }) => settings[mark] === true);
