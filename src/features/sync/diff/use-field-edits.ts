import type { ItemVersion } from '@quartermaster/contract/endpoints/history.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ItemAddress, itemHistoryQueries } from '../../../shared/data/history.ts';
import { useCanRead } from '../../../shared/item-diff/old-side.tsx';
import { useRequest } from '../../../shared/services/request.ts';

/** Who changed a field last, and when; of the label with `null`. */
export type FieldEdits = (fieldId: string | null) => Pick<ItemVersion, 'by' | 'at'> | undefined;

/** The last edit of each field of an item, as far as its latest versions tell; of instances that the user cannot read, nothing. */
export function useFieldEdits(item: ItemAddress): FieldEdits {
  const query = itemHistoryQueries(useRequest(), item).list(null);
  const { data } = useInfiniteQuery({ ...query, enabled: useCanRead(item.instanceId) });
  const [latest] = data?.pages ?? [];
  return (fieldId) =>
    latest?.versions.find(({ fields, label_changed }) => (fieldId === null ? label_changed : fields.includes(fieldId)));
}
