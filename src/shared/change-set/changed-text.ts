import { numberText } from '@quartermaster/contract/number-text.ts';
import { matchingNow } from '../http/changed.ts';

/** Says what has changed; `selected` is the number of items that matched when they were selected. */
export function changedText(error: unknown, selected: number | undefined): string {
  const now = matchingNow(error);
  if (now === undefined || now === selected)
    return 'Some of the items were changed in the meantime. This is the current preview; look at it and apply again.';
  const before = selected === undefined ? '' : ` instead of ${numberText(selected)}`;
  return `${numberText(now)} items match now${before}. This is the current preview; look at it and apply again.`;
}
