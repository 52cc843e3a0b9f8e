import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ChangedItem, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { count } from '../ui/count.ts';
import { amountsText } from './inline-change.tsx';

/** What differs in an item: the only field, or in what was changed, the first ones. */
export type Difference = NonNullable<
  ChangedItem['difference'] | Output<typeof sync.listItems>['items'][number]['difference']
>;

type Field = Extract<Difference, { first: unknown }>['first'][number];

/** The fields that are described one by one. */
export const fieldsOf = (difference: Difference): readonly Field[] =>
  'first' in difference ? difference.first : difference.only ? [difference.only] : [];

/** A field with both values, if these are short; null stands for an empty one. */
export function quotedValues({ label, before, after, rows }: Field) {
  if (rows || before === null || after === null) return undefined;
  return { label, before: before || null, after: after || null };
}

/** A change without its values: `Notes changed`, `Roles: 1 row added`. */
export const fieldText = ({ label, rows }: Field): string =>
  rows ? `${label}: ${amountsText(rows)}` : `${label} changed`;

/** How many fields have changed besides those that are described: `3 fields`, `and 2 more`; nothing without any. */
export function restText(difference: Difference): string {
  const described = fieldsOf(difference).length;
  const rest = difference.fields - described;
  if (rest <= 0) return '';
  return described === 0 ? count(rest, 'field') : `and ${rest} more`;
}

/** What has changed in an item, in a few words: `Cost 4000 → 4200`, `3 fields`, `Roles: 1 row added`. */
export function differenceText(difference: Difference): string {
  const described = fieldsOf(difference).map((field) => {
    const values = quotedValues(field);
    return values ? `${field.label} ${values.before ?? 'empty'} → ${values.after ?? 'empty'}` : fieldText(field);
  });
  return [described.join(', '), restText(difference)].filter((text) => text !== '').join(' ');
}
