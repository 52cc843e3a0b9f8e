import type { GuardedEndpoint } from './access.ts';
import type { CommentSubject } from './endpoints/comments.ts';
import { items } from './endpoints/items.ts';
import { proposals } from './endpoints/proposals.ts';
import { releases } from './endpoints/releases.ts';
import { syncReviews } from './endpoints/sync.ts';
import { templates } from './endpoints/templates.ts';

/** The call with which one reads what a thread is about: a caller who may not make it does not read the thread either. */
export const readsSubject: Record<CommentSubject, GuardedEndpoint> = {
  item: items.get,
  template: templates.get,
  review: syncReviews.get,
  release: releases.get,
  proposal: proposals.get,
};

/** What threads can be about, each once. */
export const commentSubjects = Object.keys(readsSubject) as CommentSubject[];
