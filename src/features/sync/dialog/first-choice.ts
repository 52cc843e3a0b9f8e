import type { Decision, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';

/** The initial choice: for each field the side that has changed it, the source if both have. */
export function firstChoice({ template_id, id, fields, label_changed, base, source }: ItemDiff): Decision {
  const isLabelOfTarget = base !== null && base.label === source?.label;
  return {
    template_id,
    id,
    take: 'fields',
    fields: fields.map(({ field_id, changed_in }) => ({
      field_id,
      take: changed_in === 'target' ? 'target' : 'source',
    })),
    ...(label_changed && { label: isLabelOfTarget ? 'target' : 'source' }),
  };
}

/** The decision with another side for a field; `null` is the label. */
export const withChoice = (decision: Decision, fieldId: string | null, take: Side): Decision =>
  fieldId === null
    ? { ...decision, label: take }
    : { ...decision, fields: decision.fields?.map((one) => (one.field_id === fieldId ? { ...one, take } : one)) ?? [] };

/** The decision field by field, starting from what is decided for the item as a whole, or from {@link firstChoice}. */
export function byField(diff: ItemDiff, decision: Decision | undefined, take: Decision['take'] | undefined): Decision {
  if (decision?.take === 'fields' && decision.fields) return decision;
  const first = firstChoice(diff);
  if (take === undefined || take === 'fields') return first;
  return {
    ...first,
    fields: first.fields?.map((one) => ({ ...one, take })) ?? [],
    ...(first.label && { label: take }),
  };
}
