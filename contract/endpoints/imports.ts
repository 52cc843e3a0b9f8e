import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/imports.ts';
import { endpoint, type Output } from './endpoint.ts';

export type Import = Static<typeof shapes.Import>;
export type ImportedRow = Static<typeof shapes.ImportedRow>;
export type ReusedName = Static<typeof shapes.ReusedName>;
export type ImportOutcome = Static<typeof shapes.ImportOutcome>;
export type ImportMatch = Static<typeof shapes.ImportMatch>;
export type ImportDecision = Static<typeof shapes.ImportDecision>;
export type ImportDecisions = Static<typeof shapes.ImportDecisions>;
export type UploadedRows = Output<typeof imports.upload>;

/** Rows have the values that their items have now. */
const showsItems = can([['CREATE_ITEM', 'READ']]);

/**
 * Imports of JSON lines or CSV as items of a template, each applied as one change set, which `changeSets.undo` undoes. New
 * items are created in Dev only.
 */
export const imports = {
  /**
   * Imports rows into a template: reads them as a stream, checks and, unless `dry_run` is set, applies them: up to
   * 1,000 rows in the call, more by a job (the state is then `checking` or `applying`). 422 `invalid` if rows are
   * refused, 409 `conflict` if rows are in conflict and nothing is decided: nothing is changed, and `details` is the
   * response, whose import can be applied with decisions. A token with the scope `propose` only makes dry runs, which a
   * person opens and applies.
   */
  upload: endpoint<typeof shapes.importShapes.upload>({
    method: 'POST',
    path: '/editor/:instanceId/templates/:templateId/imports',
    access: can([['CREATE_ITEM', 'READ']], { tokens: ['propose', 'write:dev'] }),
    accepts: ['json-lines', 'csv'],
    bodyLimit: contentLimits.importBody,
  }),
  /** An import, finished or running. */
  get: endpoint<typeof shapes.importShapes.get>({
    method: 'GET',
    path: '/editor/:instanceId/imports/:importId',
    access: can('CREATE_ITEM'),
    latest: true,
  }),
  /**
   * The rows of a checked import in the order of the file, of one outcome or all, and the refused ones of an applied import; 50 if no `limit` is
   * given.
   */
  listRows: endpoint<typeof shapes.importShapes.listRows>({
    method: 'GET',
    path: '/editor/:instanceId/imports/:importId/rows',
    access: showsItems,
  }),
  /**
   * Draws a number field of all items of the template before and after a checked import. 409 `changed` if the import is not `checked`
   * any more, or its template was changed since; 422 for other fields, and if there are more than 100,000 items.
   */
  chart: endpoint<typeof shapes.importShapes.chart>({
    method: 'POST',
    path: '/editor/:instanceId/imports/:importId/chart',
    access: showsItems,
    safe: true,
    latest: true,
    bodyLimit: contentLimits.syncBody,
  }),
  /**
   * Applies a checked import. 409 `changed` if its items were changed since the check; 409 `conflict` and 422 `invalid` as for
   * {@link imports.upload}.
   */
  apply: endpoint<typeof shapes.importShapes.apply>({
    method: 'POST',
    path: '/editor/:instanceId/imports/:importId/apply',
    access: showsItems,
    bodyLimit: contentLimits.syncBody,
  }),
  /** Cancels an import that is not applied, and deletes its rows. */
  cancel: endpoint<typeof shapes.importShapes.cancel>({
    method: 'POST',
    path: '/editor/:instanceId/imports/:importId/cancel',
    access: can('CREATE_ITEM'),
  }),
};
