import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { ChangeSetFailure, failureError } from '../../content/change-sets/change-set-failure.ts';
import { checkNewValues, type NewValues, newValuesChangeSet } from '../../content/change-sets/edits/new-values.ts';
import { applyNow } from '../../content/change-sets/run/apply-now.ts';
import { findItem } from '../../content/documents/item-repository.ts';
import { listUses } from '../../content/documents/uses-repository.ts';
import { readItems, readSizes } from '../../content/history/content-repository.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import { replaceLinks } from '../../content/model/replace-links.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { createPauses } from '../../core/base/pauses.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';

interface Linked {
  templateId: string;
  id: number;
  /** The item of the same template that takes its place; `null` to remove the links. */
  by: number | null;
}

/** Replaces or removes all links of other items to an item, as one change set; nothing is changed if a rule refuses one of them. */
export async function replaceLinksTo(
  deps: Deps,
  caller: InstanceCaller,
  linked: Linked,
): Promise<{ change_set_id: number | null; items: number }> {
  const { query } = deps.database;
  const { instanceId, actor } = caller;
  const model = await findTemplate(query, instanceId, linked.templateId);
  const label = model && (await findItem(query, { templateKey: model.key, id: linked.id }))?.label;
  if (!model || label === undefined) throw new AppError('not_found');
  await refuseReplacement(query, model, linked);
  const items = await readLinking(query, caller, linked);
  if (items.length === 0) return { change_set_id: null, items: 0 };
  const changeSet = newValuesChangeSet(toPlace(caller), items);
  const created = {
    actor,
    note: `Links to ${label} (#${linked.id})`,
    request: { selection: null },
    reviewId: null,
    at: deps.clock.now(),
    contentFrom: 'bulk-edit' as const,
  };
  try {
    const applied = await applyNow(deps, changeSet, created);
    return { change_set_id: applied?.id ?? null, items: items.length };
  } catch (error) {
    if (!(error instanceof ChangeSetFailure)) throw error;
    throw failureError(error);
  }
}

async function refuseReplacement(query: Query, model: TemplateModel, { id, by }: Linked): Promise<void> {
  if (by === null) return;
  const reason =
    by === id
      ? 'is the item itself'
      : (await findItem(query, { templateKey: model.key, id: by }))
        ? undefined
        : 'the template has no such item';
  if (reason !== undefined) throw new AppError('invalid', { fields: { by: reason } });
}

/** The items that link to an item, with their new values. */
async function readLinking(query: Query, caller: InstanceCaller, linked: Linked): Promise<NewValues[]> {
  const { instanceId } = caller;
  const access = { mayEditReadOnly: mayEditReadOnly(caller.grants) };
  const most = contentLimits.bulkAtOnce;
  // Each item can have several fields that link to it.
  const uses = await listUses(query, { ...linked, instanceId, after: undefined, limit: mostUses + 1 });
  const byTemplate = new Map<string, Set<number>>();
  // An item's links to itself end with it.
  for (const { template_id, id } of uses)
    if (id !== linked.id) byTemplate.set(template_id, (byTemplate.get(template_id) ?? new Set()).add(id));
  const total = [...byTemplate.values()].reduce((sum, ids) => sum + ids.size, 0);
  if (total > most) throw tooMany(`more than ${numberText(most)} items`);
  if (uses.length > mostUses) throw tooMany(`more than ${numberText(mostUses)} fields`);
  const found: NewValues[] = [];
  const pause = createPauses();
  let bytes = 0;
  for (const [templateId, ids] of byTemplate) {
    const model = await findTemplate(query, instanceId, templateId);
    if (!model) throw new AppError('changed');
    if (model.change) throw new AppError('busy', { retryAfter: 1 });
    bytes += (await readSizes(query, [model.key], [...ids])).reduce((sum, item) => sum + item.bytes, 0);
    if (bytes > contentLimits.bulkBytesAtOnce) throw tooMany('items with too many values');
    for (const [id, before] of await readItems(query, model.key, [...ids])) {
      await pause();
      const values = replaceLinks(model.tree, before.values, (target) => (target === linked.id ? linked.by : target));
      const checked = checkNewValues({ model, label: before.label, before, values }, access);
      if ('refusal' in checked) throw refusedItem(model, { id, label: before.label }, checked.refusal);
      found.push({ model, id, before, values: checked.values });
    }
  }
  return found;
}

const mostUses = 5 * contentLimits.bulkAtOnce;

const tooMany = (what: string) =>
  new AppError('invalid', { message: `The item is linked by ${what}. Change them by a bulk edit first.` });

function refusedItem(
  model: TemplateModel,
  { id, label }: { id: number; label: string },
  { field_id, reason }: { field_id: string; reason: string },
): AppError {
  const settings = model.leaves.get(field_id)?.field.settings;
  const field = settings ? settings.label || settings.name : field_id;
  return new AppError('invalid', {
    message: `The links cannot be changed, as a rule refuses “${label}” (#${id}): ${field}: ${reason}.`,
  });
}
