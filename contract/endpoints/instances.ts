import type { Static } from 'typebox';
import { can, inInstance, signedIn } from '../access.ts';
import type * as shapes from '../shapes/instances.ts';
import { endpoint } from './endpoint.ts';

export type TemplateSummary = Static<typeof shapes.TemplateSummary>;
export type ItemEdit = Static<typeof shapes.ItemEdit>;
export type InstanceSummary = Static<typeof shapes.InstanceSummary>;
export type Waiting = Static<typeof shapes.Waiting>;
export type WaitingCounts = Static<typeof shapes.WaitingCounts>;

/** One instance of a project: selecting it, the caller's permissions in it, its API token and its images. */
export const instances = {
  /**
   * Selects the instance that the console opens next time. Checks the instance itself, because the id 0 clears the
   * selection.
   */
  activate: endpoint<typeof shapes.instanceShapes.activate>({
    method: 'POST',
    path: '/instances/:instanceId/activate',
    access: signedIn,
  }),
  /** The permissions of the caller in an instance. */
  getPermissions: endpoint<typeof shapes.instanceShapes.getPermissions>({
    method: 'GET',
    path: '/instances/:instanceId/permissions',
    access: inInstance,
    latest: true,
  }),
  /**
   * The home page of an instance: its templates by label, with pictures and their number of items, the items last
   * edited by people, newest first, and what waits for the caller.
   */
  getOverview: endpoint<typeof shapes.instanceShapes.getOverview>({
    method: 'GET',
    path: '/instances/:instanceId/overview',
    access: can('READ'),
  }),
  /**
   * The size of an instance: how many items it has, its latest change, how many there were a day, and what is between
   * it and the target of a sync.
   */
  getSummary: endpoint<typeof shapes.instanceShapes.getSummary>({
    method: 'GET',
    path: '/instances/:instanceId/summary',
    access: can('READ'),
  }),
  /** How many entries wait for the caller in the lists of an instance, for the navigation. */
  getWaiting: endpoint<typeof shapes.instanceShapes.getWaiting>({
    method: 'GET',
    path: '/instances/:instanceId/waiting',
    access: can('READ'),
  }),
  /** The API token of an instance. */
  getToken: endpoint<typeof shapes.instanceShapes.getToken>({
    method: 'GET',
    path: '/instances/:instanceId/api-token',
    access: can('EXPORT'),
    latest: true,
  }),
  /** Replaces the API token of an instance; the previous one stops working immediately. */
  regenerateToken: endpoint<typeof shapes.instanceShapes.regenerateToken>({
    method: 'POST',
    path: '/instances/:instanceId/api-token',
    access: can('EXPORT'),
  }),
  /** Responds with the image file; its path is the hash of its bytes, so it never changes. */
  getImage: endpoint<typeof shapes.instanceShapes.getImage>({
    method: 'GET',
    path: '/instances/:instanceId/image/:imagePath',
    access: can('READ'),
    isFile: true,
  }),
};
