import type { StoredField } from '../../core/tables/content.ts';
import type { TemplateModel } from './template-model.ts';

const known = new WeakMap<readonly StoredField[], ReadonlyMap<number, StoredField>>();

/** The fields of a template whose values are unique, by field key. They are not in rows. */
export function uniqueFields({ fields }: Pick<TemplateModel, 'fields'>): ReadonlyMap<number, StoredField> {
  let unique = known.get(fields);
  if (!unique) {
    unique = new Map(fields.flatMap((field) => (field.settings.unique ? [[field.key, field]] : [])));
    known.set(fields, unique);
  }
  return unique;
}
