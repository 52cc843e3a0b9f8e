import type { Item } from '@quartermaster/contract/items.ts';
import { HttpError } from '../../shared/http/http-error.ts';

/** The item that the server holds now, where a refusal carries it. */
export function itemOf(details: unknown): Item | undefined {
  return typeof details === 'object' && details !== null && 'item' in details ? (details.item as Item) : undefined;
}

/** True where an error is told elsewhere already: at the inputs, or by the dialog about the conflict. */
export const isPlaced = (error: unknown, unplaced: readonly string[]): boolean =>
  error instanceof HttpError &&
  ((error.body.fields !== undefined && unplaced.length === 0) || itemOf(error.body.details) !== undefined);
