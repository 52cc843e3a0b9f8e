import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { sync, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { usePlace } from '../../../shared/access/instance-context.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';

const NotSynced = createContext<ReadonlySet<number> | undefined>(undefined);
const none: never[] = [];

interface NotSyncedItemsProps {
  instanceId: number;
  templateId: string;
  /** Undefined until they are loaded. */
  rows: readonly { id: number; version: number }[] | undefined;
  children: ReactNode;
}

/** Finds out which items are not synced yet, in one request for a page after the page itself, for users who can see changes. */
export function NotSyncedItems({ instanceId, templateId, rows = none, children }: NotSyncedItemsProps) {
  const env = usePlace(instanceId)?.env;
  const mayList = useRefusal(sync.listUnsynced) === null;
  const request = useRequest();
  const isListed = mayList && env !== undefined && syncTarget(env) !== undefined;
  const found = useQueries({
    queries: isListed
      ? partsOf(rows).map((part) => syncChangeQueries.unsynced(request, instanceId, templateId, part))
      : none,
    combine: joined,
  });
  return <NotSynced value={found}>{children}</NotSynced>;
}

/** A grid can have more rows than one call takes. */
function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const { batchItems } = contentLimits;
  const parts = Math.ceil(rows.length / batchItems);
  return Array.from({ length: parts }, (_, part) => rows.slice(part * batchItems, (part + 1) * batchItems));
}

const joined = (answers: readonly { data: ReadonlySet<number> | undefined }[]): ReadonlySet<number> =>
  new Set(answers.flatMap(({ data }) => [...(data ?? [])]));

const marked = { 'data-not-synced': true, 'aria-description': 'Not synced yet', title: 'Not synced yet' } as const;

/** For the element of a label: a dot behind it if the item is not synced yet. No element of its own, as a list has many rows. */
export const useNotSyncedProps = (id: number | null | undefined) =>
  useContext(NotSynced)?.has(id ?? 0) ? marked : undefined;
