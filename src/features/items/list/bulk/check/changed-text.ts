import type { ErrorName } from '@quartermaster/contract/errors.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { errorDetail } from '../../../../../shared/http/error-detail.ts';
import { HttpError } from '../../../../../shared/http/http-error.ts';

/** True if the items are not as they were when they were selected or checked. */
export const isChanged = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.body.error === ('changed' satisfies ErrorName);

/** How many items match now, if that is why an edit was refused. */
export function matchingNow(error: unknown): number | undefined {
  const count = errorDetail(error, 'count');
  return typeof count === 'number' ? count : undefined;
}

/** Says what has changed; `selected` is the number of items that matched when they were selected. */
export function changedText(error: unknown, selected: number | undefined): string {
  const now = matchingNow(error);
  if (now === undefined || now === selected)
    return 'Some of the items were changed in the meantime. This is the current preview; look at it and apply again.';
  const before = selected === undefined ? '' : ` instead of ${numberText(selected)}`;
  return `${numberText(now)} items match now${before}. This is the current preview; look at it and apply again.`;
}
