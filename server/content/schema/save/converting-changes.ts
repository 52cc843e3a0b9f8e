import type { Query } from '../../../core/database/database.ts';
import { byField, listConversions } from '../../documents/value-changes/conversions-repository.ts';
import type { FieldChange } from '../../model/field-changes.ts';
import { ambiguousConversions, withConversions } from '../../model/field-conversions.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { type ReadSave, refuseFields } from './read-save.ts';

/** The changes of a save with the conversions that it asks for; throws 422 if values could not be told apart. */
export async function convertingChanges(
  query: Query,
  { key }: TemplateModel,
  saved: ReadSave,
  changes: readonly FieldChange[],
): Promise<FieldChange[]> {
  const converting = new Set(saved.fields.flatMap(({ id, converts }) => (converts ? [id] : [])));
  if (converting.size === 0) return [...changes];
  const recorded = byField(await listConversions(query, key));
  const converted = withConversions(changes, { recorded, converts: (id) => converting.has(id) });
  const indexes = new Map(saved.fields.map(({ id }, index) => [id, index]));
  const wrong = [...ambiguousConversions(converted)].map(([id, reason]) => [
    `fields.${indexes.get(id)}.settings.options`,
    reason,
  ]);
  refuseFields(saved, Object.fromEntries(wrong));
  return converted;
}
