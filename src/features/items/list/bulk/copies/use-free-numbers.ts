import { useQueries } from '@tanstack/react-query';
import { itemQueries } from '../../../../../shared/data/items.ts';
import { useRequest } from '../../../../../shared/services/request.ts';

interface NumberedFields {
  instanceId: number;
  templateId: string;
  fieldIds: readonly string[];
}

/** The pattern with which copies get the numbers after the largest one of a field; undefined until that is loaded. */
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
    const rows = answers[fieldIds.indexOf(fieldId)]?.data?.rows;
    if (!rows) return undefined;
    const largest = Number(rows[0]?.values[fieldId] ?? 0);
    return Number.isSafeInteger(largest) && largest > 0 ? `{i+${largest}}` : '{i}';
  };
}
