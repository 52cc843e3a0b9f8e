import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import { errorDetail } from '../../../../shared/http/error-detail.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';

/** The server's current version of the item, if the error contains it. */
export const itemOf = (error: unknown): Item | undefined => errorDetail(error, 'item') as Item | undefined;

const isPlaced = (error: HttpError, formLevelErrors: readonly string[]): boolean =>
  (error.body.fields !== undefined && formLevelErrors.length === 0) || itemOf(error) !== undefined;

const notFound =
  'This item was not found, or you no longer have access. What you have typed stays here until you leave.';

/** Shown if the server's version of the item cannot be compared with the draft. */
export const incompatibleVersionMessage =
  'Someone else has changed this item and its template. Your changes stay here until you leave: copy what you need, then open the item again.';

/** The error to show above the form; `null` if the inputs or the conflict dialog already show it. */
export function formError(error: unknown, formLevelErrors: readonly string[]): unknown {
  if (!(error instanceof HttpError)) return error;
  if (isPlaced(error, formLevelErrors)) return null;
  return error.status === 404 ? new Error(notFound) : error;
}
