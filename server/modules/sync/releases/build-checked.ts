import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type ChangeSet, conflictsRevision } from '../../../content/change-sets/change-set.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import type { ChangeSetRequest } from '../../../core/tables/change-sets.ts';
import { buildChangeSet } from '../pairs/build-change-set.ts';
import { findPair } from '../pairs/pair.ts';
import { editedSince } from '../pairs/seen-changes.ts';
import { getReview } from '../reviews/review-repository.ts';
import { selectionOf } from '../selection.ts';
import { getWholeRelease } from './repository.ts';

type CheckBody = Input<typeof sync.check>['body'];

/** What a check says about a review or a release, beside the check of its changes. */
type OfRequest = Pick<ChangeSetCheck, 'decided' | 'edited_since'>;

/** The changes to check, compared with what was seen when their review was sent or their release planned. */
export async function buildChecked(
  query: Query,
  instanceId: number,
  input: CheckBody,
): Promise<{ changeSet: ChangeSet; ofRequest: OfRequest }> {
  const { review: _, release: __, decided: isDecided = false, ...body } = input;
  const pair = await findPair(query, instanceId);
  const seen = await findSeen(query, instanceId, input);
  const plain = { ...body, selection: selectionOf(body) };
  const planned = isDecided && seen?.request ? { ...plain, ...seen.request, selection: plain.selection } : null;
  const build = (request: ChangeSetRequest) => buildChangeSet(query, pair, request);
  const withDecisions = planned && (await build(planned));
  // After an edit of either side everything is decided again.
  const isValid = withDecisions && planned.checked === conflictsRevision(withDecisions);
  const changeSet = isValid ? withDecisions : await build(plain);
  const edited = seen?.seen && editedSince(changeSet, seen.seen);
  const decided = isValid ? countConflicts(changeSet) : 0;
  return { changeSet, ofRequest: { ...(edited && { edited_since: edited }), ...(decided > 0 && { decided }) } };
}

const countConflicts = ({ items, menu }: ChangeSet): number =>
  items.filter(({ conflict }) => conflict).length + (menu?.conflict ? 1 : 0);

async function findSeen(query: Query, instanceId: number, { review, release }: Pick<CheckBody, 'review' | 'release'>) {
  if (review === undefined && release === undefined) return null;
  if (review !== undefined) {
    const found = await getReview(query, instanceId, review);
    if (!found) throw new AppError('not_found');
    return { seen: found.seen, request: undefined };
  }
  const found = await getWholeRelease(query, release ?? 0);
  if (found?.source_id !== instanceId) throw new AppError('not_found');
  return { seen: found.seen, request: found.request };
}
