import type { StartedSync, SyncReview, SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import type { Deps } from '../../core/app/deps.ts';
import { accountOf, personOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import { countAttempt, type Limit } from '../../core/http/rate-limit.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { buildChangeSet } from './pairs/build-change-set.ts';
import { findPair } from './pairs/pair.ts';
import { toSeen } from './pairs/seen-changes.ts';
import { giveAnswer } from './reviews/give-answer.ts';
import { reviewLetter } from './reviews/letters.ts';
import * as repository from './reviews/review-repository.ts';
import { type SyncOptions, startSync } from './run/start-service.ts';

/** A request compares both instances, stores its selection and mails every reviewer. */
const limitsOf = ({ instanceId, actor }: Pick<InstanceCaller, 'instanceId' | 'actor'>): Limit[] => [
  {
    key: `review:account:${accountOf(actor)}`,
    attempts: 20,
    seconds: 60 * 60,
    message: 'You have requested 20 reviews within an hour. Wait before you request another.',
  },
  {
    key: `review:instance:${instanceId}`,
    attempts: 100,
    seconds: 24 * 60 * 60,
    message: '100 reviews were requested for this instance within a day. Wait before you request another.',
  },
];

/** Requests the sync of a selection, or of everything, from members who can move changes. */
export async function createReview(
  { database, unit, clock }: Pick<Deps, 'database' | 'unit' | 'clock'>,
  caller: Pick<InstanceCaller, 'instanceId' | 'actor'>,
  selection: SyncSelection | null,
  note: string,
): Promise<number> {
  const { instanceId, actor } = caller;
  await countAttempt(database.query, clock.now(), limitsOf(caller));
  const pair = await findPair(database.query, instanceId);
  const changeSet = await buildChangeSet(database.query, pair, { selection });
  const { items, templates } = changeSet;
  return unit(async ({ post, query }) => {
    const id = await repository.createReview(query, {
      sourceId: pair.source.id,
      targetId: pair.target.id,
      actor,
      selection,
      seen: toSeen(changeSet),
      items: items.length,
      templates: templates.filter(({ change }) => change).length,
      note,
      at: clock.now(),
    });
    const by = await repository.findActorName(query, actor);
    for (const { id: reviewer, email, project } of await repository.listReviewers(query, instanceId)) {
      if (reviewer === accountOf(actor)) continue;
      const details = { to: email, by, project, from: pair.source.env, into: pair.target.env, note };
      await post(reviewLetter({ ...details, instanceId, reviewId: id }));
    }
    return id;
  });
}

export async function listReviews({ database }: Deps, sourceId: number, filters: PageRequest & { state?: string }) {
  const rows = await repository.listReviews(database.query, { sourceId, ...toPageQuery(filters) });
  const { page, next_cursor } = cutPage(rows, filters);
  return { reviews: page.map(toReview), next_cursor };
}

/** A review with its requested changes; without changes and with a menu it requests everything. */
export async function readReview({ database }: Deps, sourceId: number, id: number) {
  const review = await repository.getReview(database.query, sourceId, id);
  if (!review) throw new AppError('not_found');
  return { review: toReview(review), is_all: review.is_all, ...(review.selection ?? { changes: [] }) };
}

const toReview = (row: repository.ReviewRow): SyncReview => ({
  id: row.id,
  state: row.state,
  source: { id: row.source_id, env: row.source_env },
  target: { id: row.target_id, env: row.target_env },
  by: personOf(row),
  created_at: row.created_at.toISOString(),
  note: row.note,
  items: row.items,
  templates: row.templates,
  answered_by:
    row.answered_actor && personOf({ account_id: row.answered_by, actor: row.answered_actor, name: row.answered_name }),
  answered_at: row.answered_at?.toISOString() ?? null,
  answer_note: row.answer_note,
  sync_id: row.change_set_id,
});

/**
 * Syncs the changes of a review; the transaction that applies the sync answers the review. Without `seen`, they have to be those that were
 * sent for review.
 */
export async function applyReview(
  deps: Deps,
  caller: InstanceCaller,
  id: number,
  options: Omit<SyncOptions, 'reviewId'>,
): Promise<StartedSync> {
  const review = await findOpen(deps, caller.instanceId, id);
  const seen = options.seen ?? review.seen?.revision;
  const started = await startSync(deps, caller, review.selection, {
    ...options,
    ...(seen !== undefined && { seen }),
    reviewId: id,
  });
  // There was nothing left to sync, so no sync answers the review.
  if (started.id === null) await answer(deps, caller, id, 'applied', options.note ?? '');
  return started;
}

export async function declineReview(deps: Deps, caller: InstanceCaller, id: number, note: string): Promise<void> {
  await findOpen(deps, caller.instanceId, id);
  if (!(await answer(deps, caller, id, 'declined', note))) throw answered();
}

const answer = (
  { unit, clock }: Deps,
  { instanceId, actor }: InstanceCaller,
  reviewId: number,
  state: 'applied' | 'declined',
  note: string,
): Promise<boolean> =>
  unit(({ post, query }) =>
    giveAnswer(query, post, { reviewId, instanceId }, { state, actor, note, syncId: null, at: clock.now() }),
  );

const answered = () => new AppError('changed', { message: 'This review was answered already.' });

async function findOpen({ database }: Deps, instanceId: number, id: number): Promise<repository.WholeReview> {
  const review = await repository.getReview(database.query, instanceId, id);
  if (!review) throw new AppError('not_found');
  if (review.state !== 'open') throw answered();
  return review;
}
