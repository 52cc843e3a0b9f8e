import type { ErrorName } from '@quartermaster/contract/errors.ts';
import { errorDetail } from './error-detail.ts';
import { HttpError } from './http-error.ts';

/** True if what was selected is not as it was when it was selected or checked. */
export const isChanged = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.body.error === ('changed' satisfies ErrorName);

/** How many match now, if that is why a call for all that match was refused. */
export function matchingNow(error: unknown): number | undefined {
  const count = errorDetail(error, 'count');
  return typeof count === 'number' ? count : undefined;
}
