import { imageTemplate, type SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { checkTemplate, reservedTemplateSentence } from '@quartermaster/contract/rules/template.ts';
import { AppError } from '../../../core/base/errors.ts';
import { keptFields } from '../template-changes.ts';

/** What a save says. */
export interface SaveTemplate {
  id: string;
  label: string;
  version: number;
  fields: SaveTemplateField[];
}

/** A save as it is worked on: only the fields that it keeps, with the place of each in its body. */
export interface ReadSave extends SaveTemplate {
  indexes: number[];
}

/** Checks what can be checked without looking at anything else. */
export function readSave(body: SaveTemplate): ReadSave {
  if (body.id === imageTemplate.id) throw new AppError('forbidden', { message: reservedTemplateSentence });
  const saved = { ...body, ...keptFields(body.fields) };
  refuseFields(saved, checkTemplate(saved));
  return saved;
}

/** Throws 422 where anything is wrong; paths among the kept fields become paths of the body. */
export function refuseFields({ indexes }: ReadSave, wrong: Record<string, string>, details?: unknown): void {
  const entries = Object.entries(wrong).map(([path, reason]) => [
    path.replace(/^fields\.(\d+)/, (_, index) => `fields.${indexes[Number(index)]}`),
    reason,
  ]);
  if (entries.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(entries), details });
}
