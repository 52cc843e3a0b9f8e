import { checkFormulas } from '@quartermaster/contract/conditions/template-formulas.ts';
import { checkTemplateRules } from '@quartermaster/contract/conditions/template-rules.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { withShapeOptions } from '@quartermaster/contract/content/row-shapes.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { storedSettings } from '@quartermaster/contract/field-types/common-settings.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { checkTemplate, reservedTemplateSentence } from '@quartermaster/contract/rules/template.ts';
import { AppError } from '../../../core/base/errors.ts';
import { remainingFields } from '../../model/field-changes.ts';

/** The body of a save. */
export interface SaveTemplate {
  id: string;
  label: string;
  version: number;
  fields: SaveTemplateField[];
}

/** A parsed save: only the fields that remain, with the index of each in the body. */
export interface ReadSave extends SaveTemplate {
  indexes: number[];
}

/** Validates everything that does not depend on stored data. */
export function readSave(body: SaveTemplate): ReadSave {
  if (body.id === imageTemplate.id) throw new AppError('forbidden', { message: reservedTemplateSentence });
  const { fields, indexes } = remainingFields(body.fields);
  const saved = { ...body, indexes, fields: withShapeOptions(fields).map(asStored) };
  refuseFields(saved, checkTemplate(saved));
  // Expressions can be compiled only with valid fields.
  refuseFields(saved, checkTemplateRules(saved.fields));
  refuseFields(saved, checkFormulas(saved.fields));
  return saved;
}

function asStored(sent: SaveTemplateField): SaveTemplateField {
  const { children: _, created_at: __, updated_at: ___, ...field } = sent;
  const settings = storedSettings(field.settings, fieldTypes[field.settings.type].settings);
  return settings === field.settings ? field : { ...field, settings };
}

/** Throws 422 if there are errors; paths among the remaining fields are converted to paths in the body. */
export function refuseFields({ indexes }: ReadSave, wrong: Record<string, string>, details?: unknown): void {
  const entries = Object.entries(wrong).map(([path, reason]) => [
    path.replace(/^fields\.(\d+)/, (_, index) => `fields.${indexes[Number(index)]}`),
    reason,
  ]);
  if (entries.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(entries), details });
}
