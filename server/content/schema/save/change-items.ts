import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../../core/database/database.ts';
import { reserveRestored } from '../../documents/item-keys.ts';
import { insertChange } from '../../documents/value-changes/change-repository.ts';
import {
  applyWholeChange,
  isWithinImmediateLimits,
  onlyReplaces,
} from '../../documents/value-changes/change-values.ts';
import { recordConversions } from '../../documents/value-changes/conversions-repository.ts';
import * as removals from '../../documents/value-changes/removals-repository.ts';
import { measureReplaced } from '../../documents/value-changes/replaced-repository.ts';
import { leafOf, replacedLeaves, type TemplateChanges } from '../../model/field-changes.ts';
import { conversionsIn } from '../../model/field-conversions.ts';
import { recomputedFields } from '../../model/recomputed.ts';
import { type TemplateModel, templateModel } from '../../model/template-model.ts';
import { restoringOf } from '../effects/describe-effects.ts';
import { countItems } from '../effects/effects-repository.ts';

/**
 * Removes, restores, replaces, converts and computes item values: immediately for a few items, otherwise the change is stored
 * for the job; returns true if the job has to continue. `by` leaves everything or nothing to the job.
 */
export async function changeItems(
  query: Query,
  model: TemplateModel,
  { fields, changes }: Pick<TemplateChanges, 'fields' | 'changes'>,
  version: number,
  at: Date,
  by?: 'call' | 'job',
): Promise<boolean> {
  const removed = changes.flatMap(({ status, before, isAbsorbed }) =>
    status === fieldStatus.removed && before && !isAbsorbed ? [before] : [],
  );
  const returning = changes.flatMap(({ removal }) => removal ?? []);
  const replaced = replacedLeaves(changes);
  const converted = conversionsIn(changes);
  const recomputes = recomputedFields(model, { fields, changes }).length > 0;
  if (removed.length + returning.length + replaced.length + converted.length === 0 && !recomputes) return false;
  await removals.insertRemovals(query, { templateKey: model.key, removed, version, at });
  await removals.deleteRemovals(query, model.key, returning);
  await recordConversions(query, { templateKey: model.key, version, conversions: converted, at });
  const work = {
    removed: removed.filter(({ holds }) => holds !== 'group').map(leafOf),
    restored: restoringOf(model, changes).leaves,
    replaced,
    converted,
    recomputes,
    returned_keys: returning.map(({ field }) => field.key),
  };
  const affected = onlyReplaces(work) ? await measureReplaced(query, model.key, replaced) : undefined;
  const items = affected ? affected.items : await countItems(query, model.key);
  if ((affected || recomputes) && items === 0 && removed.length + returning.length === 0) return false;
  const change = {
    template_key: model.key,
    instance_id: model.instanceId,
    version,
    ...work,
    items,
  };
  const isImmediate =
    by === 'call' || (by !== 'job' && (await isWithinImmediateLimits(query, model.key, items, affected?.bytes)));
  if (isImmediate) {
    const saved = templateModel({ ...model, fields });
    await applyWholeChange(query, { ...change, model: saved, after_id: 0 });
  } else {
    await insertChange(query, change, at);
    // The model has the former settings of the fields.
    const unique = changes.flatMap(({ after }) => (after?.field.settings.unique ? [after.field.key] : []));
    const restored = new Set(change.restored.map(({ field }) => field.key));
    await reserveRestored(
      query,
      model.key,
      unique.filter((key) => restored.has(key)),
    );
  }
  return !isImmediate;
}
