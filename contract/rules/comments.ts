import { object, string } from 'yup';
import { withoutTurns } from './name.ts';

/** Limits of comments. */
export const commentLimits = {
  /** Characters of a comment. */
  text: 4000,
  /** People whom one comment mentions. */
  mentions: 20,
  /** Comments of a thread. */
  replies: 500,
  /** Answers of a thread that are listed with its first comment: the latest. */
  latest: 4,
  /** Answers of a thread that are read at a time. */
  page: 100,
  /** Threads about one item, template, review, release or proposal. */
  threads: 500,
  /** Characters of the value that a thread quotes. */
  quote: 300,
} as const;

/** Sentences for limits that are reached. */
export const manyThreadsSentence = `At most ${commentLimits.threads} threads. Reply in an existing one.`;
export const manyRepliesSentence = `A thread has at most ${commentLimits.replies} comments. Start a new thread.`;

/** What a person types in a comment: plain text, in which the console shows links, bold text and code. */
export const commentRule = object({
  text: string()
    .transform((typed: unknown) => (typeof typed === 'string' ? withoutTurns(typed).replaceAll('\r\n', '\n') : typed))
    .trim()
    .required('A comment has some text')
    .max(commentLimits.text, `Must be at most ${commentLimits.text} characters`),
});
