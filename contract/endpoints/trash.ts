import type { Static } from 'typebox';
import { can, type GuardedEndpoint } from '../access.ts';
import type * as shapes from '../shapes/trash.ts';
import { endpoint, type Input } from './endpoint.ts';

export type TrashEntry = Static<typeof shapes.TrashEntry>;
export type TrashCheck = Static<typeof shapes.TrashCheck>;
export type TrashSelection = Input<typeof trash.check>['body'];

/** For how many days deleted content can be restored. */
export const trashDays = 90;

/** The most entries that {@link trash.list} counts. */
export const mostCountedTrash = 10_000;

/** The access needed to restore a template, in addition to that of the call. */
export const restoreTemplates = { access: can('CREATE_TEMPLATE', { env: 'Dev' }) } satisfies GuardedEndpoint;

/** Deleted items and templates of an instance: kept for 90 days, and restored with their ids, values and links. */
export const trash = {
  /** Newest first; items of a deleted template are listed as one entry with it. */
  list: endpoint<typeof shapes.trashShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/trash',
    access: can('READ'),
  }),
  /** What restoring would do, and what prevents it. Changes nothing. */
  check: endpoint<typeof shapes.trashShapes.check>({
    method: 'POST',
    path: '/editor/:instanceId/trash/check',
    access: can('READ'),
    safe: true,
  }),
  /**
   * Restores deleted content as a change set, in the call or by a job. 404 if an entry is not there any more, 409 `changed` if another
   * number matches or the check is stale, 422 `invalid` with the check as `details` if something is refused.
   */
  restore: endpoint<typeof shapes.trashShapes.restore>({
    method: 'POST',
    path: '/editor/:instanceId/trash/restore',
    access: can('CREATE_ITEM', { env: 'Dev' }),
  }),
};
