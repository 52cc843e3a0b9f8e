import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ItemAddress, itemHistoryQueries, useRestoreItem } from '../../../shared/data/history.ts';
import { fieldNameOf } from '../../../shared/item-diff/field-names.ts';
import { ItemDiffView, isUnchanged } from '../../../shared/item-diff/item-diff.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { lineOf } from './line-of.tsx';
import type { CheckState } from './restore.ts';

interface ItemRestoreProps {
  item: ItemAddress;
  version: number;
  children: (state: CheckState) => ReactNode;
}

/** Checks and restores a version of an item. */
export function ItemRestore({ item, version, children }: ItemRestoreProps) {
  const { data, error, refetch } = useQuery(itemHistoryQueries(useRequest(), item).check(version));
  const { mutateAsync } = useRestoreItem(item);
  if (!data) return children({ check: undefined, error, refetch });
  const { diff, missing, refusals } = data;
  return children({
    error,
    refetch,
    check: {
      diff: <ItemDiffView diff={diff} sides={null} targetId={item.instanceId} isPast />,
      isUnchanged: isUnchanged(diff),
      missing: missing.map(lineOf),
      missingTitle: `${count(missing.length, 'value does', 'values do')} not come back`,
      refusals: refusals.map(({ field_id, reason }) =>
        lineOf({ field_id, label: fieldNameOf(diff.template_fields, field_id), reason }),
      ),
      run: () => mutateAsync({ version, seen: diff.target?.version ?? 0 }),
    },
  });
}
