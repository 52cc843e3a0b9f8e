import type { ConvertedField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredConvertedField } from '../../../core/tables/content.ts';
import type { FieldConversion } from '../../model/template-model.ts';

/** A conversion that can be reverted. */
export interface StoredConversion {
  field_id: string;
  template_version: number;
  before: StoredConvertedField;
  after: StoredConvertedField;
  converted_at: Date;
}

/** The conversions of a template's fields, the first one first. A field has at most one for each type that it had. */
export const listConversions = (query: Query, templateKey: number): Promise<StoredConversion[]> =>
  query<StoredConversion>(
    `select field_id, template_version, before, after, converted_at from field_conversions
      where template_key = $1 order by template_version, field_id`,
    [templateKey],
  );

/** A converted field in its API form. */
export const toConvertedField = ({ field_id, before, after, converted_at }: StoredConversion): ConvertedField => ({
  id: field_id,
  // Row types never occur in a template.
  before: before.field.settings as ConvertedField['before'],
  after: after.field.settings as ConvertedField['after'],
  only: before.only && {
    id: before.only.id,
    settings: before.only.settings as ConvertedField['before'],
  },
  converted_at: new Date(converted_at).toISOString(),
});

/** Conversions by the id of their field. */
export const byField = (conversions: readonly StoredConversion[]): Map<string, StoredConversion[]> =>
  Map.groupBy(conversions, ({ field_id }) => field_id);

/** Records conversions, and deletes the records of those that are reverted. */
export async function recordConversions(
  query: Query,
  {
    templateKey,
    version,
    conversions,
    at,
  }: { templateKey: number; version: number; conversions: readonly FieldConversion[]; at: Date },
): Promise<void> {
  for (const { from, to, isBack } of conversions) {
    // A field that is converted again has left the types in between without their records.
    await query(
      `delete from field_conversions
        where template_key = $1 and field_id = $2 and before->'field'->'settings'->>'type' = $3`,
      [templateKey, from.field.id, from.field.settings.type],
    );
    if (isBack) continue;
    await query(
      `insert into field_conversions (template_key, field_id, template_version, before, after, converted_at)
        values ($1, $2, $3, $4::jsonb, $5::jsonb, $6::timestamptz)`,
      [templateKey, from.field.id, version, JSON.stringify(from), JSON.stringify(to), at.toISOString()],
    );
  }
}
