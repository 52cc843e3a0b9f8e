import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/change-sets.ts';
import type * as common from '../shapes/common.ts';
import { endpoint, type Input, type Output } from './endpoint.ts';

export type ChangeSet = Static<typeof shapes.ChangeSet>;
export type ChangeKind = Static<typeof common.ChangeKind>;
export type ItemDiff = Output<typeof changeSets.getItem>;
/** What a check of a sync or an undo finds. */
export type ChangeSetCheck = Output<typeof changeSets.checkUndo>;
/** What is decided about conflicts. */
export type ChangeSetResolution = Omit<Input<typeof changeSets.checkUndo>['body'], 'chart'>;
export type Decision = NonNullable<ChangeSetResolution['decisions']>[number];

/** What was changed in an instance by bulk edits, imports, saves of the grid and syncs, and the undo of all but syncs. */
export const changeSets = {
  /**
   * The change sets of an instance, and syncs from it into others for callers who may see these, newest first. All of
   * them, or those of one origin; syncs with their undo.
   */
  list: endpoint<typeof shapes.changeSetShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/change-sets',
    access: can('READ'),
    latest: true,
  }),
  /** A change set, finished or running. */
  get: endpoint<typeof shapes.changeSetShapes.get>({
    method: 'GET',
    path: '/editor/:instanceId/change-sets/:changeSetId',
    access: can('READ'),
    latest: true,
  }),
  /** The changes of a change set to items, by template and id. */
  listItems: endpoint<typeof shapes.changeSetShapes.listItems>({
    method: 'GET',
    path: '/editor/:instanceId/change-sets/:changeSetId/items',
    access: can('READ'),
  }),
  /** The change of a change set to an item: `target` before, `source` after it. */
  getItem: endpoint<typeof shapes.changeSetShapes.getItem>({
    method: 'GET',
    path: '/editor/:instanceId/change-sets/:changeSetId/items/:templateId/:itemId',
    access: can('READ'),
  }),
  /**
   * Checks the undo of a change set; its conflicts are items that were changed since. In decisions, `source` is the
   * state before.
   */
  checkUndo: endpoint<typeof shapes.changeSetShapes.checkUndo>({
    method: 'POST',
    path: '/editor/:instanceId/change-sets/:changeSetId/undo/check',
    access: can('CREATE_ITEM'),
    safe: true,
    bodyLimit: contentLimits.syncBody,
    latest: true,
    turns: 'edits',
  }),
  /**
   * Restores the state before a change set that is no sync, as another change set, which can be undone in turn. 409 `conflict` if an item
   * was changed since and no decision is sent, 422 `invalid` if the state before no longer fits; `details` is then the
   * response of {@link changeSets.checkUndo}.
   */
  undo: endpoint<typeof shapes.changeSetShapes.undo>({
    method: 'POST',
    path: '/editor/:instanceId/change-sets/:changeSetId/undo',
    access: can('CREATE_ITEM'),
    bodyLimit: contentLimits.syncBody,
    turns: 'edits',
  }),
};
