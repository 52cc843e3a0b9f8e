import type { ConversionTrial, SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { conversionsOf, convertedSettings } from '@quartermaster/contract/field-types/conversions.ts';
import { optionLimits } from '@quartermaster/contract/field-types/options.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredConvertedField, StoredField } from '../../core/tables/content.ts';
import { compareFields } from '../model/field-changes.ts';
import { withConversions } from '../model/field-conversions.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { findTemplate } from '../model/template-models.ts';
import { describeEffects } from './effects/describe-effects.ts';
import { listTexts } from './effects/effects-repository.ts';

/** What a conversion of a saved field would do to all items, with the settings that the field would get. */
export async function tryConversion(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  { instanceId, templateId }: { instanceId: number; templateId: string },
  { field_id, to }: { field_id: string; to: FieldType },
): Promise<ConversionTrial> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  const before = savedField(model, field_id);
  const conversion = before && conversionsOf(before).find((one) => one.to === to);
  if (!conversion) throw new AppError('invalid', { fields: { to: 'the field cannot be converted to this type' } });
  const found = conversion.usesFound ? await valuesFor(query, model, before) : [];
  const settings = convertedSettings(conversion, before, found);
  const fields = fieldsAfter(model.fields, before, { ...before.field, settings });
  const { changes, ...compared } = compareFields(model, fields as SaveTemplateField[], 1, clock.now());
  const recorded = new Map();
  const converted = withConversions(changes, { recorded, converts: (id) => id === field_id });
  const { items, effects } = await describeEffects(query, model, { ...compared, changes: converted });
  const effect = effects.find((one) => one.field_id === field_id);
  if (!effect) throw new AppError('not_found');
  return { items, effect, ...(conversion.usesFound && foundIn(found)) };
}

/** More values than a field can have options. */
const foundIn = (found: readonly string[]): Pick<ConversionTrial, 'found' | 'too_many'> =>
  found.length > optionLimits.options ? { too_many: true } : { found: [...found] };

/** A field as the template has it, with the only field in it. */
function savedField({ fields }: TemplateModel, id: string): StoredConvertedField | undefined {
  const field = fields.find((one) => one.id === id);
  const [only, second] = fields.filter(({ parentId }) => parentId === id);
  return field && { field, only: only && !second ? only : null };
}

/** The distinct values of a field and its default, at most one more than there can be options. */
async function valuesFor(query: Query, model: TemplateModel, { field }: StoredConvertedField): Promise<string[]> {
  const texts = await listTexts(query, model.key, { fieldKey: field.key, limit: optionLimits.options + 1 });
  const { default: value } = field.settings;
  return [...new Set([...texts, ...(typeof value === 'string' ? [value] : [])])];
}

const fieldsAfter = (fields: readonly StoredField[], { only }: StoredConvertedField, after: StoredField) =>
  fields.filter(({ id }) => id !== only?.id).map((field) => (field.id === after.id ? after : field));
