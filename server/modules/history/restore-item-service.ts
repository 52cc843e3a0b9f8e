import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import { changedReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import type { ItemRestoreCheck, Missing } from '@quartermaster/contract/endpoints/history.ts';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { checkLabel, labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import { ChangeSetFailure, failureError } from '../../content/change-sets/change-set-failure.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { refusalAt } from '../../content/change-sets/edits/check-content.ts';
import { newValuesChangeSet } from '../../content/change-sets/edits/new-values.ts';
import { applyNow } from '../../content/change-sets/run/apply-now.ts';
import { type AskDeps, findAsk } from '../../content/checks/ask-checks.ts';
import { findHolders } from '../../content/documents/item-keys.ts';
import { findItem } from '../../content/documents/item-repository.ts';
import { checkSize } from '../../content/documents/save/prepare-item.ts';
import { versionConflict } from '../../content/documents/save/version-conflict.ts';
import type { TargetItem } from '../../content/history/content-repository.ts';
import { fitVersion, inStoredOrder } from '../../content/history/fit-version.ts';
import { readVersions } from '../../content/history/versions-repository.ts';
import { checkValues } from '../../content/model/check-values.ts';
import { indexOf } from '../../content/model/index-rows.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { uniqueFields } from '../../content/model/unique-fields.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { describeItem, type NamedItem, readCurrent, versionIn } from './item-service.ts';

/** The content that an item would be restored to. */
interface Plan {
  model: TemplateModel;
  now: TargetItem;
  label: string;
  values: ItemValues;
  /** True if the item has this content already. */
  isSame: boolean;
  missing: Missing[];
  refusals: ItemRestoreCheck['refusals'];
}

interface Access {
  mayEditReadOnly: boolean;
}

/** The most refusals that a check lists. */
const listedRefusals = 100;

/** What restoring a version of an item would do. */
export async function checkItemRestore(
  deps: AskDeps,
  caller: Pick<InstanceCaller, 'grants'>,
  item: NamedItem,
  version: number,
): Promise<ItemRestoreCheck> {
  const plan = await planRestore(deps, item, version, { mayEditReadOnly: mayEditReadOnly(caller.grants) });
  const { model, now, label, values, missing, refusals } = plan;
  return {
    diff: describeItem(item, { target: now, source: { label, values } }, model.fields),
    missing,
    refusals,
  };
}

async function planRestore(deps: AskDeps, item: NamedItem, version: number, access: Access): Promise<Plan> {
  const { query } = deps.database;
  const { model, now } = await readCurrent(query, item);
  if (model.change) throw stillChanging();
  const found = await readVersions(query, { templateKey: model.key, id: item.id }, [version]);
  const previous = versionIn(found, version);
  const { values: fitted, missing } = await fitVersion(query, model, previous);
  const values = inStoredOrder(computeValues(model.tree, fitted).values);
  const { label } = previous;
  const isSame = label === now.label && JSON.stringify(values) === JSON.stringify(now.values);
  const checked = { id: item.id, label, values, before: now.values };
  const refusals = isSame ? [] : await refusalsOf(deps, model, checked, access);
  return { model, now, label, values, isSame, missing, refusals };
}

interface Checked {
  id: number;
  label: string;
  values: ItemValues;
  before: ItemValues;
}

/** The reasons why a save of the content by hand would be refused. */
async function refusalsOf(
  deps: AskDeps,
  model: TemplateModel,
  { id, label, values, before }: Checked,
  access: Access,
): Promise<Plan['refusals']> {
  const ofLabel = checkLabel(label);
  const found: [at: string, reason: string][] = [
    ...(ofLabel === undefined ? [] : [[labelField, ofLabel] as [string, string]]),
    ...checkValues(model.tree, values),
    ...(access.mayEditReadOnly ? [] : changedReadOnly(model.tree, before, values)),
    ...checkSize(model, values, before),
  ];
  const refusals = found.map(([at, reason]) => ({ field_id: refusalAt(at, reason).field_id, reason }));
  // Invalid values cannot be indexed.
  if (refusals.length === 0) refusals.push(...(await repeatedIn(deps.database.query, model, { id, values })));
  if (refusals.length === 0) {
    const ask = await findAsk(deps, { id: model.instanceId });
    const [said = []] = (await ask?.([{ model, id, label, values }])) ?? [];
    refusals.push(...said.map(({ field_id, reason }) => ({ field_id, reason })));
  }
  return refusals.slice(0, listedRefusals);
}

async function repeatedIn(query: Query, model: TemplateModel, { id, values }: Pick<Checked, 'id' | 'values'>) {
  const unique = uniqueFields(model);
  if (unique.size === 0) return [];
  const index = indexOf(model, values);
  const uniqueValues = [...unique.values()].flatMap(({ key, id: fieldId }) => {
    const [number = null] = index.get(key)?.numbers ?? [];
    const [text = null] = index.get(key)?.texts ?? [];
    return number === null && text === null
      ? []
      : [{ templateKey: model.key, fieldKey: key, itemId: id, number, text, fieldId }];
  });
  const holders = uniqueValues.length > 0 ? await findHolders(query, uniqueValues) : [];
  return holders.flatMap(({ place: index, itemId }) => {
    const fieldId = uniqueValues[index]?.fieldId;
    return fieldId === undefined ? [] : [{ field_id: fieldId, reason: usedBySentence(itemId) }];
  });
}

/** How often a restore is tried while what it refers to changes. */
const attempts = 3;

/** Gives an item the content of a version; throws 409 if it was changed since `seen`, 422 if a rule refuses it. */
export async function restoreItem(
  deps: Deps,
  caller: InstanceCaller,
  item: NamedItem,
  { version, seen, mayRead }: { version: number; seen: number; mayRead: boolean },
): Promise<{ change_set_id: number | null; version: number }> {
  const { query } = deps.database;
  const access = { mayEditReadOnly: mayEditReadOnly(caller.grants) };
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planRestore(deps, item, version, access);
    const { model, now, label, values, isSame, missing, refusals } = plan;
    if (now.version !== seen) {
      const state = await findItem(query, { templateKey: model.key, id: item.id });
      throw state ? await versionConflict(query, { model, state, mayRead }) : new AppError('not_found');
    }
    if (refusals.length > 0) throw refused(refusals, missing);
    if (isSame) return { change_set_id: null, version: now.version };
    const instance = toPlace(caller);
    const changeSet = newValuesChangeSet(instance, [{ model, id: item.id, before: now, label, values }]);
    const created = {
      actor: caller.actor,
      note: `Version ${version}`,
      request: { selection: null },
      reviewId: null,
      at: deps.clock.now(),
      contentFrom: 'restore' as const,
    };
    try {
      const applied = await applyNow(deps, changeSet, created);
      return { change_set_id: applied?.id ?? null, version: now.version + 1 };
    } catch (error) {
      if (!(error instanceof ChangeSetFailure)) throw error;
      // The next attempt says what was changed.
      if (attempt === attempts) throw failureError(error);
    }
  }
}

const refused = (refusals: Plan['refusals'], missing: Missing[]) =>
  new AppError('invalid', {
    message: 'A rule refuses the content of this version, so nothing was changed.',
    fields: Object.fromEntries(
      refusals.map(({ field_id, reason }) => [
        field_id === labelField ? 'internal_label' : field_id === 'fields' ? field_id : itemFieldPath(field_id),
        reason,
      ]),
    ),
    details: { refusals, missing },
  });
