import type { Static } from 'typebox';
import { can, type GuardedEndpoint } from '../access.ts';
import type * as shapes from '../shapes/bulk-edits.ts';
import { endpoint, type Output } from './endpoint.ts';

export type Selection = Static<typeof shapes.Selection>;
export type Action = Static<typeof shapes.Action>;
export type Operation = Static<typeof shapes.Operation>;
export type EditCheck = Output<typeof bulkEdits.check>;
export type EditedItem = EditCheck['rows'][number];
export type EditRefusal = NonNullable<EditedItem['refusal']>;
export type StartedEdit = Output<typeof bulkEdits.apply>;

/** The access needed to duplicate and to delete items, in addition to that of a bulk edit. */
export const copiesAndDeletes = { access: can('CREATE_ITEM', { env: 'Dev' }) } satisfies GuardedEndpoint;

/**
 * Edits of many items at once, as one change set: all of them or none. Copies and deletions are made in Dev only
 * ({@link copiesAndDeletes}).
 */
export const bulkEdits = {
  /** The exact number of items that match. */
  count: endpoint<typeof shapes.bulkEditShapes.count>({
    method: 'POST',
    path: '/editor/:instanceId/bulk-edits/count',
    access: can('READ'),
    safe: true,
  }),
  /**
   * What a bulk edit would do to each item, and what prevents it, page by page: 50 items if no `limit` is given, fewer if
   * their values have more than 4 MiB.
   */
  check: endpoint<typeof shapes.bulkEditShapes.check>({
    method: 'POST',
    path: '/editor/:instanceId/bulk-edits/check',
    access: can('CREATE_ITEM'),
    safe: true,
  }),
  /**
   * Applies a bulk edit, up to 1,000 items in the call itself; more by a job: the response is then `running`, and the
   * change set has its progress. 409 `changed` if another number of items matches (`details.count`) or they were edited
   * since the check, 422 `invalid` with the check as `details` if a rule refuses an item or a deletion would break
   * links. A caller that may have to retry after a lost response sends an `idempotency_key`.
   */
  apply: endpoint<typeof shapes.bulkEditShapes.apply>({
    method: 'POST',
    path: '/editor/:instanceId/bulk-edits',
    access: can('CREATE_ITEM'),
  }),
};
