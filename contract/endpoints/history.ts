import type { Static } from 'typebox';
import { can, hasRole } from '../access.ts';
import type * as shapes from '../shapes/history.ts';
import { endpoint, type Output } from './endpoint.ts';

export type Origin = Static<typeof shapes.Origin>;
export type ItemVersion = Static<typeof shapes.ItemVersion>;
export type VersionChange = ItemVersion['changes'][number];
export type NamedChange = TemplateVersion['changes'][number];
export type TemplateVersion = Static<typeof shapes.TemplateVersion>;
export type MenuRevision = Static<typeof shapes.MenuRevision>;
export type Missing = Static<typeof shapes.Missing>;
export type HistoryRetention = Output<typeof history.summary>;
export type ItemRestoreCheck = Output<typeof history.checkItem>;
export type TemplateRestoreCheck = Output<typeof history.checkTemplate>;

/** The most of anything that {@link history.summary} counts. */
export const mostCountedKept = 100_000;

/**
 * The versions of items, templates and menus: who changed what and when, compared and restored. A restore needs what the
 * same change by hand would need, goes through the same rules, and is another version.
 */
export const history = {
  /**
   * The versions of an item, newest first, with the first values that each has changed; with `field` those that changed its
   * value. 404 also for a deleted item.
   */
  listItem: endpoint<typeof shapes.historyShapes.listItem>({
    method: 'GET',
    path: '/editor/:instanceId/history/items/:templateId/:id',
    access: can('READ'),
  }),
  /** Compares two versions of an item field by field: `target` is the older one, `source` the newer one. */
  compareItem: endpoint<typeof shapes.historyShapes.compareItem>({
    method: 'GET',
    path: '/editor/:instanceId/history/items/:templateId/:id/compare',
    access: can('READ'),
  }),
  /** What restoring a version of an item would do. */
  checkItem: endpoint<typeof shapes.historyShapes.checkItem>({
    method: 'GET',
    path: '/editor/:instanceId/history/items/:templateId/:id/restore',
    access: can('READ'),
  }),
  /**
   * Gives an item the content of a version, as a change set. 409 `version` if it was changed since the check, 422 if a rule
   * refuses the content.
   */
  restoreItem: endpoint<typeof shapes.historyShapes.restoreItem>({
    method: 'POST',
    path: '/editor/:instanceId/history/items/:templateId/:id/restore',
    access: can('CREATE_ITEM'),
  }),
  /** The versions of a template, newest first. */
  listTemplate: endpoint<typeof shapes.historyShapes.listTemplate>({
    method: 'GET',
    path: '/editor/:instanceId/history/templates/:templateId',
    access: can('READ'),
  }),
  /**
   * Compares two versions of a template field by field: `target` is the older one, `source` the newer one; without
   * effects.
   */
  compareTemplate: endpoint<typeof shapes.historyShapes.compareTemplate>({
    method: 'GET',
    path: '/editor/:instanceId/history/templates/:templateId/compare',
    access: can('READ'),
  }),
  /** What restoring a version of a template would do, to it and to its items. */
  checkTemplate: endpoint<typeof shapes.historyShapes.checkTemplate>({
    method: 'GET',
    path: '/editor/:instanceId/history/templates/:templateId/restore',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /**
   * Saves the fields of a former version as the next one; removed fields come back with the values of items. 409 `version`
   * if the template was saved since the check, 422 if the save is refused.
   */
  restoreTemplate: endpoint<typeof shapes.historyShapes.restoreTemplate>({
    method: 'POST',
    path: '/editor/:instanceId/history/templates/:templateId/restore',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /** The versions of the menu, newest first. */
  listMenu: endpoint<typeof shapes.historyShapes.listMenu>({
    method: 'GET',
    path: '/editor/:instanceId/history/menu',
    access: can('READ'),
  }),
  /** Compares two versions of the menu: `target` is the older one, `source` the newer one. */
  compareMenu: endpoint<typeof shapes.historyShapes.compareMenu>({
    method: 'GET',
    path: '/editor/:instanceId/history/menu/compare',
    access: can('READ'),
  }),
  /** Gives the menu the entries of a former version whose templates exist; 409 `version` if it was changed since. */
  restoreMenu: endpoint<typeof shapes.historyShapes.restoreMenu>({
    method: 'POST',
    path: '/editor/:instanceId/history/menu/restore',
    access: can('MENU_MANAGEMENT', { env: 'Dev' }),
  }),
  /** How much history a project has, and how long it is kept. */
  summary: endpoint<typeof shapes.historyShapes.summary>({
    method: 'GET',
    path: '/projects/:projectId/history',
    access: hasRole('project', 'owner', 'admin'),
  }),
};
