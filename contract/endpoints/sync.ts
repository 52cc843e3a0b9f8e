import type { Static } from 'typebox';
import { can, type Environment, environments } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/sync.ts';
import { endpoint, type Input, type Output } from './endpoint.ts';

export type ChangeList = Output<typeof sync.listChanges>;
export type ChangedTemplate = Static<typeof shapes.ChangedTemplate>;
export type ChangedItem = Static<typeof shapes.ChangedItem>;
export type Side = Static<typeof shapes.Side>;
export type Sync = Static<typeof shapes.Sync>;
export type StartedSync = Output<typeof sync.all>;
export type SyncSelection = Pick<Input<typeof sync.some>['body'], 'changes' | 'menu'>;
export type SyncReview = Static<typeof shapes.SyncReview>;

/** The environment that an environment is synced to: Dev to Stage, Stage to Prod, Prod to none. */
export const syncTarget = (env: Environment): Environment | undefined => environments[environments.indexOf(env) + 1];

/** Shown on Prod, the last environment. */
export const notFromProd =
  'Instance sync functionality is not available for the production instance. Please use the development or stage instance for syncing data.';

/** How many texts without all languages a check counts: it stops at these. */
export const mostUntranslated = 10_000;

/** Error message for a sync of selected changes that selects none. */
export const nothingSelected =
  'You have not selected any changes to sync. Please select at least one change and try again.';

const look = can('INSTANCE_CHANGES', { feature: 'instanceSync' });
const move = can('MOVE_INSTANCE_CHANGES', { feature: 'instanceSync' });

/**
 * Syncs of an instance into the next one: `:instanceId` is the source. No permission is needed in the target: a member
 * who can move changes out of the source moves them into its target. The history can be read in source and target.
 *
 * A sync is refused, with nothing changed, with 409 `changed` if the selection is stale (`details.changes` is the
 * current list, at most 50 items per template), 409 `conflict` if an item was edited in the target and no decision is
 * sent, 422 `invalid` if links or templates would be missing or values would not fit (`details` is in both cases the
 * response of {@link sync.check}), and 409 `running` while another sync into the target is running.
 */
export const sync = {
  /**
   * The changes that a sync would make; with `limit`, at most that many items per template, and `next_cursor` continues
   * one `template` with the same filter. Further pages have the `counts` and the `revision` of the first one. `review`
   * and `release` list only the changes selected in a review or a release.
   */
  listChanges: endpoint<typeof shapes.syncShapes.listChanges>({
    method: 'GET',
    path: '/instances/:instanceId/changes',
    access: look,
  }),
  /** Compares a changed item field by field: as last synced, in the source and in the target. */
  getItem: endpoint<typeof shapes.syncShapes.getItem>({
    method: 'GET',
    path: '/instances/:instanceId/changes/items/:templateId/:itemId',
    access: look,
  }),
  /** Which of some items of a template are not synced yet: those that differ from the target's, or that it lacks. */
  listUnsynced: endpoint<typeof shapes.syncShapes.listUnsynced>({
    method: 'POST',
    path: '/instances/:instanceId/changes/items/:templateId/unsynced',
    access: look,
    safe: true,
  }),
  /** A changed template in source and target, and the effect of its sync on the target's items. */
  getTemplate: endpoint<typeof shapes.syncShapes.getTemplate>({
    method: 'GET',
    path: '/instances/:instanceId/changes/templates/:templateId',
    access: look,
  }),
  /** The menu in source and target. */
  getMenu: endpoint<typeof shapes.syncShapes.getMenu>({
    method: 'GET',
    path: '/instances/:instanceId/changes/menu',
    access: look,
  }),
  /**
   * Checks what would prevent a sync of a selection, or of `all`; changes nothing. With `chart`, for callers who can read items, it also
   * draws a number field of all items of a template in the target before and after it.
   */
  check: endpoint<typeof shapes.syncShapes.check>({
    method: 'POST',
    path: '/instances/:instanceId/changes/check',
    access: look,
    safe: true,
    bodyLimit: contentLimits.syncBody,
    latest: true,
    turns: 'sync-checks',
  }),
  /** Syncs all changes. */
  all: endpoint<typeof shapes.syncShapes.all>({
    method: 'POST',
    path: '/instances/:instanceId/changes',
    access: move,
    bodyLimit: contentLimits.syncBody,
    turns: 'syncs',
  }),
  /** Syncs selected changes; selected items without changes are skipped. */
  some: endpoint<typeof shapes.syncShapes.some>({
    method: 'POST',
    path: '/instances/:instanceId/partial-changes',
    access: move,
    bodyLimit: contentLimits.syncBody,
    turns: 'syncs',
  }),
  /** Syncs out of the instance and into it, newest first. */
  list: endpoint<typeof shapes.syncShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/syncs',
    access: look,
    latest: true,
  }),
  /** A sync, finished or running. */
  get: endpoint<typeof shapes.syncShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/syncs/:syncId',
    access: look,
    latest: true,
  }),
  /** The changes of a sync to items, by template and id. */
  listItems: endpoint<typeof shapes.syncShapes.listItems>({
    method: 'GET',
    path: '/instances/:instanceId/syncs/:syncId/items',
    access: look,
  }),
  /** The change of a sync to an item: `target` before, `source` after it. */
  getSyncedItem: endpoint<typeof shapes.syncShapes.getSyncedItem>({
    method: 'GET',
    path: '/instances/:instanceId/syncs/:syncId/items/:templateId/:itemId',
    access: look,
  }),
  /** The change of a sync to a template itself: `target` before, `source` after it. `items` and `effects` are empty. */
  getSyncedTemplate: endpoint<typeof shapes.syncShapes.getSyncedTemplate>({
    method: 'GET',
    path: '/instances/:instanceId/syncs/:syncId/templates/:templateId',
    access: look,
  }),
  /** The change of a sync to the menu: `target` before, `source` after it. */
  getSyncedMenu: endpoint<typeof shapes.syncShapes.getSyncedMenu>({
    method: 'GET',
    path: '/instances/:instanceId/syncs/:syncId/menu',
    access: look,
  }),
  /** Checks the undo of a sync; its conflicts are items that were edited in the target after the sync. */
  checkUndo: endpoint<typeof shapes.syncShapes.checkUndo>({
    method: 'POST',
    path: '/instances/:instanceId/syncs/:syncId/undo/check',
    access: look,
    safe: true,
    bodyLimit: contentLimits.syncBody,
    latest: true,
    turns: 'sync-checks',
  }),
  /** Restores the target's state before a sync, as another sync; in decisions, `source` is that state. */
  undo: endpoint<typeof shapes.syncShapes.undo>({
    method: 'POST',
    path: '/instances/:instanceId/syncs/:syncId/undo',
    access: move,
    bodyLimit: contentLimits.syncBody,
    turns: 'syncs',
  }),
};

/** Requests to sync a selection, which permitted members apply or decline. */
export const syncReviews = {
  /** Requests a review of a selection, and emails every member who can move changes out of the instance. */
  create: endpoint<typeof shapes.syncReviewShapes.create>({
    method: 'POST',
    path: '/instances/:instanceId/sync-reviews',
    access: look,
    bodyLimit: contentLimits.syncBody,
  }),
  /** The reviews of an instance, newest first. */
  list: endpoint<typeof shapes.syncReviewShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/sync-reviews',
    access: look,
  }),
  /** A review, with the changes it selects. */
  get: endpoint<typeof shapes.syncReviewShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/sync-reviews/:reviewId',
    access: look,
  }),
  /** Syncs the reviewed selection, like {@link sync.some}, and emails the author. */
  apply: endpoint<typeof shapes.syncReviewShapes.apply>({
    method: 'POST',
    path: '/instances/:instanceId/sync-reviews/:reviewId/apply',
    access: move,
    bodyLimit: contentLimits.syncBody,
  }),
  /** Declines a review with a note, and emails the author. */
  decline: endpoint<typeof shapes.syncReviewShapes.decline>({
    method: 'POST',
    path: '/instances/:instanceId/sync-reviews/:reviewId/decline',
    access: move,
  }),
};
