import type { Deps } from '../../../core/app/deps.ts';
import type { Query } from '../../../core/database/database.ts';
import { type JobAttempt, lockAttempt } from '../../../core/jobs/progress.ts';
import { getChangeSet } from '../change-set-repository.ts';
import { deleteRowsOf } from '../imports/import-repository.ts';
import { deleteIndexRows, deleteInputs, deleteItems, findIndexBlocks } from '../stage/stage-repository.ts';

type Clearing = Pick<Deps, 'database' | 'unit'>;

/** Deletes the data prepared by earlier attempts, in short steps. */
export const clearAttempts = ({ database, unit }: Clearing, attempt: JobAttempt): Promise<void> =>
  clear(database.query, attempt.id, false, (work) =>
    unit(async ({ query }) => {
      await lockAttempt(query, attempt);
      return work(query);
    }),
  );

/** Deletes the prepared data of an ended change set that is not needed any more. */
export async function clearEnded({ database }: Pick<Deps, 'database'>, changeSetId: number): Promise<void> {
  const changeSet = await getChangeSet(database.query, changeSetId);
  if (!changeSet || changeSet.state === 'running') return;
  const isApplied = changeSet.state === 'applied';
  await clear(database.query, changeSetId, isApplied, (work) => work(database.query));
  await deleteInputs(database.query, changeSetId);
  await deleteRowsOf(database.query, changeSetId, isApplied);
}

/** The number of blocks of prepared index rows deleted at a time. */
const blocksAtOnce = 100;

/** Deletes the prepared data of a change set; the history of an applied one stays. */
async function clear(
  query: Query,
  changeSetId: number,
  isApplied: boolean,
  inStep: <T>(work: (query: Query) => Promise<T>) => Promise<T>,
): Promise<void> {
  const blocks = await findIndexBlocks(query, changeSetId);
  for (let at = blocks?.first ?? 0; blocks && at <= blocks.last; at += blocksAtOnce)
    await inStep((inside) => deleteIndexRows(inside, changeSetId, at, at + blocksAtOnce));
  if (isApplied) return;
  while (await inStep((inside) => deleteItems(inside, changeSetId)));
}
