import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import { amountsText } from '../../../shared/item-diff/inline-change.tsx';
import { count } from '../../../shared/ui/count.ts';

type Difference = NonNullable<ChangedItem['difference']>;

/** The only field that differs with both values, if these are short. */
export function quotedValues({ only }: Difference): { label: string; before: string; after: string } | undefined {
  if (!only || only.rows || only.before === null || only.after === null) return undefined;
  return { label: only.label, before: only.before || 'empty', after: only.after || 'empty' };
}

/** What has changed in an item, in a few words: `Cost 4000 → 4200`, `3 fields`, `Roles: 1 row added`. */
export function differenceText(difference: Difference): string {
  const { fields, only } = difference;
  const values = quotedValues(difference);
  if (values) return `${values.label} ${values.before} → ${values.after}`;
  if (!only) return fields === 0 ? '' : count(fields, 'field');
  return only.rows ? `${only.label}: ${amountsText(only.rows)}` : `${only.label} changed`;
}
