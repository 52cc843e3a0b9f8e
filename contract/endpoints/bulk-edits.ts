import type { Static } from 'typebox';
import { can, type GuardedEndpoint } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/bulk-edits.ts';
import { door } from './door.ts';
import { endpoint } from './endpoint.ts';

export type Selection = Static<typeof shapes.Selection>;
export type Action = Static<typeof shapes.Action>;
export type Operation = Static<typeof shapes.Operation>;
export type ItemChanges = NonNullable<Action['values']>;

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
    turns: 'edits',
  }),
  ...door<Pick<typeof shapes.bulkEditShapes, 'check' | 'apply'>>({
    name: 'bulk-edits',
    access: can('CREATE_ITEM'),
    bodyLimit: contentLimits.itemsBody,
  }),
};
