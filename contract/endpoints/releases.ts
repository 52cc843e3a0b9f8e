import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/releases.ts';
import { endpoint } from './endpoint.ts';

export type Release = Static<typeof shapes.Release>;
export type AlsoPlanned = Static<typeof shapes.AlsoPlanned>;
export type DecidedConflicts = Static<typeof shapes.DecidedConflicts>;

const look = can('INSTANCE_CHANGES', { feature: 'instanceSync' });
const move = can('MOVE_INSTANCE_CHANGES', { feature: 'instanceSync' });

/**
 * Syncs with a name, published by hand or at a time. `:instanceId` is the source; releases can also be read in their
 * target. A release has a selection and not its content: what the source has at that time is checked again, and applied
 * whole or not at all. If it is refused then, its people get a mail with the reason.
 */
export const releases = {
  /**
   * The releases out of the instance and into it, newest first. With `from` and `to` those with a time in between: when
   * they were published, or else are or were to be. Open ones without a time count as of now.
   */
  list: endpoint<typeof shapes.releaseShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/releases',
    access: look,
    latest: true,
  }),
  /** The releases with a time that is still to come, out of the instance and into it, by their time. */
  planned: endpoint<typeof shapes.releaseShapes.planned>({
    method: 'GET',
    path: '/instances/:instanceId/releases/planned',
    access: look,
    latest: true,
  }),
  /** A release, with the changes it selects. */
  get: endpoint<typeof shapes.releaseShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/releases/:releaseId',
    access: look,
    latest: true,
  }),
  /** Planned releases that change the same items, templates or menu as a selection, everything, or another release. */
  overlaps: endpoint<typeof shapes.releaseShapes.overlaps>({
    method: 'POST',
    path: '/instances/:instanceId/releases/overlaps',
    access: look,
    safe: true,
    bodyLimit: contentLimits.syncBody,
    turns: 'release-checks',
  }),
  /**
   * Creates a release, with a time or without. Refused like a sync of the same content. An export after it requires
   * EXPORT in the target.
   */
  create: endpoint<typeof shapes.releaseShapes.create>({
    method: 'POST',
    path: '/instances/:instanceId/releases',
    access: move,
    bodyLimit: contentLimits.syncBody,
    turns: 'release-checks',
  }),
  /** Changes or removes the time of an open release; a refused one is open again. */
  schedule: endpoint<typeof shapes.releaseShapes.schedule>({
    method: 'POST',
    path: '/instances/:instanceId/releases/:releaseId/time',
    access: move,
    turns: 'release-checks',
  }),
  /** Publishes a release now, with its decisions on conflicts or with others. If that is refused, it stays as it is. */
  publish: endpoint<typeof shapes.releaseShapes.publish>({
    method: 'POST',
    path: '/instances/:instanceId/releases/:releaseId/publish',
    access: move,
    bodyLimit: contentLimits.syncBody,
  }),
  /** Cancels a release. */
  cancel: endpoint<typeof shapes.releaseShapes.cancel>({
    method: 'POST',
    path: '/instances/:instanceId/releases/:releaseId/cancel',
    access: move,
  }),
};
