import type { Static } from 'typebox';
import { hasRole } from '../access.ts';
import type * as shapes from '../shapes/activity.ts';
import { endpoint, type Input } from './endpoint.ts';

export type ActivityEntry = Static<typeof shapes.ActivityEntry>;
export type ActivityKind = Static<typeof shapes.ActivityKind>;
export type ActivityFilters = Input<typeof activity.export>['query'];

const members = hasRole('project', 'owner', 'admin', 'member');

/**
 * What was done in a project: saves, change sets, syncs, changes of templates and the menu, exports, and changes of members. Callers
 * get what was done in instances that they may read (READ), and changes of members only if they may read the access log.
 */
export const activity = {
  /** The activity of a project, newest first; a change set is one entry. */
  list: endpoint<typeof shapes.activityShapes.list>({
    method: 'GET',
    path: '/projects/:projectId/activity',
    access: members,
  }),
  /** Who has done something that the caller may see, by name: the first 100. */
  listPeople: endpoint<typeof shapes.activityShapes.listPeople>({
    method: 'GET',
    path: '/projects/:projectId/activity/people',
    access: members,
  }),
  /** All entries of the activity that match, as CSV. A stream that cannot be completed is aborted. */
  export: endpoint<typeof shapes.activityShapes.export>({
    method: 'GET',
    path: '/projects/:projectId/activity/csv',
    access: members,
  }),
};
