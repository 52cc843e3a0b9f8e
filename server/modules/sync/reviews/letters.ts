import { mailedReviewPath } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../../core/mail/mail-text.ts';

interface SyncRequest {
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
export const reviewLetter = ({ to, by, project, from, into, note, instanceId, reviewId }: SyncRequest): Letter => ({
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
export const answerLetter = ({ state, ...asked }: SyncRequest & { state: 'applied' | 'declined' }): Letter => ({
  kind: 'notice',
  to: asked.to,
  subject: `Your changes of ${asked.project} were ${state}`,
  headline: state === 'applied' ? 'Your changes were synced' : 'Your changes were declined',
  sentences: [
    state === 'applied'
      ? `${asked.by} has synced the changes that you had asked for from ${asked.from} to ${asked.into}.`
      : `${asked.by} has declined to sync your changes from ${asked.from} to ${asked.into}. Nothing was synced.`,
    ...noteLines(asked.by, asked.note),
  ],
  button: { label: 'Open the review', path: mailedReviewPath(asked.instanceId, asked.reviewId) },
  note: 'You get this mail because you have asked for the review.',
});
