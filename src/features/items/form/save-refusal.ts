import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import { HttpError } from '../../../shared/http/http-error.ts';

/** The item that the server holds now, where a refusal carries it. */
export function itemOf(details: unknown): Item | undefined {
  return typeof details === 'object' && details !== null && 'item' in details ? (details.item as Item) : undefined;
}

const isPlaced = (error: HttpError, unplaced: readonly string[]): boolean =>
  (error.body.fields !== undefined && unplaced.length === 0) || itemOf(error.body.details) !== undefined;

const gone =
  'This item is not there any more, or you may not see it any more. What you have typed stays here until you leave.';

/** What is told where the item that the server holds now cannot be laid beside the draft. */
export const otherRows =
  'Somebody else has changed this item and its template. What you have typed stays here until you leave: copy what you need, then open the item again.';

/** What is told above the form; nothing where it is told already, at the inputs or by the dialog about the conflict. */
export function toldAbove(error: unknown, unplaced: readonly string[]): unknown {
  if (!(error instanceof HttpError)) return error;
  if (isPlaced(error, unplaced)) return null;
  return error.status === 404 ? new Error(gone) : error;
}
