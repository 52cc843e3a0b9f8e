import { plans } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { restoreTemplates, type TrashCheck, type TrashSelection } from '@quartermaster/contract/endpoints/trash.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { ChangeSetFailure } from '../../content/change-sets/change-set-failure.ts';
import { type NewChangeSet, storeChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { stillChanging, waitForChanges } from '../../content/change-sets/door/wait.ts';
import { storeInputs } from '../../content/change-sets/edits/input-repository.ts';
import { applyNow, immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { sampleOf } from '../../content/change-sets/samples.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import { checkRestore, type RestorePlan } from '../../content/change-sets/trash/check-restore.ts';
import { readRestorable } from '../../content/change-sets/trash/read-restorable.ts';
import { restoreChangeSet } from '../../content/change-sets/trash/restore-change-set.ts';
import {
  findEntries,
  findLatest,
  findListed,
  type TrashEntryRow,
} from '../../content/change-sets/trash/trash-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { restoreFailure, restoreJob } from './restore-job-service.ts';

type Needs = Pick<Deps, 'database' | 'clock'>;

/** What restoring some entries would do, and what prevents it. */
export const checkTrash = async (deps: Needs, caller: InstanceCaller, selection: TrashSelection): Promise<TrashCheck> =>
  describe(await planOf(deps, caller, await select(deps, caller, selection)));

const describe = ({ templates, items, refusals, partial, fingerprint }: RestorePlan): TrashCheck => ({
  items,
  templates: templates.filter(({ restored }) => restored).length,
  refusals: sampleOf(refusals),
  partial,
  fingerprint,
});

const itemLimitOf = ({ grants }: InstanceCaller): number | null => plans[grants.plan].itemsPerProject;

async function planOf(
  { database: { query } }: Needs,
  caller: InstanceCaller,
  entries: readonly TrashEntryRow[],
): Promise<RestorePlan> {
  const { instanceId } = caller;
  return checkRestore(query, instanceId, await readRestorable(query, instanceId, entries), itemLimitOf(caller));
}

interface Wanted extends TrashSelection {
  leave_out_refused?: boolean;
  fingerprint?: string;
}

/** Restores some entries of the trash, in the call or by a job. */
export async function restoreTrash(
  deps: Deps,
  caller: InstanceCaller,
  { leave_out_refused: leavesOutRefused = false, fingerprint, ...selection }: Wanted,
) {
  const { query } = deps.database;
  const { instanceId, actor, grants } = caller;
  const at = deps.clock.now();
  const entries = await select(deps, caller, selection);
  if (entries.some(({ item_id }) => item_id === null)) demand(restoreTemplates, grants);
  if ((await countOpenChanges(query, [instanceId, instanceId])) > 0) throw stillChanging();
  const plan = await planOf(deps, caller, entries);
  if (fingerprint !== undefined && fingerprint !== plan.fingerprint)
    throw new AppError('changed', {
      message: 'The trash or the content was changed since the check. Look at it, and try again.',
    });
  refuse(plan, leavesOutRefused);
  if (plan.templates.length === 0) return { id: null, state: 'applied' as const, progress: { done: 0, total: 0 } };
  const itemLimit = itemLimitOf(caller);
  const changeSet = restoreChangeSet({ id: instanceId, env: grants.env ?? 'Dev' }, plan, itemLimit);
  const created: NewChangeSet = {
    ...{ actor, at, note: '', reviewId: null, contentFrom: 'restore' },
    request: { selection: null, itemLimit, leavesOutRefused },
  };
  const isSmall =
    plan.templates.every(({ restored }) => !restored) &&
    plan.items <= immediateLimits.items &&
    plan.bytes <= immediateLimits.bytes;
  if (isSmall) {
    const applied = await applyNow(deps, changeSet, created).catch(async (error: unknown) => {
      if (!(error instanceof ChangeSetFailure)) throw error;
      refuse(await planOf(deps, caller, await select(deps, caller, selection)), leavesOutRefused);
      throw new AppError('changed', { message: restoreFailure(error), cause: error });
    });
    return { id: applied?.id ?? null, state: 'applied' as const, progress: { done: plan.items, total: plan.items } };
  }
  const id = await deps.unit(async ({ send, query: inside }) => {
    const stored = await storeChangeSet(inside, changeSet, created);
    if (stored === undefined) throw new AppError('changed');
    const ids = Int32Array.from(entries, (entry) => entry.id);
    const versions = Int32Array.from(entries, ({ version }) => version);
    await storeInputs(inside, stored, { ids, versions });
    await send(restoreJob, { sync_id: stored });
    return stored;
  });
  const { counts: _, ...started } = await waitForChanges(deps, id);
  return started;
}

/** Throws what prevents a restore, with the check. */
function refuse(plan: RestorePlan, leavesOutRefused: boolean): void {
  if (plan.isBeyondLimit && (leavesOutRefused || plan.refusals.length === 1)) throw new AppError('item_limit');
  const [first] = plan.refusals;
  if (!first || leavesOutRefused) return;
  throw new AppError('invalid', {
    message:
      plan.refusals.length === 1
        ? `"${first.name}" cannot be restored: ${first.reason}.`
        : `${numberText(plan.refusals.length)} items cannot be restored, such as "${first.name}": ${first.reason}.`,
    details: describe(plan),
  });
}

/** The selected entries; throws 404 if some do not exist, 409 if another number matches. */
async function select(
  { database: { query }, clock }: Needs,
  { instanceId }: InstanceCaller,
  { entries: ids, item, template, matching, leave_out: excluded = [] }: TrashSelection,
): Promise<TrashEntryRow[]> {
  const place = { instanceId, now: clock.now() };
  const given = [ids, item, template, matching].filter((part) => part !== undefined).length;
  if (given !== 1 || (excluded.length > 0 && !matching))
    throw new AppError('invalid', {
      message:
        'Name what to restore by entries, an item, a template, or filters with the number of entries that match.',
      fields: { entries: 'name exactly one of entries, item, template and matching, and leave_out only with matching' },
    });
  if (matching) return selectMatching(query, { ...place, ...matching }, excluded);
  const unique = new Set(ids);
  const found = ids
    ? await findEntries(query, place, [...unique])
    : await findLatest(
        query,
        place,
        item ? { templateId: item.template_id, itemId: item.id } : { templateId: template ?? '', itemId: null },
      );
  if (found.length < (ids ? unique.size : 1))
    throw new AppError('not_found', {
      message: 'Some of this is not in the trash any more: it was restored, or deleted for good after 90 days.',
    });
  return found;
}

async function selectMatching(
  query: Query,
  { count, ...filters }: NonNullable<TrashSelection['matching']> & { instanceId: number; now: Date },
  excluded: readonly number[],
): Promise<TrashEntryRow[]> {
  const found = await findListed(query, filters, contentLimits.bulkSelection + 1);
  if (found.length > contentLimits.bulkSelection)
    throw new AppError('invalid', {
      fields: { matching: `at most ${numberText(contentLimits.bulkSelection)} entries can be restored at once` },
    });
  if (found.length !== count)
    throw new AppError('changed', {
      message: `${numberText(found.length)} entries match now. Look at the trash, and try again.`,
      details: { count: found.length },
    });
  const isExcluded = new Set(excluded);
  return found.filter(({ id }) => !isExcluded.has(id));
}
