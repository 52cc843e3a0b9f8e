import type { GuardedEndpoint } from './access.ts';
import { builds } from './endpoints/builds.ts';
import { changeSets } from './endpoints/change-sets.ts';
import { comments } from './endpoints/comments.ts';
import { imports } from './endpoints/imports.ts';
import { items } from './endpoints/items.ts';
import { jobs } from './endpoints/jobs.ts';
import { menu } from './endpoints/menu.ts';
import { projectTokens } from './endpoints/project-tokens.ts';
import { proposals } from './endpoints/proposals.ts';
import { releases } from './endpoints/releases.ts';
import { reports } from './endpoints/reports.ts';
import { syncReviews } from './endpoints/sync.ts';
import { templates } from './endpoints/templates.ts';
import { views } from './endpoints/views.ts';
import { webhooks } from './endpoints/webhooks.ts';

/** What a message can be about in an instance, with the call that a reader must be able to make there to get it. */
export const liveTopics = {
  /** Items of one template. */
  items: items.list,
  template: templates.list,
  menu: menu.list,
  /** Many items and templates at once: a sync, an import, an edit of many items. */
  content: items.list,
  changes: changeSets.list,
  reviews: syncReviews.list,
  releases: releases.list,
  proposals: proposals.list,
  imports: imports.get,
  exports: reports.list,
  builds: builds.list,
  jobs: jobs.get,
  comments: comments.list,
  tokens: projectTokens.list,
  views: views.list,
  webhooks: webhooks.list,
} satisfies Record<string, GuardedEndpoint>;

/** One of them. */
export type LiveTopic = keyof typeof liveTopics;
