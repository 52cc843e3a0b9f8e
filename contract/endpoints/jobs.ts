import type { Static } from 'typebox';
import { can, type GuardedEndpoint, inInstance } from '../access.ts';
import type * as shapes from '../shapes/jobs.ts';
import { changeSets } from './change-sets.ts';
import { endpoint } from './endpoint.ts';
import { reports } from './reports.ts';
import { templates } from './templates.ts';

export type Job = Static<typeof shapes.Job>;
export type JobError = Static<typeof shapes.JobError>;
export type JobKind = Static<typeof shapes.JobKind>;
export type JobState = Static<typeof shapes.JobState>;

/**
 * The access to jobs, in addition to that of their calls: that of what they are about. A sync can also be read in its
 * source, by a caller who can read its history there.
 */
export const jobAccess = {
  export: { get: reports.get, cancel: reports.start },
  'change-set': { get: changeSets.get, cancel: { access: can('CREATE_ITEM') } },
  'template-change': { get: templates.get, cancel: templates.save },
} satisfies Record<JobKind, Record<'get' | 'cancel', GuardedEndpoint>>;

/** What a job does to the items after a change of their template. */
export const removingValues = 'Removing values';
/** The same for fields that are restored. */
export const bringingBack = 'Bringing values back';
/** The same for a change that does both. */
export const removingAndBringingBack = 'Removing values, and bringing others back';
/** Gives the values of a field the form of another type. */
export const convertingValues = 'Converting values';
/** Replaces removed options in values. */
export const replacingOptions = 'Replacing options';
/** Computes the values of computed fields. */
export const computing = 'Computing values';

/** The progress of the jobs of an instance: exports, syncs and large edits, and changes of items after their template changed. */
export const jobs = {
  /** A running job, or one that has ended. 404 also if no job was needed, as for an edit of few items. */
  get: endpoint<typeof shapes.jobShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/jobs/:kind/:id',
    access: { ...inInstance, tokens: ['read'] },
    latest: true,
  }),
  /**
   * Cancels a running job; nothing is changed then. 409 `changed` if it has ended, 422 `invalid` for a sync and for
   * changes of items after a template's change, which cannot be cancelled.
   */
  cancel: endpoint<typeof shapes.jobShapes.cancel>({
    method: 'POST',
    path: '/instances/:instanceId/jobs/:kind/:id/cancel',
    access: { ...inInstance, tokens: ['write:dev'] },
  }),
};
