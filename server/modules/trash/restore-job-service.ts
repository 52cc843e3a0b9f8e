import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import { ChangeSetFailure, rowOf } from '../../content/change-sets/change-set-failure.ts';
import { pairOf, type StoredChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { readInputs } from '../../content/change-sets/edits/input-repository.ts';
import { changeSetJob } from '../../content/change-sets/run/run-change-set.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import { checkRestore } from '../../content/change-sets/trash/check-restore.ts';
import { readRestorable } from '../../content/change-sets/trash/read-restorable.ts';
import { restoreChangeSet } from '../../content/change-sets/trash/restore-change-set.ts';
import { findEntries } from '../../content/change-sets/trash/trash-repository.ts';
import type { Deps } from '../../core/app/deps.ts';

/** Restores many items, and templates, from the trash. */
export const restoreJob = changeSetJob({
  name: 'restore-trash',
  build: buildRestore,
  describe: (failure) => restoreFailure(failure),
  givenUp: 'The content could not be restored. Nothing was changed. Try again later.',
});

/** Builds a stored restore from the same entries of the trash; what has a refusal by now is left out only if that was wanted. */
async function buildRestore(deps: Deps, stored: StoredChangeSet): Promise<ChangeSet> {
  const { query } = deps.database;
  const { target } = pairOf(stored);
  const { itemLimit = null, leavesOutRefused = false, leaveOut = [] } = stored.request;
  if ((await countOpenChanges(query, [target.id, target.id])) > 0) throw new ChangeSetFailure('changed');
  const entryIds = [...(await readInputs(query, stored.id)).ids];
  const entries = await findEntries(query, { instanceId: target.id, now: deps.clock.now() }, entryIds);
  if (entries.length !== entryIds.length) throw new ChangeSetFailure('nothing');
  const restorable = await readRestorable(query, target.id, entries, leaveOut);
  const plan = await checkRestore(deps, target, restorable, itemLimit);
  const refusals = [...(leavesOutRefused ? [] : plan.refusals), ...plan.limit];
  const [refusal] = refusals;
  if (refusal)
    throw new ChangeSetFailure(
      'refused',
      `"${refusal.label}": ${refusal.reason}.`,
      refusals.slice(0, listedRows).map(({ id, label, template_id, reason }) => ({
        row: id === null ? template_id : rowOf(id, label),
        message: reason,
      })),
    );
  if (plan.templates.length === 0) throw new ChangeSetFailure('nothing');
  return restoreChangeSet(target, plan, itemLimit);
}

const listedRows = 100;

/** The failure of a restore, as text for its user. */
export const restoreFailure = ({ reason, details }: ChangeSetFailure): string =>
  `${messages[reason]}${details && ` ${details}`} Nothing was restored. Look at the trash, and try again.`;

const messages: Record<ChangeSetFailure['reason'], string> = {
  changed: 'The trash or templates were changed in the meantime.',
  conflict: 'The trash was changed in the meantime.',
  nothing: 'Some of it was restored or deleted for good in the meantime.',
  links: 'Links would lead to items that do not exist.',
  refused: 'Something prevents it.',
  check: 'A check before saves refuses some of the items.',
  repeated: 'Items would have values of other items in fields that are unique.',
};
