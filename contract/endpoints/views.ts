import type { Static } from 'typebox';
import { can, type GuardedEndpoint } from '../access.ts';
import type * as shapes from '../shapes/views.ts';
import { endpoint, type Input } from './endpoint.ts';

export type View = Static<typeof shapes.View>;
export type ViewList = Static<typeof shapes.ViewList>;
export type NewView = Input<typeof views.create>['body'];
export type ViewChange = Input<typeof views.update>['body'];

/** To change views of the project, and which of them is the first: everyone's lists follow them. */
export const projectViews = { access: can([['CREATE_TEMPLATE', 'READ']], { tokens: [] }) } satisfies GuardedEndpoint;

/** For people only: a token of the project has no views of its own. */
const readsAsPerson = can('READ', { tokens: [] });

/**
 * Saved views: lists of a template's items with a name and an address. A view belongs to the project and is the same in its
 * instances. It is private to its member, or for the project; changing it then needs
 * the permission to change templates ({@link projectViews}).
 */
export const views = {
  /** The saved views of a list: those of the project, then the caller's private ones, each oldest first. */
  list: endpoint<typeof shapes.viewShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/items/:templateId/views',
    access: readsAsPerson,
  }),
  /** Creates a saved view. With `is_first`, another first view is none any more. */
  create: endpoint<typeof shapes.viewShapes.create>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/views',
    access: readsAsPerson,
  }),
  /**
   * Changes the properties of a saved view that the body names. 409 `version` if another one has changed the view
   * since.
   */
  update: endpoint<typeof shapes.viewShapes.update>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/views/:viewId',
    access: readsAsPerson,
  }),
  /** Deletes a saved view. */
  delete: endpoint<typeof shapes.viewShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/items/:templateId/views/:viewId',
    access: readsAsPerson,
  }),
};
