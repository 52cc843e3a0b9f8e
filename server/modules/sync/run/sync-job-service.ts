import type { OnApplied } from '../../../content/change-sets/apply/apply-change-set.ts';
import { authorOf, pairOf, type StoredChangeSet } from '../../../content/change-sets/change-set-repository.ts';
import { buildAgain, changeSetJob } from '../../../content/change-sets/run/run-change-set.ts';
import { buildChangeSet } from '../pairs/build-change-set.ts';
import { completeRelease, failRelease } from '../releases/end-release-service.ts';
import { giveAnswer } from '../reviews/give-answer.ts';

/** Answers the review, or ends the release, that the sync was started from. */
const endOrigin =
  (sync: StoredChangeSet): OnApplied =>
  async (inside) => {
    const { query, post, at } = inside;
    const { id, review_id, note } = sync;
    await completeRelease(inside, id);
    if (review_id === null) return;
    const answer = { state: 'applied', actor: authorOf(sync).actor, note, syncId: id, at } as const;
    await giveAnswer(query, post, { reviewId: review_id, instanceId: pairOf(sync).source.id }, answer);
  };

/** Prepares and applies a sync, or the undo of one. */
export const syncJob = changeSetJob({
  name: 'sync',
  build: async (deps, sync) =>
    buildAgain(deps, sync, () => buildChangeSet(deps.database.query, pairOf(sync), sync.request)),
  onApplied: endOrigin,
  onFailed: failRelease,
  givenUp: 'The sync could not be made. Nothing was synced. Try again later.',
});
