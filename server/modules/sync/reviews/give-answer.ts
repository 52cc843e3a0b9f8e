import type { Query } from '../../../core/database/database.ts';
import type { Post } from '../../../core/mail/mail.ts';
import { answerLetter } from './letters.ts';
import { type Answer, answerReview, findActorName, findRequester, getReview } from './review-repository.ts';

/** Answers an open review and informs its author; false if it is already answered. */
export async function giveAnswer(
  query: Query,
  post: Post,
  { reviewId, instanceId }: { reviewId: number; instanceId: number },
  answer: Answer,
): Promise<boolean> {
  if (!(await answerReview(query, reviewId, answer))) return false;
  const review = await getReview(query, instanceId, reviewId);
  const requester = await findRequester(query, reviewId);
  if (!review || !requester) return true;
  const { state, actor, note } = answer;
  await post(
    answerLetter({
      to: requester.email,
      by: await findActorName(query, actor),
      project: requester.project,
      from: review.source_env,
      into: review.target_env,
      note,
      instanceId,
      reviewId,
      state,
    }),
  );
  return true;
}
