import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { findChange } from '../../documents/value-changes/change-repository.ts';
import type { TemplateChanges } from '../../model/field-changes.ts';
import { recomputedFields } from '../../model/recomputed.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { triedRulesOf } from '../effects/describe-effects.ts';
import { concernsItems } from '../effects/incompatible.ts';

/** Throws 409 while values of items are being changed; only one change at a time, because the next one starts from its result. */
export async function refuseWhileChanging(
  query: Query,
  model: TemplateModel,
  compared: TemplateChanges,
): Promise<void> {
  const isAffected = compared.changes.some(concernsItems) || recomputedFields(model, compared).length > 0;
  if (!isAffected && !triedRulesOf(model, compared)) return;
  const open = await findChange(query, model.key);
  if (!open) return;
  const { done, items, removed, restored, replaced, converted } = open;
  const later = converted.length > 0 ? 'converted' : replaced.length > 0 ? 'replaced' : 'computed';
  const doing = removed.length > 0 ? 'removed' : restored.length > 0 ? 'brought back' : later;
  throw new AppError('running', {
    message: `Values of an earlier change are still being ${doing}: ${percentOf(done, items)} % is done. Save this once it has finished.`,
    details: { done, items },
  });
}
