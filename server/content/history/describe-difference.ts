import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { childrenOf, type QuotedField, quoteField, quoteTexts } from './quote-field.ts';

export type PastDifference = NonNullable<Output<typeof changeSets.listItems>['items'][number]['difference']>;

const { quotedFields } = contentLimits;

/** What has changed in an item: its labels, how many of its fields, and the first of these with their values. */
export interface Changed {
  labels: { before: string; after: string };
  fields: number;
  first: { id: string; before: ItemValues[string]; after: ItemValues[string] }[] | null;
}

/** What has changed in an item of a template with these fields. */
export function differenceOf({ labels, fields, first }: Changed, ofTemplate: readonly StoredField[]): PastDifference {
  const isRenamed = labels.before !== labels.after;
  const label: QuotedField[] = isRenamed ? [{ label: 'Label', ...quoteTexts(labels), rows: null }] : [];
  const quoted = (first ?? []).flatMap(({ id, before, after }) => {
    const field = ofTemplate.find((one) => one.id === id);
    return field ? [quoteField(field, () => childrenOf(ofTemplate, id), before, after)] : [];
  });
  return { fields: fields + label.length, first: [...label, ...quoted].slice(0, quotedFields) };
}
