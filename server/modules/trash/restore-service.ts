import { plans } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { type Restored, restoreTemplates } from '@quartermaster/contract/endpoints/trash.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { ChangeSource, ReadChanges } from '../../content/change-sets/door/change-source.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { storeInputs } from '../../content/change-sets/edits/input-repository.ts';
import { sampleOf } from '../../content/change-sets/samples.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import { checkRestore } from '../../content/change-sets/trash/check-restore.ts';
import { readRestorable } from '../../content/change-sets/trash/read-restorable.ts';
import { restoreChangeSet } from '../../content/change-sets/trash/restore-change-set.ts';
import {
  findEntries,
  findLatest,
  findListed,
  type TrashEntryRow,
} from '../../content/change-sets/trash/trash-repository.ts';
import type { AskDeps } from '../../content/checks/ask-checks.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { restoreFailure, restoreJob } from './restore-job-service.ts';

/** Restores from the trash, as the changes of their door. */
export const restoreSource = (deps: AskDeps): ChangeSource<Restored> => ({
  read: (_, caller, input) => read(deps, caller, input),
  job: restoreJob,
  leavesOutRefused: true,
  refusalText,
  failureText: restoreFailure,
});

interface At {
  query: Query;
  now: Date;
}

async function read(
  deps: AskDeps,
  caller: InstanceCaller,
  { leave_out_refused: leavesOutRefused = false, leave_out: leaveOut = [], ...selected }: Restored,
): Promise<ReadChanges> {
  const { query } = deps.database;
  const { instanceId, grants } = caller;
  const instance = toPlace(caller);
  const entries = await select({ query, now: deps.clock.now() }, instanceId, selected);
  if (entries.some(({ item_id }) => item_id === null)) demand(restoreTemplates, grants);
  if ((await countOpenChanges(query, [instanceId, instanceId])) > 0) throw stillChanging();
  const itemLimit = plans[grants.plan].itemsPerProject;
  const restorable = await readRestorable(query, instanceId, entries, leaveOut);
  const plan = await checkRestore(deps, instance, restorable, itemLimit);
  const templates = plan.templates.filter(({ restored }) => restored).length;
  return {
    changeSet: restoreChangeSet(instance, plan, itemLimit),
    kind: 'added',
    total: plan.items,
    leftOut: restorable.leftOut + (leavesOutRefused ? plan.refusals.length : 0),
    bytes: plan.bytes,
    fingerprint: plan.fingerprint,
    // The plan has read all contents.
    findRefused: async () => ({ count: 0, refusals: new Map() }),
    beside: {
      refusals: sampleOf([...(leavesOutRefused ? [] : plan.refusals), ...plan.limit]),
      partial: plan.partial,
      templates,
    },
    storing: { contentFrom: 'restore', request: { selection: null, itemLimit, leavesOutRefused, leaveOut } },
    storeInputs: (inside, id) =>
      storeInputs(inside, id, {
        ids: Int32Array.from(entries, (entry) => entry.id),
        versions: Int32Array.from(entries, ({ version }) => version),
      }),
    needsJob: templates > 0,
    isBeyondLimit: plan.limit.length > 0,
  };
}

const refusalText = ({ refusals: { count, sample } }: Checked): string => {
  const [{ label, reason } = { label: '', reason: '' }] = sample;
  return count === 1
    ? `"${label}" cannot be restored: ${reason}.`
    : `${numberText(count)} items cannot be restored, such as "${label}": ${reason}.`;
};

/** The selected entries; throws 404 if some do not exist, 409 if another number matches. */
async function select(
  { query, now }: At,
  instanceId: number,
  { entries: ids, item, template, matching }: Pick<Restored, 'entries' | 'item' | 'template' | 'matching'>,
): Promise<TrashEntryRow[]> {
  const scope = { instanceId, now };
  if ([ids, item, template, matching].filter((part) => part !== undefined).length !== 1)
    throw new AppError('invalid', {
      message:
        'Name what to restore by entries, an item, a template, or filters with the number of entries that match.',
      fields: { entries: 'name exactly one of entries, item, template and matching' },
    });
  if (matching) return selectMatching(query, { ...scope, ...matching });
  const unique = new Set(ids);
  const found = ids
    ? await findEntries(query, scope, [...unique])
    : await findLatest(
        query,
        scope,
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
  { count, except = [], ...filters }: NonNullable<Restored['matching']> & { instanceId: number; now: Date },
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
  const isExcluded = new Set(except);
  return found.filter(({ id }) => !isExcluded.has(id));
}
