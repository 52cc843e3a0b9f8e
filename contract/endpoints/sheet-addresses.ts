import type { Static } from 'typebox';
import { anyone, can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/sheet-addresses.ts';
import { endpoint, type Input } from './endpoint.ts';

export type SheetAddress = Static<typeof shapes.SheetAddress>;
export type NewSheetAddress = Input<typeof sheetAddresses.create>['body'];

/** Addresses from which sheet programs read one list each, for `=IMPORTDATA(…)` (docs/sheets.md). */
export const sheetAddresses = {
  /** The addresses of an instance for sheets. */
  list: endpoint<typeof shapes.sheetAddressShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/items/:templateId/sheet-addresses',
    access: can('EXPORT'),
  }),
  /** Creates an address for one list. The caller needs READ, too. */
  create: endpoint<typeof shapes.sheetAddressShapes.create>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/sheet-addresses',
    access: can('EXPORT'),
  }),
  /** Deletes an address, which stops working immediately. */
  delete: endpoint<typeof shapes.sheetAddressShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/items/:templateId/sheet-addresses/:addressId',
    access: can('EXPORT'),
  }),
  /**
   * The list of an address as CSV, as long as whoever made it may read and export. 401 if the address is not valid or was
   * revoked, or if that account has got a new password since.
   */
  read: endpoint<typeof shapes.sheetAddressShapes.read>({ method: 'GET', path: '/sheets/:instanceId', access: anyone }),
  /**
   * Checks up to 1,000 rows as the dry run of an import into the template of an address that may propose, and changes and
   * stores nothing. The answer says what would happen to each row, and has no values of items. Columns that the address does
   * not read are refused (422), and items that are not in its list are answered as if there were none.
   */
  check: endpoint<typeof shapes.sheetAddressShapes.check>({
    method: 'POST',
    path: '/sheets/:instanceId/check',
    access: anyone,
    accepts: ['json-lines', 'csv'],
    bodyLimit: contentLimits.itemsBody,
  }),
};
