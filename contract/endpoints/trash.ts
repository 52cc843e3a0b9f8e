import type { Static } from 'typebox';
import { can, type GuardedEndpoint } from '../access.ts';
import type * as shapes from '../shapes/trash.ts';
import { door } from './door.ts';
import { endpoint, type Input } from './endpoint.ts';

export type TrashEntry = Static<typeof shapes.TrashEntry>;
export type Restored = Omit<Input<typeof restores.apply>['body'], 'fingerprint' | 'idempotency_key'>;

/** For how many days deleted content can be restored. */
export const trashDays = 90;

/** The most entries that {@link trash.list} counts. */
export const mostCountedTrash = 10_000;

/** The access needed to restore a template, in addition to that of {@link restores}. */
export const restoreTemplates = { access: can('CREATE_TEMPLATE', { env: 'Dev' }) } satisfies GuardedEndpoint;

/** Deleted items and templates of an instance: kept for 90 days, and restored with their ids, values and links. */
export const trash = {
  /**
   * The deleted items and templates of an instance, newest first; items of a deleted template are listed as one entry
   * with it.
   */
  list: endpoint<typeof shapes.trashShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/trash',
    access: can('READ'),
  }),
};

/** Restores deleted items and templates, with their ids, values and links. 404 if an entry is not there any more. */
export const restores = door<typeof shapes.restoreShapes>({
  name: 'restores',
  access: can('CREATE_ITEM', { env: 'Dev' }),
});
