import { mailedReviewPath } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../../core/mail/mail-text.ts';

interface ReviewMail {
  to: string;
  by: string;
  project: string;
  from: string;
  into: string;
  note: string;
  instanceId: number;
  reviewId: number;
}

const noteLines = (by: string, note: string): string[] => (note === '' ? [] : [`${by} writes: ${note}`]);

/** Asks a member who can move changes to review a selection. */
export const reviewLetter = ({ to, by, project, from, into, note, instanceId, reviewId }: ReviewMail): Letter => ({
  kind: 'notice',
  to,
  subject: `${by} asks you to sync changes of ${project}`,
  headline: `Changes of ${project} wait for your review`,
  sentences: [
    `${by} asks to sync changes from ${from} to ${into}. Nothing is synced until somebody applies them.`,
    ...noteLines(by, note),
  ],
  button: { label: 'Review the changes', path: mailedReviewPath(instanceId, reviewId) },
  note: `You get this mail because you may move changes out of ${from}.`,
});

/** Informs the author of a review of the answer. */
export const answerLetter = ({ state, ...review }: ReviewMail & { state: 'applied' | 'declined' }): Letter => ({
  kind: 'notice',
  to: review.to,
  subject: `Your changes of ${review.project} were ${state}`,
  headline: state === 'applied' ? 'Your changes were synced' : 'Your changes were declined',
  sentences: [
    state === 'applied'
      ? `${review.by} has synced the changes that you had asked for from ${review.from} to ${review.into}.`
      : `${review.by} has declined to sync your changes from ${review.from} to ${review.into}. Nothing was synced.`,
    ...noteLines(review.by, review.note),
  ],
  button: { label: 'Open the review', path: mailedReviewPath(review.instanceId, review.reviewId) },
  note: 'You get this mail because you have asked for the review.',
});
