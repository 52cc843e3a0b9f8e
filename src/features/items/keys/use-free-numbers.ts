import { useQueries } from '@tanstack/react-query';
import { itemQueries } from '../../../shared/data/items.ts';
import { useRequest } from '../../../shared/services/request.ts';

interface NumberedFields {
  instanceId: number;
  templateId: string;
  fieldIds: readonly string[];
}

/** The pattern with which copies get the numbers after the largest one of a field; undefined while that is loaded, and empty if it cannot be. */
export function useFreeNumbers({
  instanceId,
  templateId,
  fieldIds,
}: NumberedFields): (fieldId: string) => string | undefined {
  const request = useRequest();
  const answers = useQueries({
    queries: fieldIds.map((field) =>
      itemQueries.list(request, instanceId, templateId, {
        filters: [],
        sort: { field, direction: 'desc' },
        limit: 1,
      }),
    ),
  });
  return (fieldId) => {
    const { data, isPending } = answers[fieldIds.indexOf(fieldId)] ?? {};
    if (isPending) return undefined;
    if (!data) return '';
    const { rows } = data;
    const largest = Number(rows[0]?.values[fieldId] ?? 0);
    return Number.isSafeInteger(largest) && largest > 0 ? `{i+${largest}}` : '{i}';
  };
}
